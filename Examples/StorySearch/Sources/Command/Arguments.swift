import Foundation

/// What was asked on the command line.
struct Arguments: Sendable, Equatable {
  var query = ""
  var isOffline = false
  var showsRequests = false
  var language: String?
  var base: URL?
  var store: URL?

  /// Why a command line was not understood: a thing to tell, not a thing that broke.
  struct Fault: Error, Equatable {
    var text: String
  }

  static let usage = """
    usage: stories search WORDS... [--offline] [--lang en|it] [--base-url URL] [--store FILE]
                          [--requests]

      --offline    show what is kept, without a network
      --lang       the language of all messages (default: the environment's)
      --base-url   another address of the search interface
      --store      the file that keeps results
      --requests   tell at the end how many requests were made
    """

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(Fault) {
    guard arguments.first == "search" else {
      throw Fault(
        text: arguments.first.map { "There is no command “\($0)”." } ?? "What shall I do?")
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
        let code = try Self.value(argument, &rest)
        guard ["en", "it"].contains(code) else { throw Fault(text: "--lang is en or it.") }
        language = code
      case "--base-url":
        let text = try Self.value(argument, &rest)
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""),
          url.host()?.isEmpty == false
        else { throw Fault(text: "--base-url needs an http or https address.") }
        base = url
      case "--store": store = URL(filePath: try Self.value(argument, &rest))
      default: throw Fault(text: "There is no option \(argument).")
      }
    }
    query = words.joined(separator: " ")
  }

  private static func value(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(Fault) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw Fault(text: "\(option) needs a value.")
    }
    return value
  }
}
