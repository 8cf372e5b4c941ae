/// What a batch of records says about its sender: the encoder writes these and no others.
enum ResourceField: String, CaseIterable, Sendable {
  case serviceName = "service.name"
  case serviceVersion = "service.version"
  case systemName = "os.name"
  case systemVersion = "os.version"

  /// What it is and what it is for, as the documentation says it.
  var purpose: String {
    switch self {
    case .serviceName: "the app's name. One project can serve several apps."
    case .serviceVersion: "the app's version. It shows which versions an event comes from."
    case .systemName: "the system's name, such as `macOS`. Some behaviour is of one system."
    case .systemVersion: "the system's version, three numbers. As above."
    }
  }
}
