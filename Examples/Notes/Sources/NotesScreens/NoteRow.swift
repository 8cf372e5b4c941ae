#if canImport(SwiftUI)
  import NotesModel
  import SwiftUI

  /// A note in the list; one that waits for the server says so.
  struct NoteRow: View {
    let note: Note

    var body: some View {
      HStack {
        VStack(alignment: .leading) {
          Text(note.title).font(.headline)
          Text(note.body).lineLimit(1).foregroundStyle(.secondary)
        }
        Spacer()
        if note.isWaiting {
          Image(systemName: "arrow.up.circle").accessibilityLabel("Not sent yet")
        }
      }
    }
  }
#endif
