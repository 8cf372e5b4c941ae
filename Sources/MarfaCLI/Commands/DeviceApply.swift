import Marfa
import MarfaModel

/// Carries out the lines of standard input on a copy, and answers each as soon as it is done.
///
/// A line is answered only when what it did is in the store, so whoever reads the answers knows
/// what a crash can't take away. A line that is refused is told and stops nothing.
struct DeviceApply {
  let copy: WorkingCopy
  let console: Console

  /// Carries out every line.
  ///
  /// - Parameter next: reads a line; `nil` at the end.
  func run(_ next: () async -> String?) async throws -> ExitStatus {
    var status = ExitStatus.done
    while let line = await next() {
      if line.allSatisfy(\.isWhitespace) { continue }
      do {
        let worked = try await apply(try DeviceStep(line: line))
        if worked != .done, status == .done { status = worked }
      } catch {
        let failure = CommandFailure(any: error)
        console.fail(failure)
        if status == .done { status = failure.status }
      }
    }
    return status
  }

  private func apply(_ step: DeviceStep) async throws -> ExitStatus {
    switch step {
    case .create(let draft): tell(try await copy.items.create(draft))
    case .update(let id, let properties, let base):
      tell(try await update(id, properties, base))
    case .delete(let id): tell(try await copy.items.delete(id))
    case .restore(let id): tell(try await copy.items.restore(id))
    case .transition(let id, let state): tell(try await copy.items.transition(id, to: state))
    case .addTag(let id, let tag): tell(try await copy.tags.add(tag, to: id))
    case .removeTag(let id, let tag): tell(try await copy.tags.remove(tag, from: id))
    case .createEdge(let id, let from, let to, let type, let properties):
      tell(
        try await copy.edges.create(
          from: from, to: to, type: type, properties: properties, id: id))
    case .updateEdge(let id, let properties, let base):
      tell(try await copy.edges.update(id, properties: properties, baseVersion: base))
    case .deleteEdge(let id): tell(try await copy.edges.delete(id))
    case .replaceTags(let id, let tags):
      tell(try await copy.metadata.replaceTags(of: id, with: tags))
    case .mergeTags(let id, let tags): tell(try await copy.metadata.mergeTags(tags, into: id))
    case .writeExtension(let id, let namespace, let body):
      tell(try await copy.extensions.write(namespace, body, on: id))
    case .deleteExtension(let id, let namespace):
      tell(try await copy.extensions.delete(namespace, from: id))
    case .drain: return DrainLines(try await copy.queue.drain()).print(to: console)
    case .catchUp: CatchUpLines(try await copy.catchUp()).print(to: console)
    case .release(let id): tell("released", of: id, try await copy.queue.release(id))
    case .releaseBlocked(let reason):
      tell("released", try await copy.queue.release(reason: reason))
    case .withdraw(let id): tell("withdrawn", of: id, try await copy.queue.withdraw(id))
    case .discard(let id): tell("discarded", of: id, try await copy.queue.discard(id))
    case .forgetAnswered: tell("forgotten", try await copy.queue.forgetAnswered())
    case .takeAnswered:
      for write in try await copy.queue.takeAnswered() {
        console.say("taken  \(VerdictLine.cells(write).joined(separator: "  "))")
        var line = VerdictLine.json(write)
        line["taken"] = true
        console.result(.object(line))
      }
    }
    return .done
  }

  private func update(_ id: String, _ properties: JSONObject, _ base: Int64?) async throws
    -> QueuedWrite
  {
    let held: Int64
    if let base {
      held = base
    } else if let item = try await copy.items.get(id) {
      held = item.version
    } else {
      throw MarfaError.notFound(
        code: "item_not_found", message: "This item is not here any more.")
    }
    return try await copy.items.update(id, Edit(properties: properties, baseVersion: held))
  }

  private func tell(_ word: String, of id: String, _ isDone: Bool) {
    console.say("\(isDone ? word : "not \(word)")  \(id)")
    console.result([word: .bool(isDone), "id": .string(id)])
  }

  private func tell(_ word: String, _ count: UInt64) {
    console.say("\(word)  \(count)")
    console.result([word: .integer(Int64(count))])
  }

  private func tell(_ write: QueuedWrite) {
    console.say("queued  \(write.id)  \(write.kind.rawValue)  \(write.itemId ?? "")")
    console.result(.object(VerdictLine.json(write)))
  }
}
