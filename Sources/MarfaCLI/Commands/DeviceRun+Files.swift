import Foundation
import Marfa
import MarfaModel

/// The verbs that take files in and get them.
extension DeviceRun {
  func attach() async throws -> ExitStatus {
    let words = Array(arguments.words.dropFirst())
    guard words.count == 2 else {
      throw CommandFailure.usage("attach needs the id of an item and a file.")
    }
    let attached = try await copy.items.attach(to: words[0], file: URL(fileURLWithPath: words[1]))
    console.say("queued \(attached.item.itemId ?? "") with \(attached.upload.blob ?? "")")
    console.result(
      .array(
        [attached.upload, attached.item, attached.edge].map { .object(VerdictLine.json($0)) }))
    return .done
  }

  func fetch() async throws -> ExitStatus {
    let words = Array(arguments.words.dropFirst())
    guard words.count == 1 else { throw CommandFailure.usage("fetch needs the hash of a file.") }
    let file = try await copy.blobs.get(words[0])
    console.say(file.path)
    console.result(["path": .string(file.path)])
    return .done
  }
}
