import Foundation
import Marfa
import MarfaModel
import Resilience

/// A status in one line of words, for a status bar, a terminal, and what is read aloud.
///
/// ```swift
/// StatusLine(manager.status).text(now: Date())  // "Offline for 2 minutes · 3 changes waiting"
/// ```
public struct StatusLine: Sendable, Hashable {
  /// What it says something of.
  public let status: SyncStatus

  /// Makes the line of a status.
  public init(_ status: SyncStatus) { self.status = status }

  /// A symbol of Apple's set for it.
  public var symbol: String {
    switch status.connection {
    case .local: "internaldrive"
    case .connecting: "arrow.triangle.2.circlepath"
    case .online: status.attention > 0 ? "exclamationmark.circle" : "checkmark.circle"
    case .offline: "wifi.slash"
    case .stopped: "exclamationmark.triangle"
    }
  }

  /// The line.
  ///
  /// - Parameters:
  ///   - now: the time that it is read at.
  ///   - language: one of those that ship; another is answered in English.
  public func text(now: Date, in language: MessageLanguage = .english) -> String {
    let words = StatusWords.of(language.code)
    var parts = [connection(words, now, language)]
    if let progress = status.progress { parts.append(words.loaded(progress.items)) }
    // Those that are stuck need the person, and are counted there.
    let waiting = status.pending - min(status.stuck, status.pending)
    if waiting > 0 { parts.append(words.pending(waiting)) }
    if status.attention > 0 { parts.append(words.attention(status.attention)) }
    return parts.joined(separator: " · ")
  }

  private func connection(_ words: StatusWords, _ now: Date, _ language: MessageLanguage) -> String
  {
    switch status.connection {
    case .local: words.local
    case .connecting: words.connecting
    case .online: words.online
    case .offline(let since): words.offline(Self.age(now.timeIntervalSince(since)))
    case .stopped(let error): SyncMessages.message(for: error, in: language).text
    }
  }

  /// Whole minutes; less than one is zero.
  private static func age(_ seconds: TimeInterval) -> Int {
    // A clock that was set back, or a time that is no number, is no age.
    guard seconds.isFinite, seconds > 0 else { return 0 }
    return Int(min(seconds / 60, 1_000_000))
  }
}
