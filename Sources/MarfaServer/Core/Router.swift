import MarfaHTTP
import MarfaModel

/// Finds the door of a method and path.
struct Router: Sendable {
  /// By method, then by the number of segments.
  private let routes: [String: [[Route]]]

  /// Makes a router of these doors.
  init(_ routes: [Route]) {
    // Doors with fewer variable segments first, so that `/keys/current` wins over `/keys/{id}`.
    let ordered = routes.sorted { left, right in
      left.pattern.filter { $0.hasPrefix("{") }.count
        < right.pattern.filter { $0.hasPrefix("{") }.count
    }
    self.routes = Dictionary(grouping: ordered, by: \.method).mapValues { doors in
      let longest = doors.map(\.pattern.count).max() ?? 0
      return (0...longest).map { count in doors.filter { $0.pattern.count == count } }
    }
  }

  /// The door and its variable segments; `HEAD` is answered by the door of `GET`.
  func find(method: String, path: String) -> (route: Route, path: PathValues)? {
    guard let doors = routes[method == "HEAD" ? "GET" : method], let segments = Self.segments(path),
      segments.count < doors.count
    else { return nil }
    for route in doors[segments.count] {
      if let found = route.match(segments) { return (route, found) }
    }
    return nil
  }

  /// The decoded segments of a path; `nil` when one of them is no text, and so names nothing.
  private static func segments(_ path: String) -> [String]? {
    var path = path
    return path.withUTF8 { bytes -> [String]? in
      guard bytes.first == slash else { return nil }
      var segments: [String] = []
      guard bytes.count > 1 else { return segments }
      segments.reserveCapacity(4)
      var start = 1
      while start <= bytes.count {
        let end = bytes[start...].firstIndex(of: slash) ?? bytes.count
        let part = bytes[start..<end]
        let text = String(decoding: part, as: UTF8.self)
        // Hardly a path has an escape, so most are only cut.
        guard let segment = part.contains(percent) ? PercentEncoding.decode(text) : text else {
          return nil
        }
        segments.append(segment)
        start = end + 1
      }
      return segments
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let percent = UInt8(ascii: "%")
}
