#if canImport(SwiftUI)
  import NotesModel
  import SwiftUI

  /// Two texts of one note, side by side.
  struct ConflictRow: View {
    let model: NotesModel
    let conflict: NoteConflict

    var body: some View {
      VStack(alignment: .leading) {
        Text(conflict.current.title).font(.headline)
        HStack(alignment: .top) {
          side("Now", conflict.current.body, keepingOther: false)
          side("The other change", conflict.other.body, keepingOther: true)
        }
      }
    }

    private func side(_ title: String, _ text: String, keepingOther: Bool) -> some View {
      VStack(alignment: .leading) {
        Text(title).font(.caption)
        Text(text)
        Button("Keep this") {
          Task { await model.resolve(conflict, keepingOther: keepingOther) }
        }
      }
    }
  }
#endif
