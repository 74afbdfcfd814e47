import ArgumentParser
import Foundation
import Offscreen
import OffscreenComparison
import OffscreenLoading
import OffscreenPlatform

/// One of two things that are compared, as the command line names it.
struct DiffSide {
  let name: String
  /// Whether it is rendered: an address, standard input, or a file that is no picture.
  let isPage: Bool
  /// Whether it can be read once only: a pipe, such as `<(offscreen render page.html -o -)`.
  let isStream: Bool

  private static let schemes = ["http:", "https:", "file:", "data:", "about:"]

  init(_ name: String) {
    self.name = name
    let start = name.prefix(6).lowercased()
    let status = FilePath.status(of: name)
    let isThere = status != nil
    let kind = (status?.st_mode ?? 0) & S_IFMT
    isStream = isThere && (kind == S_IFIFO || kind == S_IFCHR)
    if name == "-" || !isThere && Self.schemes.contains(where: { start.hasPrefix($0) }) {
      isPage = true
    } else {
      isPage = isThere && kind == S_IFREG && !PictureFile.isPicture(at: name)
    }
  }
}

/// Compares two sides of which at least one is no picture file: renders what is a page.
struct DiffPages {
  let sides: [DiffSide]
  let page: PageSettings
  let sandboxing: SandboxArguments
  let reports: DiffReports
  /// Whether the new picture is taken over.
  let accepts: Bool
  /// Called from a thread of its own; the program ends then.
  let onTimeout: @Sendable (ComparisonError) -> Void

  private static let mostBytes = 1 << 30

  /// Options of pages where there is no page.
  static func refuseOptions(_ page: PageSettings) throws(ComparisonError) {
    if page.given != RequestedOptions() || page.fonts != nil {
      throw ComparisonError("options of pages have no effect here: neither side is a page that is rendered")
    }
  }

  func compare(_ options: ComparisonOptions) throws -> Comparison {
    try check()
    let given = page.options
    sandboxing.prepare()
    PageProcess.beginAlone(
      given, fonts: page.fonts,
      outputs: reports.outputs + (accepts ? [sides[0].name] : []))
    var notes: [String] = []
    let pictures = try sides.map { try picture(of: $0) }
    let wanted = sides.indices.filter { pictures[$0] == nil }
    if wanted.isEmpty { try Self.refuseOptions(page) }
    var used = given
    if wanted.count == 1, let picture = pictures.compactMap({ $0 }).first {
      used = try pageOptions(like: picture, notes: &notes)
    }
    let pages = try render(wanted.map { sides[$0].name }, used)
    for (page, index) in zip(pages, wanted) { notes += page.warnings.map { "\(sides[index].name): \($0)" } }
    var rendered = pages.map { PictureSource.page($0.page) }[...]
    let sources = pictures.compactMap { $0 ?? rendered.popFirst() }
    guard sources.count == 2 else { throw ComparisonError("\(sides[1].name): it was not rendered") }
    return try Comparison(sources[0], sources[1], options: options, notes: notes)
  }

  private func check() throws(ComparisonError) {
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      if PictureFile.isFolder(side.name) { throw ComparisonError("\(side.name) is a folder and \(other.name) is not") }
    }
    if sides.count(where: { $0.name == "-" || $0.name == "/dev/stdin" }) > 1 {
      throw ComparisonError("standard input can be one of the two only")
    }
    if accepts, sides[0].isPage || sides[0].isStream {
      throw ComparisonError("--accept: \(sides[0].name) is no picture file, and only those are replaced")
    }
  }

  /// Nil of a page.
  private func picture(of side: DiffSide) throws(ComparisonError) -> PictureSource? {
    if side.isPage { return nil }
    guard side.isStream else {
      if FilePath.status(of: side.name) == nil { throw ComparisonError("\(side.name): no such file or folder") }
      return .file(side.name)
    }
    var bytes: [UInt8] = []
    guard let file = FileHandle(forReadingAtPath: side.name) else {
      throw ComparisonError("\(side.name): cannot be read")
    }
    while let part = try? file.read(upToCount: 1 << 20), !part.isEmpty {
      bytes += part
      if bytes.count > Self.mostBytes { throw ComparisonError("\(side.name): more than \(Self.mostBytes) bytes") }
    }
    return .page(try PagePicture(name: side.name, picture: bytes))
  }

  /// As a picture was made, but for what the command line says.
  private func pageOptions(like source: PictureSource, notes: inout [String]) throws -> PageOptions {
    let picture = try source.open()
    var usual = PageOptions()
    if let fingerprint = picture.fingerprint {
      usual = PageOptions(fingerprint)
      notes.append("rendered as \(source.name) tells that it was made")
    } else if page.requested[name: "viewport"] == nil, page.requested[name: "device"] == nil,
      let viewport = Viewport("\(picture.size[0])x\(picture.size[1])")
    {
      usual.viewport = viewport
      notes.append("rendered with a viewport as large as \(source.name), \(viewport)")
    }
    do {
      return try page.requested.options(usual: usual)
    } catch {
      throw ComparisonError(error.forCommandLine)
    }
  }

  /// One after the other, each within the time limit.
  private func render(
    _ names: [String], _ options: PageOptions
  ) throws -> [(page: PagePicture, warnings: [String])] {
    if let problem = options.optionProblem { throw ComparisonError(problem.forCommandLine) }
    let (fonts, onTimeout) = (page.fonts, onTimeout)
    do {
      return try LargeStackThread.run {
        let renderer = try PageRenderer(fonts: fonts)
        return try names.map { name in
          ResourceLimits.limitProcessorTime(ofPage: options.timeout)
          let watchdog = Watchdog(after: options.timeout) {
            let error = ComparisonError("\(name): not finished within the time limit (see --timeout)")
            StandardError.print("error: \(error.description)")
            onTimeout(error)
            _exit(2)
          }
          defer { watchdog.stop() }
          ProvokedFaults().provoke(page: name)
          let capture = try renderer.capture(.address(name), options: options, properties: StyleChange.properties)
          // What comes now is comparing, which the page's limit is not for.
          ResourceLimits.limitProcessorTime(.seconds(86_400))
          return (PagePicture(name: name, capture), capture.warnings)
        }
      }
    } catch let error as RenderError {
      throw ComparisonError(error.message)
    }
  }
}
