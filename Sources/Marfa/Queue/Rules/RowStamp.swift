import MarfaModel

/// Which of two states of one row is the later one, by version and then by time.
struct RowStamp: Sendable, Hashable {
  /// The server's version.
  let version: Int64
  /// When the server last changed it.
  let updatedAt: String

  /// The stamp of an item.
  init(_ item: Item) {
    version = item.version
    updatedAt = item.updatedAt
  }

  /// The stamp of an edge.
  init(_ edge: Edge) {
    version = edge.version
    updatedAt = edge.updatedAt
  }

  /// Whether this state is later than another.
  ///
  /// Equal stamps are not: state and tags change without a new version, and the same row may be
  /// taken twice. A time that can't be read decides nothing.
  func isLater(than other: RowStamp) -> Bool {
    if version != other.version { return version > other.version }
    guard let mine = Timestamp(updatedAt), let theirs = Timestamp(other.updatedAt) else {
      return false
    }
    return mine > theirs
  }
}

extension RowStamp {
  /// The stamp of a row that is neither item nor edge yet.
  init(version: Int64, updatedAt: String) {
    self.version = version
    self.updatedAt = updatedAt
  }
}
