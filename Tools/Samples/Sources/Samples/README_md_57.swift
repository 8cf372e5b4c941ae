import Foundation
import Marfa
func README_md_57() async throws {
#sourceLocation(file: "README.md", line: 57)



let copy = try await WorkingCopy.open(store: URL(filePath: "notes.marfa"))
for await change in copy.changes() {
  switch change.origin {
  case .local(let kind): print("written here:", kind)
  case .server(let event, _): print("from the server:", event, change.itemId ?? "")
  case .answered(let verdict): print("answered:", verdict.id)
  case .stopped(let error): print(error.message)
  default: break
  }
}
#sourceLocation()
}
