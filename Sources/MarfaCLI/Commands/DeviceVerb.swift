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
  /// Lists the held folders, or what one holds.
  case folders
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

  /// What it does, in one line.
  var summary: String {
    switch self {
    case .hydrate: "Load the items of these types; it begins anew each time"
    case .catchUp: "Apply what happened at the server since"
    case .drain: "Send what waits, and show each verdict"
    case .apply: "Carry out the JSON lines of standard input, one write a line"
    case .items: "List held items"
    case .search: "Search held items, best first"
    case .pin: "Hold single items whatever their type"
    case .unpin: "Let pinned items go"
    case .bin: "List the server's bin"
    case .purge: "Destroy items of the bin, for good"
    case .views: "List the saved views, or what one shows"
    case .folders: "List the held folders, or what one holds"
    case .changes: "Tell what changed since a mark"
    case .attach: "Queue a file as an attachment of an item"
    case .fetch: "Bring the bytes of a file"
    case .queue: "Show the writes and what became of them"
    case .status: "Say what the copy holds and what waits"
    }
  }

  /// Whether it speaks to a server.
  var needsServer: Need {
    switch self {
    case .hydrate, .catchUp, .drain, .pin, .bin, .purge: .always
    case .apply, .fetch: .whenNamed
    case .items, .search, .unpin, .views, .folders, .changes, .attach, .queue, .status: .never
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
