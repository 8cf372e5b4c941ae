/// What went wrong with a call, and what to do about it.
///
/// Every call on a working copy, a server, a client or folders throws this one type. An app needs
/// no list of the cases: ``remedy`` says what heals the error, and four properties read it
/// (``refusesKey``, ``isTransient``, ``needsHydration``, ``retryAfter``). ``message`` is fit to show
/// a person; ``code()`` is a stable word for logs and scripts.
///
/// Associated values may hold what a server said. They never hold a key.
public enum MarfaError: Error, Sendable, Hashable {
  // Refusals

  /// The thing is not here: 404, or an id that this copy does not hold.
  case notFound(code: String, message: String)
  /// The server refused the key (401).
  case unauthorized(code: String, message: String)
  /// The key works but lacks a permission (403).
  case forbidden(code: String, message: String)
  /// The input breaks a rule (400, or the same rule checked here).
  case validation(code: String, message: String)
  /// The item type is not in the catalog.
  case unknownType(message: String)
  /// The server asks to wait (429).
  case rateLimited(code: String, message: String, retryAfterSeconds: UInt64?)

  // The connection and the server

  /// Any other refusal of the server: 5xx, 409, 413, 422.
  case server(status: UInt16, code: String, message: String)
  /// The server could not be reached, or the connection broke.
  case network(message: String)
  /// Something between here and the server answered in its place.
  case unnamed(status: UInt16, message: String)
  /// The address answers with a redirect, which is never followed.
  case redirected(origin: String, status: UInt16, location: String?, message: String)
  /// An answer or a stored text could not be read.
  case decoding(message: String)
  /// The server speaks another version of the interface. When a write was sent, it stays queued.
  case contractMismatch(
    served: String?, expected: UInt64, status: UInt16?, writeSent: Bool, message: String)
  /// The signed-in credential is gone.
  case signedOut(origin: String, message: String)
  /// The call needs a server and the copy has none.
  case noServer(message: String)
  /// The store belongs to another server.
  case wrongServer(expected: String, got: String, message: String)
  /// The event stream ended before it said what it must.
  case streamIncomplete(reason: String, message: String)

  // The copy's state

  /// A load of the copy was interrupted; reads wait for a whole one.
  case hydrationIncomplete(message: String)
  /// There is nothing to follow from.
  case noCursor(message: String)
  /// No catalog of types is held.
  case noCatalog(message: String)
  /// The copy can no longer be brought up to date; its queue is kept.
  case copyExpired(reason: String, message: String)
  /// The store has a shape that this build cannot read.
  case wrongSchema(path: String, reason: String, unsent: UInt64?, message: String)
  /// The call needs the writer role, which another process holds.
  case readingHandle(message: String)
  /// A bad argument, or a call at the wrong moment.
  case invalid(message: String)
  /// The calling task was cancelled.
  case canceled(message: String)
  /// The copy is closed.
  case closed(message: String)

  // Files and the device

  /// The local database failed.
  case store(message: String)
  /// Another local file failed.
  case io(message: String)
  /// The device has no space left.
  case storageFull(message: String)
  /// The item is here, the bytes of its file are not.
  case bytesAbsent(hash: String, reason: String, message: String)
  /// The device has no keychain to hold a sign-in.
  case noKeychain(message: String)
  /// A folder waits for its first sync to be confirmed.
  case firstSyncWaiting(message: String)
  /// The file was attached, but the body that shows it could not be written.
  ///
  /// `attached` names the item that holds the file; `cause` is why the body was not written.
  indirect case embedIncomplete(attached: String, cause: MarfaError)
}
