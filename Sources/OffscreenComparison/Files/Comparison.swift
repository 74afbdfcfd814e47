import Foundation
import OffscreenImages
import OffscreenLoading
import Synchronization

/// Compares two pictures, or the pictures of two folders.
package struct Comparison: Sendable {
  package let expected: String
  package let actual: String
  /// Whether folders were compared.
  package let isOfFolders: Bool
  /// Sorted by name.
  package let items: [ComparedItem]
  /// Notes about the whole, a line each.
  package private(set) var notes: [String] = []

  package var isMatch: Bool { items.allSatisfy(\.isMatch) }
  package var hasTrouble: Bool { items.contains(where: \.isTrouble) }

  package init(expected: String, actual: String, isOfFolders: Bool, items: [ComparedItem]) {
    (self.expected, self.actual, self.isOfFolders, self.items) = (expected, actual, isOfFolders, items)
  }

  /// Throws where there is nothing to compare: a path that is not there, a file and a folder.
  ///
  /// `ignoring`: a folder whose files are passed over, such as one for reports within `actual`.
  package init(
    expected: String, actual: String, options: ComparisonOptions, jobs: Int = 1, ignoring: String? = nil
  ) throws(ComparisonError) {
    let (first, second) = (try Self.isFolder(expected), try Self.isFolder(actual))
    guard first == second else {
      throw ComparisonError("\(first ? actual : expected) is a file and \(first ? expected : actual) a folder")
    }
    if first {
      let pairs = try PicturePairs(
        expected: expected, actual: actual, withBoxes: options.preset == .layout, ignoring: ignoring)
      try self.init(pairs, options, jobs: jobs)
    } else {
      try self.init(.file(expected), .file(actual), options: options)
    }
  }

  /// Of one folder that holds both sides, as other programs lay them out.
  package init(
    folder: String, options: ComparisonOptions, jobs: Int = 1, ignoring: String? = nil
  ) throws(ComparisonError) {
    guard try Self.isFolder(folder) else {
      throw ComparisonError("\(folder): name a second picture or page to compare it with")
    }
    try self.init(
      PicturePairs(folder: folder, withBoxes: options.preset == .layout, ignoring: ignoring), options, jobs: jobs)
  }

  /// Of two pictures or pages.
  package init(
    _ expected: PictureSource, _ actual: PictureSource, options: ComparisonOptions, notes: [String] = []
  ) throws(ComparisonError) {
    (self.expected, self.actual, isOfFolders) = (expected.name, actual.name, false)
    let pair = PicturePair(
      name: Self.name(of: actual), expected: expected, actual: actual, target: expected.path)
    items = Self.compare([pair], options, jobs: 1)
    try Self.check(options.masks, on: items)
    self.notes = notes
  }

  private init(_ pairs: PicturePairs, _ options: ComparisonOptions, jobs: Int) throws(ComparisonError) {
    (expected, actual, isOfFolders) = (pairs.expected, pairs.actual, true)
    if pairs.pairs.isEmpty {
      throw ComparisonError("\(expected) and \(actual): there are no pictures to compare in these folders")
    }
    items = Self.compare(pairs.pairs, options, jobs: jobs)
    try Self.check(options.masks, on: items)
    notes = pairs.notes
  }

  /// A file's name; of a page's address what can be one.
  private static func name(of source: PictureSource) -> String {
    switch source {
    case .file(let path): return path.split(separator: "/").last.map(String.init) ?? path
    case .page(let page):
      // Of an address all but its scheme.
      let isAddress = page.name.contains("://")
      let place = isAddress ? page.name.drop { $0 != ":" } : page.name.split(separator: "/").last ?? ""
      let words = place.split { !($0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))) }
      let name = words.joined(separator: "-")
      return name.isEmpty || name.hasPrefix(".") ? "page" : String(name.prefix(100))
    }
  }

  /// A mask that lies outside of every picture hides nothing, and is a mistake.
  private static func check(_ masks: [Mask], on items: [ComparedItem]) throws(ComparisonError) {
    let sizes = items.compactMap { $0.difference?.pixels }.flatMap { [$0.expectedSize, $0.actualSize] }
    guard let width = sizes.map({ $0[0] }).max(), let height = sizes.map({ $0[1] }).max() else { return }
    let picture = PixelBox(x: 0, y: 0, width: width, height: height)
    for mask in masks {
      guard case .box(let box) = mask else { continue }
      if sizes.contains(where: { box.overlaps(PixelBox(x: 0, y: 0, width: $0[0], height: $0[1])) }) { continue }
      let what = Set(sizes).count == 1 ? "the picture, which is" : "all pictures, the largest of which are"
      throw ComparisonError("the mask \(mask.description) lies outside of \(what) \(picture.width)x\(picture.height)")
    }
  }

  // MARK: Comparing

  private static func compare(_ pairs: [PicturePair], _ options: ComparisonOptions, jobs: Int) -> [ComparedItem] {
    let results = Mutex<[Int: ComparedItem]>([:])
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, pairs.count))) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < pairs.count else { return }
        let item = compare(pairs[index], options)
        results.withLock { $0[index] = item }
      }
    }
    return results.withLock { results in pairs.indices.compactMap { results[$0] } }
  }

  private static func compare(_ pair: PicturePair, _ options: ComparisonOptions) -> ComparedItem {
    let start = ContinuousClock.now
    let outcome: ComparedItem.Outcome
    if let trouble = pair.trouble {
      outcome = .trouble(trouble)
    } else {
      do {
        outcome = try compared(pair, options)
      } catch {
        outcome = .trouble(error.description)
      }
    }
    return ComparedItem(
      name: pair.name, expected: pair.expected, actual: pair.actual, target: pair.target, outcome: outcome,
      duration: ContinuousClock.now - start)
  }

  private static func compared(
    _ pair: PicturePair, _ options: ComparisonOptions
  ) throws(ComparisonError) -> ComparedItem.Outcome {
    guard let expected = pair.expected, let actual = pair.actual else {
      // A picture that cannot be read is no picture, whatever it would be compared with.
      if let picture = pair.expected ?? pair.actual, !(picture.path ?? "").hasSuffix(".json") { _ = try picture.open() }
      return pair.expected == nil ? .added : .missing
    }
    if options.preset == .layout, let old = expected.path, let new = actual.path, old.hasSuffix(".json"),
      new.hasSuffix(".json")
    {
      return .compared(PictureDifference(try elements(old), try elements(new), options: options))
    }
    return .compared(try PictureDifference(expected.open(), actual.open(), options: options))
  }

  private static func elements(_ path: String) throws(ComparisonError) -> ElementData {
    guard let data = ElementData(json: try PictureFile.contents(of: path)) else {
      throw ComparisonError("\(path): not the output of offscreen inspect")
    }
    return data
  }

  private static func isFolder(_ path: String) throws(ComparisonError) -> Bool {
    guard FilePath.status(of: path) != nil else { throw ComparisonError("\(path): no such file or folder") }
    return PictureFolder.isFolder(path)
  }
}
