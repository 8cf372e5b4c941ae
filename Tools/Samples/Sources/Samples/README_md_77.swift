import Marfa
func README_md_77() async throws {
#sourceLocation(file: "README.md", line: 77)


func sync(_ copy: WorkingCopy) async throws {
  do {
    _ = try await copy.catchUp()
    _ = try await copy.queue.drain()
  } catch let error as MarfaError where error.needsHydration {
    _ = try await copy.hydrate(types: ["core.note"], tier: .library)
  } catch let error as MarfaError where error.isTransient {
    print("later, in \(error.retryAfter ?? .seconds(5))")
  }
}
#sourceLocation()
}
