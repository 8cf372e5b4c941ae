import Marfa
import MarfaModel
import Resilience

/// The end of a run of the main job, for people and as JSON.
struct DemoReport {
  let outcome: DemoOutcome
  let data: String

  /// The digests side by side, counts and times, and the verdict over all.
  func print(to console: Console) {
    var digests = Table(["holds", "items", "edges", "digest over all rows"], rightAligned: [1, 2])
    for rows in outcome.holdings {
      digests.add([rows.holder, String(rows.items.count), String(rows.edges.count), rows.digest])
    }
    var times = Table(["step", "count", "", "time"], rightAligned: [1, 3])
    for step in outcome.times.steps {
      times.add([step.name, String(step.count), step.unit, step.spokenTime])
    }
    console.say()
    for line in digests.lines { console.say(line) }
    console.say()
    for line in times.lines { console.say(line) }
    console.say()
    console.say("data  \(data)")
    if outcome.holds {
      console.say("Everything held: three equal digests, every verdict as expected, nothing lost.")
    } else {
      for fault in outcome.faults { console.say("does not hold: \(fault)") }
    }
  }

  /// The report as one object.
  var json: JSONObject {
    [
      "holds": .bool(outcome.holds),
      "faults": .array(outcome.faults.map { .string($0) }),
      "data": .string(data),
      "import": .object(outcome.imported.json),
      "stopped": .string(outcome.stopped),
      "edits": .array(
        outcome.edits.map { edit in
          [
            "device": .string(edit.device), "what": .string(edit.what),
            "write_id": .string(edit.writeId), "expected": .string("\(edit.expected)"),
          ]
        }),
      "drains": .array(
        outcome.drains.map { drain in
          ["device": .string(drain.device), "report": .object(VerdictLine.json(drain.report))]
        }),
      "digests": .array(
        outcome.holdings.map { rows in
          [
            "holder": .string(rows.holder), "items": .integer(Int64(rows.items.count)),
            "edges": .integer(Int64(rows.edges.count)), "digest": .string(rows.digest),
          ]
        }),
      "steps": .array(
        outcome.times.steps.map { step in
          [
            "name": .string(step.name), "count": .integer(Int64(step.count)),
            "unit": .string(step.unit), "milliseconds": .integer(step.time.wholeMilliseconds),
          ]
        }),
    ]
  }
}
