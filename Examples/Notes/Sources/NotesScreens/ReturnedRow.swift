#if canImport(SwiftUI)
  import NotesModel
  import SwiftUI

  /// A change that the server did not take, ready to be corrected or given up.
  struct ReturnedRow: View {
    let model: NotesModel
    let returned: ReturnedNote
    @State private var title: String
    @State private var text: String

    init(model: NotesModel, returned: ReturnedNote) {
      self.model = model
      self.returned = returned
      _title = State(initialValue: returned.title ?? "")
      _text = State(initialValue: returned.body ?? "")
    }

    var body: some View {
      VStack(alignment: .leading) {
        Text(returned.reason).foregroundStyle(.secondary)
        if returned.title != nil { TextField("Title", text: $title) }
        if returned.body != nil { TextEditor(text: $text) }
        HStack {
          Button("Send again") {
            Task { await model.retry(returned, title: title, body: text) }
          }
          Button("Discard", role: .destructive) {
            Task { await model.forget(returned) }
          }
        }
      }
    }
  }
#endif
