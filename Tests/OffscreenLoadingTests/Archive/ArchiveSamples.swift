@testable import OffscreenLoading

/// Web archives made by hand: records, members of gzip, ZIP files.
enum ArchiveSample {
  /// A record; `length`: what it says of its block, where that is not true.
  static func record(
    _ type: String, _ url: String, date: String = "2026-01-02T03:04:05Z", fields: [String] = [], length: Int? = nil,
    _ block: [UInt8]
  ) -> [UInt8] {
    var head = "WARC/1.1\r\nWARC-Type: \(type)\r\nWARC-Target-URI: \(url)\r\nWARC-Date: \(date)\r\n"
    head += "WARC-Record-ID: <urn:uuid:1>\r\n" + fields.map { "\($0)\r\n" }.joined()
    head += "Content-Length: \(length ?? block.count)\r\n\r\n"
    return Array(head.utf8) + block + Array("\r\n\r\n".utf8)
  }

  /// A record of what a server answered.
  static func answer(
    _ url: String, _ body: String, type: String = "text/html", status: Int = 200, date: String = "2026-01-02T03:04:05Z",
    headers: [String] = [], fields: [String] = []
  ) -> [UInt8] {
    answer(url, Array(body.utf8), type: type, status: status, date: date, headers: headers, fields: fields)
  }

  static func answer(
    _ url: String, _ body: [UInt8], type: String = "text/html", status: Int = 200,
    date: String = "2026-01-02T03:04:05Z",
    headers: [String] = [], fields: [String] = []
  ) -> [UInt8] {
    let head = "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\n" + headers.map { "\($0)\r\n" }.joined() + "\r\n"
    return record("response", url, date: date, fields: fields, Array(head.utf8) + body)
  }

  static let info = record("warcinfo", "file.warc", Array("software: test\r\n".utf8))

  // MARK: Compression

  /// Deflated without being made smaller: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      output.append(rest.isEmpty ? 1 : 0)
      output += little(part.count, 2) + little(~part.count & 0xFFFF, 2) + part
    } while !rest.isEmpty
    return output
  }

  /// A member: https://www.rfc-editor.org/rfc/rfc1952
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + deflated(bytes) + little(checksum(bytes), 4) + little(bytes.count, 4)
  }

  /// A frame with one block that is not compressed, of less than 128 kB: https://www.rfc-editor.org/rfc/rfc8878
  static func zstandard(_ bytes: [UInt8]) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + little(bytes.count, 4) + little(bytes.count << 3 | 1, 3) + bytes
  }

  /// A frame of 15 MiB of zeros, as a file's dictionary: a byte for each block of 128 KiB.
  static let largeDictionary: [UInt8] = {
    var frame = [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + little(15 << 20, 4)
    for block in 1...120 { frame += little((128 << 10) << 3 | 2 | (block == 120 ? 1 : 0), 3) + [0] }
    return [0x5D, 0x2A, 0x4D, 0x18] + little(frame.count, 4) + frame
  }()

  static func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) } }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(~value)
  }

  // MARK: ZIP

  struct File {
    var name: String
    var bytes: [UInt8]
    var isDeflated = false
  }

  static func zip(_ files: [File]) -> [UInt8] {
    var (output, list): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let data = file.isDeflated ? deflated(file.bytes) : file.bytes
      let numbers = little(file.isDeflated ? 8 : 0, 2) + [0, 0, 0, 0] + little(checksum(file.bytes), 4)
      let sizes = little(data.count, 4) + little(file.bytes.count, 4) + little(file.name.utf8.count, 2) + [0, 0]
      list += little(0x0201_4B50, 4) + [20, 0, 20, 0, 0, 0] + numbers + sizes + [UInt8](repeating: 0, count: 10)
      list += little(output.count, 4) + Array(file.name.utf8)
      output += little(0x0403_4B50, 4) + [20, 0, 0, 0] + numbers + sizes + Array(file.name.utf8) + data
    }
    let count = little(files.count, 2)
    let end = little(0x0605_4B50, 4) + [0, 0, 0, 0] + count + count + little(list.count, 4) + little(output.count, 4)
    return output + list + end + [0, 0]
  }
}
