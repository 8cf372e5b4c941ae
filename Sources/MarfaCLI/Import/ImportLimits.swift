/// What one item may hold at most. The values are the server's own limits.
struct ImportLimits: Sendable, Equatable {
  /// The longest text of one property, in UTF-16 units.
  var propertyUnits = 100_000
  /// The largest request, in bytes.
  var requestBytes = 1_048_576
  /// What a request holds besides the properties: the type, the source, the names of the members.
  var requestOverhead = 4_096
  /// The largest file that is read at all, in bytes after decompression. Above it a file is told
  /// and left alone, so that a stray archive can't fill the memory.
  var fileBytes = 64 * 1_048_576
  /// How many tags one item may have.
  var tags = 100
  /// The longest tag, in UTF-16 units.
  var tagUnits = 128
}
