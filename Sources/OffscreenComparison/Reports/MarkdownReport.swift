/// A summary for a pull request: the counts, what many pictures share, and a table. However many pictures there are,
/// it fits into a comment.
package enum MarkdownReport {
  /// The first line, by which a later run finds its comment.
  package static let mark = "<!-- offscreen diff -->"
  private static let mostRows = 50
  private static let mostGroups = 10
  private static let mostElements = 4
  /// In bytes; GitHub's comments hold 65,536 characters.
  private static let mostBytes = 60_000

  /// `report`: where the whole report is, if there is one.
  package static func text(_ comparison: Comparison, report: String? = nil) -> String {
    let items = comparison.items.filter { !$0.isMatch }
    var out = mark + "\n"
    out += items.isEmpty ? "### Pictures: all the same\n\n" : "### Pictures: \(TextReport.totals(comparison))\n\n"
    out += "\(code(comparison.expected)) → \(code(comparison.actual))\n"
    let origins = Set(items.flatMap { $0.difference?.fingerprint.map(\.description) ?? [] }).sorted()
    if !origins.isEmpty {
      out += "\n**Not made alike:** " + origins.prefix(5).map(code).joined(separator: ", ") + "\n"
    }
    for note in comparison.notes.prefix(5) { out += "\n" + code(note) + "\n" }
    let groups = ChangeGroups.find(comparison)
    if !groups.isEmpty {
      out += "\n**The same in many pictures**\n\n"
      for group in groups.prefix(mostGroups) {
        let kinds = group.kinds.isEmpty ? "" : " changed (\(group.kinds.joined(separator: ", ")))"
        out += "- \(code(group.title))\(kinds) in \(group.names.count) pictures\n"
      }
      if groups.count > mostGroups { out += "- and \(groups.count - mostGroups) more\n" }
    }
    if !items.isEmpty { out += "\n| picture | | pixels | share | what changed |\n| --- | --- | ---: | ---: | --- |\n" }
    let end = report.map { "\nThe whole report: \(code($0))\n" } ?? ""
    var rows = 0
    for item in items {
      let row = row(item)
      guard rows < mostRows, out.utf8.count + row.utf8.count + end.utf8.count + 100 <= mostBytes else { break }
      out += row
      rows += 1
    }
    if rows < items.count { out += "\n… and \(items.count - rows) more pictures\n" }
    return out + end
  }

  private static func row(_ item: ComparedItem) -> String {
    let pixels =
      item.difference?.shift.map { ($0.differingPixels, $0.rest.comparedPixels) }
      ?? item.difference?.pixels.map { ($0.differingPixels, $0.comparedPixels) }
    let counts = pixels.map { "\($0.0) | \(percentage($0.0, of: $0.1))" } ?? " | "
    return "| \(code(item.name)) | \(item.status) | \(counts) | \(changes(item)) |\n"
  }

  private static func changes(_ item: ComparedItem) -> String {
    guard let difference = item.difference else { return code(item.summary) }
    var parts = (difference.shift?.shifts ?? []).prefix(2).map { $0.description }
    if let pixels = difference.pixels, pixels.expectedSize != pixels.actualSize {
      let sizes = [pixels.expectedSize, pixels.actualSize].map { $0.map(String.init).joined(separator: "x") }
      parts.insert("\(sizes[0]) became \(sizes[1])", at: 0)
    }
    for change in difference.elements.prefix(mostElements) {
      parts.append("\(change.kind.rawValue) " + code(change.element))
    }
    if difference.elements.count > mostElements { parts.append("and \(difference.elements.count - mostElements) more") }
    return parts.isEmpty ? places(difference) : parts.joined(separator: "<br>")
  }

  private static func places(_ difference: PictureDifference) -> String {
    let regions = difference.pixels?.regions ?? []
    guard let box = regions.first?.box else { return "" }
    let more = regions.count > 1 ? " and \(regions.count - 1) more places" : ""
    return "\(box.width)x\(box.height) at \(box.x),\(box.y)\(more)"
  }

  /// Text that is shown as it is, whatever it is, within a table's cell, too: no markup, no mention of anybody, no
  /// link.
  /// https://github.github.com/gfm/#code-spans
  static func code(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars.prefix(200) {
      let isControl =
        scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        || ["\u{2028}", "\u{2029}"].contains(scalar)
      clean.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    if clean.unicodeScalars.count < text.unicodeScalars.count { clean += "…" }
    if clean.isEmpty { return "" }
    // A span ends at as many backticks as it begins with.
    var (longest, run) = (0, 0)
    for character in clean.unicodeScalars {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = clean.hasPrefix("`") || clean.hasSuffix("`") || clean.hasPrefix(" ") && clean.hasSuffix(" ") ? " " : ""
    return fence + pad + clean.replacing("|", with: "\\|") + pad + fence
  }
}
