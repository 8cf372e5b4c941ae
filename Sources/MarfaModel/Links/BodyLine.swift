/// A line of a body while its containers and its kind are found out.
struct BodyLine {
  /// A block that other blocks stand in.
  enum Container: Sendable, Hashable {
    /// A quotation.
    case quote
    /// An item of a list, whose text is indented by so many columns.
    case item(Int)
  }

  /// A fence around code.
  struct Fence: Sendable, Hashable {
    /// Backtick or tilde.
    let mark: UInt8
    /// How many of them at least close it.
    let length: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the rest of the line starts.
  private(set) var place: Int
  /// Where the line ends.
  let end: Int
  /// Where the rest's first character that is not white space stands; the end without one.
  private var first: Int
  /// The column of the rest, tabs counted as up to four.
  private var column = 0
  /// Columns of a tab that a container took only in part.
  private var rest = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    place = range.lowerBound
    end = range.upperBound
    first = place
    findFirst()
  }

  /// The columns of white space before the rest's first character.
  var indent: Int {
    var columns = rest
    var column = column
    for place in place..<first {
      let width = bytes[place] == 0x09 ? 4 - column % 4 : 1
      columns += width
      column += width
    }
    return columns
  }

  /// Whether nothing but white space follows.
  var isBlank: Bool { first == end }

  /// Whether the line goes on in a container; what belongs to the container is taken off.
  mutating func continues(_ container: Container) -> Bool {
    switch container {
    case .quote: return takeQuote()
    case .item(let width):
      if isBlank { return true }
      guard indent >= width else { return false }
      take(columns: width)
      return true
    }
  }

  /// Takes a `>` off, with a space after it.
  mutating func takeQuote() -> Bool {
    guard indent < 4, text.first == UInt8(ascii: ">") else { return false }
    take(columns: indent)
    advance()
    take(columns: 1)
    return true
  }

  /// Takes a list's mark off and answers how far the item's text is indented.
  ///
  /// - Parameter interrupts: whether a paragraph goes on otherwise; then an empty item, or one that
  ///   is not the first of its list, is text.
  mutating func takeItem(interrupting interrupts: Bool) -> Int? {
    let indent = indent
    guard indent < 4, !isBreak else { return nil }
    let text = text
    var length = 1
    switch text.first {
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
    case .some(0x30...0x39):
      let digits = text.prefix(10).prefix { (0x30...0x39).contains($0) }
      guard digits.count < 10, let after = text.dropFirst(digits.count).first,
        after == UInt8(ascii: ".") || after == UInt8(ascii: ")")
      else { return nil }
      if interrupts, digits.count != 1 || digits.first != 0x31 { return nil }
      length = digits.count + 1
    default: return nil
    }
    let after = text.dropFirst(length)
    guard after.isEmpty || after.first?.isBlank == true else { return nil }
    if interrupts, after.allSatisfy(\.isBlank) { return nil }
    take(columns: indent)
    for _ in 0..<length { advance() }
    let space = self.indent
    // More than four columns are one of the item's and an indented code block.
    let gap = isBlank || space > 4 ? 1 : space
    take(columns: gap)
    return indent + length + gap
  }

  /// The fence that the line opens.
  var opensFence: Fence? {
    guard indent < 4, let mark = text.first,
      mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    else { return nil }
    let length = text.prefix { $0 == mark }.count
    guard length >= 3 else { return nil }
    if mark == UInt8(ascii: "`"), text.dropFirst(length).contains(mark) { return nil }
    return Fence(mark: mark, length: length)
  }

  /// Whether the line closes a fence.
  func closes(_ fence: Fence) -> Bool {
    let length = text.prefix { $0 == fence.mark }.count
    return indent < 4 && length >= fence.length && text.dropFirst(length).allSatisfy(\.isBlank)
  }

  /// Whether the line is a heading with `#`.
  var isHeading: Bool {
    let length = text.prefix { $0 == UInt8(ascii: "#") }.count
    let after = text.dropFirst(length).first
    return indent < 4 && (1...6).contains(length) && after.map(\.isBlank) ?? true
  }

  /// Whether the line is a rule, or underlines the paragraph above it as a heading.
  var isBreak: Bool {
    guard first < end, indent < 4 else { return false }
    let mark = bytes[first]
    let least: Int
    switch mark {
    case UInt8(ascii: "="): least = 1
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"): least = 3
    default: return false
    }
    var count = 0
    for place in first..<end {
      if bytes[place] == mark { count += 1 } else if !bytes[place].isBlank { return false }
    }
    return count >= least
  }

  /// The rest of the line from its first character that is not white space.
  private var text: Slice<UnsafeBufferPointer<UInt8>> { bytes[first..<end] }

  /// Takes one character off that is not white space.
  private mutating func advance() {
    column += 1
    place += 1
    first = place
    findFirst()
  }

  private mutating func findFirst() {
    while first < end, bytes[first].isBlank { first += 1 }
  }

  private mutating func take(columns: Int) {
    var wanted = columns
    let left = min(rest, wanted)
    rest -= left
    wanted -= left
    while wanted > 0, place < first {
      let width = bytes[place] == 0x09 ? 4 - column % 4 : 1
      column += width
      place += 1
      rest = max(0, width - wanted)
      wanted = max(0, wanted - width)
    }
  }
}
