/// What `marfa device` does with a copy.
enum DeviceVerb: String, CaseIterable {
  /// Loads the slice.
  case hydrate
  /// Applies what happened since.
  case catchUp = "catch-up"
  /// Sends what waits.
  case drain
  /// Carries out the lines of standard input.
  case apply
  /// Lists held items.
  case items
  /// Searches held items.
  case search
  /// Shows the writes.
  case queue
  /// Says what the copy holds.
  case status

  /// Whether it speaks to a server.
  var needsServer: Need {
    switch self {
    case .hydrate, .catchUp, .drain: .always
    case .apply: .whenNamed
    case .items, .search, .queue, .status: .never
    }
  }

  /// Whether a verb speaks to a server.
  enum Need {
    case always
    /// A copy without a server queues; draining it is then refused.
    case whenNamed
    case never
  }
}
