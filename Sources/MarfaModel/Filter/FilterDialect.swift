/// How one database spells the few things of a filter in which databases differ.
///
/// Parameters and answers are SQL fragments. A value never enters one, only its placeholder.
package protocol FilterDialect: Sendable {
  /// The text to bind as the place of a property of the first level.
  func path(of property: String) -> String

  /// The value at a path in a JSON column: a text as it is, a list or object as its JSON text, a
  /// truth value as 1 or 0; null for JSON's null and where nothing is.
  func value(_ column: String, path: String) -> String

  /// The kind of what is at a path: one of the words `null`, `true`, `false`, `integer`, `real`,
  /// `text`, `array`, `object`; null where nothing is.
  func kind(_ column: String, path: String) -> String

  /// An expression as a double: a text by the number it begins with, 0 without one.
  func double(_ expression: String) -> String

  /// A text, compared and ordered by its bytes.
  func bytes(_ expression: String) -> String

  /// Whether a value's text holds a piece whose ASCII letters are in lower case.
  func contains(_ expression: String, piece: String) -> String

  /// Whether a value's text begins with a piece whose ASCII letters are in lower case.
  func startsWith(_ expression: String, piece: String) -> String
}
