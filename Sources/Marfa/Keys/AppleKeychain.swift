#if canImport(Security)
  import Foundation
  import Security

  /// Generic-password items of Apple's default keychain.
  struct AppleKeychain: KeyStore {
    func save(key: String, service: String, account: String) throws {
      let query = query(service, account)
      let value = [kSecValueData: Data(key.utf8)] as CFDictionary
      var status = SecItemUpdate(query as CFDictionary, value)
      if status == errSecItemNotFound {
        var item = query
        item[kSecValueData] = Data(key.utf8)
        status = SecItemAdd(item as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw Keychain.Failure(status: status) }
    }

    func key(service: String, account: String) throws -> String? {
      var query = query(service, account)
      query[kSecReturnData] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess else { throw Keychain.Failure(status: status) }
      guard let data = found as? Data, let key = String(validating: data, as: UTF8.self) else {
        throw Keychain.Failure.unreadable
      }
      return key
    }

    func holds(service: String, account: String?) throws -> Bool {
      var query = query(service, account)
      // Attributes alone: the secret is left alone, so nobody is asked.
      query[kSecReturnAttributes] = true
      query[kSecMatchLimit] = kSecMatchLimitOne
      let status = SecItemCopyMatching(query as CFDictionary, nil)
      if status == errSecItemNotFound { return false }
      guard status == errSecSuccess else { throw Keychain.Failure(status: status) }
      return true
    }

    func delete(service: String, account: String) throws {
      let status = SecItemDelete(query(service, account) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw Keychain.Failure(status: status)
      }
    }

    private func query(_ service: String, _ account: String?) -> [CFString: Any] {
      var query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: service,
      ]
      if let account { query[kSecAttrAccount] = account }
      return query
    }
  }
#endif
