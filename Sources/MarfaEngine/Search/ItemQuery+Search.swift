import MarfaModel

extension ItemQuery {
  /// Makes the narrowing of an app's search.
  ///
  /// - Throws: ``MarfaError/validation(code:message:)`` with `validation_error` for a type or a
  ///   filter outside its grammar; ``MarfaError/invalid(message:)`` for a filter that the scope
  ///   can't answer.
  package init(
    _ filters: SearchFilters, in catalog: TypeCatalog, scope: FilterScope = .copy
  ) throws(MarfaError) {
    try self.init(
      ListFilters(
        type: filters.type, state: filters.state, allStates: filters.allStates,
        tags: filters.tags, filter: filters.filter, beneath: filters.beneath),
      .newestFirst, in: catalog, scope: scope)
  }
}
