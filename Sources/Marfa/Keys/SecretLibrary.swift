#if !canImport(Security)
  import Foundation
  import Resilience

  /// libsecret's calls for passwords, looked up in the installed library.
  ///
  /// One call at a time: the library's connection to the session's bus is shared.
  final class SecretLibrary: Sendable {
    private typealias Pointer = UnsafeMutableRawPointer
    private typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private typealias Store =
      @convention(c) (
        Pointer, Pointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>,
        Pointer?, ErrorPlace
      ) -> Int32
    private typealias LookUp =
      @convention(c) (Pointer, Pointer, Pointer?, ErrorPlace) -> UnsafeMutablePointer<CChar>?
    private typealias Clear = @convention(c) (Pointer, Pointer, Pointer?, ErrorPlace) -> Int32
    private typealias Search =
      @convention(c) (Pointer, Pointer, Int32, Pointer?, ErrorPlace) -> Pointer?
    private typealias Free = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
    private typealias NewTable = @convention(c) (Pointer, Pointer) -> Pointer?
    private typealias Insert = @convention(c) (Pointer, Pointer, Pointer) -> Int32
    private typealias Unref = @convention(c) (Pointer) -> Void
    private typealias FreeList = @convention(c) (Pointer?, Pointer) -> Void

    private struct Calls {
      let store: Store
      let lookUp: LookUp
      let clear: Clear
      let search: Search
      let freePassword: Free
      let newTable: NewTable
      let insert: Insert
      let unrefTable: Unref
      let freeError: Unref
      let freeList: FreeList
      let hash: Pointer
      let equal: Pointer
      let unrefObject: Pointer
      let schema: Pointer
    }

    private let calls: Lock<Calls>

    private init(_ calls: sending Calls) { self.calls = Lock(calls) }

    /// The library, when it is installed with everything that is called here.
    static func load() -> SecretLibrary? {
      guard let handle = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
      func call<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
      }
      guard let store = call("secret_password_storev_sync", as: Store.self),
        let lookUp = call("secret_password_lookupv_sync", as: LookUp.self),
        let clear = call("secret_password_clearv_sync", as: Clear.self),
        let search = call("secret_password_searchv_sync", as: Search.self),
        let freePassword = call("secret_password_free", as: Free.self),
        let newTable = call("g_hash_table_new", as: NewTable.self),
        let insert = call("g_hash_table_insert", as: Insert.self),
        let unrefTable = call("g_hash_table_unref", as: Unref.self),
        let freeError = call("g_error_free", as: Unref.self),
        let freeList = call("g_list_free_full", as: FreeList.self),
        let hash = dlsym(handle, "g_str_hash"), let equal = dlsym(handle, "g_str_equal"),
        let unrefObject = dlsym(handle, "g_object_unref")
      else { return nil }
      return SecretLibrary(
        Calls(
          store: store, lookUp: lookUp, clear: clear, search: search, freePassword: freePassword,
          newTable: newTable, insert: insert, unrefTable: unrefTable, freeError: freeError,
          freeList: freeList, hash: hash, equal: equal, unrefObject: unrefObject,
          schema: schema()))
    }

    /// A `SecretSchema` as the library's header lays it out: a name, flags, up to 32 attributes of
    /// a name and a kind, then reserved words. It lives as long as the process.
    private static func schema() -> Pointer {
      let word = MemoryLayout<UInt>.size
      let size = 2 * word + 32 * 2 * word + 8 * word
      let schema = Pointer.allocate(byteCount: size, alignment: word)
      schema.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      schema.storeBytes(of: UInt(bitPattern: strdup("org.marfa.Key")), as: UInt.self)
      for (place, name) in ["service", "account"].enumerated() {
        schema.storeBytes(
          of: UInt(bitPattern: strdup(name)), toByteOffset: 2 * word + place * 2 * word,
          as: UInt.self)
      }
      return schema
    }

    /// Keeps a password, in place of one under the same attributes.
    func store(_ password: String, label: String, _ attributes: [(String, String)]) throws {
      try run(attributes) { calls, table, error in
        // The first collection is the person's default one.
        calls.store(calls.schema, table, "default", label, password, nil, error)
      }
    }

    /// The password under the attributes.
    func lookUp(_ attributes: [(String, String)]) throws -> String? {
      try run(attributes) { calls, table, error in
        guard let found = calls.lookUp(calls.schema, table, nil, error) else { return nil }
        defer { calls.freePassword(found) }
        return String(cString: found)
      }
    }

    /// Whether there is anything under the attributes; nothing is unlocked for it.
    func holds(_ attributes: [(String, String)]) throws -> Bool {
      try run(attributes) { calls, table, error in
        let list = calls.search(calls.schema, table, 0, nil, error)
        defer { calls.freeList(list, calls.unrefObject) }
        return list != nil
      }
    }

    /// Removes what is under the attributes; nothing there is no error.
    func clear(_ attributes: [(String, String)]) throws {
      try run(attributes) { calls, table, error in
        calls.clear(calls.schema, table, nil, error)
      }
    }

    @discardableResult
    private func run<Result: Sendable>(
      _ attributes: [(String, String)],
      _ work: (Calls, Pointer, ErrorPlace) -> Result
    ) throws -> Result {
      try calls.withLock { calls throws(Keychain.Failure) in
        guard let table = calls.newTable(calls.hash, calls.equal) else {
          throw .notAvailable
        }
        var texts: [UnsafeMutablePointer<CChar>] = []
        defer {
          calls.unrefTable(table)
          for text in texts { free(text) }
        }
        for (name, value) in attributes {
          guard let name = strdup(name), let value = strdup(value) else { throw .notAvailable }
          texts += [name, value]
          _ = calls.insert(table, Pointer(name), Pointer(value))
        }
        var error: Pointer?
        let result = work(calls, table, &error)
        guard let error else { return result }
        // A `GError`: its domain, then its code. Code 2 of libsecret's own says "locked".
        let code = error.load(fromByteOffset: 4, as: Int32.self)
        calls.freeError(error)
        throw code == 2 ? .interactionNotAllowed : .notAvailable
      }
    }
  }
#endif
