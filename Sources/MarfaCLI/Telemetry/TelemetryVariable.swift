/// The variables of the environment by which a person lets the command line report.
enum TelemetryVariable: String, CaseIterable {
  case choice = "MARFA_TELEMETRY"
  case host = "MARFA_TELEMETRY_HOST"
  case token = "MARFA_TELEMETRY_TOKEN"

  /// What it holds, as the documentation says it.
  var meaning: String {
    switch self {
    case .choice: "`on` lets it report; `off`, empty or absent doesn't."
    case .host: "the host of your PostHog project, an `https` address. There is none built in."
    case .token: "the project's token. There is none built in."
    }
  }
}
