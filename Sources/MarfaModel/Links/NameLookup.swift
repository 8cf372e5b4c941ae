/// What a store of items answers about names.
package protocol NameLookup {
  /// The held item of this id that is neither in the bin nor withdrawn.
  func item(_ id: String) throws -> NamedItem?

  /// The held items that ``NamedItem/answers(to:)`` this name, the last changed first.
  ///
  /// - Parameter folded: a name in the form of ``ItemName/folded(_:)``.
  func items(named folded: String) throws -> [NamedItem]
}
