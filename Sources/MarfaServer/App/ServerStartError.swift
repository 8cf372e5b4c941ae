import Foundation
import MarfaHTTP
import MarfaModel
import MarfaSQL

/// Why a server could not start, and what to do about it.
public enum ServerStartError: Error, Sendable, Hashable, LocalizedError {
  /// The data folder can't be made or written.
  case folder(reason: String)
  /// The store in the data folder has a shape of another build.
  case schema(reason: String)
  /// The store in the data folder can't be opened.
  case store(MarfaError)
  /// Another process serves this data folder.
  case inUse
  /// The address can't be listened at.
  case listening(reason: String)
  /// The host is no address.
  case badAddress

  /// A stable word for the case.
  public var code: String {
    switch self {
    case .folder: "folder"
    case .schema: "wrong_schema"
    case .store(let error): error.code()
    case .inUse: "in_use"
    case .listening: "listening"
    case .badAddress: "bad_address"
    }
  }

  /// A sentence fit to show a person.
  public var message: String {
    switch self {
    case .folder(let reason): "The data folder cannot be used: \(reason)"
    case .schema(let reason):
      "The data in this folder was made by another version. Nothing was changed. \(reason)"
    case .store(let error): error.message
    case .inUse: "Another server already works on this data folder. Stop it first."
    case .listening(let reason): reason
    case .badAddress: "The host is not an address that can be listened at."
    }
  }

  /// The same text as ``message``.
  public var errorDescription: String? { message }

  init(listening error: HTTPServerError) {
    self = .listening(reason: error.description)
  }
}
