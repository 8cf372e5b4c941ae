/// What a key may do to the instance itself. None of them opens any content.
public enum KeyPermission: String, Sendable, Hashable, CaseIterable {
  /// Minting keys; listing and revoking those within its own reach.
  case mintKeys = "keys.mint"
  /// Listing and revoking every key.
  case manageKeys = "keys.manage"
  /// Replacing and deleting types and edge types.
  case writeSchema = "schema.write"
  /// Purging items.
  case purgeItems = "items.purge"
  /// Outbound webhooks.
  case manageWebhooks = "webhooks.manage"
  /// The instance's configuration, and the settings of keys that stand in for it.
  case manageConfiguration = "config.manage"
  /// The audit record.
  case readAudit = "audit.read"
  /// The grants of apps.
  case manageGrants = "grants.manage"
  /// Health in detail, metrics, housekeeping and jobs, to be read.
  case readInstance = "instance.read"
  /// Housekeeping and jobs, to be run and cancelled.
  case maintainInstance = "instance.maintain"
  /// Registrations of connectors.
  case manageConnectors = "connectors.manage"
  /// Every blob.
  case manageBlobs = "blobs.manage"
}
