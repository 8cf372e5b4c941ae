import Checks
import Foundation

/// What the fuzzer calls with each input. `MARFA_FUZZ` names the check.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.run(UnsafeBufferPointer(start: start, count: count))
  return 0
}

private let chosen: any Check.Type = {
  let name = ProcessInfo.processInfo.environment["MARFA_FUZZ"] ?? ""
  guard let check = AllChecks.named(name) else {
    FileHandle.standardError.write(
      Data("fuzz: MARFA_FUZZ must be one of \(AllChecks.names)\n".utf8))
    exit(2)
  }
  return check
}()
