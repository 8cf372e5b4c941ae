import MarfaModel
import Testing

/// Registers a definition in the shipped catalog, or in another one.
func register(
  _ body: JSONObject, in catalog: TypeCatalog = .shipped
) throws(RuleRefusal) -> TypeCatalog {
  try catalog.registering(TypeDefinition(registering: body))
}

/// The refusal of a registration; `nil` when it is accepted.
func refusal(
  registering body: JSONObject, in catalog: TypeCatalog = .shipped
) -> RuleRefusal? {
  do throws(RuleRefusal) {
    _ = try register(body, in: catalog)
    return nil
  } catch {
    return error
  }
}

/// The refusal that a piece of work throws.
func refusal(_ work: () throws(RuleRefusal) -> Void) -> RuleRefusal? {
  do throws(RuleRefusal) {
    try work()
    return nil
  } catch {
    return error
  }
}

extension RuleRefusal {
  /// The places that the details name.
  var paths: [String] {
    (details?["errors"]?.array ?? []).compactMap { $0.object?["path"]?.string }
  }

  /// The fields that the details name.
  var fields: [String] {
    (details?["errors"]?.array ?? []).compactMap { $0.object?["field"]?.string }
  }
}

/// A type with some fields and further members.
func type(
  _ fields: JSONObject = [:], id: String = "app.shop.order", _ members: JSONObject = [:]
) -> JSONObject {
  var body: JSONObject = ["id": .string(id), "fields": .object(fields)]
  for (name, value) in members { body[name] = value }
  return body
}
