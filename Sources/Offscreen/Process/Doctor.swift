import Foundation
import OffscreenImages
import OffscreenLoading
import OffscreenScript
import OffscreenPlatform
import OffscreenRaster
import OffscreenText

/// Looks at what rendering needs on this machine.
public enum Doctor {
  public struct Finding: Codable, Sendable {
    public enum State: String, Codable, Sendable {
      case good
      /// Works, but not as it should.
      case poor
      case missing
    }
    public var name: String
    public var state: State
    public var detail: String
    /// The remedy.
    public var hint: String?
  }

  public struct Report: Codable, Sendable {
    public var version: String
    public var program: String
    public var platform: String
    public var fontFolder: String?
    public var fontFiles: Int
    public var fontFaces: Int
    public var fingerprint: [String: String]
    public var findings: [Finding]

    /// Whether pages can be rendered as they should be.
    public var isHealthy: Bool { findings.allSatisfy { $0.state != .missing } }
  }

  /// Stays on the thread that it is called on, which needs a large stack.
  public static func examine(fonts folder: String? = nil) -> Report {
    var report = Report(
      version: OffscreenVersion.current, program: CommandLine.arguments.first ?? "offscreen", platform: platform,
      fontFolder: nil, fontFiles: 0, fontFaces: 0, fingerprint: [:], findings: [])
    if let path = ProgramFile.path { report.program = path }
    do {
      let found = try FontLocation.folder(folder)
      report.fontFolder = found
      let files = FontSet.files(in: found)
      report.fontFiles = files.count { !$0.hasSuffix(".conf") }
      let fingerprint = Fingerprint(fonts: found)
      report.fingerprint = Dictionary(fingerprint.fields.map { ($0.name, $0.value) }) { first, _ in first }
      report.findings += examineFonts(found, &report)
    } catch {
      report.findings.append(
        Finding(
          name: "fonts", state: .missing, detail: error.description,
          hint: "keep the Fonts folder beside the program or in ../share/offscreen/fonts, or name one with --fonts"))
    }
    report.findings.append(cache())
    report.findings += optionalLibraries()
    report.findings.append(sandbox())
    report.findings.append(trial(folder))
    return report
  }

  // MARK: Parts

  /// Characters that stand for scripts, and what they are called.
  private static let scripts: [(name: String, sample: String)] = [
    ("Latin", "Aé"), ("Greek", "Ω"), ("Cyrillic", "Ж"), ("Arabic", "ش"), ("Hebrew", "ש"), ("Devanagari", "क"),
    ("Thai", "ก"), ("Chinese and Japanese", "中あ"), ("Korean", "한"), ("symbols", "→✓"), ("emoji", "🐟"),
  ]

  private static func examineFonts(_ folder: String, _ report: inout Report) -> [Finding] {
    do {
      let fonts = try FontLibrary(fonts: folder)
      report.fontFaces = fonts.faceCount
      let absent = scripts.filter { script in
        !script.sample.unicodeScalars.allSatisfy { fonts.hasFont(for: $0.value) }
      }
      let fontsFinding = Finding(
        name: "fonts", state: .good, detail: "\(report.fontFaces) faces in \(report.fontFiles) files, \(folder)")
      let scriptsFinding =
        absent.isEmpty
        ? Finding(name: "scripts", state: .good, detail: scripts.map(\.name).joined(separator: ", "))
        : Finding(
          name: "scripts", state: .poor, detail: "no font for " + absent.map(\.name).joined(separator: ", "),
          hint: "add fonts for them to \(folder)")
      return [fontsFinding, scriptsFinding]
    } catch {
      return [
        Finding(
          name: "fonts", state: .missing, detail: error.description,
          hint: "put fonts into \(folder), beside its fonts.conf")
      ]
    }
  }

  /// Pages can be rendered without them.
  private static func optionalLibraries() -> [Finding] {
    func finding(_ name: String, _ isThere: Bool, _ library: String, _ lack: String, _ package: String) -> Finding {
      isThere
        ? Finding(name: name, state: .good, detail: library)
        : Finding(
          name: name, state: .poor, detail: "\(library) is not there: \(lack)", hint: "apt-get install \(package)")
    }
    let late = Dictionary(uniqueKeysWithValues: TextLibraries.lateVersions() + ImageLibraries.lateVersions())
    return [
      text(pango: late["pango"]), words(icu: late["icu"], pango: late["pango"]),
      avif(libheif: late["libheif"]), OptionalLibrary.littleCMS.finding("colour profiles"),
      OptionalLibrary.javaScriptCore.finding(
        "page scripts", detail: "JavaScriptCore \(ScriptLibrary.version ?? "")"),
      OptionalLibrary.cmark.finding("Markdown"),
      finding("network", NetworkSession.isAvailable, "libcurl.so.4", "pages come from files only", "libcurl4"),
      finding(
        "PDF", PDFDocument.isAvailable, "libpoppler-glib.so.8", "PDF documents cannot be rendered", "libpoppler-glib8"),
      documents(), hyphenation(),
    ]
  }

  /// Documents of Word, Excel and the like.
  private static func documents() -> Finding {
    let modules = OfficeFormat.Module.allCases
    let program = OfficeProgram.find()
    let missing = modules.filter { program?.has($0) != true }
    if let program, missing.isEmpty {
      return Finding(name: "documents", state: .good, detail: "LibreOffice in \(program.folder)")
    }
    let lack =
      program == nil
      ? "LibreOffice is not there" : "LibreOffice lacks \(missing.map { "\($0)" }.joined(separator: ", "))"
    return Finding(
      name: "documents", state: .poor, detail: "\(lack): RTF, Word, Excel, PowerPoint, OpenDocument cannot be rendered",
      hint: "apt-get install " + missing.map(\.package).joined(separator: " "))
  }

