/// What `marfa device` does with a copy.
enum DeviceVerb: String, CaseIterable {
  /// Loads the slice.
  case hydrate
  /// Applies what happened since.
  case catchUp = "catch-up"
  /// Sends what waits.
  case drain
  /// Lists held items.
  case items
  /// Searches held items.
  case search
  /// Shows the writes.
  case queue
  /// Says what the copy holds.
  case status

  /// Whether it speaks to a server.
  var needsServer: Bool {
    switch self {
    case .hydrate, .catchUp, .drain: true
    case .items, .search, .queue, .status: false
    }
  }
}
