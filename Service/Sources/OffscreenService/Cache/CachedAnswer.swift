import Foundation
import NIOCore

/// An answer as it is kept: what was made of a page, and what there is to know about it.
struct CachedAnswer: Sendable {
  struct Head: Codable, Hashable, Sendable {
    var mediaType: String
    /// Quoted, as HTTP writes it.
    var entityTag: String
    /// Seconds since 1970.
    var made: Double
    var width: Int?
    var height: Int?
    var milliseconds: Double?
    var warnings: [String] = []
    /// Seconds for which the page's server lets it be given out, and still while it is made anew; nil where it says
    /// nothing.
    var fresh: Double?
    var stale: Double?
  }

  var head: Head
  var body: ByteBuffer

  /// A file: a mark, the length of the head, the head, the body, and the length of it all at the end, so that a file
  /// that was cut off is seen.
  private static let mark = Array("OFFSCRN1".utf8)

  func file() throws -> ByteBuffer {
    let head = try JSONText.encoder.encode(self.head)
    var file = ByteBufferAllocator().buffer(capacity: head.count + body.readableBytes + 28)
    file.writeBytes(Self.mark)
    file.writeInteger(UInt32(clamping: head.count))
    file.writeBytes(head)
    var body = self.body
    file.writeBuffer(&body)
    file.writeInteger(UInt64(file.readableBytes + 8))
    return file
  }

  /// Nil for what is no such file, or not a whole one.
  init?(file: ByteBuffer) {
    var file = file
    let count = file.readableBytes
    guard file.readBytes(length: Self.mark.count) == Self.mark, let length: UInt32 = file.readInteger(),
      let head = file.readBytes(length: Int(length)), file.readableBytes >= 8,
      let body = file.readSlice(length: file.readableBytes - 8), let whole: UInt64 = file.readInteger(),
      whole == UInt64(count), let known = try? JSONDecoder().decode(Head.self, from: Data(head))
    else { return nil }
    (self.head, self.body) = (known, body)
  }

  init(head: Head, body: ByteBuffer) { (self.head, self.body) = (head, body) }

  /// Seconds since it was made.
  func age(at now: Double = Date().timeIntervalSince1970) -> Double { max(0, now - head.made) }
}
