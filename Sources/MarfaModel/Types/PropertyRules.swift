/// What the properties of an item must be, by the item's type.
///
/// One entry for each kind of write. Each answers the properties to store, in their order, or a
/// refusal that names every field that is wrong. Only declared fields are checked for their shape;
/// others are stored as they came, unless ``strict`` is set.
public struct PropertyRules: Sendable {
  /// The most UTF-16 units of a `string` whose field names no other bound.
  public static let textLimit = 100_000

  /// The most elements of an `array` whose field names no other bound.
  public static let itemsLimit = 10_000

  /// Names that every type takes as optional, though no reading of a type lists them.
  static let implicitNames: Set<String> = ["attachments", "links"]

  /// The type whose fields are held to.
  public let type: ResolvedType

  /// Whether a property that no type of the chain declares is refused.
  public let strict: Bool

  /// Makes the rules of a type.
  ///
  /// - Parameter strict: whether undeclared properties are refused; a server's setting.
  public init(_ type: ResolvedType, strict: Bool = false) {
    self.type = type
    self.strict = strict
  }

  /// The properties of a new item.
  ///
  /// A `null` leaves an optional declared field out, and is kept under an undeclared name.
  ///
  /// - Throws: `validation_error` for a name without characters, else `invalid_properties`.
  public func creating(_ sent: JSONObject) throws(RuleRefusal) -> JSONObject {
    try judgeSent(sent)
    let kept = JSONObject(
      sent.lazy.filter { name, value in
        !value.isNull || type[name] == nil && !Self.implicitNames.contains(name)
      }.map { ($0.key, $0.value) })
    try judgeWhole(kept)
    return PropertyOrder.creating(kept, of: type)
  }

  /// The properties of an item after values were laid over the stored ones.
  ///
  /// A `null` leaves the stored value alone. The whole result is judged, so that a field that the
  /// type gained since must be filled in now; on a move to another type, that type decides.
  ///
  /// - Throws: `validation_error` for a name without characters, else `invalid_properties`.
  public func merging(
    _ sent: JSONObject, onto stored: JSONObject
  ) throws(RuleRefusal) -> JSONObject {
    try judgeSent(sent)
    let merged = PropertyOrder.merging(Self.withoutNulls(sent), onto: stored)
    try judgeWhole(merged)
    return merged
  }

  /// The properties of an item after they were replaced as a whole.
  ///
  /// A `null` is the same as leaving the property out.
  ///
  /// - Throws: `validation_error` for a name without characters, else `invalid_properties`.
  public func replacing(with sent: JSONObject) throws(RuleRefusal) -> JSONObject {
    try judgeNames(sent)
    try Self.refuse(unknownFaults(sent))
    let kept = Self.withoutNulls(sent)
    try judgeWhole(kept)
    return PropertyOrder.replacing(with: kept)
  }

  /// Judges what a write sends by itself, where the row that it meets is not known here.
  ///
  /// Nothing is required but that a required field is not set to `null`.
  ///
  /// - Throws: `validation_error` for a name without characters, else `invalid_properties`.
  public func judgeSupplied(_ sent: JSONObject) throws(RuleRefusal) {
    try judgeNames(sent)
    try Self.refuse(nullFaults(sent) + unknownFaults(sent) + shapeFaults(sent))
  }

  /// Judges what a write sends before it is laid over anything: names, nulls, unknown properties.
  ///
  /// - Throws: `validation_error` for a name without characters, else `invalid_properties`.
  public func judgeSent(_ sent: JSONObject) throws(RuleRefusal) {
    try judgeNames(sent)
    try Self.refuse(nullFaults(sent) + unknownFaults(sent))
  }

  /// Judges a whole set of properties, such as the result of a three-way merge.
  ///
  /// - Throws: `invalid_properties`.
  public func judgeWhole(_ properties: JSONObject) throws(RuleRefusal) {
    let missing = type.fields.lazy.filter { resolved in
      resolved.field.required && properties[resolved.name]?.isNull ?? true
    }.map { PropertyFault($0.name, "“\($0.name)” is required.") }
    try Self.refuse(Array(missing) + shapeFaults(properties))
  }

  private func judgeNames(_ sent: JSONObject) throws(RuleRefusal) {
    if sent.keys.contains("") {
      throw .validation(path: "properties", "A property needs a name.")
    }
  }

  private func nullFaults(_ sent: JSONObject) -> [PropertyFault] {
    sent.compactMap { name, value in
      guard value.isNull, type[name]?.required == true else { return nil }
      return PropertyFault(name, "“\(name)” is required.")
    }
  }

  private func unknownFaults(_ sent: JSONObject) -> [PropertyFault] {
    guard strict else { return [] }
    return sent.keys.compactMap { name in
      guard type[name] == nil, !Self.implicitNames.contains(name) else { return nil }
      return PropertyFault(name, "\(type.id) has no field “\(name)”.", unknown: true)
    }
  }

  private func shapeFaults(_ properties: JSONObject) -> [PropertyFault] {
    properties.compactMap { name, value in
      guard !value.isNull, let field = type[name], let fault = field.fault(in: value) else {
        return nil
      }
      return PropertyFault(name, fault)
    }
  }

  private static func withoutNulls(_ sent: JSONObject) -> JSONObject {
    guard sent.values.contains(where: \.isNull) else { return sent }
    return JSONObject(sent.lazy.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
  }

  private static func refuse(_ faults: [PropertyFault]) throws(RuleRefusal) {
    if !faults.isEmpty { throw PropertyFault.refusal(faults) }
  }
}
