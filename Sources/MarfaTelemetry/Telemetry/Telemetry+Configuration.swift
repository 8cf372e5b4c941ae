extension Telemetry {
  /// Where reports go and which app they are of.
  public struct Configuration: Sendable {
    /// Where reports go.
    public let destination: Destination
    /// The app's name, fixed for all who use it.
    public let serviceName: String
    /// The app's version.
    public let serviceVersion: String
    /// Where requests wait that did not get through; `nil`, the default, keeps nothing on disk.
    public let spool: Spool?

    /// Makes a configuration. Name and version are sent as they are: nothing of a person goes in.
    public init(
      destination: Destination, serviceName: String, serviceVersion: String, spool: Spool? = nil
    ) {
      self.destination = destination
      self.serviceName = serviceName
      self.serviceVersion = serviceVersion
      self.spool = spool
    }
  }
}
