/// What this build is and offers.
package enum Build {
  /// The build's version. It is never equal to the contract number.
  package static let version = "0.1.0"
  /// The surfaces that this server answers.
  static let features = [
    "blobs", "edges", "event_stream", "idempotency_keys", "item_versions", "keys", "metadata",
    "search",
    "types",
  ]
}
