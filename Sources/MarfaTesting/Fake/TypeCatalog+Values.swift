#if DEBUG
  import MarfaModel

  extension TypeCatalog {
    /// The catalog of types that are given as an app reads them.
    init(_ itemTypes: [ItemType], edgeTypes: [EdgeType]) {
      let known = Set(itemTypes.map(\.id))
      self.init(
        types: itemTypes.compactMap { type in
          try? TypeDefinition(reading: type.registered(knowing: known))
        },
        edgeTypes: edgeTypes.compactMap { try? EdgeTypeDefinition(reading: $0.registered) })
    }
  }

  extension ItemType {
    /// The type as it was registered: without what it takes over from parents that are known.
    fileprivate func registered(knowing known: Set<String>) -> JSONObject {
      let inherits = parent.map(known.contains) ?? false
      let own = fields.filter { !inherits || $0.declaredBy == id }
      var definition: JSONObject = ["id": .string(id), "version": .integer(version)]
      definition["label"] = label.map { .string($0) }
      definition["description"] = description.map { .string($0) }
      definition["parent"] = parent.map { .string($0) }
      definition["fields"] = .object(JSONObject(own.map { ($0.name, .object($0.registered)) }))
      // Hints are taken over whole, so a type whose parent has others must say that it has none.
      if inherits || titleField != nil || bodyField != nil {
        var hints: JSONObject = [:]
        hints["title_field"] = titleField.map { .string($0) }
        hints["body_field"] = bodyField.map { .string($0) }
        definition["display_hints"] = .object(hints)
      }
      definition["link_field"] = linkField.map { .string($0) }
      if !roles.isEmpty { definition["roles"] = .array(roles.map { .string($0) }) }
      if !compatibleWith.isEmpty {
        definition["compatible_with"] = .array(compatibleWith.map { .string($0) })
      }
      return definition
    }
  }

  extension EdgeType {
    /// The type as it was registered.
    fileprivate var registered: JSONObject {
      var definition: JSONObject = [
        "id": .string(id), "cardinality": .string(cardinality),
        "written_at": .string(writtenAt.rawValue),
        "source_type_constraints": .array(sourceTypeConstraints.map { .string($0) }),
        "target_type_constraints": .array(targetTypeConstraints.map { .string($0) }),
        "cascade_on_delete": .string(cascadeOnDelete), "shipped": .bool(shipped),
        "property_schema": .object(
          JSONObject(properties.map { ($0.name, .object($0.registered)) })),
      ]
      definition["label"] = label.map { .string($0) }
      definition["description"] = description.map { .string($0) }
      definition["reverse_name"] = reverseName.map { .string($0) }
      return definition
    }
  }

  extension TypeField {
    /// The field as it was declared.
    fileprivate var registered: JSONObject {
      var field = definition
      if field["type"] == nil { field["type"] = .string(type) }
      if required, field["required"] == nil { field["required"] = true }
      if let description, field["description"] == nil {
        field["description"] = .string(description)
      }
      return field
    }
  }
#endif
