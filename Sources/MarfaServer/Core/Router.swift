import Foundation
import MarfaModel

/// Finds the door of a method and path.
struct Router: Sendable {
  private let routes: [String: [Route]]

  /// Makes a router of these doors.
  init(_ routes: [Route]) {
    // Doors with fewer variable segments first, so that `/keys/current` wins over `/keys/{id}`.
    let ordered = routes.sorted { left, right in
      left.pattern.filter { $0.hasPrefix("{") }.count
        < right.pattern.filter { $0.hasPrefix("{") }.count
    }
    self.routes = Dictionary(grouping: ordered) { "\($0.method) \($0.pattern.count)" }
  }

  /// The door and its variable segments; `HEAD` is answered by the door of `GET`.
  func find(method: String, path: String) -> (route: Route, path: [String: String])? {
    guard path.hasPrefix("/") else { return nil }
    var segments: [String] = []
    if path != "/" {
      for raw in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        // A segment that is no UTF-8 once decoded names nothing.
        guard let segment = raw.removingPercentEncoding else { return nil }
        segments.append(segment)
      }
    }
    let name = method == "HEAD" ? "GET" : method
    for route in routes["\(name) \(segments.count)"] ?? [] {
      if let found = route.match(segments) { return (route, found) }
    }
    return nil
  }
}
