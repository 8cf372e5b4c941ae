/// An error that can carry the first failure of the series that it ended.
///
/// ``RetryExecutor`` throws the last failure; when it is of such a type the first, which often
/// names the true cause, goes along.
public protocol FirstFailureKeeping: Error {
  /// Answers this error with `first` remembered as what began the series.
  func keeping(firstFailure first: any Error) -> Self
}
