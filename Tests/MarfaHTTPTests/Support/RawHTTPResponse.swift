/// An answer as it stood on the wire, taken apart but not interpreted.
struct RawHTTPResponse: Sendable {
  let status: Int
  let fields: [(name: String, value: String)]
  var body: [UInt8] = []

  init(head: [UInt8]) throws {
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: true)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, let status = Int(words[1]) else {
      throw RawHTTPClient.Failure(
        text: "not an answer: \(String(decoding: head, as: UTF8.self).debugDescription)")
    }
    self.status = status
    fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1] : ""
      return (String(parts[0]), String(value.drop { $0 == " " }))
    }
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  subscript(name: String) -> String? { all(name).first }

  func all(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}
