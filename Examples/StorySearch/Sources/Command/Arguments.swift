import Foundation

/// What was asked on the command line.
struct Arguments: Sendable, Equatable {
  var query = ""
  var isOffline = false
  var showsRequests = false
  var base: URL?
  var store: URL?

  /// Why a command line was not understood: a thing to tell, not a thing that broke.
  enum Fault: Error, Equatable {
    case nothingAsked
    case unknownCommand(String)
    case unknownOption(String)
    case valueMissing(option: String)
    case unknownLanguage
    case notAnAddress
  }

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(Fault) {
    guard arguments.first == "search" else {
      throw arguments.first.map { .unknownCommand($0) } ?? .nothingAsked
    }
    var words: [String] = []
    var rest = arguments.dropFirst()
    var onlyWords = false
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--"), !onlyWords else {
        words.append(argument)
        continue
      }
      switch argument {
      case "--": onlyWords = true
      case "--offline": isOffline = true
      case "--requests": showsRequests = true
      case "--lang":
        // The command looks it up by itself: it is needed for what is wrong here too.
        let code = try Self.value(argument, &rest)
        guard ["en", "it"].contains(code) else { throw .unknownLanguage }
      case "--base-url":
        let text = try Self.value(argument, &rest)
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""),
          url.host()?.isEmpty == false
        else { throw .notAnAddress }
        base = url
      case "--store": store = URL(filePath: try Self.value(argument, &rest))
      default: throw .unknownOption(argument)
      }
    }
    query = words.joined(separator: " ")
  }

  private static func value(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(Fault) -> String {
    guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw .valueMissing(option: option)
    }
    return value
  }
}
