/// The kinds of value that a field of a type can hold.
public enum FieldKind: String, Sendable, Hashable, CaseIterable {
  /// Text, kept as it was sent.
  case string
  /// A finite number.
  case number
  /// A number without a fraction, exact in a double.
  case integer
  /// A truth value.
  case boolean
  /// An absolute URL.
  case url
  /// An email address.
  case email
  /// A day, or an instant with its zone.
  case datetime
  /// A day.
  case date
  /// One of the listed words.
  case `enum`
  /// A list.
  case array
  /// An object.
  case object
  /// A small image inside the item, as a data URI.
  case thumbnail
}
