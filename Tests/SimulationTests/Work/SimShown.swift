import Marfa
import MarfaModel

/// What a copy has to show of the writes that wait: the last of each property.
struct SimShown {
  let device: SimDevice
  let queue: [QueuedWrite]

  /// Compares what is shown with what waits.
  func check() async throws {
    guard try await device.copy.status().hydration == .complete else { return }
    do {
      device.see(try await device.copy.items.list(ListFilters(limit: 1_000)))
    } catch let error as MarfaError where error.needsHydration {
      // What a stream said last may be committed just now.
      return
    }
    var waiting: [String: [String: JSONValue]] = [:]
    for write in queue {
      guard let id = write.itemId, write.kind == .updateItem else { continue }
      switch write.verdict {
      case nil, .blocked, .dead:
        guard write.body["properties_mode"] == nil else {
          // What a whole edit clears, and over what it is laid, is not told apart here.
          waiting[id] = nil
          continue
        }
        for (name, value) in write.body["properties"]?.object ?? [:] {
          waiting[id, default: [:]][name] = value
        }
      case .accepted, .merged, .conflicted, .refused: break
      }
    }
    for (id, properties) in waiting.sorted(by: { $0.key < $1.key }) {
      guard let item = try await device.copy.items.get(id) else { continue }
      for (name, value) in properties where item.properties[name] != value {
        device.world.fail(
          "\(device.name) shows \(id) with the \(name) "
            + "\(item.properties[name]?.string ?? "none"), and \(value.string ?? "none") waits")
      }
    }
  }
}
