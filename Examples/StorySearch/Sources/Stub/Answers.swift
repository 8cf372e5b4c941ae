/// Answers of the search interface, in its own form.
public enum Answers {
  static let search = """
    {"hits":[
      {"objectID":"1","title":"Swift &amp; <b>Linux</b>","url":"https://a.example/x","author":"ann",
       "points":120,"num_comments":31,"_tags":["story"],"created_at_i":1700000000},
      {"objectID":"2","title":"Tides \\u001b[31m","url":null,"author":"bob","points":1,
       "num_comments":null}
    ],"nbHits":2,"page":0,"nbPages":1,"hitsPerPage":10}
    """

  static func item(_ id: Int) -> String {
    #"{"id":\#(id),"children":[{"id":9,"text":null},{"id":8,"text":"<p>It&#x27;s \#(id).</p>"}]}"#
  }

  /// A server on which nothing fails.
  public static func well(_ path: String, _ number: Int) -> StubServer.Reply {
    switch path {
    case "/api/v1/search": .answer(200, [:], search)
    case "/api/v1/items/1": .answer(200, [:], item(1))
    case "/api/v1/items/2": .answer(200, [:], item(2))
    default: .answer(404, [:], #"{"message":"SECRET-TEXT"}"#)
    }
  }
}
