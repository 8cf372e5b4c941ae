#if DEBUG
  import Marfa
  import Resilience

  /// Keys in memory, gone with the store: a `KeyStore` that touches no keychain.
  ///
  /// ```swift
  /// let keys = MemoryKeyStore()
  /// try keys.save(key: "mk_1", service: "notes", account: "https://example.org")
  /// keys.makeUnreadable("https://example.org")
  /// ```
  public final class MemoryKeyStore: KeyStore {
    private struct Slot: Hashable {
      var service: String
      var account: String
    }

    private struct State {
      var keys: [Slot: String] = [:]
      /// Accounts that can't be read, with the services that were saved or emptied since.
      var unreadable: [String: Set<String>] = [:]

      func isUnreadable(_ slot: Slot) -> Bool {
        guard let mended = unreadable[slot.account] else { return false }
        return !mended.contains(slot.service)
      }

      mutating func mend(_ slot: Slot) { unreadable[slot.account]?.insert(slot.service) }
    }

    private let state = Lock(State())

    /// Makes an empty store.
    public init() {}

    /// Makes what an account holds be there and not readable, as behind a locked keychain.
    ///
    /// It then counts as held for every service, and reading it throws
    /// ``Keychain/Failure/interactionNotAllowed``. Saving a key makes that slot readable again,
    /// deleting empties it.
    public func makeUnreadable(_ account: String) {
      state.withLock { $0.unreadable[account] = [] }
    }

    /// Keeps a key, in place of one that the slot holds; the slot is readable again.
    public func save(key: String, service: String, account: String) {
      let slot = Slot(service: service, account: account)
      state.withLock { state in
        state.keys[slot] = key
        state.mend(slot)
      }
    }

    /// The key of a slot; `nil` when it holds none.
    ///
    /// - Throws: `Keychain.Failure.interactionNotAllowed` after ``makeUnreadable(_:)``.
    public func key(service: String, account: String) throws -> String? {
      let slot = Slot(service: service, account: account)
      return try state.withLock { state in
        if state.isUnreadable(slot) { throw Keychain.Failure.interactionNotAllowed }
        return state.keys[slot]
      }
    }

    /// Whether a slot holds a key, readable or not.
    ///
    /// - Parameter account: `nil` asks for any account of the service.
    public func holds(service: String, account: String?) -> Bool {
      state.withLock { state in
        guard let account else {
          return state.keys.keys.contains { $0.service == service }
            || state.unreadable.contains { !$0.value.contains(service) }
        }
        let slot = Slot(service: service, account: account)
        return state.keys[slot] != nil || state.isUnreadable(slot)
      }
    }

    /// Empties a slot, readable or not; an empty one is no error.
    public func delete(service: String, account: String) {
      let slot = Slot(service: service, account: account)
      state.withLock { state in
        state.keys[slot] = nil
        state.mend(slot)
      }
    }
  }
#endif
