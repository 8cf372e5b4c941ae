/// A call of an app, named by the place that asked the copy's core for it.
///
/// The name is taken where the core is asked, so that a call which nobody listed has one too.
package struct CopyCall: Sendable, Hashable {
  /// Type and labels, as in `Items.list(_:sort:)`.
  package let name: String

  /// Names a call by `#function` and `#fileID` of the place that makes it.
  package init(_ function: StaticString, in file: StaticString) {
    let stem = "\(file)".split(separator: "/").last?.prefix { $0 != "." && $0 != "+" } ?? ""
    let type = stem == "CopyCore" ? "WorkingCopy" : stem
    name = "\(type).\(function)"
  }
}
