import Foundation

/// Where a server keeps its data and where it listens.
public struct ServerConfiguration: Sendable {
  /// The folder that holds the store and the first key. Made when absent, for its owner only.
  public var folder: URL
  /// The address to listen at; `127.0.0.1` by default, so that nothing is exposed unasked.
  public var host: String
  /// The port to listen at; 8600 by default, 0 takes any free one.
  public var port: Int
  /// The largest ordinary body, in bytes: 1 MiB by default.
  public var largestBody: Int
  /// The largest body of a bulk operation, in bytes: 16 MiB by default.
  public var largestBulkBody: Int
  /// The space that uploads leave free on the volume, in bytes: 128 MiB by default, 0 for none.
  public var diskReserve: Int64
  /// Where the server is reached from outside, such as behind a proxy; links to files begin with
  /// it. Without one they begin with the name by which a client reached the server.
  public var publicAddress: URL?
  /// How long a stop waits for running requests: 7 s by default.
  ///
  /// The process has 8 s in all (server-items 15.5); the rest is for closing the store.
  public var stopDeadline: Duration
  /// Where the access log goes; standard error by default.
  public var log: Log

  /// Where the access log goes.
  public enum Log: Sendable {
    /// One JSON line a request on standard error.
    case standardError
    /// Nowhere.
    case none
    /// Each line, with its newline, to this function. It is called from many threads.
    case lines(@Sendable ([UInt8]) -> Void)
  }

  /// Makes a configuration with the defaults of the protocol.
  public init(
    folder: URL, host: String = "127.0.0.1", port: Int = 8600, largestBody: Int = 1_048_576,
    largestBulkBody: Int = 16 << 20, diskReserve: Int64 = 128 << 20, publicAddress: URL? = nil,
    stopDeadline: Duration = .seconds(7), log: Log = .standardError
  ) {
    self.folder = folder
    self.host = host
    self.port = port
    self.largestBody = largestBody
    self.largestBulkBody = largestBulkBody
    self.diskReserve = diskReserve
    self.publicAddress = publicAddress
    self.stopDeadline = stopDeadline
    self.log = log
  }
}
