/// How Playwright names pictures.
///
/// - Goldens: `SPEC.spec.ts-snapshots/NAME-PROJECT-PLATFORM.png` beside a test's file, or below
///   `__screenshots__`, where a configuration says so.
/// - Results of tests that failed: `test-results/SPEC-TITLE-PROJECT/NAME-actual.png`, with `-expected.png` and
///   `-diff.png` beside it; the folders of repetitions end in `-retry1`.
enum PlaywrightNames {
  private static let platforms = ["linux", "darwin", "win32"]
  private static let browsers = [
    "chromium", "firefox", "webkit", "chrome", "msedge", "google-chrome", "microsoft-edge", "mobile-chrome",
    "mobile-safari",
    "edge", "safari",
  ]

  static func areResults(_ names: [String]) -> Bool { names.contains { $0.hasSuffix("-actual.png") } }

  // MARK: Results alone

  /// `NAME-actual.png` with `NAME-expected.png`. Playwright copied the latter: nothing is taken over into it.
  static func pairs(results names: [String], in folder: String) -> [PicturePair] {
    let all = Set(names)
    return newest(names).map { result in
      let expected = result.base + "-expected.png"
      return PicturePair(
        name: result.base + ".png", expected: all.contains(expected) ? .file(folder + "/" + expected) : nil,
        actual: .file(folder + "/" + result.name))
    }
  }

  private struct Result {
    /// `example-landing-chromium-retry1/landing-actual.png`
    var name: String
    /// Without `-actual.png`.
    var base: String
    /// `example-landing-chromium`
    var test: String
    var attempt: Int
    /// `landing`
    var picture: String

    init?(_ name: String) {
      guard name.hasSuffix("-actual.png") else { return nil }
      (self.name, base) = (name, String(name.dropLast("-actual.png".count)))
      let parts = base.split(separator: "/")
      picture = parts.last.map(String.init) ?? base
      test = parts.dropLast().joined(separator: "/")
      attempt = 0
      if let dash = test.lastIndex(of: "-"), test[dash...].hasPrefix("-retry"),
        let number = Int(test[dash...].dropFirst(6))
      {
        (attempt, test) = (number, String(test[..<dash]))
      }
    }
  }

  /// The last attempt of each test.
  private static func newest(_ names: [String]) -> [Result] {
    var last: [String: Result] = [:]
    for result in names.compactMap(Result.init) {
      let key = result.test + "/" + result.picture
      if last[key].map({ $0.attempt < result.attempt }) ?? true { last[key] = result }
    }
    return last.values.sorted { $0.name < $1.name }
  }

  // MARK: Results and goldens

  /// Each result with the golden that it failed against.
  static func pairs(
    results names: [String], in folder: String, goldens: [String], of expected: String, notes: inout [String]
  ) -> [PicturePair] {
    let known = goldens.map(Golden.init)
    var used: Set<String> = []
    let pairs = newest(names).map { result in
      var pair = PicturePair(name: result.base + ".png", actual: .file(folder + "/" + result.name))
      var candidates = known.filter { $0.picture(ofProjectIn: result.test) == result.picture }
      let sameTest = candidates.filter { result.test.hasPrefix($0.test + "-") || $0.test.isEmpty }
      if !sameTest.isEmpty { candidates = sameTest }
      let sameProject = candidates.filter { $0.isOfProject(endOf: result.test) }
      if !sameProject.isEmpty { candidates = sameProject }
      switch candidates.count {
      case 0: break
      case 1:
        pair.name = candidates[0].name
        (pair.expected, pair.target) = (.file(expected + "/" + candidates[0].name), expected + "/" + candidates[0].name)
        used.insert(candidates[0].name)
      case _:
        pair.trouble = "more than one golden can be meant: " + candidates.prefix(3).map(\.name).joined(separator: ", ")
      }
      return pair
    }
    if goldens.count > used.count {
      notes.append(
        "\(goldens.count - used.count) pictures in \(expected) have no result in \(folder): Playwright keeps those that failed"
      )
    }
    return pairs
  }

