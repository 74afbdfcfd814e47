import Foundation
import Synchronization

/// Compares two files, or two folders file by file.
package struct Comparison: Sendable {
  package let expected: String
  package let actual: String
  /// Whether two folders were compared.
  package let isOfFolders: Bool
  /// Sorted by name.
  package let items: [ComparedItem]

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
    (self.expected, self.actual) = (expected, actual)
    let (first, second) = (try Self.isFolder(expected), try Self.isFolder(actual))
    guard first == second else {
      throw ComparisonError("\(first ? actual : expected) is a file and \(first ? expected : actual) a folder")
    }
    isOfFolders = first
    let pairs: [Pair]
    if first {
      let (olds, news) = (
        Self.files(in: expected, options, ignoring: ignoring), Self.files(in: actual, options, ignoring: ignoring)
      )
      pairs = Set(olds + news).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { name in
        Pair(name: name, expected: expected + "/" + name, actual: actual + "/" + name)
      }
      if pairs.isEmpty {
        throw ComparisonError("\(expected) and \(actual): there are no pictures to compare in these folders")
      }
    } else {
      let name = actual.split(separator: "/").last.map(String.init) ?? actual
      pairs = [Pair(name: name, expected: expected, actual: actual)]
    }
    items = Self.compare(pairs, options, jobs: jobs)
  }

  private struct Pair: Sendable {
    var name: String
    var expected: String
    var actual: String
  }

  private static func compare(_ pairs: [Pair], _ options: ComparisonOptions, jobs: Int) -> [ComparedItem] {
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

  private static func compare(_ pair: Pair, _ options: ComparisonOptions) -> ComparedItem {
    let start = ContinuousClock.now
    let (hasOld, hasNew) = (exists(pair.expected), exists(pair.actual))
    var outcome: ComparedItem.Outcome
    if !hasOld {
      outcome = .added
    } else if !hasNew {
      outcome = .missing
    } else {
      do {
        outcome = .compared(try difference(pair, options))
      } catch {
        outcome = .trouble(error.description)
      }
    }
    return ComparedItem(
      name: pair.name, expectedPath: hasOld ? pair.expected : nil, actualPath: hasNew ? pair.actual : nil,
      outcome: outcome, duration: ContinuousClock.now - start)
  }

  private static func difference(_ pair: Pair, _ options: ComparisonOptions) throws(ComparisonError) -> PictureDifference {
    if options.preset == .layout, pair.expected.hasSuffix(".json"), pair.actual.hasSuffix(".json") {
      return PictureDifference(try elements(pair.expected), try elements(pair.actual), options: options)
    }
    return try PictureDifference(PictureFile(path: pair.expected), PictureFile(path: pair.actual), options: options)
  }

  private static func elements(_ path: String) throws(ComparisonError) -> ElementData {
    guard let data = ElementData(json: try PictureFile.contents(of: path)) else {
      throw ComparisonError("\(path): not the output of offscreen inspect")
    }
    return data
  }

  // MARK: Files

  private static let pictureTypes: Set = ["png", "jpg", "jpeg", "webp", "gif", "bmp"]

  /// Pictures, relative to the folder; for `layout` also inspect data without a picture.
  private static func files(in folder: String, _ options: ComparisonOptions, ignoring: String?) -> [String] {
    let ignored = ignoring.map { URL(filePath: $0).standardizedFileURL.path }
    guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    var found: [String] = []
    for case let name as String in names {
      if let ignored, URL(filePath: folder + "/" + name).standardizedFileURL.path == ignored {
        names.skipDescendants()
        continue
      }
      let type = name.split(separator: ".").last?.lowercased() ?? ""
      if pictureTypes.contains(type) || options.preset == .layout && type == "json" { found.append(name) }
    }
    if options.preset == .layout {
      let beside = Set(found.filter { !$0.hasSuffix(".json") }.map { PictureFile.inspectionPath(of: $0) })
      found.removeAll { beside.contains($0) }
    }
    return found
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private static func isFolder(_ path: String) throws(ComparisonError) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ComparisonError("\(path): no such file or folder")
    }
    return isFolder.boolValue
  }
}
