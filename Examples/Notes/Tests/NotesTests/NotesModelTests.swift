import Foundation
import MarfaUI
import Resilience
import Testing

@testable import NotesModel

@MainActor @Suite("The notes app without its screens", .timeLimit(.minutes(2)))
struct NotesModelTests {
  @Test("notes written while the server is away are kept, shown as waiting, and sent by themselves")
  func offlineStart() async throws {
    try await NotesBench.run { bench in
      await bench.stop()
      let laptop = try await bench.device("laptop")
      await laptop.add(title: "Tides", body: "High water at six.")
      await shown { laptop.page.notes.first?.isWaiting == true }
      await shown { if case .offline = laptop.status.connection { true } else { false } }
      #expect(laptop.handler.error == nil && laptop.status.pending == 1)
      await laptop.search("high wat")
      #expect(laptop.found?.map(\.title) == ["Tides"])
      try await bench.start()
      laptop.manager.syncNow()
      await shown { laptop.status.connection == .online && laptop.status.pending == 0 }
      await shown { laptop.page.notes.first?.isWaiting == false }
      let phone = try await bench.device("phone")
      await shown { phone.page.notes.map(\.body) == ["High water at six."] }
      #expect(laptop.handler.error == nil && phone.handler.error == nil)
      await laptop.close()
      await phone.close()
    }
  }

  @Test("an edit on one device shows on the other; what two did to one text is shown side by side")
  func conflict() async throws {
    try await NotesBench.run { bench in
      let laptop = try await bench.device("laptop")
      let phone = try await bench.device("phone")
      await laptop.add(title: "Shopping", body: "Bread")
      await shown { phone.page.notes.first?.body == "Bread" }
      await phone.manager.suspend()
      await shown { !laptop.page.notes.isEmpty }
      let (mine, theirs) = (phone.page.notes[0], laptop.page.notes[0])
      await laptop.edit(theirs, title: "Shopping", body: "Bread, milk")
      await laptop.manager.sync()
      await phone.edit(mine, title: "Shopping", body: "Rolls")
      phone.manager.resume()
      await shown { phone.page.conflicts.count == 1 }
      await shown { phone.page.conflicts.first?.current.body == "Bread, milk" }
      let conflict = phone.page.conflicts[0]
      #expect(conflict.other.body == "Rolls" && phone.page.notes.count == 1)
      #expect(phone.handler.error == nil)
      await phone.resolve(conflict, keepingOther: true)
      await shown { phone.page.conflicts.isEmpty && phone.page.notes.first?.body == "Rolls" }
      await shown { laptop.page.notes.map(\.body) == ["Rolls"] && laptop.page.conflicts.isEmpty }
      await laptop.close()
      await phone.close()
    }
  }

  @Test("a change that the server refuses is offered back with its text, and can be sent again")
  func refused() async throws {
    try await NotesBench.run { bench in
      let laptop = try await bench.device("laptop")
      let phone = try await bench.device("phone")
      await laptop.add(title: "Plan", body: "First")
      await shown { phone.page.notes.first?.body == "First" }
      await phone.manager.suspend()
      await shown { !laptop.page.notes.isEmpty }
      await laptop.delete(laptop.page.notes[0])
      await laptop.manager.sync()
      await phone.edit(phone.page.notes[0], title: "Plan", body: "Second")
      phone.manager.resume()
      await shown { phone.page.returned.count == 1 && phone.handler.error != nil }
      let returned = phone.page.returned[0]
      #expect(returned.body == "Second" && !returned.reason.isEmpty)
      #expect(phone.handler.session?.writes == [returned.id])
      #expect(phone.status.attention == 1)
      phone.handler.dismiss()
      await phone.retry(returned, title: "Plan", body: "Second, again")
      await shown { phone.page.returned.isEmpty }
      await shown { laptop.page.notes.map(\.body) == ["Second, again"] }
      #expect(phone.handler.error == nil)
      await laptop.close()
      await phone.close()
    }
  }

  @Test("a key that the server does not take says so, once, in the person's language")
  func signedOut() async throws {
    try await NotesBench.run { bench in
      let laptop = try await bench.device("laptop", key: "marfa_k1_wrong", language: .italian)
      await laptop.add(title: "Kept", body: "")
      await shown { laptop.handler.error != nil }
      #expect(laptop.handler.title == "Accedi di nuovo")
      #expect(laptop.handler.text.contains("le modifiche sono salve"))
      laptop.handler.dismiss()
      laptop.manager.syncNow()
      await laptop.add(title: "Kept too", body: "")
      await shown { laptop.status.pending == 2 }
      #expect(laptop.handler.error == nil)
      #expect(laptop.status.lastError?.refusesKey == true)
      await laptop.close()
    }
  }

  @Test("signed in again, what waited is sent once; a key that is wrong too says so again")
  func signsIn() async throws {
    try await NotesBench.run { bench in
      let laptop = try await bench.device("laptop", key: "marfa_k1_wrong")
      await laptop.add(title: "Kept", body: "Text")
      await shown { laptop.handler.error != nil && laptop.needsSignIn }
      laptop.isSigningIn = true
      #expect(await !laptop.signIn(key: "marfa_k1_wrong_too"))
      #expect(!laptop.isSigningIn)
      await shown { laptop.needsSignIn && laptop.handler.error != nil }
      #expect(laptop.handler.title == "Sign in again")
      #expect(await !laptop.signIn(key: " \n"))
      #expect(await laptop.signIn(key: "  \(try bench.key)\n"))
      await shown { laptop.status.pending == 0 && !laptop.needsSignIn }
      await shown { laptop.handler.error == nil && laptop.page.notes.first?.isWaiting == false }
      let phone = try await bench.device("phone")
      await shown { phone.page.notes.map(\.title) == ["Kept"] }
      await laptop.close()
      await phone.close()
    }
  }

  @Test("a key that can't be tried now is tried by itself when the server is back")
  func signsInOffline() async throws {
    try await NotesBench.run { bench in
      let laptop = try await bench.device("laptop", key: "marfa_k1_wrong")
      await laptop.add(title: "Kept", body: "")
      await shown { laptop.needsSignIn }
      let key = try bench.key
      await bench.stop()
      #expect(await !laptop.signIn(key: key))
      await shown { if case .offline = laptop.status.connection { true } else { false } }
      #expect(!laptop.needsSignIn)
      try await bench.start()
      await shown { laptop.status.connection == .online && laptop.status.pending == 0 }
      await laptop.close()
    }
  }

  @Test("a device that is full says what to do, and what is on the screen stays")
  func full() async throws {
    try await NotesBench.run { bench in
      let laptop = try await bench.device("laptop")
      await laptop.add(title: "A", body: "B")
      await shown { laptop.page.notes.count == 1 }
      laptop.handler.report(MarfaError.storageFull(message: "disk full: /dev/sda1"))
      #expect(laptop.handler.title == "No space left")
      #expect(!laptop.handler.text.contains("/dev") && laptop.handler.text.contains("Free some"))
      #expect(laptop.page.notes.count == 1)
      await laptop.close()
    }
  }
}
