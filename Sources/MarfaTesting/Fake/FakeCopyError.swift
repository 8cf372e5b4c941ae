#if DEBUG
  import Foundation
  import Marfa

  /// Why a fake copy does not answer a call.
  public enum FakeCopyError: CopyRefusal, Sendable, Hashable, LocalizedError {
    /// The fake would have to answer otherwise than a real copy, so it does not answer.
    ///
    /// `call` names the call by its type and labels and, where only an input is at fault, that
    /// input: `Items.list(_:sort:) with a filter`. Nothing was changed.
    case unsupported(call: String)

    /// A sentence for whoever reads the test's output.
    public var errorDescription: String? {
      switch self {
      case .unsupported(let call):
        "A fake copy can't answer \(call) exactly as a real copy does."
      }
    }
  }
#endif
