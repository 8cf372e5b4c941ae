/// A row or write, by what either side calls it.
struct ContractRef: Sendable, Hashable {
  var real: String
  var fake: String

  /// Something that both sides call the same.
  init(_ name: String) { (real, fake) = (name, name) }

  /// Something that each side named for itself.
  init?(real: String?, fake: String?) {
    guard let real, let fake else { return nil }
    (self.real, self.fake) = (real, fake)
  }
}
