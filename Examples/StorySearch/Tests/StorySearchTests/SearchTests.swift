import Command
import Foundation
import Infrastructure
import Resilience
import Stub
import Testing

/// The whole program against a real socket that misbehaves (R144, R219).
@Suite("stories search") struct SearchTests {
  private let moved = VirtualClock()

  private func with(
    _ reply: @escaping @Sendable (String, Int) -> StubServer.Reply = Answers.well,
    _ body: (StubServer, CommandRun) async throws -> Void
  ) async throws {
    let server = try StubServer(reply)
    defer { server.stop() }
    try await CommandRun.with { try await body(server, $0) }
  }

  @Test("results are printed in the order of the search, with comments, as plain text (R190)")
  func finds() async throws {
    try await with { server, run in
      let result = await run("search", "swift", "lang", "--base-url", server.base)
      #expect(result.status == .done)
      #expect(
        result.out == """
          1. Swift & Linux
             120 points by ann, 31 comments
             https://a.example/x
             “It's 1.”
          2. Tides [31m
             1 point by bob, 0 comments
             “It's 2.”

          """)
      #expect(result.err.isEmpty)
      #expect(
        server.targets.first == "/api/v1/search?query=swift%20lang&tags=story&hitsPerPage=10")
    }
  }

  @Test("a 500 is tried again, and the 200 after it is what counts (R162, R214)")
  func serverTrouble() async throws {
    try await with({ path, number in
      number == 1 ? .answer(500) : Answers.well(path, number)
    }) { server, run in
      let result = await run("search", "swift", "--base-url", server.base, "--requests")
      #expect(result.status == .done)
      #expect(server.requests.count { $0 == "/api/v1/search" } == 2)
      #expect(result.err.contains("3 requests answered, 3 failed"))
    }
  }

  @Test("a 404 is not tried again, and its text is not shown (R155, R168, R215)")
  func notFound() async throws {
    try await with({ _, _ in .answer(404, [:], "SECRET-TEXT") }) { server, run in
      let result = await run("search", "swift", "--base-url", server.base)
      #expect(result.status == .failed)
      #expect(server.requests.count == 1)
      #expect(result.err == "stories: What you asked for isn't there any more.\n")
      #expect(result.out.isEmpty)
    }
  }

  @Test("a story that is gone leaves the others, without its comment")
  func goneStory() async throws {
    try await with({ path, number in
      path.hasSuffix("items/1") ? .answer(404) : Answers.well(path, number)
    }) { server, run in
      let result = await run("search", "swift", "--base-url", server.base)
      #expect(result.status == .done)
      #expect(!result.out.contains("It's 1.") && result.out.contains("It's 2."))
    }
  }

  @Test("a 429 is tried again, not before the time it names (R201)")
  func throttled() async throws {
    try await with({ path, number in
      number == 1 && path.hasSuffix("search")
        ? .answer(429, ["Retry-After": "7"]) : Answers.well(path, number)
    }) { server, run in
      var run = run
      run.clock = moved
      let waiting = run
      async let result = waiting("search", "swift", "--base-url", server.base)
      while moved.pendingTimers != [.seconds(7)] { await Task.yield() }
      #expect(server.requests.count == 1)
      moved.advance(by: .seconds(7))
      #expect(await result.status == .done)
      #expect(server.requests.count == 4)
    }
  }

  @Test(
    "garbage and a cut connection become a sentence, and the kept results come (R153, R155, R195)")
  func garbage() async throws {
    for fault in [StubServer.Reply.garbage, .cut, .answer(200, [:], "<html>portal</html>")] {
      let isBroken = Lock(false)
      try await with({ path, number in
        isBroken.withLock { $0 } ? fault : Answers.well(path, number)
      }) { server, run in
        var run = run
        run.clock = moved
        #expect(await run("search", "swift", "--base-url", server.base).status == .done)
        isBroken.withLock { $0 = true }
        moved.advance(by: .seconds(200))
        let kept = await run("search", "Swift", "--base-url", server.base)
        #expect(kept.status == .done)
        #expect(kept.out.contains("Results from 3 minutes ago.\n\n1. Swift & Linux\n"))
        let other = await run("search", "other", "--base-url", server.base)
        #expect(other.status == .failed)
        #expect(other.err.hasPrefix("stories: The ") && other.err.hasSuffix(".\n"))
        for word in ["Error", "NSURL", "decoding", "html", "127.0.0.1"] {
          #expect(!(kept.out + kept.err + other.err).contains(word))
        }
      }
    }
  }

  @Test("an answer that never comes ends at the limit of time, each attempt by itself (R163)")
  func latency() async throws {
    try await with({ _, _ in .silence }) { server, run in
      var run = run
      run.clock = moved
      run.manners.policy = RetryPolicy(maxAttempts: 2, delay: .zero)
      let waiting = run
      async let result = waiting("search", "swift", "--lang", "it", "--base-url", server.base)
      for attempt in 1...2 {
        while server.requests.count < attempt { await Task.yield() }
        await moved.waitForTimers()
        moved.advance(by: .seconds(5))
      }
      let ended = await result
      #expect(ended.status == .failed)
      #expect(
        ended.err == "stories: Il server ha impiegato troppo tempo a rispondere. Riprova.\n")
    }
  }

  @Test("a start without a network shows what an earlier run kept, or says that nothing is (R219)")
  func offline() async throws {
    try await CommandRun.with { run in
      var run = run
      run.clock = moved
      let server = try StubServer(Answers.well)
      _ = await run("search", "swift", "--base-url", server.base)
      server.stop()
      moved.advance(by: .seconds(7_200))
      let kept = await run("search", "swift", "--base-url", server.base)
      #expect(kept.status == .done)
      #expect(kept.out.hasPrefix("The server can't be reached."))
      #expect(kept.out.contains("Results from 2 hours ago."))

      let asked = server.requests.count
      let offline = await run("search", "swift", "--offline", "--lang", "it")
      #expect(offline.status == .done)
      #expect(offline.out.hasPrefix("Risultati di 2 ore fa.\n\n1. Swift & Linux\n   120 punti"))
      #expect(server.requests.count == asked)

      let nothing = await run("search", "other", "--offline", "--lang", "it")
      #expect(nothing.status == .failed)
      #expect(nothing.err == "stories: Senza connessione non c'è niente da mostrare.\n")
    }
  }

  @Test("a command that is called off before it begins asks for nothing (R157)")
  func cancelledBefore() async throws {
    try await with { server, run in
      let searching = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await run("search", "swift", "--base-url", server.base)
      }
      #expect(await searching.value.status == .failed)
      #expect(server.requests.isEmpty)
    }
  }

  @Test(
    "every fault of the stub that answers or cuts at once ends in results or in one sentence (R144, R155, R211)"
  )
  func everyFault() async throws {
    for fault in Fault.allCases where fault != .silent && fault != .slow {
      try await with({ fault.reply(to: $0, number: $1) }) { server, run in
        if fault == .offline { server.stop() }
        var run = run
        run.manners.policy = RetryPolicy(maxAttempts: 1, delay: .zero)
        let result = await run("search", "swift", "--base-url", server.base)
        #expect((result.status == .done) == (fault == .none), "\(fault)")
        #expect(result.out.isEmpty == (fault != .none))
        guard fault != .none else { return }
        #expect(result.err.hasPrefix("stories: ") && result.err.hasSuffix(".\n"))
        #expect(result.err.count { $0 == "\n" } == 1)
      }
    }
  }

  @Test("a cancelled search says nothing and keeps no half of it (R156, R197)")
  func cancelled() async throws {
    try await with({ _, _ in .silence }) { server, run in
      let searching = Task { await run("search", "swift", "--base-url", server.base) }
      while server.requests.isEmpty { await Task.yield() }
      searching.cancel()
      let result = await searching.value
      #expect(result.status == .failed)
      #expect(result.out.isEmpty && result.err.isEmpty)
    }
  }

  @Test("a query of one character is refused in words, in either language (R200)")
  func tooShort() async throws {
    try await with { server, run in
      let english = await run("search", " x ", "--base-url", server.base)
      #expect(english.err == "stories: Enter at least two characters.\n")
      let italian = await run("search", "x", "--lang", "it", "--base-url", server.base)
      #expect(italian.err == "stories: Inserisci almeno due caratteri.\n")
      #expect(server.requests.isEmpty)
    }
  }

  @Test("the environment's language is spoken when none is asked for")
  func environmentLanguage() async throws {
    try await with({ _, _ in .answer(429) }) { server, run in
      var run = run
      run.environment = ["LC_ALL": "", "LANG": "it_IT.UTF-8"]
      let result = await run("search", "swift", "--base-url", server.base)
      #expect(result.err == "stories: Troppe richieste. Riprova tra poco.\n")
    }
  }

  @Test("progress is shown on a terminal and taken away again, and nowhere else")
  func progress() async throws {
    try await with { server, run in
      var run = run
      run.isTerminal = true
      let shown = await run("search", "swift", "--base-url", server.base)
      #expect(shown.err.hasPrefix("\rSearching…") && shown.err.hasSuffix("\r"))
      #expect(!shown.out.contains("Searching"))
    }
  }

  @Test("a file that can't be used costs the memory, not the search")
  func brokenStore() async throws {
    try await with { server, run in
      try FileManager.default.createDirectory(
        atPath: run.store, withIntermediateDirectories: true)
      let result = await run("search", "swift", "--base-url", server.base)
      #expect(result.status == .done)
      #expect(result.out.hasPrefix("1. Swift & Linux"))
      #expect(result.err == "These results could not be kept for later.\n")
    }
  }

  @Test("a command line that isn't understood says why, shows the usage and ends with 2")
  func usage() async throws {
    try await CommandRun.with { run in
      for arguments in [["find"], ["search", "--loud"], ["search", "--lang", "de"]] {
        let result = await run(arguments)
        #expect(result.status == .usage)
        #expect(result.err.contains("usage: stories search"))
      }
      #expect(await run("search", "--base-url", "ftp://x").status == .usage)
      #expect(await run("--help").status == .done)
      let italian = await run("search", "--loud", "--lang", "it")
      #expect(italian.err.hasPrefix("stories: L'opzione --loud non esiste.\nuso: stories search"))
      #expect(await run("--help", "--lang", "it").out.hasPrefix("uso: stories search"))
      // `--store` comes last in every run of these tests.
      #expect(
        await run("search", "swift", "--lang").err.hasPrefix("stories: --lang needs a value."))
    }
  }
}
