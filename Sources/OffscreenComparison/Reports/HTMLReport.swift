import Foundation
import OffscreenLoading

/// One HTML page that holds everything: it opens anywhere, without a network, and its pictures are in it.
package struct HTMLReport {
  /// Pictures of all items together; later items are listed without them.
  private static let mostPictureBytes = 64 << 20
  private static let mostGroups = 100
  /// The mark of the page, near its top.
  private static let generator = #"<meta name="generator" content="offscreen diff">"#

  /// Whether a file is such a page.
  static func isReport(at path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 1024) else {
      return false
    }
    return String(decoding: start, as: UTF8.self).contains(generator)
  }

  package static func html(_ comparison: Comparison, options: ComparisonOptions) -> [UInt8] {
    var room = mostPictureBytes
    let data = Report(
      expected: comparison.expected, actual: comparison.actual, rules: describe(options),
      origin: origins(comparison), notes: comparison.notes,
      groups: ChangeGroups.find(comparison).prefix(mostGroups).map {
        Group(title: $0.title, description: $0.description, names: $0.names)
      },
      items: comparison.items.map { Item($0, room: &room) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(data)) ?? Data(#"{"items":[],"origin":[]}"#.utf8)
    // A script element ends at the first `</script`: no `<` is left in it.
    // https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
    var out: [UInt8] = []
    out.reserveCapacity(json.count + 32_768)
    let page = PackageResources.report_html
    let mark = Array("{{DATA}}".utf8)
    guard let place = page.indices.first(where: { page[$0...].starts(with: mark) }) else { return page }
    out += page[..<place]
    for byte in json {
      if byte == UInt8(ascii: "<") { out += Array("\\u003c".utf8) } else { out.append(byte) }
    }
    return out + page[(place + mark.count)...]
  }

  private static func describe(_ options: ComparisonOptions) -> String {
    var parts = [options.preset.rawValue]
    if let threshold = options.threshold { parts.append("threshold \(number(threshold))") }
    if options.tolerablePixels > 0 { parts.append("up to \(options.tolerablePixels) pixels") }
    if options.tolerableRatio > 0 { parts.append("up to \(number(options.tolerableRatio * 100)) % of the pixels") }
    if options.ignoresShifts { parts.append("shifts ignored") }
    if options.ignoresAntialiasing { parts.append("antialiasing ignored") }
    parts += options.masks.map { "mask \($0.description)" }
    return parts.joined(separator: ", ")
  }

  /// The differences of the pictures' fingerprints, over all pictures.
  private static func origins(_ comparison: Comparison) -> [String] {
    var lines: [String] = []
    for item in comparison.items {
      for line in item.difference?.fingerprint.map(\.description) ?? [] where !lines.contains(line) && lines.count < 20
      {
        lines.append(line)
      }
    }
    return lines
  }

  private struct Report: Encodable {
    var expected: String
    var actual: String
    var rules: String
    var origin: [String]
    var notes: [String]
    var groups: [Group]
    var items: [Item]
  }

  private struct Group: Encodable {
    var title: String
    var description: String
    var names: [String]
  }

  private struct Change: Encodable {
    var change: String
    var element: String
    var path: String
    var detail: String
  }

  private struct Item: Encodable {
    var name: String
    var status: String
    var summary: String
    var origin: [String]
    var notes: [String]
    var expectedPath: String?
    var actualPath: String?
    var expectedSize: [Int]?
    var actualSize: [Int]?
    /// The differing regions; where rows moved, the other ones.
    var regions: [[Int]]
    /// The first row that moved, the one behind the last or none, and how far down.
    var shifts: [[Int?]]
    var elements: [Change]
    var carried: Int
    /// Its entry in a list of approved pictures; nil where it cannot be accepted.
    var approval: String?
    var embedded = true
    /// As `data:` URLs.
    var expected: String?
    var actual: String?
    var diff: String?

    init(_ item: ComparedItem, room: inout Int) {
      (name, status, summary) = (item.name, item.status, item.summary)
      (expectedPath, actualPath) = (item.expected?.name, item.actual?.name)
      let difference = item.difference
      origin = difference.flatMap { TextReport.origin($0.fingerprint) }.map { [$0] } ?? []
      notes = difference?.notes ?? []
      regions = ((difference?.shift?.rest ?? difference?.pixels)?.regions ?? []).prefix(500).map {
        [$0.box.x, $0.box.y, $0.box.width, $0.box.height]
      }
      shifts = (difference?.shift?.shifts ?? []).map { [$0.top, $0.bottom, $0.distance] }
      elements = (difference?.elements ?? []).prefix(500).map {
        Change(change: $0.kind.rawValue, element: $0.element, path: $0.path, detail: $0.detail)
      }
      carried = difference?.carriedAlong ?? 0
      (expectedSize, actualSize) = (difference?.pixels?.expectedSize, difference?.pixels?.actualSize)
      if item.isMatch {
        embedded = false
        return
      }
      let files = [item.expected, item.actual].map { $0.flatMap { try? $0.open() } }
      if item.isAcceptable, let picture = files[1] {
        approval = ContentHash.sha256(picture.bytes) + "  " + AcceptanceList.encoded(item.name)
      }
      let bytes = files.reduce(difference?.picture?.count ?? 0) { $0 + ($1?.bytes.count ?? 0) }
      guard bytes <= room else {
        embedded = false
        return
      }
      room -= bytes
      if expectedSize == nil { expectedSize = files[0]?.size }
      if actualSize == nil { actualSize = files[1]?.size }
      expected = files[0].map { Self.address($0.bytes, $0.mimeType) }
      actual = files[1].map { Self.address($0.bytes, $0.mimeType) }
      diff = difference?.picture.map { Self.address($0, "image/png") }
    }

    private static func address(_ bytes: [UInt8], _ mimeType: String) -> String {
      "data:\(mimeType);base64," + Data(bytes).base64EncodedString()
    }
  }
}
