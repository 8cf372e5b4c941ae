import Foundation
import MarfaUI
import Observation
import Resilience

/// The notes app without its screens: what it shows, and everything a person can do.
///
/// Every change is made on this device and shows at once, with a network or without; the manager
/// sends it when it can. What fails reaches the one handler, from here and from the background.
@MainActor @Observable
public final class NotesModel {
  /// What is shown.
  public var page: NotesPage { query.value ?? NotesPage() }
  /// What a search found; `nil` when nothing is searched for.
  public private(set) var found: [Note]?
  /// The connection and what waits, in one line.
  public let status: SyncStatusModel
  /// Who shows errors.
  public let handler: ErrorHandler
  /// What keeps the notes in step.
  public let manager: SyncManager
  /// The language of all words.
  public let language: MessageLanguage
  /// Whether the sign-in is on the screen.
  public var isSigningIn = false

  @ObservationIgnored private let copy: WorkingCopy
  @ObservationIgnored private let query: LiveQuery<NotesPage>

  /// Opens the notes of a file and begins to sync them.
  ///
  /// - Parameters:
  ///   - store: the file; it is made where there is none.
  ///   - server: the server to sync with; `nil` keeps the notes on this device.
  ///   - language: the language of all words.
  /// - Throws: `MarfaError`, as opening a working copy does.
  public static func open(
    store: URL, server: Server?, language: MessageLanguage = .english
  ) async throws -> NotesModel {
    let copy = try await WorkingCopy.open(store: store, server: server)
    return NotesModel(copy, language)
  }

  private init(_ copy: WorkingCopy, _ language: MessageLanguage) {
    self.copy = copy
    self.language = language
    manager = SyncManager(copy, types: [NotesPage.type], edgeTypes: [])
    handler = ErrorHandler(manager: manager, messages: SyncMessages.catalog(language))
    status = SyncStatusModel(manager: manager)
    query = LiveQuery(copy) { try await NotesPage.read($0) }
    manager.start()
  }

  /// Stops syncing and lets the file go. What waits is sent the next time.
  public func close() async {
    query.stop()
    await manager.stop()
    await copy.close()
  }

  /// Reads what is shown once more, and returns when it is there.
  public func refresh() async {
    await query.refresh()
    guard query.error?.needsHydration == true else { return }
    // The first load of a device refuses reads until it ends.
    await manager.sync()
    await query.refresh()
  }

  // MARK: - Writing

  /// Adds a note, and answers its id; `nil` when it could not be kept, which the handler shows.
  @discardableResult
  public func add(title: String, body: String) async -> String? {
    await attempt { copy in
      try await copy.items.create(
        Draft(
          type: NotesPage.type, properties: ["title": .string(title), "body": .string(body)]))
    }?.itemId
  }

  /// Changes a note. Only what differs is sent, so that two people can change two parts of it.
  ///
  /// - Returns: whether it is in the queue, or nothing differs.
  @discardableResult
  public func edit(_ note: Note, title: String, body: String) async -> Bool {
    var properties: JSONObject = [:]
    if title != note.title { properties["title"] = .string(title) }
    if body != note.body { properties["body"] = .string(body) }
    guard !properties.isEmpty else { return true }
    return await attempt { [properties] copy in
      // The number moves when the server takes an earlier change, and the text with it does not:
      // what the person saw is still what is there.
      let now = try await copy.items.get(note.id).map { Note($0, isWaiting: false) }
      let isSame = now?.title == note.title && now?.body == note.body
      let version = isSame ? now?.version ?? note.version : note.version
      return try await copy.items.update(
        note.id, Edit(properties: properties, baseVersion: version))
    } != nil
  }

  /// Puts a note into the bin.
  public func delete(_ note: Note) async {
    await attempt { try await $0.items.delete(note.id) }
  }

  // MARK: - Deciding

  /// Ends a conflict: the chosen text becomes the note's, and the kept change goes into the bin.
  public func resolve(_ conflict: NoteConflict, keepingOther: Bool) async {
    if keepingOther {
      await edit(conflict.current, title: conflict.other.title, body: conflict.other.body)
    }
    await delete(conflict.other)
  }

  /// Takes a returned change up again with another text, and forgets the refused one.
  public func retry(_ returned: ReturnedNote, title: String, body: String) async {
    let isKept: Bool
    if let id = returned.noteId {
      guard let note = page.notes.first(where: { $0.id == id }) else {
        // The note is gone meanwhile: what was written becomes a new one.
        guard await add(title: title, body: body) != nil else { return }
        return await forget(returned)
      }
      // What the refused change left alone was never asked for, and stays as it is.
      isKept = await edit(
        note, title: returned.title == nil ? note.title : title,
        body: returned.body == nil ? note.body : body)
    } else {
      isKept = await add(title: title, body: body) != nil
    }
    // Never before the new one is in the queue: what was written is nowhere else.
    if isKept { await forget(returned) }
  }

  /// Gives a returned change up for good.
  public func forget(_ returned: ReturnedNote) async {
    await attempt { try await $0.queue.discard(returned.id) }
    await query.refresh()
  }

  // MARK: - Signing in

  /// Whether the server refused the key, so that nothing is sent or fetched until there is another.
  public var needsSignIn: Bool { status.lastError?.refusesKey == true }

  /// Goes on under another key, tries it, and returns when that is over.
  ///
  /// What waited is sent under it. One that is refused too is shown by the handler like the first.
  ///
  /// - Parameter key: as it was pasted; blanks and line ends around it are left away. It is kept in
  ///   memory only.
  /// - Returns: whether the server took it; `false` also while the server can't be reached, and then
  ///   it is tried by itself.
  @discardableResult
  public func signIn(key: String) async -> Bool {
    isSigningIn = false
    let key = key.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !key.isEmpty else { return false }
    // What asked for it is answered.
    if (handler.error as? MarfaError)?.refusesKey == true { handler.dismiss() }
    do {
      try await manager.useKey(key)
    } catch {
      handler.report(error)
      return false
    }
    return await manager.sync().connection == .online
  }

  // MARK: - Searching, syncing

  /// Searches the notes; no words show all again.
  public func search(_ words: String) async {
    guard !words.allSatisfy(\.isWhitespace) else {
      found = nil
      return
    }
    let hits = await attempt {
      try await $0.search(words, filters: SearchFilters(type: NotesPage.type))
    }
    // What an earlier search found would pass for what this one did.
    found = (hits ?? []).map { Note($0.item, isWaiting: false) }
  }

  /// Loads everything anew; what waits to be sent stays.
  public func loadAgain() async {
    await attempt { try await $0.hydrate(types: [NotesPage.type], tier: .library) }
  }

  /// Runs a call of the copy; what it throws is shown by the handler.
  @discardableResult
  private func attempt<Value: Sendable>(
    _ call: @Sendable (WorkingCopy) async throws -> Value
  ) async -> Value? {
    do {
      do {
        return try await call(copy)
      } catch let error as MarfaError where error.needsHydration {
        // The first load of a device refuses calls until it ends; it runs, so this waits for it.
        await manager.sync()
        return try await call(copy)
      }
    } catch {
      handler.report(error)
      return nil
    }
  }
}
