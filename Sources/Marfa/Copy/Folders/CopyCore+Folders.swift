import MarfaEngine
import MarfaModel

/// What is asked of the server for folders.
extension CopyCore {
  func createFolder(
    _ settings: FolderSettings, key: String?, from function: StaticString = #function,
    in file: StaticString = #fileID
  ) async throws -> Folder {
    try await writeFolder(key, from: function, in: file) { try await $0.create(settings, key: $1) }
  }

  func changeFolder(
    _ id: String, _ change: FolderSettingsChange, baseVersion: Int64, key: String?,
    from function: StaticString = #function, in file: StaticString = #fileID
  ) async throws -> Folder {
    try await writeFolder(key, from: function, in: file) {
      try await $0.change(id, change, baseVersion: baseVersion, key: $1)
    }
  }

  func revokeFolder(
    _ id: String, key: String?, from function: StaticString = #function,
    in file: StaticString = #fileID
  ) async throws -> Folder {
    try await writeFolder(key, from: function, in: file) { try await $0.revoke(id, key: $1) }
  }

  private func writeFolder(
    _ key: String?, from function: StaticString, in file: StaticString,
    _ write: @escaping @Sendable (FolderWriting, String) async throws -> Folder
  ) async throws -> Folder {
    try await call(from: function, in: file) { [self] in
      let writing = FolderWriting(bench: try requireServer())
      let key = key ?? mintKey()
      let folder = try await Self.toTheEnd { try await write(writing, key) }
      indexer.touched()
      feed.tell(.refreshed(.folderWritten), itemId: folder.id)
      return folder
    }
  }
}
