import CSQLite

/// The bridge from SQLite's tokenizer interface to ``SQLiteTokenizer``.
///
/// Source: https://www.sqlite.org/fts5.html#custom_tokenizers
enum SQLiteTokenizers {
  /// Keeps a factory for as long as SQLite holds its address.
  private final class Factory {
    let make: SQLiteTokenizerFactory
    init(_ make: @escaping SQLiteTokenizerFactory) { self.make = make }
  }

  /// Keeps a tokenizer for as long as SQLite holds its address.
  private final class Instance {
    let tokenizer: any SQLiteTokenizer
    init(_ tokenizer: any SQLiteTokenizer) { self.tokenizer = tokenizer }
  }

  /// The name of the pointer type, which SQLite keeps by address: static text.
  private static let pointerType: StaticString = "fts5_api_ptr"

  /// Makes `name` usable in a full-text table's `tokenize` option on this connection.
  static func register(
    _ name: String, _ factory: @escaping SQLiteTokenizerFactory, on handle: OpaquePointer
  ) throws {
    let api = try fullTextAPI(handle)
    guard let create = api.pointee.xCreateTokenizer else {
      throw SQLError(kind: .other, operation: "register tokenizer")
    }
    var calls = fts5_tokenizer(xCreate: makeInstance, xDelete: dropInstance, xTokenize: cut)
    let context = Unmanaged.passRetained(Factory(factory)).toOpaque()
    let code = create(api, name, context, &calls) { context in
      if let context { Unmanaged<Factory>.fromOpaque(context).release() }
    }
    guard code == SQLITE_OK else {
      Unmanaged<Factory>.fromOpaque(context).release()
      throw SQLError(code: code, handle: handle, operation: "register tokenizer")
    }
  }

  private static func fullTextAPI(_ handle: OpaquePointer) throws -> UnsafeMutablePointer<fts5_api>
  {
    let statement = try SQLiteStatement(handle, "SELECT fts5(?1)", kept: false)
    var api: UnsafeMutablePointer<fts5_api>?
    let code = withUnsafeMutablePointer(to: &api) { address -> Int32 in
      let type = UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
      let bound = sqlite3_bind_pointer(statement.pointer, 1, address, type, nil)
      guard bound == SQLITE_OK else { return bound }
      return sqlite3_step(statement.pointer)
    }
    statement.reset()
    guard code == SQLITE_ROW, let api else {
      throw SQLError(code: code, handle: handle, operation: "find full-text search")
    }
    return api
  }

  private static let makeInstance:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { context, arguments, count, result in
      guard let context, let result else { return SQLITE_MISUSE }
      let factory = Unmanaged<Factory>.fromOpaque(context).takeUnretainedValue()
      let texts = (0..<Int(max(0, count))).map { index in
        arguments?[index].map { String(cString: $0) } ?? ""
      }
      guard let tokenizer = try? factory.make(texts) else { return SQLITE_ERROR }
      result.pointee = OpaquePointer(Unmanaged.passRetained(Instance(tokenizer)).toOpaque())
      return SQLITE_OK
    }

  private static let dropInstance: @convention(c) (OpaquePointer?) -> Void = { instance in
    if let instance { Unmanaged<Instance>.fromOpaque(UnsafeRawPointer(instance)).release() }
  }

  private typealias TakeToken =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  private static let cut:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, TakeToken?
    ) -> Int32 = { instance, context, flags, text, length, take in
      guard let instance, let take else { return SQLITE_MISUSE }
      let tokenizer = Unmanaged<Instance>.fromOpaque(UnsafeRawPointer(instance))
        .takeUnretainedValue().tokenizer
      guard let text, length > 0 else { return SQLITE_OK }
      var code = SQLITE_OK
      text.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { start in
        tokenizer.tokenize(
          UnsafeBufferPointer(start: start, count: Int(length)), purpose: purpose(flags)
        ) { token, range, colocated in
          guard code == SQLITE_OK else { return false }
          token.withMemoryRebound(to: CChar.self) { characters in
            code = take(
              context, colocated ? FTS5_TOKEN_COLOCATED : 0, characters.baseAddress,
              Int32(clamping: characters.count), Int32(clamping: range.lowerBound),
              Int32(clamping: range.upperBound))
          }
          return code == SQLITE_OK
        }
      }
      return code
    }

  private static func purpose(_ flags: Int32) -> SQLiteTokenizerPurpose {
    if flags & FTS5_TOKENIZE_PREFIX != 0 { return .prefix }
    if flags & FTS5_TOKENIZE_QUERY != 0 { return .query }
    if flags & FTS5_TOKENIZE_AUX != 0 { return .auxiliary }
    return .document
  }
}
