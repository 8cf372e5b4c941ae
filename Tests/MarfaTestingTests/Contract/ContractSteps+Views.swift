import MarfaTesting
import Testing

@testable import Marfa

/// Random calls on saved views.
extension ContractSteps {
  private mutating func settings() -> ViewSettings {
    let groupings: [ViewGrouping?] = [
      nil, .tag, .property("rating"), .edge(ContractPair.edgeType), .type,
    ]
    return ViewSettings(
      title: word(),
      search: FolderSearch(
        types: [ContractPair.type], tier: number(2) == 0 ? .feed : nil,
        states: number(3) == 0 ? [.archived] : nil),
      sort: Self.order, groupBy: groupings[number(groupings.count)])
  }

  mutating func createView() async -> Bool {
    guard views.withLock({ $0.count }) < 6 else { return await readView() }
    let (settings, views) = (settings(), views)
    let made = Lock<String?>(nil)
    return await queued("view \(settings)") { [pair] copy in
      let write = try await copy.views.create(settings)
      if copy === pair.real {
        made.withLock { $0 = write.itemId }
      } else if let real = made.withLock({ $0 }), let fake = write.itemId {
        views.withLock { $0.append((real, fake)) }
      }
      return write
    }
  }

  mutating func changeView() async -> Bool {
    let all = views.withLock { $0 }
    guard !all.isEmpty else { return await readView() }
    let place = number(all.count)
    if number(4) == 0 {
      views.withLock { _ = $0.remove(at: place) }
      return await queued("delete view") { [pair] copy in
        try await copy.views.delete(copy === pair.real ? all[place].real : all[place].fake)
      }
    }
    let held = try? await pair.real.views.get(all[place].real)
    let (settings, version) = (settings(), held?.version ?? 0)
    let change = ViewSettingsChange(
      title: settings.title, search: settings.search, groupBy: .some(settings.groupBy))
    return await queued("change view") { [pair] copy in
      try await copy.views.change(
        copy === pair.real ? all[place].real : all[place].fake, change, baseVersion: version)
    }
  }

  mutating func readView() async -> Bool {
    let all = views.withLock { $0 }
    let place = all.isEmpty ? 0 : number(all.count)
    let ids = all.isEmpty ? (real: Sample.id(1), fake: Sample.id(1)) : all[place]
    switch number(4) {
    case 0:
      return await pair.same(
        "list in view", told: { items, names, side in items.map { names.shown($0, side) } }
      ) { [pair] in try await $0.items.list(inView: $0 === pair.real ? ids.real : ids.fake) }
    case 1:
      return await pair.same(
        "groups in view",
        told: { groups, names, side in
          groups.map { group in
            ViewGroup(
              key: group.key, title: group.title,
              items: group.items.map { names.shown($0, side) })
          }
        }
      ) { [pair] in try await $0.items.groups(inView: $0 === pair.real ? ids.real : ids.fake) }
    case 2:
      let query = word()
      return await pair.same(
        "search in view", told: { hits, names, side in hits.map { names.shown($0, side) } }
      ) { [pair] in
        try await $0.search(query, inView: $0 === pair.real ? ids.real : ids.fake)
      }
    default:
      // Views of one title come in the order of their ids, which are each side's own.
      return await pair.same(
        "views",
        told: { views, names, side in
          views.map { view in
            SavedView(
              id: side == .fake ? names.real(view.id) : view.id, version: view.version,
              state: view.state, settings: view.settings)
          }.sorted { $0.id < $1.id }
        }
      ) { try await $0.views.all() }
    }
  }
}
