extension FieldDefinition {
  /// The largest whole number that a double holds exactly, and so the bound of an `integer`.
  static let integerLimit: Int64 = 9_007_199_254_740_991

  /// What is wrong with a value under the field, in a sentence; `nil` when it fits.
  ///
  /// `null` is not judged here: what it means depends on the write. The elements of an array are
  /// not held to their kind, and a kind that this build does not know takes any value.
  func fault(in value: JSONValue) -> String? {
    switch kind {
    case .string: textFault(value)
    case .number: value.number?.isFinite == true ? nil : "“\(name)” must be a number."
    case .integer: integerFault(value)
    case .boolean: value.bool != nil ? nil : "“\(name)” must be true or false."
    case .url: checkedText(value, AbsoluteURL.isValid, "a whole address, such as https://…")
    case .email: checkedText(value, EmailAddress.isValid, "an email address")
    case .date: checkedText(value, CalendarText.isDate, "a day, such as 2026-03-01")
    case .datetime:
      checkedText(
        value, CalendarText.isDateTime,
        "a day, or a time with its zone, such as 2026-03-01T08:00:00Z")
    case .enum: enumFault(value)
    case .array: arrayFault(value)
    case .object: value.object != nil ? nil : "“\(name)” must be an object."
    case .thumbnail:
      checkedText(
        value, { ThumbnailText($0) != nil },
        "a PNG, JPEG or WebP image of at most 16 KiB as a data URI")
    case nil: nil
    }
  }

  private func textFault(_ value: JSONValue) -> String? {
    guard let text = value.string else { return "“\(name)” must be text." }
    let limit = maxLength ?? PropertyRules.textLimit
    // A text never has more UTF-16 units than UTF-8 bytes, and these are counted at once.
    if text.utf8.count > limit, text.utf16.count > limit {
      return "“\(name)” is longer than \(limit) characters."
    }
    return text.utf8.contains(0) ? "“\(name)” holds a character that cannot be stored." : nil
  }

  private func integerFault(_ value: JSONValue) -> String? {
    // A number beyond 64 bits is never spelled as an integer, and is beyond the limit too.
    guard let number = value.integer, number.magnitude <= Self.integerLimit.magnitude else {
      return "“\(name)” must be a whole number."
    }
    return nil
  }

  private func enumFault(_ value: JSONValue) -> String? {
    if enumValues.isEmpty { return textFault(value) }
    guard let text = value.string, enumValues.contains(text) else {
      return "“\(name)” must be one of \(enumValues.joined(separator: ", "))."
    }
    return nil
  }

  private func arrayFault(_ value: JSONValue) -> String? {
    guard let list = value.array else { return "“\(name)” must be a list." }
    let limit = maxItems ?? PropertyRules.itemsLimit
    return list.count > limit ? "“\(name)” has more than \(limit) elements." : nil
  }

  private func checkedText(
    _ value: JSONValue, _ isValid: (String) -> Bool, _ wanted: String
  ) -> String? {
    if let text = value.string, isValid(text) { return nil }
    return "“\(name)” must be \(wanted)."
  }
}
