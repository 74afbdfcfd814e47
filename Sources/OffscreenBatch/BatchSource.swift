import Foundation
import Offscreen
import OffscreenLoading

/// Finds the pages of a batch: in folders, in lists, in files of shots. What is wrong with one of them is
/// that one's failure.
package struct BatchSource {
  /// Options for every page that says nothing else.
  package var defaults: WorkerRequest
  package var outputFolder: String
  /// The ending of the pictures, without its dot: one of `PictureOutput.Format.endings`.
  package var format: String
  package var template = NameTemplate.usual
  package var include: [GlobPattern] = []
  package var exclude: [GlobPattern] = []
  /// Notes that are no failures.
  package private(set) var notes: [String] = []
  /// Whether something could not be looked at: then it is not known which pages are gone.
  package private(set) var isComplete = true

  package init(defaults: WorkerRequest, outputFolder: String, format: String) {
    (self.defaults, self.outputFolder, self.format) = (defaults, outputFolder, format)
  }

  /// A page that was found.
  private struct Found {
    var name: String
    var request: WorkerRequest
    var picture: PictureName
    /// The picture's place where the shot says it.
    var output: String?
    /// Where it is named, for messages.
    var place: String?
    var problem: BatchItem.Problem?
    var warnings: [String] = []
  }

  private var found: [Found] = []

  // MARK: What to look at

  /// A folder, a file, or an address. `place`: where it is named, for messages.
  package mutating func add(_ input: String, place: String? = nil) { add(Array(input.utf8), place: place) }

  /// The same by its bytes.
  package mutating func add(_ input: [UInt8], place: String? = nil) {
    let text = PagePath.text(input)
    if let valid = String(validating: input, as: UTF8.self), PagePath.isAddress(valid) {
      if let path = PagePath.file(valid), FilePath.status(path)?.kind == S_IFDIR { return walk(path, place) }
      return add(Found(name: valid, request: request(valid), picture: PictureName(path: []), place: place))
    }
    guard let status = FilePath.status(input) else {
      isComplete = false
      let why = errno == ENOENT || errno == ENOTDIR ? "no such file or folder" : String(cString: strerror(errno))
      let shown = PageURL.displayed(text)
      return fail(shown, .input, "\(shown): \(why)\(PageAdvice.hint(forMissing: text).map { "; " + $0 } ?? "")", place)
    }
    if status.kind == S_IFDIR {
      walk(input, place)
    } else if WebArchive.isArchive(path: input), defaults.options[name: "page"] == nil {
      add(archive: request(text), place)
    } else {
      add(Found(name: text, request: request(text), picture: PictureName(path: []), place: place))
    }
  }

  /// A page with options of its own.
  mutating func add(_ page: BatchPage) {
    var request = defaults
    request.input = page.input
    request.options = RequestedOptions(page.options)
    add(Found(name: page.input, request: request, picture: PictureName(path: []), output: page.name))
  }

  /// Lines that each name a file, a folder or an address; empty ones and comments (`#`) are passed over.
  package mutating func add(list: [UInt8], source: String) {
    var bytes = list[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let lines = bytes.split(separator: 0x0A, maxSplits: FolderWalk.mostEntries, omittingEmptySubsequences: false)
    for (index, whole) in lines.enumerated() {
      var line = Array(whole.last == 0x0D ? whole.dropLast() : whole)
      // A name may begin or end with a space.
      if FilePath.status(line) == nil {
        line = Array(line.drop { $0 == 0x20 || $0 == 0x09 })
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
      }
      if !line.isEmpty && line.first != UInt8(ascii: "#") { add(line, place: "\(source), line \(index + 1)") }
    }
  }

  /// Shots with options of their own: one JSON object a line, or a YAML list. `source` is the file's
  /// name, for messages.
  package mutating func add(shots text: String, source: String) throws(BatchError) {
    for (shot, place) in try ShotFile(source: source).shots(text) {
      guard let input = shot.input else {
        notes += shot.warnings.map { "\(place): \($0)" }
        continue
      }
      var request = defaults
      request.options.take(shot.options)
      request.input = input
      if shot.isShotScraper, !PagePath.isAddress(input), FilePath.status(Array(input.utf8)) == nil {
        request.input = "http://" + input
      }
      var page = Found(
        name: request.input, request: request, picture: PictureName(path: []), output: shot.output, place: place)
      page.problem = shot.problem.map { BatchItem.Problem(.request, "\(place): \($0)") }
      page.warnings = shot.warnings
      notes += shot.warnings.map { "\(place): \($0)" }
      add(page)
    }
  }

  /// The pages with their outputs, in order. Two pages never share a picture.
  package func items() -> [BatchItem] {
    var taken: [String: BatchItem] = [:]
    var items: [BatchItem] = []
    for (index, page) in found.enumerated() {
      let viewport = page.request.options[name: "viewport"].flatMap { Viewport($0) } ?? PageOptions().viewport
      let output =
        page.output ?? template.output(page.picture, number: index + 1, viewport: viewport, ending: ".\(format)")
      var item = BatchItem(name: page.name, request: page.request, output: output)
      item.request.output = PagePath.text(output, in: outputFolder)
      item.warnings = page.warnings
      item.problem = page.problem ?? problem(of: item, place: page.place)
      if item.problem == nil, let other = taken[output] {
        // The same line twice is one page.
        if Self.isSame(other, item) { continue }
        let start = page.place.map { "\($0): " } ?? ""
        item.problem = BatchItem.Problem(
          .request,
          "\(start)\(Self.shown(page.name)): its picture \(output) is that of \(Self.shown(other.name)) too (see --name)"
        )
      }
      // A name is taken by a page that can have a picture.
      if item.problem == nil { taken[output] = item } else { (item.output, item.request.output) = ("", nil) }
      items.append(item)
    }
    return items
  }

  // MARK: How

  private func request(_ input: String) -> WorkerRequest {
    var request = defaults
    request.input = input
    return request
  }

  /// The root folder that the user named.
  private static func root(_ request: WorkerRequest) -> [UInt8]? {
    let root = request.options[name: "root"]
    return root == LoadPolicy.automaticRoot ? nil : root.map { FilePath.bytes(of: $0) }
  }

  private mutating func fail(_ name: String, _ cause: RenderError.Cause, _ message: String, _ place: String?) {
    var page = Found(name: name, request: request(name), picture: PictureName(path: []), place: place)
    page.problem = BatchItem.Problem(cause, (place.map { "\($0): " } ?? "") + message)
    found.append(page)
  }

  /// A file or an address, by its request.
  private mutating func add(_ page: Found) {
    var page = page
    let input = page.request.input
    if let file = PagePath.file(input) {
      page.picture = PictureName(file: file, root: Self.root(page.request))
    } else if let url = PageURL(input) {
      page.picture = PictureName(address: url)
    } else {
      page.picture = PictureName(path: Array(input.utf8.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "-") : $0 }))
      let start = page.place.map { "\($0): " } ?? ""
      page.problem = BatchItem.Problem(.input, "\(start)\(PageURL.displayed(input).onOneLine()): not a valid address")
    }
    if PagePath.file(input) == nil { page.name = PageURL.displayed(page.name) }
    found.append(page)
  }

  /// The pages of a web archive, whose pictures are named by their addresses.
  private mutating func add(archive request: WorkerRequest, _ place: String?) {
    do throws(PageProblem) {
      for url in try request.archivedPages(most: FolderWalk.mostEntries) {
        var page = request
        page.options[name: "page"] = url.href
        found.append(
          Found(
            name: "\(request.input) \(url.displayed)", request: page, picture: PictureName(address: url), place: place))
      }
    } catch {
      isComplete = false
      fail(request.input, RenderError.Cause(rawValue: error.cause.rawValue) ?? .input, error.message, place)
    }
  }

  private func problem(of item: BatchItem, place: String?) -> BatchItem.Problem? {
    let start = place.map { "\($0): " } ?? ""
    let names = item.output.split(separator: "/", omittingEmptySubsequences: false)
    guard !item.output.hasPrefix("/"), !names.contains(".."), item.output.utf8.count <= 4000,
      !item.output.utf8.contains(0)
    else {
      return BatchItem.Problem(
        .request,
        "\(start)\(Self.shown(item.name)): its output \(item.output.prefix(200)) is not below the output folder")
    }
    let output = PictureOutput(path: item.output)
    // Not implemented: documents in batches, whose pictures are compared with those before.
    let isDocument = output.format == .pdf
    if let why = isDocument ? "\(item.output): a batch takes pictures; offscreen render writes .pdf" : output.problem {
      return BatchItem.Problem(.request, "\(start)\(Self.shown(item.name)): \(why)")
    }
    do {
      _ = try item.request.pageOptions()
    } catch {
      return BatchItem.Problem(error.cause, "\(start)\(Self.shown(item.name)): \(error.message)")
    }
    return nil
  }

  /// Whether two requests are for one picture of one page.
  private static func isSame(_ a: BatchItem, _ b: BatchItem) -> Bool {
    var (first, second) = (a.request, b.request)
    guard PagePath.file(first.input).map(FilePath.absolute) == PagePath.file(second.input).map(FilePath.absolute) else {
      return false
    }
    if PagePath.file(first.input) != nil { (first.input, second.input) = ("", "") }
    return first == second
  }

  private static func shown(_ name: String) -> String { String(name.prefix(200)) }

  private mutating func walk(_ folder: [UInt8], _ place: String?) {
    let name = PagePath.text(folder)
    do throws(BatchError) {
      var walk = try FolderWalk(folder, root: Self.root(defaults))
      walk.outputs = FilePath.status(FilePath.bytes(of: outputFolder))?.identity
      (walk.include, walk.exclude) = (include, exclude)
      try walk.run()
      notes += walk.notes
      for page in walk.pages {
        let path = FolderWalk.joined(folder, page.path)
        var request = request(PagePath.text(path))
        // What a walk finds is opened beneath the folder.
        if request.options[name: "root"] == nil {
          let root = FilePath.text(of: folder)
          request.options[name: "root"] = root == LoadPolicy.automaticRoot ? "./" + root : root
        }
        if page.problem?.cause == .input { isComplete = false }
        if page.problem == nil, WebArchive.isArchive(path: path) {
          add(archive: request, place)
          continue
        }
        found.append(
          Found(
            name: request.input, request: request, picture: PictureName(path: page.path), place: place,
            problem: page.problem))
      }
      if walk.pages.isEmpty {
        isComplete = false
        fail(name, .input, "\(name): no pages there (see --include)", place)
      }
    } catch {
      isComplete = false
      fail(name, .input, error.description, place)
    }
  }
}
