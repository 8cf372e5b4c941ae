import MarfaModel
import Testing

/// An object as a collection that keeps its order.
@Suite struct JSONObjectTests {
  @Test("setting keeps the place, a new key goes to the end, nil takes the key out")
  func order() {
    var object: JSONObject = ["a": 1, "b": 2, "c": 3]
    object["b"] = 20
    object["d"] = 4
    object["a"] = nil
    object["nothing"] = nil
    #expect(object.keys == ["b", "c", "d"])
    #expect(object.values == [20, 3, 4])
    #expect(object.removeValue(forKey: "c") == 3)
    #expect(object.removeValue(forKey: "c") == nil)
    #expect(object.map(\.key) == ["b", "d"])
  }

  @Test("a key repeated in a literal or in pairs keeps its first place and its last value")
  func repeated() {
    let literal: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(literal.keys == ["a", "b"])
    #expect(literal["a"] == 3)
    #expect(JSONObject([("x", 1), ("y", 2), ("x", 3)]) == ["x": 3, "y": 2])
  }

  @Test("order is part of equality and of the hash, at every depth")
  func equality() {
    let one: JSONValue = ["o": ["a": 1, "b": 2]]
    let other: JSONValue = ["o": ["b": 2, "a": 1]]
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
    #expect(JSONValue.integer(1) != JSONValue.number(1))
  }

  @Test("canonically equivalent keys are one key")
  func equivalentKeys() {
    var object: JSONObject = ["\u{E9}": 1]
    object["e\u{301}"] = 2
    #expect(object.count == 1)
    #expect(object["\u{E9}"] == 2)
  }

  @Test("a change to one object is never seen by another that shares its keys")
  func sharedKeys() throws {
    let rows = try #require(JSONValue(json: #"[{"a":1,"b":2},{"a":3,"b":4}]"#).array)
    var first = try #require(rows[0].object)
    let second = try #require(rows[1].object)
    first["c"] = 5
    first["a"] = nil
    #expect(first.keys == ["b", "c"])
    #expect(second.keys == ["a", "b"])
    #expect(second["a"] == 3)
    var empty = JSONObject()
    empty["x"] = 1
    #expect(JSONObject().isEmpty)
    #expect(empty["x"] == 1)
  }

  @Test("large objects find, add and take out keys as small ones do", arguments: [16, 17, 18, 500])
  func large(count: Int) {
    var object = JSONObject((0..<count).map { ("k\($0)", .integer(Int64($0))) })
    #expect(object["k\(count - 1)"] == .integer(Int64(count - 1)))
    #expect(object["k\(count)"] == nil)
    object["k3"] = nil
    object["new"] = true
    object["k5"] = "five"
    #expect(object.count == count)
    #expect(object["k3"] == nil)
    #expect(object["new"] == true)
    #expect(object.keys[4] == "k5" && object.values[4] == "five")
    for key in object.keys { object[key] = nil }
    #expect(object.isEmpty && object["k4"] == nil)
  }
}
