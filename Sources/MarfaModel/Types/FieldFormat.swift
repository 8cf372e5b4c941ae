/// The notes that a `string` field can carry about its text; none of them is checked.
///
/// Other formats (`url`, `email`, `date`, `datetime`, `thumbnail`) are kinds of their own: a
/// registration that names one is stored with that kind and without the format.
public enum FieldFormat: String, Sendable, Hashable, CaseIterable {
  /// A language tag, such as `de-CH`.
  case bcp47
  /// A country, such as `CH`.
  case iso3166
}
