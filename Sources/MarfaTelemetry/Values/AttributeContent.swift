/// What an attribute can hold: no case takes a text that was made at run time.
enum AttributeContent: Sendable {
  case integer(Int64)
  case number(Double)
  case truth(Bool)
  case text(StaticString)
}
