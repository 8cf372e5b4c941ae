/// One change that a device made without the server, and where it has to be found afterwards.
struct OfflineEdit: Sendable {
  /// The device.
  let device: String
  /// What it did, for people.
  let what: String
  /// The queued write.
  let writeId: String
  /// What is to become of it.
  let expected: ExpectedVerdict
  /// Where it has to be found.
  let trace: Trace

  /// Where a change is found once everything is sent.
  enum Trace: Sendable, Hashable {
    /// The item has this value.
    case property(item: String, name: String, value: String)
    /// The item, or a conflicted copy of it, has this value.
    case propertyOrCopy(item: String, name: String, value: String)
    /// An earlier version of the item had this value: a later writer replaced it.
    case history(item: String, name: String, value: String)
    /// The item has the tag.
    case tag(item: String, tag: String)
    /// The item does not have the tag any more.
    case tagGone(item: String, tag: String)
    /// The items are connected.
    case edge(from: String, to: String, type: String)
    /// The item is in the bin.
    case bin(item: String)
  }
}
