import Foundation

#if canImport(Security)
  import Security
#endif

extension Keychain {
  /// Why a keychain did not do what it was asked. It never holds a key or a name.
  public struct Failure: Error, Sendable, Hashable, LocalizedError {
    /// The number of the system, Apple's on every platform.
    public let status: OSStatus

    /// Makes a failure.
    public init(status: OSStatus) { self.status = status }

    /// There is no keychain here (-25291, `errSecNotAvailable`).
    public static let notAvailable = Failure(status: -25_291)
    /// The keychain is locked and may not ask (-25308, `errSecInteractionNotAllowed`).
    public static let interactionNotAllowed = Failure(status: -25_308)
    /// The keychain refused (-25293, `errSecAuthFailed`).
    public static let refused = Failure(status: -25_293)
    /// What is kept can't be read as a key (-26275, `errSecDecode`).
    public static let unreadable = Failure(status: -26_275)

    /// A sentence fit to show a person.
    public var errorDescription: String? {
      switch self {
      case .notAvailable: "This device has no keychain."
      case .interactionNotAllowed: "The keychain is locked. Unlock it and try again."
      case .refused: "The keychain did not allow it."
      default: "The keychain could not do it (status \(status))."
      }
    }
  }
}
