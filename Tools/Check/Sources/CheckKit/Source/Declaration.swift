/// One declaration of a file: a type, a member, a case, a requirement.
struct Declaration {
  enum Kind: String {
    case `struct`, `class`, `enum`, `actor`, `protocol`, `extension`
    case `func`, `init`, `deinit`, `subscript`, `var`, `let`, `case`
    case `typealias`, `associatedtype`, `import`, `macro`, `operator`, `precedencegroup`

    /// Whether it declares a type of its own (an extension and an alias do not).
    var isType: Bool {
      switch self {
      case .struct, .class, .enum, .actor, .protocol: true
      default: false
      }
    }

    /// Whether its braces hold further declarations.
    var isScope: Bool { isType || self == .extension }
  }

  enum Access: Int, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`
    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let kind: Kind
  /// The name: `create` of a function, `Foo.Bar` of an extension, `init(from:)` of an initialiser.
  let name: String
  /// The access that holds, a public extension's and a public protocol's handed down.
  let access: Access
  /// The line its attributes and modifiers start on.
  let firstLine: Int
  /// The line of its keyword.
  let line: Int
  /// How many types and extensions it lies in.
  let depth: Int
  /// The names of the types it lies in.
  let enclosing: [String]
  /// The indexes of its tokens, its attributes first and its body last.
  var range: Range<Int>
  /// The generic parameters it declares.
  let generics: [String]
}
