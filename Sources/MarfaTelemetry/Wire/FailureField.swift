/// What an exception holds, in the order it is written: the encoder writes these and no others.
enum FailureField: String, CaseIterable, Sendable {
  case list = "$exception_list"
  case level = "$exception_level"
  case operation
  case code
  case heldBack = "held_back"
  case run = "distinct_id"
  case serviceName = "service_name"
  case serviceVersion = "service_version"
  case systemName = "os_name"
  case systemVersion = "os_version"
  case profile = "$process_person_profile"
  case place = "$geoip_disable"

  /// What it is and what it is for, as the documentation says it.
  var purpose: String {
    switch self {
    case .list:
      "one entry: `type`, the kind of an SDK error or the name of another error's type; `value`, a"
        + " sentence fixed in the source; `mechanism`, always handled and synthetic. They say what"
        + " failed."
    case .level: "always `error`. The project sorts by it."
    case .operation: "what the app was doing, a word fixed in its source. It says where it failed."
    case .code:
      "the server's code, only when it is a lowercase word of up to \(Tuning.codeLength) letters,"
        + " digits and underscores. It tells refusals apart."
    case .heldBack:
      "how many failures of this type and operation were held back since the one told before. It"
        + " shows how often it fails."
    case .run:
      "a random word made when the app starts and stored nowhere. The interface demands one; it"
        + " joins the failures of one run, never two runs."
    case .serviceName: "the app's name. One project can serve several apps."
    case .serviceVersion: "the app's version. It shows which versions fail."
    case .systemName: "the system's name, such as `macOS`. Some failures are of one system."
    case .systemVersion: "the system's version, three numbers. As above."
    case .profile: "always `false`: no profile of a person is made."
    case .place: "always `true`: no place is looked up from the network address."
    }
  }
}
