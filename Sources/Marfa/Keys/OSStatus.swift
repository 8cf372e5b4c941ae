#if !canImport(Security)
  /// The number by which a keychain says what went wrong; Apple's, on every platform.
  public typealias OSStatus = Int32
#endif
