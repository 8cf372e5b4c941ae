import MarfaTesting
import Testing

@testable import Marfa

/// Random calls, each made on a real copy and on a fake, the same for the same seed.
///
/// They come in rounds. A round has every call of the fake's list in a new order, and one that the
/// fake refuses, so that a few hundred calls leave none out whatever the seed.
struct ContractSteps {
  let pair: ContractPair
  private var random: SeededRandom
  private var round: [ContractCall?] = []
  /// The items that were there once. The first stays, since what is beneath it would go with it.
  var items: [ContractRef]
  var edges: [ContractRef]
  var views: [ContractRef] = []
  private var made = 0
  /// How often each call was made on both sides.
  private(set) var calls: [ContractCall: Int] = [:]

  init(_ pair: ContractPair, seed: UInt64) {
    self.pair = pair
    random = SeededRandom("contract", seed: seed, say: { _ in })
    items = (0..<pair.seeds).map { ContractRef(Sample.id($0)) }
    edges = (1..<pair.seeds).map { ContractRef(Sample.id(900 + $0)) }
  }

  /// Makes so many calls on each side, up to the first difference, and compares all that is left.
  mutating func run(_ count: Int) async {
    for number in 0..<count {
      pair.place.withLock { $0 = "call \(number)" }
      // What comes after a difference is its consequence, and says nothing.
      guard await step() else { return }
    }
    pair.place.withLock { $0 = "the end" }
    await settle()
  }

  private mutating func step() async -> Bool {
    if round.isEmpty {
      round = ContractCall.allCases.flatMap { Array(repeating: $0, count: $0.weight) } + [nil]
      round.shuffle(using: &random)
    }
    guard let call = round.removeLast() else { return await unlisted() }
    calls[call, default: 0] += 1
    return await make(call)
  }

  private mutating func make(_ call: ContractCall) async -> Bool {
    switch call {
    case .create: await create()
    case .update, .updateAsRead: await update(call)
    case .delete: await delete()
    case .restore: await restore()
    case .transition: await transition()
    case .addTag, .removeTag: await tag(call)
    case .replaceTags, .mergeTags: await tags(call)
    case .writeExtension, .deleteExtension: await extend(call)
    case .createEdge: await createEdge()
    case .updateEdge: await updateEdge()
    case .moveEdge: await moveEdge()
    case .deleteEdge: await deleteEdge()
    case .edgesFrom, .edgesTo, .edgesOfType: await readEdges(call)
    case .drain: await drain()
    case .withdraw: await withdraw()
    case .discard: await discard()
    case .forgetAnswered: await forget()
    case .takeAnswered: await take()
    case .queue: await queue()
    case .declareTypes: await declare()
    case .declaredTypes, .status, .updates, .itemTypes, .edgeTypes: await look(call)
    case .itemType, .edgeType: await type(call)
    case .get: await get()
    case .list: await list()
    case .search: await search()
    case .displaysFor, .displaysOf: await displays(call)
    case .linkCandidates: await linkCandidates()
    case .createView: await createView()
    case .changeView: await changeView()
    case .deleteView: await deleteView()
    case .allViews, .getView: await readViews(call)
    case .listInView: await listInView()
    case .groups: await groups()
    case .searchInView: await searchInView()
    }
  }

  /// Makes a call that the fake has not, on the fake alone: it says so, and nothing changes.
  private mutating func unlisted() async -> Bool {
    let names = EveryCall.samples.keys.filter { name in
      ContractCall(rawValue: name) == nil
    }.sorted()
    let name = names[number(names.count)]
    guard let call = EveryCall.samples[name] else { return true }
    return await pair.refuses(name) { try await call($0) }
  }

  /// What is left in the end, with everything sent.
  private mutating func settle() async {
    let everything = Sort(field: .occurredAt, direction: .ascending)
    guard await drain(.plain), await queue(), await readViews(.allViews) else { return }
    for state in [ItemState.active, .archived, .trashed] {
      guard await list(ListFilters(state: state), everything) else { return }
    }
    for type in ContractPair.edgeTypes { guard await edges(ofType: type) else { return } }
    _ = await take()
  }

  // MARK: - Chance

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  /// Whether something comes to pass that does so once in so many times.
  mutating func one(in bound: Int) -> Bool { number(bound) == 0 }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

  private static let words = [
    "bread", "milk", "rye", "tea", "wheat", "Straße", "日本語の本", "a-b", "x", "naïve", "🌾",
  ]

  mutating func word() -> String { pick(Self.words) }

  /// The number of the next row that is made.
  mutating func next() -> Int {
    made += 1
    return made
  }

  /// An item, now and then a view, one that nobody has, or no id at all.
  mutating func item() -> ContractRef {
    if one(in: 40) { return ContractRef(pick([Sample.id(99_999), "no-id", "", Sample.id(900)])) }
    if !views.isEmpty, one(in: 25) { return pick(views) }
    return pick(items)
  }

  /// An item whose end takes nothing along.
  mutating func loneItem() -> ContractRef {
    let item = item()
    return item == items[0] ? items[1] : item
  }

  /// A time that no other number has; lists are compared in its order.
  static func time(_ number: Int) -> String {
    Timestamp(clamping: 1_600_000_000_000 + Int64(number) * 1_000).text
  }
}
