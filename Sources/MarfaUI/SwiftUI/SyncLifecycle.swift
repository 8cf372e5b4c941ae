#if canImport(SwiftUI)
  import Marfa
  import SwiftUI

  /// Lets a manager rest while the app is in the background.
  struct SyncLifecycle: ViewModifier {
    let manager: SyncManager
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
      content
        .task { manager.start() }
        .onChange(of: phase) { _, phase in
          switch phase {
          case .background: manager.beginSuspending()
          case .active: manager.resume()
          case .inactive: break
          @unknown default: break
          }
        }
    }
  }
#endif
