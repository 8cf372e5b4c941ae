import Foundation

/// Files that only their owner may read or write, from their first instant on.
enum OwnerOnlyFile {
  /// Makes an empty file where there is none; leaves one that is there alone.
  ///
  /// A file that is there isn't even opened: closing a descriptor of a store that is open
  /// elsewhere in this process would let go of the locks SQLite holds on it.
  static func makeIfAbsent(_ path: String) throws {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw failure(errno, "create file")
    }
  }

  /// Whether a folder is at the path. SQLite opens one for reading and fails only later.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The error for a code of the operating system.
  static func failure(_ code: Int32, _ operation: String) -> SQLError {
    let kind: SQLError.Kind =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS, EACCES, EPERM: .readOnly
      case EIO: .io
      default: .cannotOpen
      }
    return SQLError(kind: kind, code: code, operation: operation)
  }
}
