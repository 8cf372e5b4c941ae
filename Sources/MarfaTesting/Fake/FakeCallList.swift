#if DEBUG
  /// The calls that a fake copy answers. Whatever is not listed is refused.
  ///
  /// A call is listed once its answer, its error and its changes are proven to be those of a real
  /// copy. A label that is added to a call makes it another call, which is not listed yet.
  package enum FakeCallList {
    package static let answered: Set<String> = [
      "WorkingCopy.status()",
      "WorkingCopy.declaredTypes()",
      "WorkingCopy.declareTypes(_:)",
      "WorkingCopy.search(_:filters:limit:)",
      "Items.list(_:sort:)",
      "Items.get(_:)",
      "Items.create(_:)",
      "Items.update(_:_:)",
      "Items.updateAsRead(_:_:)",
      "Items.delete(_:)",
      "Items.restore(_:)",
      "Items.transition(_:to:)",
      "Edges.from(_:)",
      "Edges.to(_:)",
      "Edges.ofType(_:)",
      "Edges.create(from:to:type:properties:id:)",
      "Edges.update(_:properties:baseVersion:)",
      "Edges.move(_:from:to:baseVersion:)",
      "Edges.delete(_:)",
      "Tags.add(_:to:)",
      "Tags.remove(_:from:)",
      "Metadata.replaceTags(of:with:)",
      "Metadata.mergeTags(_:into:)",
      "Extensions.write(_:_:on:)",
      "Extensions.delete(_:from:)",
      "Catalog.itemTypes()",
      "Catalog.itemType(_:)",
      "Catalog.edgeTypes()",
      "Catalog.edgeType(_:)",
      "Items.list(inView:sort:limit:offset:)",
      "Items.groups(inView:limit:)",
      "WorkingCopy.search(_:inView:limit:)",
      "Views.create(_:)",
      "Views.change(_:_:baseVersion:)",
      "Views.delete(_:)",
      "Views.all()",
      "Views.get(_:)",
      "WorkingCopy.updates()",
      "Queue.all()",
      "Queue.drain()",
      "Queue.withdraw(_:)",
      "Queue.discard(_:)",
      "Queue.forgetAnswered()",
      "Queue.takeAnswered()",
    ]

    /// The calls that answer by the script of ``FakeCopy/displays``, once there is one.
    package static let displays: Set<String> = [
      "Items.displays(for:)", "Items.displays(of:)",
    ]

    /// The call that answers by the script of ``FakeCopy/linkCandidates``, once there is one.
    package static let linkCandidates: Set<String> = ["Items.linkCandidates(of:in:)"]
  }
#endif
