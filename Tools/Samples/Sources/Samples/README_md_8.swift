import Foundation
import Marfa
func README_md_8() async throws {
#sourceLocation(file: "README.md", line: 8)



let copy = try await WorkingCopy.open(
  store: URL(filePath: "notes.marfa"),
  server: Server(url: URL(string: "http://127.0.0.1:8600")!, key: "mk_…"))

try await copy.hydrate(types: ["core.note"], tier: .library)

// Queued and visible at once, online or not.
let write = try await copy.items.create(
  Draft(type: "core.note", properties: ["title": "Tides", "body": "High water at six."]))
let found = try await copy.search("high water")
print(found.map(\.snippet))

// Sent when you say so. A lost network is a report, not an error.
let report = try await copy.queue.drain()
print(report.answered, report.verdicts.first { $0.id == write.id }?.verdict as Any)
#sourceLocation()
}
