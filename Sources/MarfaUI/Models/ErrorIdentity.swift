import Foundation
import Marfa
import MarfaModel

/// What makes two errors the same one to a person: the case and what heals it, or domain and code.
struct ErrorIdentity: Hashable {
  private let domain: String
  private let code: Int
  private let kind: MarfaErrorKind?
  private let remedy: Remedy?

  init(_ error: any Error) {
    if let error = error as? MarfaError {
      kind = MarfaErrorKind(error)
      remedy = error.remedy
      domain = ""
      code = 0
    } else {
      let error = error as NSError
      kind = nil
      remedy = nil
      domain = error.domain
      code = error.code
    }
  }
}
