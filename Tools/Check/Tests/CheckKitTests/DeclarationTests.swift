import Testing

@testable import CheckKit

@Suite("Finding declarations")
struct DeclarationTests {
  private func declarations(_ text: String) -> [Declaration] {
    SourceFile(path: "Sources/A/F.swift", text: text).declarations
  }

  @Test("members are found with their access and their labels, bodies are not looked into")
  func findsMembers() {
    let found = declarations(
      """
      public struct A<Element: Sendable>: Sendable {
        public private(set) var count = 0 { didSet { let inner = 1; _ = inner } }
        let x = [1, 2].map { $0 + 1 }
        public init?(from start: Int, _ end: Int = 3) { func local() {} }
        public static func < (left: Self, right: Self) -> Bool { true }
        func `default`() async throws -> Int where Element: Hashable { 1 }
      }
      """)
    #expect(
      found.map(\.name) == ["A", "count", "x", "init(from:_:)", "<", "default()"])
    #expect(
      found.map(\.access) == [.public, .public, .internal, .public, .public, .internal])
    #expect(found[0].generics == ["Element"])
    #expect(found[1].enclosing == ["A"])
  }

  @Test("requirements and cases take the access of their type")
  func handsDownAccess() {
    let found = declarations(
      """
      public protocol P { associatedtype X; var a: Int { get } ; func f() async throws -> X
        func g() }
      public enum E { case one, two(Int)
        indirect case three(E) }
      enum F { case four }
      public extension E { var five: Int { 5 } }
      extension E { var six: Int { 6 } }
      """)
    let access = Dictionary(
      found.map { ($0.kind.rawValue + $0.name, $0.access) }, uniquingKeysWith: { first, _ in first }
    )
    #expect(access["funcf()"] == .public)
    #expect(access["funcg()"] == .public)
    #expect(access["caseone"] == .public)
    #expect(access["casethree"] == .public)
    #expect(access["casefour"] == .internal)
    #expect(access["varfive"] == .public)
    #expect(access["varsix"] == .internal)
  }

  @Test("an attribute above belongs to its declaration")
  func readsAttributes() {
    let found = declarations("@available(*, deprecated)\n@frozen public struct A {}\nlet b = 1")
    #expect(found.map(\.firstLine) == [1, 3])
    #expect(found[0].line == 2)
  }

  @Test("an expression over several lines stays one declaration")
  func readsLongExpressions() {
    let found = declarations(
      """
      struct A {
        let a: Int = flag
          ? 1
          : 2
        let b = list
          .init
          .map { x in
            let y = x
            return y
          }
        class func c() {}
      }
      """)
    #expect(found.map(\.name) == ["A", "a", "b", "c()"])
  }
}
