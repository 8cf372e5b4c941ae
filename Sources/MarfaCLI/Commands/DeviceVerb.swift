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
  /// Holds single items whatever the slice.
  case pin
  /// Lets them go again.
  case unpin
  /// Lists the server's bin.
  case bin
  /// Destroys items of the bin.
  case purge
  /// Lists the saved views, or what one shows.
  case views
  /// Tells what changed since a mark.
  case changes
  /// Queues a file as an attachment of an item.
  case attach
  /// Gets the bytes of a file.
  case fetch
  /// Shows the writes.
  case queue
  /// Says what the copy holds.
  case status

  /// Whether it speaks to a server.
  var needsServer: Need {
    switch self {
    case .hydrate, .catchUp, .drain, .pin, .bin, .purge: .always
    case .apply, .fetch: .whenNamed
    case .items, .search, .unpin, .views, .changes, .attach, .queue, .status: .never
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
