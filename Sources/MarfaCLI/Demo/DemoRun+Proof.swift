import Marfa
import MarfaModel

extension DemoRun {
  /// Reads all three and compares every row; then looks for everything that must not be lost.
  func prove(_ client: Client) async throws {
    let (devices, console) = (house.devices, console)
    let (served, holdings) = try await outcome.times.measure(
      "verify", "rows", count: { $0.1.reduce(0) { $0 + $1.items.count + $1.edges.count } }
    ) {
      let served = try await ServedRows(
        client, type: OfflineEdits.type, edgeTypes: Self.edgeTypes
      ) { console.step("reading the server's rows: \($0) items") }
      console.endProgress()
      var holdings: [HeldRows] = []
      for device in devices {
        console.step("reading the rows of the \(device.name)")
        holdings.append(try await HeldRows(of: device, edgeTypes: Self.edgeTypes))
      }
      console.endProgress()
      return (served, holdings + [served.rows])
    }
    outcome.holdings = holdings
    for device in holdings.dropLast() {
      if device.digest != served.rows.digest {
        outcome.fault(["The \(device.holder) and the server do not hold the same rows."])
        outcome.fault(device.differences(to: served.rows).map { $0 + "." })
      }
    }
    let proof = DemoProof(served: served, history: try await history(client))
    outcome.fault(proof.lostNotes(notes.notes, outcome.imported, edited: editedItems))
    outcome.fault(
      proof.lostLinks(notes.notes, outcome.imported, type: OfflineEdits.link))
    outcome.fault(proof.lostEdits(outcome.edits))
  }

  /// The items whose text the devices changed on purpose.
  private var editedItems: Set<String> {
    Set(
      outcome.edits.compactMap { edit in
        switch edit.trace {
        case .property(let item, _, _), .propertyOrCopy(let item, _, _),
          .history(let item, _, _):
          item
        case .tag, .tagGone, .edge, .bin: nil
        }
      })
  }

  /// The earlier versions of the items whose history has to hold a change.
  private func history(_ client: Client) async throws -> [String: [JSONObject]] {
    var history: [String: [JSONObject]] = [:]
    for edit in outcome.edits {
      guard case .history(let item, _, _) = edit.trace, history[item] == nil else { continue }
      var versions: [JSONObject] = []
      var cursor: String?
      repeat {
        let answer = try await client.request(
          "GET", "/items/\(item)/versions", query: cursor.map { [("cursor", $0)] } ?? [])
        versions += (answer["data"]?.array ?? []).compactMap { $0.object?["properties"]?.object }
        cursor = answer["next_cursor"]?.string
      } while cursor != nil
      history[item] = versions
    }
    return history
  }
}
