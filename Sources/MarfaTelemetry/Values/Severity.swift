/// How OTLP writes the weight of a log record (its log data model, "Severity Fields").
struct Severity: Sendable, Hashable {
  let number: Int64
  let text: String
}
