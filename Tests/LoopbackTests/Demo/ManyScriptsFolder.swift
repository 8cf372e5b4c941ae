import Foundation

/// A folder of Markdown files in a dozen scripts: front matter, links, and files that are broken.
struct ManyScriptsFolder {
  /// Where it is.
  let url: URL
  /// Files that become notes.
  private(set) var whole = 0
  /// Files that can't be read.
  private(set) var broken = 0

  /// Words of one script: a name for folders and files, a title, a sentence.
  private static let scripts: [(name: String, title: String, text: String)] = [
    ("latin", "Grüße", "Zażółć gęślą jaźń, naïve café, İstanbul ığdır"),
    ("кириллица", "Заметка", "Съешь же ещё этих мягких французских булок"),
    ("ελληνικά", "Σημείωση", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"),
    ("עברית", "פתק", "דג סקרן שט בים מאוכזב ולפתע מצא חברה"),
    ("العربية", "ملاحظة", "نص حكيم له سر قاطع وذو شأن عظيم"),
    ("हिन्दी", "टिप्पणी", "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा"),
    ("বাংলা", "নোট", "আকাশে মেঘ করেছে বৃষ্টি হবে"),
    ("தமிழ்", "குறிப்பு", "யாமறிந்த மொழிகளிலே தமிழ்மொழி போல்"),
    ("ไทย", "บันทึก", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า"),
    ("中文", "笔记", "天地玄黄宇宙洪荒日月盈昃辰宿列张"),
    ("日本語", "メモ", "いろはにほへとちりぬるを我が世誰ぞ常ならむ"),
    ("한국어", "메모", "키스의 고유조건은 입술끼리 만나야 하고"),
    ("ქართული", "ჩანაწერი", "გთხოვთ ახლავე გაიაროთ რეგისტრაცია"),
    ("አማርኛ", "ማስታወሻ", "ሰማይ አይታረስ ንጉሥ አይከሰስ"),
    ("emoji 🦀", "👩‍👩‍👧 note", "🇩🇪🏳️‍🌈 crab 🦀 and e\u{301} combining"),
  ]

  /// Writes the files.
  ///
  /// - Parameter count: how many whole ones, spread over the scripts.
  init(in url: URL, count: Int) throws {
    self.url = url
    var titles: [String] = []
    for number in 0..<count {
      let (folder, title, text) = Self.scripts[number % Self.scripts.count]
      let name = "\(title) \(number)"
      let front = [
        "", "---\ntags: [\(folder.prefix(5)), part-\(number % 7)]\nrating: \(number % 5)\n---\n",
        "---\ntitle: \(name) front\naliases: [alias \(number)]\nlanguage: de\n---\n",
        "---\n: not yaml [\n---\n",
      ][number % 4]
      let link =
        titles.isEmpty
        ? "[[nowhere at all]]"
        : number % 3 == 0
          ? "[[\(titles[number / 2])]]" : number % 3 == 1 ? "See ![[image.png]]." : ""
      let body = "# \(name)\n\n\(text) \(number)\r\n\n\(link)\n\n```\n[[not a link]]\n```\n"
      titles.append(name)
      try write("\(folder)/\(number % 10)/\(name).md", Array((front + body).utf8))
      whole += 1
    }
    for (name, bytes) in [
      ("broken/not text.md", [0x23, 0x20, 0x80, 0x81]), ("broken/cut.md.gz", [0x1F, 0x8B, 8, 0]),
      ("broken/zero.md", [0x61, 0x00, 0x62]),
    ] as [(String, [UInt8])] {
      try write(name, bytes)
      broken += 1
    }
    try write("broken/long.md", Array(String(repeating: "long text 長い\n", count: 12_000).utf8))
    whole += 1
    try write("empty.md", [])
    whole += 1
    try write("not markdown.txt", Array("text".utf8))
  }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }
}
