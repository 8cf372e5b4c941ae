import MarfaTesting
import Testing

@testable import Marfa

/// Random calls on saved views.
extension ContractSteps {
  private mutating func settings() -> ViewSettings {
    let groupings: [ViewGrouping?] = [
      nil, .tag, .property("rating"), .property("title"), .property(""), .edge("references"),
      .edge("unheard-of"), .type,
    ]
    var search = FolderSearch(
      types: pick([[ContractPair.type], ["core.note", "core.task"], [], ["core"]]),
      tier: one(in: 3) ? pick([.feed, .library]) : nil,
      states: one(in: 3) ? pick([[.archived], [.active, .archived], []]) : nil)
    if one(in: 8) { search.beneath = pick([items[0].real, Sample.id(99_999)]) }
    if one(in: 15) { search.types = pick([["core.absent"], ["system.folder"], ["a b"], [""]]) }
    if one(in: 15) { search.states = [.trashed] }
    if one(in: 15) { search.beneath = "no-id" }
    if one(in: 10) { search.filter = pick(["properties.rating eq 1", "(", ""]) }
    return ViewSettings(
      title: one(in: 6) ? nil : word(), search: search,
      sort: Sort(field: .occurredAt, direction: pick(SortDirection.allCases)),
      groupBy: pick(groupings))
  }

  private mutating func view() -> ContractRef {
    if views.isEmpty || one(in: 12) {
      return pick([ContractRef(""), ContractRef("no-id"), items[1]])
    }
    return pick(views)
  }

  mutating func createView() async -> Bool {
    let settings = settings()
    let (isSame, view, _) = await queued(.createView, "\(settings)") {
      try await $0.views.create(settings)
    }
    if let view { views.append(view) }
    return isSame
  }

  mutating func changeView() async -> Bool {
    let (view, settings) = (view(), settings())
    let held = (try? await pair.real.views.get(view.real))?.version ?? 0
    let version = one(in: 8) ? pick([9, -1]) : held
    let change = ViewSettingsChange(
      title: one(in: 2) ? settings.title : nil, search: one(in: 2) ? settings.search : nil,
      sort: one(in: 3) ? settings.sort : nil, groupBy: one(in: 2) ? .some(settings.groupBy) : nil)
    return await queued(.changeView, "\(view) \(change) \(version)", may: [.earlierVersion]) {
      [pair] copy in
      try await copy.views.change(pair.id(view, in: copy), change, baseVersion: version)
    }.isSame
  }

  mutating func deleteView() async -> Bool {
    let view = view()
    return await queued(.deleteView, "\(view)") { [pair] copy in
      try await copy.views.delete(pair.id(view, in: copy))
    }.isSame
  }

  mutating func readViews(_ call: ContractCall) async -> Bool {
    let names = pair.names
    if call == .getView {
      let view = view()
      return await pair.same(
        call, "\(view)", told: { view, side in view.map { names.shown($0, side) } }
      ) { [pair] in try await $0.views.get(pair.id(view, in: $0)) }
    }
    // Views of one title come in the order of their ids, which are each side's own.
    return await pair.same(
      .allViews,
      told: { views, side in views.map { names.shown($0, side) }.sorted { $0.id < $1.id } }
    ) { try await $0.views.all() }
  }

  mutating func listInView() async -> Bool {
    let view = view()
    let sort = one(in: 2) ? nil : Sort(field: .occurredAt, direction: pick(SortDirection.allCases))
    let (limit, offset): (UInt32?, UInt32?) = (pick([nil, 0, 3, .max]), pick([nil, nil, 2, .max]))
    return await pair.same(
      .listInView, "\(view)", may: [.filter],
      told: { [pair] items, side in items.map { pair.names.shown($0, side) } }
    ) { [pair] in
      try await $0.items.list(
        inView: pair.id(view, in: $0), sort: sort, limit: limit, offset: offset)
    }
  }

  mutating func groups() async -> Bool {
    let (view, names) = (view(), pair.names)
    let limit: UInt32? = pick([nil, nil, 0, 2, .max])
    return await pair.same(
      .groups, "\(view)", may: [.filter],
      told: { groups, side in
        groups.map { group in
          ViewGroup(
            key: names.shown(group.key, side), title: group.title,
            items: group.items.map { names.shown($0, side) })
        }
      }
    ) { [pair] in try await $0.items.groups(inView: pair.id(view, in: $0), limit: limit) }
  }

  mutating func searchInView() async -> Bool {
    let (view, query, limit) = (view(), query(), pick([-1, 0, 3, 20]))
    return await pair.same(
      .searchInView, "\(view) \(query)", may: [.filter],
      told: { [pair] hits, side in hits.map { pair.names.shown($0, side) } }
    ) { [pair] in
      try await $0.search(query, inView: pair.id(view, in: $0), limit: limit)
    }
  }
}
