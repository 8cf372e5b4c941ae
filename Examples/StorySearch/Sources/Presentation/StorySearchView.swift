#if canImport(SwiftUI)
  import Domain
  import SwiftUI

  /// The search as a screen: results while you type, kept ones with their age, messages in words.
  public struct StorySearchView: View {
    @State private var model: StorySearchModel
    @State private var text = ""

    /// Makes the screen over a model.
    public init(model: StorySearchModel) {
      _model = State(initialValue: model)
    }

    public var body: some View {
      NavigationStack {
        Group {
          switch model.content {
          case .empty: ContentUnavailableView(model.words.hint, systemImage: "magnifyingglass")
          case .searching: ProgressView(model.words.searching)
          case .results(let stories, let note): results(stories, note)
          case .failed(let message):
            ContentUnavailableView {
              Text(message.title)
            } description: {
              Text(message.text)
            } actions: {
              if let action = message.action { Button(action) { model.typed(text) } }
            }
          }
        }
        .navigationTitle(model.words.title)
        .searchable(text: $text, prompt: model.words.hint)
        .onChange(of: text) { _, typed in model.typed(typed) }
      }
    }

    private func results(_ stories: [Story], _ note: String?) -> some View {
      List {
        if let note { Label(note, systemImage: "clock.arrow.circlepath") }
        if stories.isEmpty { Text(model.words.noStories) }
        ForEach(stories) { story in
          VStack(alignment: .leading) {
            Text(story.title).font(.headline)
            Text(model.words.facts(story.points, story.author, story.comments)).font(.caption)
            if let comment = story.firstComment {
              Text(comment).font(.caption).lineLimit(2).foregroundStyle(.secondary)
            }
          }
        }
      }
    }
  }
#endif
