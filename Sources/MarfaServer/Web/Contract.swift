/// The contract that this server speaks (decision 3).
enum Contract {
  /// The number.
  static let number: Int64 = 0
  /// The number as the header and the document spell it.
  static let text = "0"
}
