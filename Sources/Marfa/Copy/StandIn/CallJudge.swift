import MarfaModel

/// Holds one call to what can be answered exactly. On a real copy that is everything.
struct CallJudge: Sendable {
  private let standIn: (any CopyStandIn)?
  private let call: CopyCall?

  /// Refuses nothing.
  static let real = CallJudge(nil, nil)

  /// Judges a call for what stands in for the server, where something does.
  init(_ standIn: (any CopyStandIn)?, _ call: @autoclosure () -> CopyCall?) {
    self.standIn = standIn
    self.call = standIn == nil ? nil : call()
  }

  /// Refuses the call itself.
  func begin() throws {
    if let standIn, let call { try standIn.judge(call) }
  }

  /// Whether an item type is told of. A view's own type is there for its items alone.
  func shows(type id: String) -> Bool { standIn == nil || id != TypeId.view }

  /// Refuses the call when it was given something of this kind.
  func refuse(_ input: CopyInput, if isGiven: @autoclosure () throws -> Bool) throws {
    guard let standIn, let call, try isGiven() else { return }
    throw standIn.refusal(of: call, with: input)
  }
}
