import Foundation
import Marfa

/// What is said when the server stays up behind a report.
struct StayingUp {
  let plan: DemoPlan
  let server: ServerProcess
  let devices: [DemoDevice]

  /// Where the server is, where its key is, and three commands to try.
  func print(to console: Console) {
    let marfa = ShellWord.quoted(plan.program.path)
    let at =
      "--url \(server.address.absoluteString) --key-file \(ShellWord.quoted(server.keyFile.path))"
    console.say()
    console.say("The server stays up at \(server.address.absoluteString) until Control-C.")
    console.say("Its key is kept in \(server.keyFile.path)")
    console.say("Try:")
    console.say("  \(marfa) search 'laptop' \(at)")
    console.say("  \(marfa) items list --type \(OfflineEdits.type) --limit 10 \(at)")
    if let laptop = devices.first {
      console.say(
        "  \(marfa) device --db \(ShellWord.quoted(laptop.file.path)) search 'phone'")
    }
  }
}
