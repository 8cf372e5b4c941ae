import MarfaModel
import Testing

/// The words that a text is cut into, in many scripts.
@Suite struct SearchTokenizerTests {
  /// The words of a text with the text that each stands for.
  private func words(
    _ text: String, for purpose: SearchTokenizer.Purpose = .document
  ) -> [(word: String, source: String)] {
    var tokenizer = SearchTokenizer()
    var words: [(String, String)] = []
    var text = text
    text.withUTF8 { bytes in
      tokenizer.tokenize(bytes, for: purpose) { word, place in
        let source = bytes[place.start..<place.end]
        words.append(
          (String(decoding: word, as: UTF8.self), String(decoding: source, as: UTF8.self)))
        return true
      }
    }
    return words
  }

  private func folded(_ text: String, for purpose: SearchTokenizer.Purpose = .document) -> [String]
  {
    words(text, for: purpose).map(\.word)
  }

  @Test(
    "case, diacritics, width and compatible forms are folded, in text of any script",
    arguments: [
      ("Résumé ÀÉÎ", ["resum", "aei"]),
      ("Ångström STRASSE Straße", ["angstrom", "strass", "strass"]),
      ("Łódź Ørsted İstanbul ısı", ["lodz", "orst", "istanbul", "isi"]),
      ("Tiếng Việt", ["tieng", "viet"]), ("ﬁn ＡＢＣ１２３ Ⅷ", ["fin", "abc123", "viii"]),
      ("ΆΛΦΑ Σίσυφος", ["αλφα", "σισυφοσ"]), ("Ёлка ЙОГУРТ", ["елка", "иогурт"]),
      ("Հայերեն", ["հայերեն"]), ("ქართული", ["ქართული"]), ("שָׁלוֹם שלום", ["שלום", "שלום"]),
      ("مُحَمَّد محـــمد أحمد", ["محمد", "محمد", "احمد"]), ("می\u{200C}خواهم", ["میخواهم"]),
      ("हिन्दी क़लम", ["हिन्दी", "कलम"]), ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
      ("বাংলা", ["বাংলা"]), ("తెలుగు", ["తెలుగు"]), ("አማርኛ", ["አማርኛ"]), ("བོད་སྐད", ["བོད", "སྐད"]),
      ("ᏣᎳᎩ", ["ꮳꮃꭹ"]), ("٣٤ ४२", ["34", "42"]), ("𝒜𝓁𝓅𝒽𝒶", ["alpha"]), ("1️⃣ ½", ["1", "½"]),
    ])
  func folding(text: String, words: [String]) {
    #expect(folded(text) == words)
  }

  @Test("a letter spelled as one scalar or as several is one word")
  func composition() {
    for (composed, decomposed) in [
      ("café", "cafe\u{301}"), ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
      ("がぎぐ", "か\u{3099}き\u{3099}く\u{3099}"), ("パン", "ハ\u{309A}ン"),
      ("ガパ", "ｶﾞﾊﾟ"), ("ヴヷ", "ウ\u{3099}ワ\u{3099}"), ("ো", "ো"), ("ทำ", "ท\u{0E4D}\u{0E32}"),
      ("việt", "vie\u{323}\u{302}t"), ("神", "\u{FA19}"),
    ] {
      #expect(folded(composed) == folded(decomposed), "\(composed)")
    }
    #expect(folded("か") != folded("が"))
  }

