import Foundation
import Marfa

extension Cases {
  static let readJSON = Case(
    name: "read-json",
    summary: "reading 10 MB of small objects, in MB a second, against JSONDecoder into structs",
    unit: .perSecond, goal: .atLeast(4),
    ours: { _ in
      let rows = try JSONRows()
      let rate = try rows.rate {
        guard try JSONValue(bytes: rows.text).array?.count == rows.notes.count else {
          throw BaselineError(description: "not every row was read")
        }
      }
      return Case.Sample(value: rate, note: "MB, beside JSONDecoder")
    },
    theirs: { _ in
      let rows = try JSONRows()
      let data = Data(rows.text)
      let rate = try rows.rate {
        let read = try JSONDecoder().decode([JSONRows.Note].self, from: data)
        guard read.count == rows.notes.count else {
          throw BaselineError(description: "not every row was decoded")
        }
      }
      return Case.Sample(value: rate)
    })

  static let writeJSON = Case(
    name: "write-json",
    summary: "writing 10 MB of small objects, in MB a second, against JSONEncoder from structs",
    unit: .perSecond, goal: .atLeast(8),
    ours: { _ in
      let rows = try JSONRows()
      let value = try JSONValue(bytes: rows.text)
      let rate = try rows.rate {
        guard try value.jsonBytes().count > JSONRows.length / 2 else {
          throw BaselineError(description: "not every row was written")
        }
      }
      return Case.Sample(value: rate, note: "MB, beside JSONEncoder")
    },
    theirs: { _ in
      let rows = try JSONRows()
      let rate = try rows.rate {
        guard try JSONEncoder().encode(rows.notes).count > JSONRows.length / 2 else {
          throw BaselineError(description: "not every row was encoded")
        }
      }
      return Case.Sample(value: rate)
    })
}
