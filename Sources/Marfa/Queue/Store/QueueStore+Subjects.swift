import MarfaModel
import MarfaSQL

extension QueueStore {
  /// The rows that waiting writes are laid over, in the order of their first write.
  ///
  /// Bodies are not read, since a queue may hold many large ones.
  func laidSubjects() throws -> [WriteSubject] {
    try connection.query(
      """
      SELECT item_id, edge_id FROM queue
      WHERE verdict IS NULL OR verdict IN ('blocked', 'dead') OR landing IS NOT NULL
      GROUP BY item_id, edge_id ORDER BY min(seq)
      """, []
    ) { row in
      row.optionalText(1).map(WriteSubject.edge) ?? row.optionalText(0).map(WriteSubject.item)
        ?? .none
    }
  }

  /// Whether a waiting write can only go out once another one was taken.
  func isWaitedFor(_ id: String) throws -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM queue
      WHERE depends_on IS NOT NULL AND (verdict IS NULL OR verdict IN ('blocked', 'dead'))
        AND instr(depends_on, ?1) > 0
      """, [.text(id)])
  }
}
