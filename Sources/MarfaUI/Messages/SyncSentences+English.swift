import MarfaModel
import Resilience

extension SyncSentences {
  static let english = SyncSentences { remedy in
    switch remedy {
    case .wait: "One moment"
    case .network: "No connection"
    case .newKey: "Sign in again"
    case .hydrate: "Loading needed"
    case .grant: "Not allowed"
    case .reread: "Changed elsewhere"
    case .fixInput: "Not accepted"
    case .checkAddress: "Check the address"
    case .update: "Update needed"
    case .freeSpace: "No space left"
    case .confirm: "Confirmation needed"
    case .reopen: "Not available"
    case .nothing: "That did not work"
    }
  } text: { kind, remedy in
    switch kind {
    case .notFound: "This isn't there any more. Someone may have deleted it."
    case .unauthorized:
      "The server no longer accepts your sign-in. Sign in again; your changes are kept."
    case .forbidden:
      "You aren't allowed to do this. Ask whoever runs the server for permission."
    case .validation: "The server doesn't accept this change. Look at it and correct it."
    case .unknownType: "The server doesn't know this kind of entry. Ask whoever runs it."
    case .rateLimited: "The server asked for a pause. It goes on by itself in a little while."
    case .server: server(remedy)
    case .network: "The server can't be reached. It goes on by itself when the connection is back."
    case .unnamed:
      "Something on the way to the server is in the way. It goes on by itself when that is gone."
    case .redirected: "The server has moved. Enter its address anew in the settings."
    case .decoding: "The server's answer can't be read. Look for an update of this app."
    case .contractMismatch:
      "This app and the server don't fit together. Update the app; your changes are kept."
    case .signedOut: "You are signed out. Sign in again; your changes are kept."
    case .noServer: "No server is set up. Enter its address in the settings."
    case .wrongServer:
      "This data belongs to another server. Enter that server's address in the settings."
    case .streamIncomplete: "The server's updates broke off. They go on by themselves."
    case .hydrationIncomplete: "Loading was interrupted. Load again; your changes are kept."
    case .noCursor, .noCatalog: "Nothing is loaded yet. Load it now."
    case .copyExpired:
      "This device was away for too long. Load again; your changes are kept."
    case .wrongSchema:
      "This data was written by another version of the app. Update the app."
    case .readingHandle: "This is open in another window or program. Close it there."
    case .invalid: "This can't be done right now. Try again."
    case .canceled: "Stopped."
    case .closed: "This was closed. Open it again."
    case .store: "The data on this device can't be read. Start the app again."
    case .io: "A file can't be read or written. Check that it is still there."
    case .storageFull: "This device is out of space. Free some; your changes are kept."
    case .bytesAbsent: "The file isn't on this device. Connect to the server to get it."
    case .noKeychain: "This device has no safe place for your sign-in. Set up its keyring."
    case .firstSyncWaiting: "The folder is ready to sync. Confirm that it may begin."
    case .embedIncomplete:
      "The file was added, but the text doesn't show it yet. Add it to the text yourself."
    }
  } step: { step in
    switch step {
    case .signIn: "Sign in"
    case .loadAgain: "Load again"
    case .openSettings: "Settings"
    case .freeSpace: "Free space"
    }
  }

  private static func server(_ remedy: Remedy) -> String {
    switch remedy {
    case .wait: "The server has a problem. It goes on by itself in a little while."
    case .reread:
      "This changed elsewhere since you opened it. Open it again and repeat your change."
    case .fixInput: "This is too much for the server, or not what it expects. Make it smaller."
    case .network, .newKey, .hydrate, .grant, .checkAddress, .update, .freeSpace, .confirm, .reopen,
      .nothing:
      "The server can't do this. Try again later."
    }
  }
}
