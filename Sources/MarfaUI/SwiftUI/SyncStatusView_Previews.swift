#if canImport(SwiftUI)
  import Foundation
  import Marfa
  import SwiftUI

  /// The line in its states.
  struct SyncStatusView_Previews: PreviewProvider {
    static var previews: some View {
      VStack(alignment: .leading) {
        SyncStatusView(SyncStatusModel(status: SyncStatus(connection: .connecting)))
        SyncStatusView(SyncStatusModel(status: SyncStatus(connection: .online, attention: 1)))
        SyncStatusView(
          SyncStatusModel(
            status: SyncStatus(
              connection: .offline(since: Date(timeIntervalSince1970: 0)), pending: 3)))
        SyncStatusView(
          SyncStatusModel(
            status: SyncStatus(connection: .stopped(.storageFull(message: "No space.")))))
      }
    }
  }
#endif
