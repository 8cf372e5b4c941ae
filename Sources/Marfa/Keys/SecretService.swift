#if !canImport(Security)
  import Foundation

  /// The desktop's Secret Service, through libsecret where it is installed.
  ///
  /// The library is looked up when it is first needed, so that nothing has to be installed to build
  /// or to run where there is no desktop. Where it or its service is missing every call throws
  /// "not available".
  struct SecretService: KeyStore {
    private static let library = SecretLibrary.load()

    func save(key: String, service: String, account: String) throws {
      try with(service, account) { library, attributes in
        try library.store(key, label: service, attributes)
      }
    }

    func key(service: String, account: String) throws -> String? {
      try with(service, account) { library, attributes in try library.lookUp(attributes) }
    }

    func holds(service: String, account: String?) throws -> Bool {
      try with(service, account) { library, attributes in try library.holds(attributes) }
    }

    func delete(service: String, account: String) throws {
      try with(service, account) { library, attributes in try library.clear(attributes) }
    }

    private func with<Result>(
      _ service: String, _ account: String?,
      _ work: (SecretLibrary, [(String, String)]) throws -> Result
    ) throws -> Result {
      guard let library = Self.library else { throw Keychain.Failure.notAvailable }
      var attributes = [("service", service)]
      if let account { attributes.append(("account", account)) }
      return try work(library, attributes)
    }
  }
#endif
