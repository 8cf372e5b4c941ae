import Marfa
import MarfaModel

/// What an app can do about a sync error, beside showing it. It sets the closures it supports.
public struct SyncErrorActions {
  /// Opens the sign-in.
  public var signIn: (@MainActor () -> Void)?
  /// Loads the copy anew.
  public var loadAgain: (@MainActor () -> Void)?
  /// Opens the settings, where the server's address is.
  public var openSettings: (@MainActor () -> Void)?
  /// Opens what can be deleted.
  public var freeSpace: (@MainActor () -> Void)?

  /// Makes the actions of an app; none by default.
  public init(
    signIn: (@MainActor () -> Void)? = nil, loadAgain: (@MainActor () -> Void)? = nil,
    openSettings: (@MainActor () -> Void)? = nil, freeSpace: (@MainActor () -> Void)? = nil
  ) {
    self.signIn = signIn
    self.loadAgain = loadAgain
    self.openSettings = openSettings
    self.freeSpace = freeSpace
  }

  /// The step that would help with an error, and what the app does for it.
  ///
  /// `nil` for an error that no step helps, or one that the app does not support.
  public func step(for error: (any Error)?) -> (step: HelpingStep, run: @MainActor () -> Void)? {
    guard let error = error as? MarfaError, let step = HelpingStep(error.remedy) else { return nil }
    let action =
      switch step {
      case .signIn: signIn
      case .loadAgain: loadAgain
      case .openSettings: openSettings
      case .freeSpace: freeSpace
      }
    return action.map { (step, $0) }
  }
}
