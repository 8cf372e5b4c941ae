/// How many files may vanish from a folder at once before their removal asks first.
public struct RemovalThreshold: Sendable, Hashable {
  /// So many files; `nil` is 10.
  public var files: UInt64?
  /// This part of all files, from 0 to 1; `nil` is 0.25.
  public var fraction: Double?

  /// Makes a threshold; without arguments, the usual one.
  public init(files: UInt64? = nil, fraction: Double? = nil) {
    self.files = files
    self.fraction = fraction
  }
}
