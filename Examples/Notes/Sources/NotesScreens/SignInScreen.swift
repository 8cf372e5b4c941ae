#if canImport(SwiftUI)
  import NotesModel
  import SwiftUI

  /// Takes another key, after the server has refused the one before.
  struct SignInScreen: View {
    let model: NotesModel
    @State private var key = ""
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      NavigationStack {
        Form {
          Section("Sign in again") {
            // Never shown, and kept nowhere but in the field.
            SecureField("Key", text: $key)
            Text("Your notes are kept. What waits is sent when the server takes the key.")
              .font(.footnote)
              .foregroundStyle(.secondary)
          }
        }
        .navigationTitle("Notes")
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button("Later") { dismiss() }
          }
          ToolbarItem(placement: .confirmationAction) {
            Button("Sign in") { signIn() }.disabled(key.isEmpty)
          }
        }
      }
    }

    private func signIn() {
      // The screen goes first: should this key be refused too, the alert stands where it stood.
      dismiss()
      Task { [key] in await model.signIn(key: key) }
    }
  }
#endif
