import Foundation
import Offscreen

/// Finds the pages of a batch: in folders, in lists, in files of shots.
package struct BatchSource {
  package static let pageEndings: Set<String> = ["html", "htm", "xhtml", "xht"]
  /// Entries of folders and lines of lists that are looked at.
  static let mostItems = 1_000_000

  /// Options for every page that says nothing else.
  package var defaults: WorkerRequest
  package var outputFolder: String
  /// The ending of the pictures: `png`, `jpg` or `webp`.
  package var format: String
  package var include: [GlobPattern] = []
  package var exclude: [GlobPattern] = []

  package init(defaults: WorkerRequest, outputFolder: String, format: String) {
    (self.defaults, self.outputFolder, self.format) = (defaults, outputFolder, format)
  }

  /// A page that was found, with the picture's place without its ending.
  private struct Found {
    var name: String
    var request: WorkerRequest
    var stem: String
    /// The same with the page's own ending, for where two pages differ in nothing else.
    var fullName: String
    var output: String?
  }

  private var found: [Found] = []

  // MARK: What to look at

  /// A folder, a file, or an address.
  package mutating func add(_ input: String) throws(BatchError) {
    if Self.isAddress(input) { return add(address: input, request: request(input)) }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: input, isDirectory: &isFolder) else {
      throw BatchError("\(input): no such file or folder")
    }
    if isFolder.boolValue {
      try walk(input)
    } else {
      add(file: input, request: request(input))
    }
  }

  /// Lines that each name a file or an address; empty ones and comments (`#`) are passed over.
  package mutating func add(list text: String) throws(BatchError) {
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if !line.isEmpty && !line.hasPrefix("#") { try add(line) }
    }
  }

  /// Shots with options of their own: one JSON object a line, or a YAML list. `source` is the file's
  /// name, for messages.
  package mutating func add(shots text: String, source: String) throws(BatchError) {
    let isYAML = source.hasSuffix(".yml") || source.hasSuffix(".yaml")
    let shots = isYAML ? try yamlShots(text, source) : try jsonShots(text, source)
    for shot in shots {
      var request = defaults
      // A shot that says what it shows does not show what the command line says.
      if shot.options.fullPage != nil || shot.options.selector != nil || shot.options.clip != nil {
        (request.fullPage, request.selector, request.clip) = (nil, nil, nil)
      }
      request.options.take(shot.options)
      request.input = shot.input
      if let output = shot.output {
        found.append(
          Found(name: shot.input, request: request, stem: output, fullName: output, output: output))
      } else if Self.isAddress(shot.input) {
        add(address: shot.input, request: request)
      } else {
        add(file: shot.input, request: request)
      }
    }
  }

  /// The pages with their outputs, in order. Two pages never share a picture.
  package func items() throws(BatchError) -> [BatchItem] {
    let stems = Dictionary(grouping: found.filter { $0.output == nil }, by: \.stem)
    var outputs: [String: String] = [:]
    var items: [BatchItem] = []
    for page in found {
      let stem = stems[page.stem, default: []].count > 1 ? page.fullName : page.stem
      let output = page.output ?? "\(stem).\(format)"
      if let other = outputs[output] {
        if other == page.name { continue }
        throw BatchError("\(page.name): its picture \(output) is that of \(other) too; render them into two folders")
      }
      guard !output.hasPrefix("/"), !output.split(separator: "/").contains("..") else {
        throw BatchError("\(page.name): its output \(output) is not below the output folder")
      }
      outputs[output] = page.name
      var request = page.request
      request.output = outputFolder + "/" + output
      do {
        _ = try request.pageOptions()
      } catch {
        throw BatchError("\(page.name): \(error.message)")
      }
      items.append(BatchItem(name: page.name, request: request, output: output))
    }
    return items
  }

  // MARK: How

  private func request(_ input: String) -> WorkerRequest {
    var request = defaults
    request.input = input
    return request
  }

  private static func isAddress(_ input: String) -> Bool {
    let start = input.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://") || start.hasPrefix("file:")
      || start.hasPrefix("data:")
  }

  private mutating func add(file: String, request: WorkerRequest) {
    var parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
    // An absolute path has no folder shape to keep.
    if file.hasPrefix("/") { parts = Array(parts.suffix(1)) }
    let path = parts.joined(separator: "/")
    found.append(Found(name: file, request: request, stem: Self.withoutEnding(path), fullName: path))
  }

  private mutating func add(address: String, request: WorkerRequest) {
    let url = URL(string: address)
    let isData = address.lowercased().hasPrefix("data:")
    var parts = isData ? ["data-\(found.count + 1)"] : [url?.host ?? "file"]
    if !isData { parts += (url?.path ?? "").split(separator: "/").filter { $0 != ".." }.map(String.init) }
    if !isData, parts.count == 1 { parts.append("index") }
    var path = parts.joined(separator: "/")
    if let query = url?.query, !isData { path += "-" + query.map { $0.isLetter || $0.isNumber ? $0 : "-" } }
    path = String(path.prefix(200))
    found.append(Found(name: String(address.prefix(2000)), request: request, stem: Self.withoutEnding(path), fullName: path))
  }

  private static func withoutEnding(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      pageEndings.contains(name[name.index(after: dot)...].lowercased())
    else { return path }
    return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
  }

  /// The pages of a folder, sorted. Hidden folders, links to folders and the output folder are left out.
  private mutating func walk(_ folder: String) throws(BatchError) {
    let base = URL(filePath: folder, directoryHint: .isDirectory)
    let outputs = URL(filePath: outputFolder).standardizedFileURL.resolvingSymlinksInPath().path
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: base.path) else {
      throw BatchError("\(folder): the folder cannot be read")
    }
    var open = names.map { $0 }
    var pages: [String] = []
    var looked = 0
    while let path = open.popLast() {
      looked += 1
      guard looked <= Self.mostItems else { throw BatchError("\(folder): more than \(Self.mostItems) files") }
      let name = path.split(separator: "/").last ?? ""
      let full = base.path + "/" + path
      guard let type = try? FileManager.default.attributesOfItem(atPath: full)[.type] as? FileAttributeType else { continue }
      if type == .typeDirectory {
        if name.hasPrefix(".") || exclude.contains(where: { $0.matches(path) }) { continue }
        if URL(filePath: full).standardizedFileURL.resolvingSymlinksInPath().path == outputs { continue }
        open += ((try? FileManager.default.contentsOfDirectory(atPath: full)) ?? []).map { path + "/" + $0 }
      } else if wants(path) {
        pages.append(path)
      }
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    for path in pages.sorted() {
      var request = request(prefix + path)
      if request.root == nil { request.root = folder }
      found.append(Found(name: prefix + path, request: request, stem: Self.withoutEnding(path), fullName: path))
    }
  }

  private func wants(_ path: String) -> Bool {
    if exclude.contains(where: { $0.matches(path) }) { return false }
    if !include.isEmpty { return include.contains { $0.matches(path) } }
    guard let dot = path.lastIndex(of: ".") else { return false }
    return Self.pageEndings.contains(path[path.index(after: dot)...].lowercased())
  }
}
