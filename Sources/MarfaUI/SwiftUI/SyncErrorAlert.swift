#if canImport(SwiftUI)
  import Marfa
  import SwiftUI

  /// An alert over a view for as long as its handler holds an error.
  struct SyncErrorAlert: ViewModifier {
    @Bindable var handler: ErrorHandler
    let actions: SyncErrorActions
    let step: (HelpingStep) -> String

    func body(content: Content) -> some View {
      content.alert(
        handler.title,
        isPresented: Binding(
          get: { @MainActor in handler.error != nil },
          set: { @MainActor isPresented in if !isPresented { handler.dismiss() } })
      ) {
        if let help = actions.step(for: handler.error) {
          Button(step(help.step)) {
            handler.dismiss()
            help.run()
          }
        }
        Button("OK", role: .cancel) { handler.dismiss() }
      } message: {
        Text(handler.text)
      }
    }
  }
#endif
