import MarfaModel

/// Where the full-text index keeps the titles of the types that have items.
struct TitleColumns {
  /// The columns that hold a title alone, so that it stands at their beginning.
  private(set) var own: Set<String> = []
  /// The types whose title is one of several texts of a column.
  private(set) var shared: Set<String> = []
  /// The types whose title is not in the index.
  private(set) var none: Set<String> = []

  init(_ types: [String], _ catalog: TypeCatalog) {
    for id in types {
      let type = catalog.type(id)
      let title = type?.titleProperty ?? "title"
      if type?.unsearchableFields.contains(title) == true {
        none.insert(id)
      } else if SearchColumns.always.contains(title) {
        own.insert(title)
      } else if type?.searchableFields.contains(title) == true {
        shared.insert(id)
      } else {
        none.insert(id)
      }
    }
  }
}
