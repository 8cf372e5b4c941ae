import Foundation

/// Rows as text in columns.
struct Table {
  let rows: [Row]

  var text: String {
    let head = ["case", "ours", "plain C", "ratio", "goal", "", "note"]
    let cells = rows.map { row in
      [
        row.name, row.ours.map(row.unit.text) ?? "–", row.theirs.map(row.unit.text) ?? "–",
        row.ratio.map { String(format: "%.2f", $0) } ?? "–", row.goal.text, row.verdict, row.note,
      ]
    }
    let widths = head.indices.map { column in
      ([head] + cells).map { $0[column].count }.max() ?? 0
    }
    return ([head] + cells).map { line in
      line.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].count)
        // Figures stand at the right of their column, words at the left.
        return (1...3).contains(column) ? space + line[column] : line[column] + space
      }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }.joined(separator: "\n")
  }
}
