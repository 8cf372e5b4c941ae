import Foundation
import Testing

@Suite("The page of errors")
struct ErrorPageTests {
  @Test("docs/errors-in-your-app.md says what the remedy table and the sentences say (R232)")
  func current() throws {
    if ProcessInfo.processInfo.environment["MARFA_RECORD"] == "1" {
      try ErrorPage.text.write(to: ErrorPage.file, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: ErrorPage.file, encoding: .utf8)
    #expect(
      written == ErrorPage.text,
      "run: MARFA_RECORD=1 scripts/test --filter ErrorPageTests")
  }
}
