/// Reads many small objects one after the other, such as the properties of a list of rows.
///
/// Rows of one type have the same keys: they are made once and shared, and so is the memory that
/// reading takes. It belongs to whoever walks the rows, and to one thread at a time.
package final class JSONRowReader {
  private var reader: JSONReader

  /// Makes a reader that has seen no row yet.
  package init() {
    reader = JSONReader(
      UnsafeBufferPointer(start: nil, count: 0), nestingLimit: JSONValue.nestingLimit)
  }

  /// Reads one JSON text that holds an object from its UTF-8 bytes.
  ///
  /// - Throws: ``MarfaError/decoding(message:)`` with the byte offset of the fault. The next text
  ///   is read as if this one had not been there.
  package func object(_ bytes: UnsafeBufferPointer<UInt8>) throws -> JSONObject {
    reader.begin(bytes)
    defer { reader.end() }
    let value: JSONValue
    do { value = try reader.read(objectOnly: true) } catch { throw error.error }
    // The reader has refused everything else.
    return value.object ?? JSONObject()
  }
}
