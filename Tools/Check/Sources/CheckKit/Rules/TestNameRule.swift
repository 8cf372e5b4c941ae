/// A test's name is a sentence that says what holds and when.
struct TestNameRule {
  func findings(in file: SourceFile) -> [Finding] {
    guard file.isTest else { return [] }
    return file.tokens.indices.compactMap { index in
      guard file.tokens[index].text == "Test", index > 0, file.tokens[index - 1].text == "@" else {
        return nil
      }
      let line = file.tokens[index].line
      guard index + 2 < file.tokens.count, file.tokens[index + 1].text == "(",
        let name = file.strings[index + 2]
      else {
        return Finding(
          file.path, line, "name this test with a sentence: @Test(\"subject, condition, result\")")
      }
      guard name.split(separator: " ").count >= 3 else {
        return Finding(
          file.path, line, "'\(name)' is no sentence: say subject, condition and result")
      }
      return nil
    }
  }
}
