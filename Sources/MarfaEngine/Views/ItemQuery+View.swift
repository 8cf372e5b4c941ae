import MarfaModel

extension ItemQuery {
  /// Makes the query of a folder's or a view's search.
  ///
  /// - Throws: ``MarfaError/validation(code:message:)`` with `validation_error` for a type or a
  ///   filter outside its grammar; ``MarfaError/invalid(message:)`` for a filter that the scope
  ///   can't answer.
  package init(
    _ search: FolderSearch, _ sort: Sort = .newestFirst, in catalog: TypeCatalog,
    scope: FilterScope = .copy
  ) throws(MarfaError) {
    self.init()
    try search.judge()
    let roots = search.roots
    takes = { type in
      !TypeId.isSystem(type)
        && (roots.isEmpty || roots.contains { catalog.isAtOrUnder(type, $0) })
    }
    states = Set(search.states ?? [.active, .archived])
    tier = search.tier ?? .library
    if let text = search.filter { filter = try FilterExpression(text, in: scope) }
    beneath = search.beneath
    order = ItemOrder(sort)
  }
}
