import Foundation
import MarfaUI
import NotesModel
import Observation
import Resilience

/// Reads a person's lines, does what they say, and shows the connection as it changes.
@MainActor
final class NotesShell {
  private let model: NotesModel
  private let console: Console
  /// What stands in front of the numbers that the person was shown last.
  private var listed: [Note] = []

  init(_ model: NotesModel, _ console: Console) {
    self.model = model
    self.console = console
  }

  /// Runs one command, or lines until the end of them; `false` when the one command failed.
  func run(_ words: [String]) async -> Bool {
    await model.refresh()
    listed = model.page.notes
    if !words.isEmpty {
      guard await perform(words) else { return false }
      return showError()
    }
    let showing = [Task { await showStatus() }, Task { await showErrors() }]
    for await line in console.lines {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      if words == ["quit"] { break }
      if !words.isEmpty {
        _ = await perform(words)
        showError()
      }
    }
    for task in showing {
      task.cancel()
      await task.value
    }
    return true
  }

  // MARK: - Commands

  /// Does what the words say; `false` when they say nothing that can be done.
  private func perform(_ words: [String]) async -> Bool {
    let rest = Array(words.dropFirst())
    switch words[0] {
    case "list":
      await model.refresh()
      list(model.page.notes)
      decisions()
    case "add":
      guard let title = rest.first else { return help("add TITLE [TEXT]") }
      await model.add(title: title, body: rest.dropFirst().joined(separator: " "))
    case "edit":
      guard let note = note(rest.first), rest.count > 1 else { return help("edit NUMBER TEXT") }
      await model.edit(
        note, title: note.title, body: rest.dropFirst().joined(separator: " "))
    case "delete":
      guard let note = note(rest.first) else { return help("delete NUMBER") }
      await model.delete(note)
    case "search":
      await model.search(rest.joined(separator: " "))
      list(model.found ?? model.page.notes)
    case "keep": return await keep(rest)
    case "again": return await again(rest)
    case "discard":
      guard let returned = returned(rest.first) else { return help("discard NUMBER") }
      await model.forget(returned)
    case "key": return await key(rest)
    case "status": console.say(line(model.manager.status))
    case "sync": console.say(line(await model.manager.sync()))
    case "help": console.say(Arguments.usage)
    default: return help("help")
    }
    return true
  }

  private func keep(_ rest: [String]) async -> Bool {
    let conflicts = model.page.conflicts
    guard let number = rest.first.flatMap({ Int($0) }), conflicts.indices.contains(number - 1),
      rest.count == 2, ["now", "other"].contains(rest[1])
    else { return help("keep NUMBER now|other") }
    await model.resolve(conflicts[number - 1], keepingOther: rest[1] == "other")
    return true
  }

  private func again(_ rest: [String]) async -> Bool {
    guard let returned = returned(rest.first), rest.count > 1 else {
      return help("again NUMBER TEXT")
    }
    await model.retry(
      returned, title: returned.title ?? "", body: rest.dropFirst().joined(separator: " "))
    return true
  }

  /// Reads a key from the input, where no list of processes and no history of a shell shows it.
  private func key(_ rest: [String]) async -> Bool {
    guard rest.isEmpty else { return help("key, and the key on a line of its own") }
    guard let entered = await console.secret("Key: "), !entered.allSatisfy(\.isWhitespace) else {
      return help("key")
    }
    let isTaken = await model.signIn(key: entered)
    console.say(line(model.manager.status))
    return isTaken
  }

  private func help(_ words: String) -> Bool {
    console.note("notes: try: \(words)")
    return false
  }

  private func note(_ word: String?) -> Note? {
    guard let number = word.flatMap({ Int($0) }), listed.indices.contains(number - 1) else {
      return nil
    }
    // As it is now, not as it was when it was listed.
    let note = listed[number - 1]
    return model.page.notes.first { $0.id == note.id } ?? note
  }

  private func returned(_ word: String?) -> ReturnedNote? {
    let all = model.page.returned
    guard let number = word.flatMap({ Int($0) }), all.indices.contains(number - 1) else {
      return nil
    }
    return all[number - 1]
  }

  // MARK: - Showing

  private func list(_ notes: [Note]) {
    listed = notes
    if notes.isEmpty { console.say("No notes.") }
    for (number, note) in notes.enumerated() {
      let waits = note.isWaiting ? "  (not sent yet)" : ""
      console.say("\(number + 1). \(note.title)\(waits)")
      if !note.body.isEmpty { console.say("   \(note.body)") }
    }
  }

  private func decisions() {
    for (number, conflict) in model.page.conflicts.enumerated() {
      console.say("Two versions, \(number + 1): \(conflict.current.title)")
      console.say("   now:   \(conflict.current.body)")
      console.say("   other: \(conflict.other.body)")
    }
    for (number, returned) in model.page.returned.enumerated() {
      console.say("Not accepted, \(number + 1): \(returned.title ?? "") \(returned.body ?? "")")
      console.say("   \(returned.reason)")
    }
  }

  /// Shows what the handler holds, as an alert would, and clears it; `false` when there was any.
  @discardableResult
  private func showError() -> Bool {
    guard model.handler.error != nil else { return true }
    console.note("\(model.handler.title): \(model.handler.text)")
    if (model.handler.error as? MarfaError)?.refusesKey == true { console.note("Enter: key") }
    model.handler.dismiss()
    return false
  }

  /// Shows the line of the status each time that it says something else.
  private func showStatus() async {
    var shown = ""
    for await status in model.manager.statuses() {
      if Task.isCancelled { return }
      let line = line(status)
      if line != shown { console.note("[\(line)]") }
      shown = line
    }
  }

  /// Shows each error that comes from the background.
  private func showErrors() async {
    let (changes, inbox) = AsyncStream.makeStream(of: Void.self)
    inbox.yield()
    for await _ in changes {
      withObservationTracking {
        _ = model.handler.error
      } onChange: {
        inbox.yield()
      }
      showError()
    }
  }

  private func line(_ status: SyncStatus) -> String {
    StatusLine(status).text(
      now: Date(timeIntervalSince1970: Double(SystemClock().unixMilliseconds) / 1_000),
      in: model.language)
  }
}
