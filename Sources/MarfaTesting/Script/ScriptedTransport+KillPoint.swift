#if DEBUG
  extension ScriptedTransport {
    /// A moment at which an app's process dies while a request is under way.
    ///
    /// Requests are named by method and path, as in `POST /items`.
    public enum KillPoint: Sendable, Hashable {
      /// The request has left the device and reaches no server.
      case beforeArrival(String)
      /// The server has done what was asked, and its answer reaches no device.
      case beforeAnswer(String)
    }
  }
#endif
