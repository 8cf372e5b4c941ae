/// One property that breaks its type.
struct PropertyFault: Hashable {
  /// The property.
  let field: String
  /// What is wrong with it, in a sentence.
  let message: String
  /// Whether it is refused because no type of the chain declares it.
  let unknown: Bool

  init(_ field: String, _ message: String, unknown: Bool = false) {
    self.field = field
    self.message = message
    self.unknown = unknown
  }

  /// The refusal that names every fault.
  ///
  /// Where each is about a property that nothing declares, the details carry the code
  /// `unknown_property` of their own too.
  static func refusal(_ faults: [PropertyFault]) -> RuleRefusal {
    var refusal = RuleRefusal.properties(
      faults.map { FieldRefusal(field: $0.field, message: $0.message) })
    if faults.allSatisfy(\.unknown) { refusal.details?["code"] = "unknown_property" }
    return refusal
  }
}
