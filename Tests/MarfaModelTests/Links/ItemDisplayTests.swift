import MarfaModel
import Testing

/// Names and previews of items.
@Suite struct ItemDisplayTests {
  private func display(_ title: String?, _ body: String? = nil, label: String? = nil) -> ItemDisplay
  {
    ItemDisplay(title: title, body: body, type: "core.note", label: label)
  }

  @Test("the name is the title, else the text's first line, else the type's label or id")
  func names() {
    #expect(display("Plan", "text").name == "Plan")
    #expect(display(" Plan \n  B ").name == "Plan B")
    #expect(display("", "\n\n# First **line**\nsecond").name == "First line")
    #expect(display("  \n", nil, label: "Note").name == "Note")
    #expect(display(nil, "---\n***\n", label: nil).name == "note")
    #expect(ItemDisplay(title: nil, body: nil, type: "", label: " ").name == "?")
  }

  @Test("the preview is what the name leaves of the text, and absent without text")
  func previews() {
    #expect(display("Plan", "one\n\ntwo").preview == "one two")
    #expect(display("Plan", "# plan\none").preview == "one")
    #expect(display(nil, "one\ntwo").preview == "two")
    #expect(display(nil, "one").preview == nil)
    #expect(display("Plan", " \n ").preview == nil)
    #expect(display("Plan").preview == nil)
  }

  @Test("marks of Markdown are not shown, words with marks inside are")
  func marks() {
    let cases = [
      ("> - [x] *done* `code` ~~gone~~", "done code gone"),
      ("see [[Plan|the plan]] and [[Other]]", "see the plan and Other"),
      ("a [link](https://e.example/x_y) b", "a link b"), ("![alt](x.png) c", "alt c"),
      ("snake_case and _so_", "snake_case and so"), ("a %%no%% b <!-- no --> c", "a b c"),
      (#"2 \* 3"#, "2 * 3"), ("1. one", "1. one"), ("#tag", "#tag"), ("C# [", "C#"),
      ("日本語 **太字** 🙂", "日本語 太字 🙂"), ("[[open", "open"),
      ("```swift\nlet *x*\n```", "let *x*"),
    ]
    for (body, expected) in cases { #expect(display("t", body).preview == expected, "\(body)") }
    #expect(display("t", "---\nkey: value\n---\ntext").preview == "text")
  }

  @Test("long texts are cut at a word and marked")
  func long() {
    let words = String(repeating: "word ", count: 200_000)
    let shown = display(words, words)
    #expect(shown.name.count <= 120 && shown.name.hasSuffix("word…"))
    #expect((shown.preview?.count ?? 0) <= 160 && shown.preview?.hasSuffix("word…") == true)
    let one = display(String(repeating: "a", count: 1_000), String(repeating: "語", count: 90_000))
    #expect(one.name == String(repeating: "a", count: 119) + "…")
    #expect(one.preview == String(repeating: "語", count: 159) + "…")
  }
}
