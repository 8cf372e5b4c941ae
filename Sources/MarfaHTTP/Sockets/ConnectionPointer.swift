import CMicroHTTPD

/// The library's handle of a connection.
///
/// Valid from the connection's first callback until `completed` was called for the request that
/// holds it. Suspending is for the connection's own network thread; resuming works from any.
// Unchecked: a pointer says nothing of threads. Resuming is documented to be safe from any
// thread, everything else is done on the connection's own.
struct ConnectionPointer: @unchecked Sendable {
  let raw: OpaquePointer

  /// Takes the connection off its thread's list until it is resumed.
  func suspend() { MHD_suspend_connection(raw) }

  /// Puts the connection back on its thread's list and wakes the thread.
  func resume() { MHD_resume_connection(raw) }

  /// Sets after how many idle seconds the connection is cut, zero for never.
  func setTimeout(_ duration: Duration) {
    _ = marfa_mhd_set_timeout(raw, duration.wholeSeconds)
  }
}

extension Duration {
  /// Whole seconds as the library takes them: rounded up, so that only zero stays zero.
  var wholeSeconds: UInt32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, self > .zero else { return 0 }
    return UInt32(clamping: attoseconds > 0 ? seconds + 1 : seconds)
  }
}