  @Test("every place between letters and digits parts words, joiners and emoji included as said")
  func separators() {
    #expect(
      folded("don't x-ray snake_case a.b/c") == [
        "don", "t", "x", "rai", "snake", "case", "a", "b", "c",
      ])
    #expect(folded("abc123 abc 123") == ["abc123", "abc", "123"])
    #expect(folded("👩‍👩‍👧 smile😀face 🇩🇪 #️⃣") == ["smile", "face"])
    #expect(folded("co\u{AD}op a\u{200B}b \u{200F}rtl\u{202C}") == ["coop", "a", "b", "rtl"])
    #expect(folded("\u{301} \u{93E} \u{3099} ー") == ["ー"])
    #expect(folded("") == [] && folded(" \n!?—…\u{0}") == [])
  }

  @Test("English words are cut to their stems, words of other letters are not")
  func stems() {
    #expect(folded("running runs runner") == ["run", "run", "runner"])
    #expect(folded("Connections naïvely") == ["connect", "naiv"])
    #expect(folded("бегущий") == ["бегущии"])
  }

  @Test("text without spaces gives every two neighbours, and the last character alone")
  func runs() {
    #expect(folded("北京大学") == ["北京", "京大", "大学", "学"])
    #expect(folded("東") == ["東"])
    #expect(folded("한국어를") == ["한국", "국어", "어를", "를"])
    #expect(folded("สวัส") == ["สว", "วั", "ัส", "ส"])
    #expect(folded("ភាសា").count == 4 && folded("မြန်မာ").count == 6 && folded("ພາສາ").count == 4)
    #expect(folded("カタカナ") == ["カタ", "タカ", "カナ", "ナ"])
    #expect(folded("𠮷野家") == ["𠮷野", "野家", "家"])
    #expect(folded("iPhone手机15Pro") == ["iphon", "手机", "机", "15pro"])
    #expect(folded("北京，大学") == ["北京", "京", "大学", "学"])
  }

  @Test("a query's last run ends in a pair, so that it is found inside longer ones")
  func queries() {
    #expect(folded("北京大学", for: .query) == ["北京", "京大", "大学"])
    #expect(folded("東", for: .query) == ["東"])
    #expect(folded("北京 大学", for: .query) == ["北京", "京", "大学"])
    #expect(folded("北京abc", for: .query) == ["北京", "京", "abc"])
    #expect(folded("abc北", for: .query) == ["abc", "北"])
  }

  @Test("each word stands for exactly its bytes of the text")
  func places() {
    let text = "«Cafe\u{301}s» 北京大 ﬁn한"
    #expect(words(text).map(\.source) == ["Cafe\u{301}s", "北京", "京大", "大", "ﬁn", "한"])
    #expect(
      words("\u{1112}\u{1161}\u{11AB}글").map(\.source) == [
        "\u{1112}\u{1161}\u{11AB}글", "글",
      ])
  }

  @Test("bytes that are no UTF-8, at every cut, part words and never trap")
  func damage() {
    let bytes = Array("Ünïcödé 北京 한글 👩‍👩‍👧 שָׁלוֹם हिन्दी ｶﾞ a".utf8)
    var tokenizer = SearchTokenizer()
    for length in 0...bytes.count {
      for damaged in [Array(bytes[..<length]), Array(bytes[length...])] {
        damaged.withUnsafeBufferPointer { text in
          tokenizer.tokenize(text, for: .document) { word, place in
            #expect(!word.isEmpty && place.start < place.end && place.end <= text.count)
            #expect(place.start < place.headEnd && place.headEnd <= place.end)
            return true
          }
        }
      }
    }
    var seen: [String] = []
    [0x61, 0xFF, 0x62, 0xC3, 0x63, 0xED, 0xA0, 0x80, 0x64].withUnsafeBufferPointer { text in
      tokenizer.tokenize(text, for: .document) { word, _ in
        seen.append(String(decoding: word, as: UTF8.self))
        return true
      }
    }
    #expect(seen == ["a", "b", "c", "d"])
  }

  @Test("words come in order, and no more once none is wanted")
  func stopping() {
    var tokenizer = SearchTokenizer()
    var text = "one two 北京大 three"
    var starts: [Int] = []
    text.withUTF8 { bytes in
      tokenizer.tokenize(bytes, for: .document) { _, place in
        starts.append(place.start)
        return starts.count < 4
      }
    }
    #expect(starts.count == 4 && starts == starts.sorted())
  }

  @Test("a word of a million letters is cut alike in text and query")
  func longWords() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(folded(long).map(\.utf8.count) == [256])
    #expect(folded(long + "b") == folded(long))
    #expect(folded(String(repeating: "é", count: 100_000)).first?.utf8.count == 256)
    #expect(folded(String(repeating: "ж", count: 1000)).first?.utf8.count == 254)
  }

  @Test(
    "a megabyte gives each word as often as it stands there, in any script",
    arguments: [
      ("The quick foxes jumped. ", 4), ("Ünïcödé ", 1), ("καλημέρα κόσμε ", 2), ("привет мир ", 2),
      ("Հայերեն ", 1), ("ქართული ", 1), ("שָׁלוֹם ", 1), ("مُحَمَّد ", 1), ("हिन्दी ", 1), ("தமிழ் ", 1),
      ("አማርኛ ", 1), ("ᏣᎳᎩ ", 1), ("北京大学 ", 4), ("かな ", 2), ("한국어 ", 3), ("ไทย ", 3),
      ("e\u{301} ", 1),
      ("😀", 0), ("\u{202E}abc\u{202C} שלום ", 2),
    ])
  func megabyte(unit: String, words: Int) {
    let times = 1_000_000 / unit.utf8.count
    var tokenizer = SearchTokenizer()
    var count = 0
    var text = String(repeating: unit, count: times)
    text.withUTF8 { bytes in
      tokenizer.tokenize(bytes, for: .document) { _, _ in
        count += 1
        return true
      }
    }
    #expect(count == words * times)
  }
}
