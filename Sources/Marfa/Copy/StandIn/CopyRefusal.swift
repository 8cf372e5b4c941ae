/// An error of what stands in for a server, which passes through a copy as it is.
///
/// Everything else that a call throws becomes a `MarfaError`.
package protocol CopyRefusal: Error {}