  private struct Golden {
    let name: String
    /// As the results' folders begin: `example` of `example.spec.ts-snapshots`.
    let test: String
    /// Without its ending and platform: `landing-chromium`.
    let stem: String
    /// Whether it looks like one.
    let isMarked: Bool

    init(_ name: String) {
      self.name = name
      var parts = name.split(separator: "/").map(String.init)
      let file = parts.popLast() ?? name
      let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
      let withoutPlatform = platforms.first { stem.hasSuffix("-" + $0) }.map { String(stem.dropLast($0.count + 1)) }
      self.stem = withoutPlatform ?? stem
      isMarked = withoutPlatform != nil || parts.contains { $0 == "__screenshots__" || $0.hasSuffix("-snapshots") }
      parts.removeAll { $0 == "__screenshots__" }
      if let last = parts.indices.last {
        var test = parts[last]
        if test.hasSuffix("-snapshots") { test.removeLast("-snapshots".count) }
        for ending in [".ts", ".js", ".mjs", ".tsx", ".jsx"] where test.hasSuffix(ending) {
          test.removeLast(ending.count)
        }
        for ending in [".spec", ".test"] where test.hasSuffix(ending) { test.removeLast(ending.count) }
        parts[last] = test
      }
      test = parts.joined(separator: "-")
    }

    /// The picture's name: the stem without the project that a result's folder ends in.
    func picture(ofProjectIn folder: String) -> String { project(endOf: folder).map { String(stem[..<$0]) } ?? plain }

    func isOfProject(endOf folder: String) -> Bool { project(endOf: folder) != nil }

    /// Where the project begins in the stem. The longest: it may be called `Mobile-Chrome`.
    private func project(endOf folder: String) -> String.Index? {
      stem.indices.first { stem[$0] == "-" && folder.hasSuffix(stem[$0...]) }
    }

    /// Without the name of a browser.
    var plain: String {
      let lower = stem.lowercased()
      guard let browser = browsers.filter({ lower.hasSuffix("-" + $0) }).max(by: { $0.count < $1.count }) else {
        return stem
      }
      return String(stem.dropLast(browser.count + 1))
    }

    /// The better one to compare a picture of this program with.
    var rank: Int { (stem.lowercased().contains("chrom") ? 0 : 2) + (name.contains("-linux.") ? 0 : 1) }
  }

  // MARK: Goldens and other pictures

  /// Joins goldens with pictures that are named without project and platform, where no other name fits.
  static func join(_ pairs: inout [PicturePair], notes: inout [String]) {
    let olds = pairs.filter { $0.actual == nil }.map { Golden($0.name) }.filter(\.isMarked)
    let news = pairs.filter { $0.expected == nil && $0.actual != nil }.map { Golden($0.name) }
    if olds.isEmpty || news.isEmpty { return }
    var joined: [String: String] = [:]
    var passedOver: Set<String> = []
    // First with their folders, then by the picture's name alone.
    for key in [{ $0.test + "/" + $0.plain }, { $0.plain }] as [(Golden) -> String] {
      let left = olds.filter { joined[$0.name] == nil && !passedOver.contains($0.name) }
      let taken = Set(joined.values)
      let goldens = Dictionary(grouping: left, by: key)
      for (name, pictures) in Dictionary(grouping: news.filter { !taken.contains($0.name) }, by: key)
      where pictures.count == 1 {
        let ranked = (goldens[name] ?? []).sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
        guard let best = ranked.first, Set(ranked.map(\.test)).count == 1 else { continue }
        joined[best.name] = pictures[0].name
        passedOver.formUnion(ranked.dropFirst().map(\.name))
      }
    }
    let actuals = Dictionary(pairs.compactMap { pair in pair.actual.map { (pair.name, $0) } }) { first, _ in first }
    let taken = Set(joined.values)
    pairs.removeAll { $0.expected == nil && taken.contains($0.name) || passedOver.contains($0.name) }
    for index in pairs.indices {
      if let name = joined[pairs[index].name] { pairs[index].actual = actuals[name] }
    }
    if !passedOver.isEmpty {
      notes.append("\(passedOver.count) goldens of other browsers or systems are not compared")
    }
  }
}
