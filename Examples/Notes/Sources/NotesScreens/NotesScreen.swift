#if canImport(SwiftUI)
  import MarfaUI
  import NotesModel
  import SwiftUI

  /// The list of notes, with what waits for a decision above them.
  struct NotesScreen: View {
    @Bindable var model: NotesModel
    @State private var words = ""
    @State private var isAdding = false

    var body: some View {
      NavigationStack {
        List {
          if !model.page.conflicts.isEmpty {
            Section("Two versions") {
              ForEach(model.page.conflicts) { ConflictRow(model: model, conflict: $0) }
            }
          }
          if !model.page.returned.isEmpty {
            Section("Not accepted") {
              ForEach(model.page.returned) { ReturnedRow(model: model, returned: $0) }
            }
          }
          ForEach(model.found ?? model.page.notes) { note in
            NavigationLink(value: note) { NoteRow(note: note) }
          }
        }
        .navigationTitle("Notes")
        .navigationDestination(for: Note.self) { EditScreen(model: model, note: $0) }
        .searchable(text: $words)
        .onChange(of: words) { _, words in Task { await model.search(words) } }
        .toolbar {
          ToolbarItem(placement: .primaryAction) {
            Button("New") { isAdding = true }
          }
          ToolbarItem(placement: .status) {
            HStack {
              SyncStatusView(model.status, language: model.language)
              // Whoever said "OK" to the alert finds the way here.
              if model.needsSignIn {
                Button("Sign in") { model.isSigningIn = true }
              }
            }
          }
        }
        .sheet(isPresented: $isAdding) { EditScreen(model: model, note: nil) }
        .sheet(isPresented: $model.isSigningIn) { SignInScreen(model: model) }
      }
    }
  }
#endif
