/// The texts of an item that search reads, one for each column of the index.
public struct SearchColumns: Sendable, Hashable {
  /// The columns' names, in the index's order.
  public static let names = ["title", "body", "description", "name", "extra", "tags"]
  /// The properties that are read whether or not the type declares them.
  public static let always = ["title", "body", "description", "name"]

  /// The texts, in the order of ``names``; empty where there is none.
  public let texts: [String]

  /// Takes the texts as an index keeps them.
  public init(texts: [String]) { self.texts = texts }

  /// Reads an item.
  ///
  /// The columns of four properties hold them where they are texts, declared or not, unless the
  /// type keeps them out of search. `extra` holds every other `string` field of the type that is
  /// not kept out, joined by spaces in the fields' order, and `tags` the tags in byte order: phrases
  /// may reach over the joints, so both orders count.
  ///
  /// - Parameters:
  ///   - properties: the item's properties.
  ///   - tags: the item's tags.
  ///   - type: its type; `nil` where it is not registered.
  public init(properties: JSONObject, tags: [String], type: ResolvedType?) {
    var texts = Self.always.map { name in
      type?.unsearchableFields.contains(name) == true ? "" : properties[name]?.string ?? ""
    }
    let extra = (type?.searchableFields ?? []).filter { !Self.always.contains($0) }
      .compactMap { properties[$0]?.string }
    texts.append(extra.joined(separator: " "))
    texts.append(
      tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " "))
    self.texts = texts
  }
}
