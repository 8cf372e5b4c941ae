#if canImport(SwiftUI)
  import Foundation
  import Marfa
  import Resilience
  import SwiftUI

  /// A copy's status in one line, read aloud as one sentence.
  public struct SyncStatusView: View {
    private let model: SyncStatusModel
    private let language: MessageLanguage

    /// Makes the line.
    ///
    /// - Parameters:
    ///   - model: the status to show.
    ///   - language: the language of its words.
    public init(_ model: SyncStatusModel, language: MessageLanguage = .english) {
      self.model = model
      self.language = language
    }

    /// The line, said anew every minute for the sake of its ages.
    public var body: some View {
      TimelineView(.everyMinute) { context in
        let line = StatusLine(model.status)
        let text = line.text(now: context.date, in: language)
        Label(text, systemImage: line.symbol)
          .font(.footnote)
          .lineLimit(1)
          .accessibilityLabel(text)
      }
    }
  }
#endif
