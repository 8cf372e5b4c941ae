/// The run of characters without spaces that a tokenizer is at.
///
/// A pair is given only when the character behind it has begun: until then a letter of Hangul or
/// the voicing of a kana may still change its second half.
struct RunBuffer {
  /// A character: the scalar it is compared as, and its place.
  private struct Character {
    var scalar: UInt32
    var start: Int
    var end: Int
  }

  private var purpose = SearchTokenizer.Purpose.document
  private var previous: Character?
  private var last: Character?
  /// The end of a query's run, which is a word of its own only if another word follows.
  private var pending: Character?

  var isEmpty: Bool { last == nil }

  mutating func begin(_ purpose: SearchTokenizer.Purpose) {
    self.purpose = purpose
    previous = nil
    last = nil
    pending = nil
  }

  /// Adds a character, and gives the pair before it.
  mutating func add(_ scalar: UInt32, _ bytes: Range<Int>, _ emit: SearchTokenizer.Emit) -> Bool {
    guard let current = last else {
      last = Character(scalar: scalar, start: bytes.lowerBound, end: bytes.upperBound)
      return givePending(emit)
    }
    if let syllable = HangulSyllable.compose(current.scalar, scalar) {
      last = Character(scalar: syllable, start: current.start, end: bytes.upperBound)
      return true
    }
    defer {
      previous = current
      last = Character(scalar: scalar, start: bytes.lowerBound, end: bytes.upperBound)
    }
    return givePair(emit)
  }

  /// Voices the kana at the end, where there is one that can be.
  mutating func voice(by mark: UInt32, end: Int) {
    guard let kana = last, let voiced = KanaVoicing.voiced(kana.scalar, by: mark) else { return }
    last = Character(scalar: voiced, start: kana.start, end: end)
  }

  /// Takes bytes that change nothing into the last character.
  mutating func extend(to end: Int) { last?.end = end }

  /// Ends the run.
  mutating func end(_ emit: SearchTokenizer.Emit) -> Bool {
    guard let character = last else { return true }
    let isPaired = previous != nil
    guard givePair(emit) else { return false }
    previous = nil
    last = nil
    if purpose == .query, isPaired {
      pending = character
      return true
    }
    return giveSingle(character, emit)
  }

  /// Gives the end of a query's run, because another word follows.
  mutating func givePending(_ emit: SearchTokenizer.Emit) -> Bool {
    guard let character = pending else { return true }
    pending = nil
    return giveSingle(character, emit)
  }

  private func givePair(_ emit: SearchTokenizer.Emit) -> Bool {
    guard let first = previous, let second = last else { return true }
    return give(
      first.scalar, second.scalar,
      SearchTokenizer.Place(start: first.start, end: second.end, headEnd: first.end), emit)
  }

  private func giveSingle(_ character: Character, _ emit: SearchTokenizer.Emit) -> Bool {
    give(
      character.scalar, nil,
      SearchTokenizer.Place(
        start: character.start, end: character.end, headEnd: character.end), emit)
  }

  private func give(
    _ first: UInt32, _ second: UInt32?, _ place: SearchTokenizer.Place,
    _ emit: SearchTokenizer.Emit
  ) -> Bool {
    // Two scalars of at most four bytes each.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { bytes in
      var count = bytes.put(first, at: 0)
      if let second { count += bytes.put(second, at: count) }
      return emit(UnsafeBufferPointer(rebasing: bytes[..<count]), place)
    }
  }
}
