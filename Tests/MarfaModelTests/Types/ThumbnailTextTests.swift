import Foundation
import MarfaModel
import Testing

@Suite("Thumbnails")
struct ThumbnailTextTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let webp = Array("RIFF....WEBP".utf8)

  private func uri(_ type: String, _ bytes: [UInt8]) -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  @Test("an image of each format reads as its bytes")
  func reads() throws {
    for (type, bytes) in [
      ("image/png", Self.png + [1, 2, 3]), ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0]),
      ("image/webp", Self.webp + [0xFF, 0xFE, 0xFD, 0xFC, 0xFB]),
    ] {
      let thumbnail = try #require(ThumbnailText(uri(type, bytes)))
      #expect(thumbnail.mimeType == type)
      #expect(thumbnail.bytes == bytes)
    }
  }

  @Test("an image of 16 KiB is taken and one byte more is not")
  func size() {
    let most = Self.png + Array(repeating: 7, count: 16_384 - 8)
    #expect(ThumbnailText(uri("image/png", most))?.bytes.count == 16_384)
    #expect(ThumbnailText(uri("image/png", most + [7])) == nil)
    #expect(ThumbnailText(uri("image/png", most + [7, 7, 7])) == nil)
  }

  @Test("whatever is not canonical is refused")
  func refuses() {
    let good = uri("image/png", Self.png)
    #expect(ThumbnailText(good) != nil)
    for text in [
      "", "data:image/png;base64,", uri("image/gif", Self.png), uri("image/jpeg", Self.png),
      uri("image/webp", Self.png), good.uppercased(), " " + good, good + "\n",
      good.replacingOccurrences(of: "=", with: ""), good + "====",
      good.replacingOccurrences(of: "image/png", with: "IMAGE/PNG"),
      // The last letter before the padding carries two bits that must be clear.
      String(good.dropLast(2)) + "p=", uri("image/png", Array(Self.png.dropLast())),
      good.replacingOccurrences(of: "base64", with: "charset=utf-8;base64"),
      good.replacingOccurrences(of: "iVBO", with: "iVB-"),
    ] {
      #expect(ThumbnailText(text) == nil, "\(text)")
    }
  }

  @Test("a thumbnail field takes such a text and nothing else")
  func field() throws {
    let catalog = try register(type(["pic": ["type": "thumbnail"]]))
    let rules = PropertyRules(try catalog.typeForWriting("app.shop.order"))
    #expect(try rules.creating(["pic": .string(uri("image/png", Self.png))]).count == 1)
    for value in ["x", 1, [:]] as [JSONValue] {
      #expect(throws: RuleRefusal.self) { try rules.creating(["pic": value]) }
    }
  }
}
