import MarfaModel
import MarfaTesting

@testable import Marfa

extension CopyBench {
  /// The note that ``edited()`` holds.
  static let note = Fixture.item(["title": "A", "body": "Text"], id: id(1))

  /// A loaded copy of one note, with one edit of it in its queue.
  func edited() async throws -> WorkingCopy {
    server.hold(Self.note)
    let copy = try await hydrated()
    try await copy.items.update(id(1), Edit(properties: ["title": "Mine"], baseVersion: 1))
    return copy
  }
}
