/// Rows under headings, in columns that line up.
struct Table: Sendable {
  private var rows: [[String]]
  private let rightAligned: Set<Int>

  /// Makes a table.
  ///
  /// - Parameter rightAligned: the columns of numbers.
  init(_ headings: [String], rightAligned: Set<Int> = []) {
    rows = [headings]
    self.rightAligned = rightAligned
  }

  /// Adds a row; cells beyond the headings are left out.
  mutating func add(_ cells: [String]) {
    rows.append(Array(cells.prefix(rows[0].count)))
  }

  /// The table as lines, without spaces at their ends.
  var lines: [String] {
    let columns = rows[0].indices
    let widths = columns.map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for column in columns {
        let cell = row.indices.contains(column) ? row[column] : ""
        let space = String(repeating: " ", count: widths[column] - cell.count)
        line += (column == 0 ? "" : "  ")
        line += rightAligned.contains(column) ? space + cell : cell + space
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
