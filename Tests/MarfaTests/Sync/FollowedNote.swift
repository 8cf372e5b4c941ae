import MarfaModel
import MarfaTesting

@testable import Marfa

/// The one note that the tests of the follow change at the server and hear of.
enum FollowedNote {
  static func row(_ title: String = "A", version: Int64 = 1) -> Item {
    Fixture.item(["title": .string(title), "body": "Text"], id: id(1), version: version)
  }

  /// Whether a change tells of an event of the server.
  static func isTold(_ change: Change) -> Bool {
    if case .server = change.origin { true } else { false }
  }
}

extension CopyBench {
  /// A loaded copy that holds the note.
  func following() async throws -> WorkingCopy {
    server.hold(FollowedNote.row())
    return try await hydrated()
  }
}
