import Testing

@testable import Marfa

@Suite("The contract header")
struct ContractCheckTests {
  @Test(
    "an answer is judged by its status and the header's exact text",
    arguments: [
      (200, ["0"], ContractCheck.ours), (404, ["0"], .ours), (200, ["0", "0"], .ours),
      (200, ["1"], .other(served: "1")), (500, ["1"], .other(served: "1")),
      (200, ["00"], .other(served: "00")), (200, [""], .other(served: "")),
      (200, ["0", "1"], .other(served: "1")), (200, [], .other(served: nil)),
      (204, [], .other(served: nil)), (401, [], .unnamed), (404, [], .unnamed),
      (502, [], .unnamed), (302, [], .unnamed),
    ])
  func judges(_ status: Int, _ values: [String], _ expected: ContractCheck) {
    #expect(ContractCheck(status: status, values: values) == expected)
  }
}
