/// The calls that are compared, by the names under which a fake lists them.
enum ContractCall: String, CaseIterable, Sendable {
  case status = "WorkingCopy.status()"
  case declaredTypes = "WorkingCopy.declaredTypes()"
  case declareTypes = "WorkingCopy.declareTypes(_:)"
  case search = "WorkingCopy.search(_:filters:limit:)"
  case searchInView = "WorkingCopy.search(_:inView:limit:)"
  case updates = "WorkingCopy.updates()"
  case list = "Items.list(_:sort:)"
  case listInView = "Items.list(inView:sort:limit:offset:)"
  case groups = "Items.groups(inView:limit:)"
  case get = "Items.get(_:)"
  case create = "Items.create(_:)"
  case update = "Items.update(_:_:)"
  case updateAsRead = "Items.updateAsRead(_:_:)"
  case delete = "Items.delete(_:)"
  case restore = "Items.restore(_:)"
  case transition = "Items.transition(_:to:)"
  case displaysFor = "Items.displays(for:)"
  case displaysOf = "Items.displays(of:)"
  case linkCandidates = "Items.linkCandidates(of:in:)"
  case edgesFrom = "Edges.from(_:)"
  case edgesTo = "Edges.to(_:)"
  case edgesOfType = "Edges.ofType(_:)"
  case createEdge = "Edges.create(from:to:type:properties:id:)"
  case updateEdge = "Edges.update(_:properties:baseVersion:)"
  case moveEdge = "Edges.move(_:from:to:baseVersion:)"
  case deleteEdge = "Edges.delete(_:)"
  case addTag = "Tags.add(_:to:)"
  case removeTag = "Tags.remove(_:from:)"
  case replaceTags = "Metadata.replaceTags(of:with:)"
  case mergeTags = "Metadata.mergeTags(_:into:)"
  case writeExtension = "Extensions.write(_:_:on:)"
  case deleteExtension = "Extensions.delete(_:from:)"
  case itemTypes = "Catalog.itemTypes()"
  case itemType = "Catalog.itemType(_:)"
  case edgeTypes = "Catalog.edgeTypes()"
  case edgeType = "Catalog.edgeType(_:)"
  case createView = "Views.create(_:)"
  case changeView = "Views.change(_:_:baseVersion:)"
  case deleteView = "Views.delete(_:)"
  case allViews = "Views.all()"
  case getView = "Views.get(_:)"
  case queue = "Queue.all()"
  case drain = "Queue.drain()"
  case withdraw = "Queue.withdraw(_:)"
  case discard = "Queue.discard(_:)"
  case forgetAnswered = "Queue.forgetAnswered()"
  case takeAnswered = "Queue.takeAnswered()"

  /// How often it comes in one round of all calls.
  var weight: Int {
    switch self {
    case .update: 4
    case .create, .drain, .search: 3
    case .get, .list, .updateAsRead, .delete, .restore, .withdraw, .queue, .createEdge: 2
    case .status, .declaredTypes, .declareTypes, .searchInView, .updates, .listInView, .groups,
      .transition, .displaysFor, .displaysOf, .linkCandidates, .edgesFrom, .edgesTo, .edgesOfType,
      .updateEdge, .moveEdge, .deleteEdge, .addTag, .removeTag, .replaceTags, .mergeTags,
      .writeExtension,
      .deleteExtension, .itemTypes, .itemType, .edgeTypes, .edgeType, .createView, .changeView,
      .deleteView, .allViews, .getView, .discard, .forgetAnswered, .takeAnswered:
      1
    }
  }
}
