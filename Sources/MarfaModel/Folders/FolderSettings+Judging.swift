extension FolderSettings {
  /// Refuses settings of a device before anything is sent.
  ///
  /// Which types and edge types are registered only the server knows by now, so that is left to it.
  ///
  /// - Parameters:
  ///   - sent: what a request is to say.
  ///   - settings: all that the folder says then, where it is known.
  ///   - catalog: the types that are known here.
  /// - Throws: ``MarfaError/invalid(message:)``.
  package static func judge(
    _ sent: JSONObject, for settings: FolderSettings?, in catalog: TypeCatalog
  ) throws(MarfaError) {
    do {
      try FolderRules(nil, filters: .copy).judge(sent)
    } catch {
      throw .invalid(message: error.message)
    }
    if let fault = settings?.contradiction(in: catalog) { throw .invalid(message: fault) }
  }

  /// Why a new file would not belong to the folder it was made in; `nil` when it would.
  private func contradiction(in catalog: TypeCatalog) -> String? {
    if let tier = defaults.tier, tier != search.tier ?? .library {
      return "New files would get the tier \(tier.rawValue), which the folder does not hold."
    }
    // A type that isn't known here may lie under one of the search's by its declaration.
    if let type = defaults.type, catalog.isKnown(type), !search.roots.isEmpty,
      !search.roots.contains(where: { catalog.isAtOrUnder(type, $0) })
    {
      return "New files would get the type \(type), which the folder does not hold."
    }
    return nil
  }
}