  private static func hyphenation() -> Finding {
    let (name, languages) = ("hyphenation", Hyphenator().languages)
    guard languages.isEmpty else {
      return OptionalLibrary.hyphen.finding(name, detail: "dictionaries for \(languages.joined(separator: ", "))")
    }
    let lack = "no dictionaries in /usr/share/hyphen: --hyphenate parts no words"
    var finding = OptionalLibrary.hyphen.finding(name, detail: lack)
    finding.hint = (finding.hint.map { $0 + " " } ?? "apt-get install ") + "hyphen-en-us, or the language that you need"
    return finding
  }

  /// Pango's part, which is small.
  private static func text(pango: String?) -> Finding {
    let versions = Dictionary(uniqueKeysWithValues: TextLibraries.versions())
    return Finding(
      name: "text", state: .good,
      detail: "harfbuzz \(versions["harfbuzz"] ?? "") shapes, as in pango, which lays out no text here; "
        + (pango.map { "pango \($0)" } ?? "pango, not installed,") + " serves Thai where icu is not there")
  }

  private static func avif(libheif version: String?) -> Finding {
    let hint = "apt-get install libheif1"
    guard let version else {
      return Finding(
        name: "AVIF", state: .poor, detail: "libheif is not there, or decodes no AV1: such pictures are not shown",
        hint: hint)
    }
    return Bitmap.canWriteAVIF
      ? Finding(name: "AVIF", state: .good, detail: "libheif \(version), reads and writes")
      : Finding(
        name: "AVIF", state: .poor, detail: "libheif \(version) has no encoder for AV1: reads, writes none", hint: hint)
  }

  /// Scripts that are written without spaces need a dictionary.
  private static func words(icu: String?, pango: String?) -> Finding {
    let scripts = "Thai, Lao, Khmer, Burmese"
    if let icu {
      return Finding(name: "words", state: .good, detail: "icu \(icu): lines of \(scripts) break between words")
    }
    return Finding(
      name: "words", state: .poor,
      detail: "icu is not there: lines of "
        + (pango.map { "Thai break as pango \($0) says, those of Lao, Khmer, Burmese" } ?? scripts)
        + " break at spaces only",
      hint: "apt-get install libicu72, or the libicu of this system")
  }

  /// The sandbox of processes that render.
  private static func sandbox() -> Finding {
    if Sandbox.isSwitchedOff {
      return Finding(
        name: "sandbox", state: .poor, detail: "switched off: OFFSCREEN_NO_SANDBOX is set",
        hint: "unset OFFSCREEN_NO_SANDBOX")
    }
    let support = KernelSupport.ofThisKernel()
    if let lack = support.lack {
      return Finding(
        name: "sandbox", state: .poor, detail: lack,
        hint: "Landlock needs Linux 5.13 and its name in the boot option lsm=; a container must let both through")
    }
    return Finding(
      name: "sandbox", state: .good, detail: "seccomp filter and Landlock, version \(KernelSupport.landlockVersion)")
  }

  /// Without a cache every start reads all fonts.
  private static func cache() -> Finding {
    if let folder = FontLocation.cacheFolder() { return Finding(name: "font cache", state: .good, detail: folder) }
    return Finding(
      name: "font cache", state: .poor, detail: "no folder for it can be written to: every start reads all fonts",
      hint: "set XDG_CACHE_HOME to a folder that can be written to")
  }

  /// A page with text and a drawing, through every stage.
  private static func trial(_ folder: String?) -> Finding {
    let page = "<h1>Aé中</h1><svg width=20 height=20><circle cx=10 cy=10 r=9 fill=teal /></svg>"
    var options = PageOptions()
    options.viewport = Viewport(width: 200, height: 120)
    options.network = .none
    do {
      let start = ContinuousClock.now
      let capture = try PageRenderer(fonts: folder).capture(.html(page), options: options)
      let time = (ContinuousClock.now - start).milliseconds
      if let warning = capture.warnings.first {
        return Finding(
          name: "rendering", state: .poor, detail: "a small page took \(time) ms, with a warning: \(warning)")
      }
      return Finding(name: "rendering", state: .good, detail: "a small page took \(time) ms")
    } catch {
      return Finding(name: "rendering", state: .missing, detail: "a small page could not be rendered: \(error)")
    }
  }

  private static var platform: String {
    #if arch(x86_64)
      let machine = "x86_64"
    #elseif arch(arm64)
      let machine = "arm64"
    #else
      let machine = "another machine"
    #endif
    return "\(ProcessInfo.processInfo.operatingSystemVersionString), \(machine), "
      + "\(ProcessInfo.processInfo.activeProcessorCount) cores"
  }
}

extension Doctor.Report {
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  public var text: String {
    var lines = ["offscreen \(version)", "  \(program)", "  \(platform)", ""]
    for finding in findings {
      let mark =
        switch finding.state {
        case .good: "ok     "
        case .poor: "poor   "
        case .missing: "MISSING"
        }
      lines.append("\(mark)  \(finding.name): \(finding.detail)")
      if let hint = finding.hint { lines.append("         hint: \(hint)") }
    }
    if !fingerprint.isEmpty { lines += ["", "fingerprint"] }
    let order = ["engine", "fonts", "cairo", "harfbuzz", "freetype", "fontconfig", "fribidi"]
    let names = order.filter { fingerprint[$0] != nil } + fingerprint.keys.filter { !order.contains($0) }.sorted()
    for name in names { lines.append("  \(name) \(fingerprint[name] ?? "")") }
    return lines.joined(separator: "\n")
  }
}
