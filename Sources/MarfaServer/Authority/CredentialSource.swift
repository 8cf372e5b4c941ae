/// Where credentials come from.
protocol CredentialSource: Sendable {
  /// The credential of an `Authorization` header; `nil` when nobody holds it.
  func credential(bearer header: String?) async -> Credential?
  /// The same credential as it stands now; `nil` when it has ended.
  func refreshed(_ credential: Credential?) async -> Credential?
  /// Forgets what is cached, since keys were changed.
  func forgetCached()
}
