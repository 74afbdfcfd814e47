import Foundation

/// One HTML page that holds everything: it opens anywhere, without a network, and its pictures are in it.
package struct HTMLReport {
  /// Pictures of all items together; later items are listed without them.
  private static let mostPictureBytes = 64 << 20

  package static func html(_ comparison: Comparison, options: ComparisonOptions) -> [UInt8] {
    var room = mostPictureBytes
    let data = Report(
      expected: comparison.expected, actual: comparison.actual, rules: describe(options),
      origin: origins(comparison), items: comparison.items.map { Item($0, room: &room) })
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
    if options.ignoresAntialiasing { parts.append("antialiasing ignored") }
    parts += options.masks.map { "mask \($0.description)" }
    return parts.joined(separator: ", ")
  }

  /// What was not made alike, over all pictures.
  private static func origins(_ comparison: Comparison) -> [String] {
    var lines: [String] = []
    for item in comparison.items {
      for line in item.difference?.fingerprint.map(\.description) ?? [] where !lines.contains(line) && lines.count < 20 {
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
    var items: [Item]
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
    var regions: [[Int]]
    var elements: [Change]
    var carried: Int
    var embedded = true
    /// As `data:` URLs.
    var expected: String?
    var actual: String?
    var diff: String?

    init(_ item: ComparedItem, room: inout Int) {
      (name, status, summary) = (item.name, item.status, item.summary)
      (expectedPath, actualPath) = (item.expectedPath, item.actualPath)
      let difference = item.difference
      origin = difference.flatMap { TextReport.origin($0.fingerprint) }.map { [$0] } ?? []
      notes = difference?.notes ?? []
      regions = (difference?.pixels?.regions ?? []).prefix(500).map { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] }
      elements = (difference?.elements ?? []).prefix(500).map {
        Change(change: $0.kind.rawValue, element: $0.element, path: $0.path, detail: $0.detail)
      }
      carried = difference?.carriedAlong ?? 0
      (expectedSize, actualSize) = (difference?.pixels?.expectedSize, difference?.pixels?.actualSize)
      if item.isMatch {
        embedded = false
        return
      }
      let files = [item.expectedPath, item.actualPath].map { path in
        path.flatMap { try? PictureFile(name: $0, bytes: PictureFile.contents(of: $0)) }
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
