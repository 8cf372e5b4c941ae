/// A request as the bare server read it.
struct WireRequest: Sendable {
  let line: String
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  var method: String { String(line.prefix { $0 != " " }) }
  var path: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}
