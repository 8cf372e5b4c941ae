import MarfaEngine
import MarfaModel
import Resilience

/// Asks the server for items by their names.
struct NameQuestions {
  let bench: SyncBench
  /// The title fields of the catalog's types, each once.
  let titleFields: [String]

  init(bench: SyncBench, catalog: TypeCatalog) {
    self.bench = bench
    let fields = catalog.types.compactMap { type -> String? in
      TypeId.isSystem(type.id) ? nil : catalog.type(type.id)?.titleProperty
    }
    titleFields = Set(fields).sorted()
  }

  /// What the server and the copy together know of a name.
  ///
  /// - Parameters:
  ///   - held: the held items of the name.
  ///   - takes: whether items of a type count.
  /// - Throws: what the server answers, as it stands.
  func answer(to name: String, held: [String], taking takes: (String) -> Bool) async throws
    -> NameAnswer
  {
    let filters = NameAnswer.filters(for: name, titleFields: titleFields)
    var found: [(id: String, state: ItemState, title: String)] = []
    // No filter can hold such a name, so nothing is known of the server's.
    var isWhole = !filters.isEmpty
    for (filter, field) in zip(filters, fields(of: name)) {
      let (items, isEnd) = try await bench.reads.named(
        filter, pages: NameAnswer.pageLimit, limit: NameAnswer.pageLength)
      if !isEnd { isWhole = false }
      for item in items where takes(item.type) {
        found.append((item.id, item.state, item.properties[field]?.string ?? ""))
      }
    }
    return NameAnswer(to: name, rows: found, held: held, isWhole: isWhole)
  }

  /// The field that each of the filters of a name is about, in their order.
  private func fields(of name: String) -> [String] {
    titleFields.flatMap { field in ItemName.spellings(name).map { _ in field } }
  }
}
