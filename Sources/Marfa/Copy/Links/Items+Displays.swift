import MarfaModel

extension Items {
  /// How each of these items is shown in a list, in their order.
  ///
  /// The name is the text of the field that the type's display hints name, else the first line of
  /// the body, else what the type is called. It is never empty.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func displays(for items: [Item]) async throws -> [ItemDisplay] {
    if let standIn = core.standIn {
      return try await core.call { await standIn.displays(for: items) }
    }
    return try await core.read { try $0.displays(for: items) }
  }

  /// How the held items among these ids are shown, by id.
  ///
  /// Ids that are not held, or are in the bin, are not among the answers.
  ///
  /// - Throws: `hydrationIncomplete`, `copyExpired`, `closed`, `store`.
  public func displays(of ids: [String]) async throws -> [String: ItemDisplay] {
    if let standIn = core.standIn {
      return try await core.call { try await core.displays(of: ids, by: standIn) }
    }
    return try await core.read { try $0.displays(of: ids) }
  }

  /// The held items that links in an item's body could name, the best first.
  ///
  /// Answers from the copy alone. The asking item is never a candidate.
  ///
  /// - Parameters:
  ///   - targets: what stands, or would stand, between the brackets of each link.
  ///   - itemId: the item whose body holds the links.
  /// - Returns: one answer for each target, in their order.
  /// - Throws: `notFound` when the item is not held or is in the bin; `hydrationIncomplete`,
  ///   `copyExpired`, `closed`, `store`.
  public func linkCandidates(of targets: [String], in itemId: String) async throws
    -> [LinkCandidates]
  {
    let answers = try await core.read { [standIn = core.standIn] in
      // Whether the item is held is the copy's to say; what stands in for the rules says the rest.
      try $0.linkCandidates(of: standIn == nil ? targets : [], in: itemId)
    }
    guard let standIn = core.standIn else { return answers }
    return await standIn.linkCandidates(of: targets, in: itemId)
  }

  /// The links and embeds of an item's body, and what each means as far as the copy can tell.
  ///
  /// A name means the item that the item refers to already, by a `references` or `attached-to`
  /// edge, or the held item of that id. Any other name is ``BodyTarget/pending``, because the
  /// server may hold an item of that name that the copy does not; a drain, a catch-up or a load asks
  /// it for the names of bodies that were written here.
  ///
  /// - Throws: `notFound` when the item is not held or is in the bin; `hydrationIncomplete`,
  ///   `copyExpired`, `closed`, `store`.
  public func links(in id: String) async throws -> BodyLinks {
    try await core.read { try $0.links(in: id) }
  }
}
