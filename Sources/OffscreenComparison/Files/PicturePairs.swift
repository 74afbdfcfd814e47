import Foundation

/// Two pictures that should be the same.
struct PicturePair: Sendable {
  var name: String
  var expected: PictureSource?
  var actual: PictureSource?
  /// Where the new picture goes when it is taken over; nil where that is not known.
  var target: String?
  /// Why it cannot be compared.
  var trouble: String?
}

/// Which pictures of two folders, or of one that holds both sides, belong together.
struct PicturePairs: Sendable {
  /// The folders of the two sides.
  let expected: String
  let actual: String
  /// Sorted by name.
  private(set) var pairs: [PicturePair]
  /// Notes, a line each.
  private(set) var notes: [String] = []

  /// Of two folders. Names decide; the layouts of other programs are known (`FolderLayout`).
  init(
    expected: String, actual given: String, withBoxes: Bool, ignoring: String?
  ) throws(ComparisonError) {
    let run = try FolderLayout.newestBackstopRun(in: given)
    let actual = run ?? given
    (self.expected, self.actual) = (expected, actual)
    if run != nil { notes.append("\(actual): the newest run in \(given)") }
    let (olds, news) = (
      try PictureFolder(expected, withBoxes: withBoxes, ignoring: ignoring),
      try PictureFolder(actual, withBoxes: withBoxes, ignoring: ignoring)
    )
    notes += olds.notes + news.notes
    let isOfPlaywright = PlaywrightNames.areResults(news.names) && !PlaywrightNames.areResults(olds.names)
    if isOfPlaywright {
      pairs = PlaywrightNames.pairs(results: news.names, in: actual, goldens: olds.names, of: expected, notes: &notes)
    } else {
      let isOfBackstop = run != nil || FolderLayout.isBackstopRun(actual)
      pairs = Self.byName(
        olds.names, news.names.filter { !isOfBackstop || !FolderLayout.isBackstopDifference($0) }, expected, actual)
      PlaywrightNames.join(&pairs, notes: &notes)
    }
    finish(olds.trouble + news.trouble)
  }

  /// Of one folder that holds both sides.
  init(folder: String, withBoxes: Bool, ignoring: String?) throws(ComparisonError) {
    if let (expected, actual) = FolderLayout.sides(of: folder) {
      self = try PicturePairs(expected: expected, actual: actual, withBoxes: withBoxes, ignoring: ignoring)
      return
    }
    let pictures = try PictureFolder(folder, withBoxes: false, ignoring: ignoring)
    guard PlaywrightNames.areResults(pictures.names) else {
      throw ComparisonError(
        "\(folder): one folder alone must hold both sides: bitmaps_reference and bitmaps_test (BackstopJS), expected and "
          + "actual (reg-suit), or NAME-expected.png beside NAME-actual.png (Playwright); else name two folders")
    }
    (expected, actual) = (folder, folder)
    pairs = PlaywrightNames.pairs(results: pictures.names, in: folder)
    finish(pictures.trouble)
  }

  private mutating func finish(_ trouble: [(name: String, reason: String)]) {
    addFailures()
    for (name, reason) in trouble { pairs.append(PicturePair(name: name, trouble: reason)) }
    pairs.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func byName(_ olds: [String], _ news: [String], _ expected: String, _ actual: String) -> [PicturePair]
  {
    let (oldSet, newSet) = (Set(olds), Set(news))
    return oldSet.union(newSet).map { name in
      PicturePair(
        name: name, expected: oldSet.contains(name) ? .file(expected + "/" + name) : nil,
        actual: newSet.contains(name) ? .file(actual + "/" + name) : nil, target: expected + "/" + name)
    }
  }

  /// Pages that `offscreen batch` could not render: a picture that is there is an older one.
  private mutating func addFailures() {
    struct Line: Decodable {
      var output: String
      var ok: Bool
      var error: String?
    }
    guard let data = FileManager.default.contents(atPath: actual + "/manifest.ndjson") else { return }
    var failures: [String: String] = [:]
    let decoder = JSONDecoder()
    for text in data.split(separator: 0x0A) {
      guard let line = try? decoder.decode(Line.self, from: text) else { continue }
      failures[line.output] = line.ok ? nil : "its page could not be rendered: \(line.error ?? "unknown cause")"
    }
    for index in pairs.indices {
      pairs[index].trouble = failures.removeValue(forKey: pairs[index].name) ?? pairs[index].trouble
    }
    for (name, reason) in failures { pairs.append(PicturePair(name: name, trouble: reason)) }
  }
}
