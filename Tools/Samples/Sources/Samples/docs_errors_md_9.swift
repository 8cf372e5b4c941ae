import Marfa
func docs_errors_md_9() async throws {
#sourceLocation(file: "docs/errors.md", line: 9)


/// What an app does about a failed call.
func next(after error: MarfaError) -> String {
  if error.refusesKey { return "ask for a new key, then call useKey(_:)" }
  if error.needsHydration { return "call hydrate" }
  if error.isTransient { return "try again after \(error.retryAfter ?? .seconds(1))" }
  return "show: \(error.message)"
}
#sourceLocation()
}
