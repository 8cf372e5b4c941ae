/// Takes the members of a JSON object that another machine sent, each of the kind it must have.
///
/// A refusal names the member and never its value: values are a person's.
public struct WireReader: Sendable {
  /// The object that is read.
  public let object: JSONObject
  private let path: String

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - object: what was sent.
  ///   - path: what the object is called in messages, such as `item`.
  public init(_ object: JSONObject, path: String) {
    self.object = object
    self.path = path
  }

  /// The refusal of a member that is missing or of another kind.
  public func unreadable(_ member: String) -> MarfaError {
    .decoding(
      message: "The answer could not be read: \(path).\(member) is missing or of another kind.")
  }

  /// A text that must be there.
  public func string(_ member: String) throws(MarfaError) -> String {
    guard let value = object[member]?.string else { throw unreadable(member) }
    return value
  }

  /// A text, or `nil` where the member is absent or `null`.
  public func optionalString(_ member: String) throws(MarfaError) -> String? {
    guard let value = present(member) else { return nil }
    guard let text = value.string else { throw unreadable(member) }
    return text
  }

  /// One word of a closed list.
  public func word<Word: RawRepresentable<String>>(_ member: String) throws(MarfaError) -> Word {
    guard let value = object[member]?.string.flatMap(Word.init) else { throw unreadable(member) }
    return value
  }

  /// One word of a closed list, or `nil` where the member is absent or `null`.
  public func optionalWord<Word: RawRepresentable<String>>(
    _ member: String
  ) throws(MarfaError) -> Word? {
    present(member) == nil ? nil : try word(member)
  }

  /// A whole number that must be there, also where it is spelled with a fraction of zero.
  public func whole(_ member: String) throws(MarfaError) -> Int64 {
    guard let value = object[member]?.whole else { throw unreadable(member) }
    return value
  }

  /// A whole number, or `nil` where the member is absent or `null`.
  public func optionalWhole(_ member: String) throws(MarfaError) -> Int64? {
    present(member) == nil ? nil : try whole(member)
  }

  /// A number, or `nil` where the member is absent or `null`.
  public func optionalNumber(_ member: String) throws(MarfaError) -> Double? {
    guard let value = present(member) else { return nil }
    guard let number = value.number else { throw unreadable(member) }
    return number
  }

  /// A truth value, `false` where the member is absent or `null`.
  public func flag(_ member: String) throws(MarfaError) -> Bool {
    guard let value = present(member) else { return false }
    guard let flag = value.bool else { throw unreadable(member) }
    return flag
  }

  /// An object that must be there.
  public func object(_ member: String) throws(MarfaError) -> JSONObject {
    guard let value = object[member]?.object else { throw unreadable(member) }
    return value
  }

  /// An object, or `nil` where the member is absent or `null`.
  public func optionalObject(_ member: String) throws(MarfaError) -> JSONObject? {
    present(member) == nil ? nil : try object(member)
  }

  /// A list that must be there.
  public func list(_ member: String) throws(MarfaError) -> [JSONValue] {
    guard let value = object[member]?.array else { throw unreadable(member) }
    return value
  }

  /// A list of texts that must be there.
  public func strings(_ member: String) throws(MarfaError) -> [String] {
    let texts = try list(member).map(\.string)
    guard !texts.contains(nil) else { throw unreadable(member) }
    return texts.compactMap { $0 }
  }

  /// A place in the event log, sent as a number or as its digits.
  public func cursor(_ member: String) throws(MarfaError) -> Int64 {
    guard let value = object[member], let cursor = EventCursor.read(value) else {
      throw unreadable(member)
    }
    return cursor
  }

  /// A place in the event log, or `nil` where the member is absent or `null`.
  public func optionalCursor(_ member: String) throws(MarfaError) -> Int64? {
    present(member) == nil ? nil : try cursor(member)
  }

  private func present(_ member: String) -> JSONValue? {
    guard let value = object[member], !value.isNull else { return nil }
    return value
  }
}

extension JSONValue {
  /// The whole number, also where it is spelled or held as a double without a fraction.
  public var whole: Int64? { integer ?? number.flatMap(Int64.init(exactly:)) }
}
