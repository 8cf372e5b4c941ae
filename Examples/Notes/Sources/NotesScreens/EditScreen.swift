#if canImport(SwiftUI)
  import MarfaUI
  import NotesModel
  import SwiftUI

  /// A note to read and write; a new one when there is none.
  struct EditScreen: View {
    let model: NotesModel
    let note: Note?
    @State private var title: String
    @State private var text: String
    @Environment(\.dismiss) private var dismiss

    init(model: NotesModel, note: Note?) {
      self.model = model
      self.note = note
      _title = State(initialValue: note?.title ?? "")
      _text = State(initialValue: note?.body ?? "")
    }

    var body: some View {
      Form {
        TextField("Title", text: $title)
        TextEditor(text: $text)
      }
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { Task { await save() } }
        }
      }
    }

    private func save() async {
      let isKept =
        if let note {
          await model.edit(note, title: title, body: text)
        } else {
          await model.add(title: title, body: text) != nil
        }
      // What could not be kept stays on the screen, under the alert that says why.
      if isKept { dismiss() }
    }
  }
#endif
