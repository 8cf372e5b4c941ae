/// How a stored event says which type the row has that its marks name.
enum EventMark {
  /// The stored member; it never leaves the server.
  static let typeMember = "_mark_type"
}
