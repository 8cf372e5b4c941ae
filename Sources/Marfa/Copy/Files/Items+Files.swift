import Foundation
import MarfaModel

extension Items {
  /// Queues a file as an attachment of an item: its upload, an item for it, and the edge.
  ///
  /// The three are queued together and each gets its own verdict. The bytes are copied first.
  ///
  /// - Throws: `io` when the file can't be read; `invalid` when it is empty; `notFound` when the
  ///   item isn't held or is in the bin; `unknownType` for a type that isn't known, and then no
  ///   bytes are taken; `validation` for properties that the type refuses; `storageFull`;
  ///   `readingHandle`; `hydrationIncomplete`; `copyExpired`; `closed`; `store`.
  @discardableResult
  public func attach(to id: String, file: URL, _ attachment: Attachment = Attachment())
    async throws -> Attached
  {
    try await core.attach(file, to: id, attachment)
  }

  /// Attaches a file to an item and shows it at the end of the item's body, behind a blank line.
  ///
  /// The body is changed after the file is attached, so a change of it that another call makes in
  /// between is not lost.
  ///
  /// - Throws: `embedIncomplete` when the file was attached and the body could not be written: it
  ///   names the file's item, and its cause is `invalid` for a title that can't name the file alone.
  ///   The rest as ``attach(to:file:_:)``, and then nothing was written.
  @discardableResult
  public func embed(file: URL, in id: String, _ attachment: Attachment = Attachment())
    async throws -> Embedded
  {
    try await core.embed(file, in: id, attachment)
  }

  /// What to write into an item's body to show one of the files that are attached to it.
  ///
  /// - Parameter file: the id of the file's item.
  /// - Throws: `notFound` when either isn't held or is in the bin; `invalid` when the file isn't
  ///   attached to the item, or its title can't name it alone; `hydrationIncomplete`,
  ///   `copyExpired`, `closed`, `store`.
  public func embedText(of file: String, in id: String) async throws -> String {
    try await core.read { try $0.embedText(of: file, in: id) }
  }
}
