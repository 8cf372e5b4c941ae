import MarfaModel
import MarfaSQL

/// Writes a page: all of it in one transaction, or entry by entry.
struct BulkRun: Sendable {
  let page: BulkPage
  let call: Call
  let core: ServerCore

  /// Judges what an entry needs before anything is looked up.
  typealias Gate = @Sendable (JSONObject, WriteScope) throws -> Void
  /// Writes one entry.
  typealias Entry = @Sendable (JSONObject, WriteScope) throws -> BulkOutcome

  /// Writes the page.
  func run(_ gate: @escaping Gate, _ entry: @escaping Entry) async throws -> Reply {
    if page.isAtomic {
      return try await core.write(call, key: nil) { _, scope in
        Self.answer(try atomic(gate, entry, scope))
      }
    }
    var outcomes: [BulkOutcome] = []
    while outcomes.count < page.entries.count {
      let part = page.entries[outcomes.count...].prefix(Tuning.bulkPart)
      outcomes += try await each(part, isFirst: outcomes.isEmpty, gate, entry)
    }
    return Self.answer(outcomes)
  }

  /// Every entry, or none: the first one that is refused undoes the others.
  private func atomic(_ gate: Gate, _ entry: Entry, _ scope: WriteScope) throws -> [BulkOutcome] {
    // Of the whole page before anything is looked up.
    for (index, value) in page.entries.enumerated() {
      try rollingBack(index) { try gate(try Self.object(value), scope) }
    }
    return try page.entries.enumerated().map { index, value in
      try rollingBack(index) { try entry(try Self.object(value), scope) }
    }
  }

  private func rollingBack<T>(_ index: Int, _ work: () throws -> T) throws -> T {
    do {
      return try work()
    } catch let refusal as RuleRefusal {
      throw rollback(refusal.status, refusal.code, refusal.details, index)
    } catch let refusal as ConflictRefusal {
      throw rollback(409, refusal.conflict.code, nil, index)
    } catch let error as MarfaError {
      let refusal = RuleRefusal(serverSide: error)
      guard refusal.status < 500 else { throw error }
      throw rollback(refusal.status, refusal.code, refusal.details, index)
    }
  }

  private func rollback(_ status: UInt16, _ code: String, _ details: JSONObject?, _ index: Int)
    -> RuleRefusal
  {
    var told: JSONObject = ["code": .string(code), "index": .integer(Int64(index))]
    if let details { told["details"] = .object(details) }
    return RuleRefusal(
      status: status, code: "bulk_atomic_rollback",
      message: "The entry \(index) was refused, so nothing of the page was written.",
      details: told)
  }

  /// A part of a page whose entries stand or fall by themselves, in one transaction.
  ///
  /// - Parameter isFirst: whether nothing of the page can have been written before.
  private func each(
    _ entries: ArraySlice<JSONValue>, isFirst: Bool, _ gate: @escaping Gate,
    _ entry: @escaping Entry
  ) async throws -> [BulkOutcome] {
    let written = Written()
    do {
      _ = try await core.write(call, key: nil) { _, scope in
        // A transaction may run a second time; only what its last run did counts.
        written.outcomes = try entries.map { value in
          do {
            return try scope.connection.savepoint {
              let object = try Self.object(value)
              try gate(object, scope)
              return try entry(object, scope)
            }
          } catch {
            guard let outcome = BulkOutcome(refusing: error) else { throw error }
            return outcome
          }
        }
        return .ok
      }
      return written.outcomes
    } catch {
      if isFirst { throw error }
      let refusal = RuleRefusal(storeFailure: error)
      let isFault = refusal.code == RuleRefusal.internalError.code
      let told = BulkOutcome.errored([
        "code": .string(refusal.code),
        "message": .string(
          isFault
            ? "The entry could not be written, and nothing of it was." : refusal.message),
      ])
      return entries.map { _ in told }
    }
  }

  /// What a transaction's body found, carried out of it.
  private final class Written: @unchecked Sendable {
    // Unchecked: the body runs by itself, and its caller reads only after it has ended.
    var outcomes: [BulkOutcome] = []
  }

  private static func object(_ value: JSONValue) throws(RuleRefusal) -> JSONObject {
    guard let object = value.object else { throw .malformed("An entry must be an object.") }
    return object
  }

  private static func answer(_ outcomes: [BulkOutcome]) -> Reply {
    var counts: JSONObject = ["created": 0, "updated": 0, "skipped": 0, "errored": 0]
    for outcome in outcomes {
      counts[outcome.word] = .integer((counts[outcome.word]?.integer ?? 0) + 1)
    }
    return .json([
      "counts": .object(counts),
      "results": .array(outcomes.enumerated().map { .object($1.json(index: $0)) }),
    ])
  }
}
