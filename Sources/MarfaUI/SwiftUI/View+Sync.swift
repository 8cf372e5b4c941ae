#if canImport(SwiftUI)
  import Marfa
  import Resilience
  import SwiftUI

  extension View {
    /// Shows an alert exactly while the handler holds an error.
    ///
    /// Its text is the handler's, its OK button has the cancel role and clears the error. By the
    /// error's remedy it offers one action more, where the app supports it. Put it once at the root,
    /// beside `.environment(handler)`, so that a view below that reports an error opens it.
    ///
    /// - Parameters:
    ///   - handler: who holds the error.
    ///   - actions: what the app can do about it.
    ///   - language: the language of the action's button.
    public func syncErrorAlert(
      _ handler: ErrorHandler, actions: SyncErrorActions = SyncErrorActions(),
      language: MessageLanguage = .english
    ) -> some View {
      let sentences = SyncSentences.of(language.code)
      return modifier(
        SyncErrorAlert(handler: handler, actions: actions, step: { sentences.step($0) }))
    }

    /// Starts a manager with the view, rests it in the background, and goes on in the foreground.
    public func keepsInStep(_ manager: SyncManager) -> some View {
      modifier(SyncLifecycle(manager: manager))
    }
  }
#endif
