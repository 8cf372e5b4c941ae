extension FilterExpression {
  /// The expression as a condition on a query over `items`, `tags` and `edges`.
  ///
  /// The tables have the columns named by ``FilterColumn``, `properties` (JSON text), `tags(item_id,
  /// tag)` and `edges(source_id, target_id, edge_type)`. An absent value makes it null instead of false: narrow a
  /// query with it, don't negate it.
  package func sql(_ target: FilterTarget) -> FilterSQL {
    var compiler = FilterCompiler(target)
    return compiler.compile(self)
  }
}
