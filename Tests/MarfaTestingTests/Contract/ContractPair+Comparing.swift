import MarfaTesting
import Testing

@testable import Marfa

/// What both sides of a pair make of one call.
extension ContractPair {
  /// Makes a call on both and compares what they answer or throw, and what their streams told.
  ///
  /// The fake may refuse a call for an input that only a server could answer. Then the call is not
  /// made on the real copy, which would go on with it; nothing of the fake may have changed.
  ///
  /// - Parameters:
  ///   - call: the call, as a fake names it.
  ///   - what: what it is given, for who reads of a difference.
  ///   - inputs: for what the fake may refuse it.
  ///   - after: hears what both answered, before it is compared.
  ///   - told: an answer as it has to be the same on both sides.
  ///   - body: makes the call.
  /// - Returns: whether they did the same.
  @discardableResult
  func same<Value: Equatable & Sendable>(
    _ call: ContractCall, _ what: String = "", may inputs: Set<CopyInput> = [],
    _ location: SourceLocation = #_sourceLocation,
    after: (_ real: Value, _ fake: Value) -> Void = { _, _ in },
    told: (Value, Names.Side) -> Value,
    _ body: (WorkingCopy) async throws -> Value
  ) async -> Bool {
    let ofFake: Outcome<Value>?
    if inputs.isEmpty {
      ofFake = nil
    } else {
      let stood = await standing()
      let outcome = await outcome { try await body(self.fake.copy) }
      if case .refused(let name) = outcome {
        let names = inputs.map { "\(call.rawValue) with \($0.rawValue)" }
        guard names.contains(name) else {
          return differs("refused as \(name): \(call.rawValue) \(what)", location)
        }
        return await isUntouched(since: stood, name, location)
      }
      ofFake = outcome
    }
    let real = await outcome { try await body(self.real) }
    let fake = if let ofFake { ofFake } else { await outcome { try await body(self.fake.copy) } }
    if case .answered(let first) = real, case .answered(let second) = fake { after(first, second) }
    let (first, second) = (real.map { told($0, .real) }, fake.map { told($0, .fake) })
    guard first == second else {
      return differs("\(call.rawValue) \(what)\nreal: \(first)\nfake: \(second)", location)
    }
    let (ofReal, heard) = await changes()
    guard ofReal == heard else {
      return differs(
        "feed of \(call.rawValue) \(what)\nreal: \(ofReal)\nfake: \(heard)", location)
    }
    return true
  }

  /// Makes a call that a fake has not: it is refused by its name, and nothing changes.
  func refuses(
    _ name: String, _ location: SourceLocation = #_sourceLocation,
    _ body: (WorkingCopy) async throws -> Void
  ) async -> Bool {
    let stood = await standing()
    let outcome = await outcome {
      try await body(self.fake.copy)
      return true
    }
    guard outcome == .refused(name) else { return differs("\(name): \(outcome)", location) }
    return await isUntouched(since: stood, name, location)
  }

  private func isUntouched(
    since stood: Standing, _ name: String, _ location: SourceLocation
  ) async -> Bool {
    let stands = await standing()
    guard stands == stood else {
      return differs("\(name) was refused, and something changed\n\(stood)\n\(stands)", location)
    }
    let (ofReal, ofFake) = await changes()
    return ofReal == ofFake ? true : differs("\(name) was refused, and told", location)
  }

  private func differs(_ what: String, _ location: SourceLocation) -> Bool {
    Issue.record("\(name), \(place.withLock { $0 }): \(what)", sourceLocation: location)
    return false
  }

  /// All that a call could change of the fake.
  private struct Standing: Equatable {
    var items: [Item]?
    var queue: [QueuedWrite]?
    var writes: [QueuedWrite]
    var types: [JSONObject]?
    var status: Status?
  }

  private func standing() async -> Standing {
    let copy = fake.copy
    return Standing(
      items: try? await copy.items.list(ListFilters(allStates: true), sort: ContractPair.byTime),
      queue: try? await copy.queue.all(), writes: fake.writes,
      types: try? await copy.declaredTypes(), status: try? await copy.status())
  }

  /// The order of lists that are compared: no two items have one time.
  static let byTime = Sort(field: .occurredAt, direction: .ascending)

  private enum Outcome<Value: Equatable & Sendable>: Equatable, Sendable {
    case answered(Value)
    case threw(MarfaError)
    case refused(String)
    case other(String)

    func map(_ told: (Value) -> Value) -> Outcome {
      if case .answered(let value) = self { return .answered(told(value)) }
      return self
    }
  }

  private func outcome<Value>(_ call: () async throws -> Value) async -> Outcome<Value> {
    do {
      return .answered(try await call())
    } catch let error as MarfaError {
      return .threw(error)
    } catch FakeCopyError.unsupported(let call) {
      return .refused(call)
    } catch {
      return .other("\(error)")
    }
  }
}
