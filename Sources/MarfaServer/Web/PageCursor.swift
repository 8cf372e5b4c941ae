import Foundation
import MarfaEngine
import MarfaModel

/// How a page's end is told: an opaque text that only its own listing takes.
enum PageCursor {
  /// The listings whose cursors differ.
  enum Listing: String {
    /// Items, under their order.
    case items
    /// Edges, newest first.
    case edges
    /// Edges, oldest change first.
    case changedEdges
    /// The versions of an item.
    case versions
    /// The hits of a search.
    case search
  }

  /// The cursor of a place in a listing.
  static func text(_ listing: Listing, _ place: String) -> String {
    Data("\(listing.rawValue)|\(place)".utf8).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// The place that a cursor of a listing names.
  ///
  /// - Throws: `validation_error` for a text that is none, or of another listing.
  static func place(_ listing: Listing, _ text: String) throws(RuleRefusal) -> String {
    var base64 = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while base64.utf8.count % 4 != 0 { base64 += "=" }
    guard let data = Data(base64Encoded: base64),
      let decoded = String(validating: data, as: UTF8.self),
      decoded.hasPrefix(listing.rawValue + "|")
    else { throw foreign }
    return String(decoded.dropFirst(listing.rawValue.count + 1))
  }

  /// The cursor of a page of edges.
  static func text(_ cursor: EdgeCursor, in order: EdgeOrder) -> String {
    text(order == .oldestChangeFirst ? .changedEdges : .edges, "\(cursor.time)|\(cursor.id)")
  }

  /// Reads ``text(_:in:)``.
  static func edges(_ text: String, in order: EdgeOrder) throws(RuleRefusal) -> EdgeCursor {
    let place = try place(order == .oldestChangeFirst ? .changedEdges : .edges, text)
    let parts = place.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw foreign }
    return EdgeCursor(time: String(parts[0]), id: String(parts[1]))
  }

  static let foreign = RuleRefusal.validation(
    path: "cursor", "This cursor does not belong to this listing.")
}
