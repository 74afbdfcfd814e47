import Foundation
import OffscreenImages
import TestSupport
import Testing

/// What new users try: the command lines of `FirstContact/*.txt`, each in a folder and a home of its own, with
/// exit status, output and files left. `FIRST_CONTACT=TEXT` runs those whose title or place has the text.
@Suite(.needsProgram)
struct FirstContactTests {
  /// Commands wait outside of Swift's threads: the server answers on those.
  private static let lanes = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount + 1
    return queue
  }()

  private static let server = Task { try await FirstContactServer.start() }

  /// Where fonts are remembered: to find out about them anew would cost each case a second.
  private static let caches = Result { try TemporaryFolder("first-contact-caches") }

  private static func wanted() throws -> [FirstContactCase] {
    let text = ProcessInfo.processInfo.environment["FIRST_CONTACT"] ?? ""
    return try FirstContactCase.all().filter { text.isEmpty || "\($0.place) \($0.title)".contains(text) }
  }

  @Test func thereAreManyCommandLines() throws {
    let cases = try FirstContactCase.all()
    print(
      "First contact: \(cases.count) cases, \(cases.map { $0.script.ranges(of: "offscreen ").count }.reduce(0, +)) command lines"
    )
    #expect(cases.count >= 200)
    let twins = Dictionary(grouping: cases, by: \.title).filter { $1.count > 1 }.keys
    #expect(twins.isEmpty, "titles that stand twice: \(twins)")
  }

  @Test(arguments: try FirstContactTests.wanted())
  func aStrangerFinds(_ given: FirstContactCase) async throws {
    if given.needs.contains("root"), getuid() != 0 { return }
    let server = try await Self.server.value
    let caches = try Self.caches.get().url.path
    let run = try await withCheckedThrowingContinuation { continuation in
      Self.lanes.addOperation {
        continuation.resume(with: Result { try FirstContactRun(given, port: server.port, caches: caches) })
      }
    }
    let problems = run.problems(of: given)
    #expect(problems.isEmpty, "\n\(problems.joined(separator: "\n"))\n\(run.account(of: given))")
  }
}

/// A case that has been run.
private struct FirstContactRun {
  let result: Command.Result
  let changes: [String: FirstContactCase.Change]
  private let server: String

  init(_ given: FirstContactCase, port: UInt16, caches: String) throws {
    server = "http://127.0.0.1:\(port)"
    let folder = try TemporaryFolder("first-contact")
    let work = folder.url.appending(path: "work")
    try FirstContactSite.write(to: work)
    for name in ["home", "tmp"] {
      try FileManager.default.createDirectory(at: folder.url.appending(path: name), withIntermediateDirectories: false)
    }
    try Data(given.script.utf8).write(to: folder.url.appending(path: "case.sh"))
    let before = try Self.files(in: folder.url)
    result = try Command.shell(
      "exec timeout -k 1 20 bash ../case.sh", in: work,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm",
        "HOME": folder.url.appending(path: "home").path, "TMPDIR": folder.url.appending(path: "tmp").path,
        "XDG_CACHE_HOME": caches, "SERVER": server, "PORT": "\(port)",
      ], inheritsEnvironment: false)
    let after = try Self.files(in: folder.url)
    var changes: [String: FirstContactCase.Change] = [:]
    for (path, state) in after where before[path] != state {
      // A folder that holds something is told by what it holds.
      changes[path] = .init(sign: before[path] == nil ? "+" : "~", size: Self.size(work.appending(path: path)))
    }
    for path in before.keys where after[path] == nil { changes[path] = .init(sign: "-", size: nil) }
    self.changes = changes
  }

  /// Files and empty folders, by path from the working folder, with what changes when they are written.
  private static func files(in folder: URL) throws -> [String: Substring] {
    let list = try Command.shell(
      #"find . \( -type d -empty -printf '%P/\t\n' \) -o \( ! -type d -printf '%P\t%T@ %s %i %l\n' \)"#, in: folder)
    var files: [String: Substring] = [:]
    for line in list.output.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].hasPrefix("work/") ? String(parts[0].dropFirst(5)) : "../" + parts[0]
      if path == "../home/" || path == "../tmp/" || path.isEmpty { continue }
      files[path] = parts.count > 1 ? parts[1] : ""
    }
    // Inside a folder that is empty before and full afterwards, only what it holds is news.
    return files
  }

  private static func size(_ file: URL) -> String? {
    // To read a named pipe would wait for its writer.
    let type = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)[.type]
    guard type as? FileAttributeType == .typeRegular, let data = FileManager.default.contents(atPath: file.path),
      let source = try? ImageSource(bytes: [UInt8](data), maximumPixels: 1 << 30)
    else { return nil }
    return "\(source.info.width)x\(source.info.height)"
  }

  /// What is not as the case says.
  func problems(of given: FirstContactCase) -> [String] {
    var problems: [String] = []
    if result.status != given.status { problems.append("status \(result.status), not \(given.status)") }
    problems += compare(lines(result.output), given.output, "output")
    problems += compare(withoutUsage(lines(result.error)), given.error, "error")
    for (path, change) in given.changes {
      let real = changes[path]
      if real?.sign != change.sign || change.size != nil && real?.size != change.size {
        problems.append("\(path): \(real.map { Self.text(path, $0) } ?? "nothing happened to it")")
      }
    }
    for (path, change) in changes where given.changes[path] == nil && !isEmptied(path, change, given) {
      problems.append("not foreseen: \(Self.text(path, change))")
    }
    return problems
  }

  /// Empty folders come and go with the files that a case names.
  private func isEmptied(_ path: String, _ change: FirstContactCase.Change, _ given: FirstContactCase) -> Bool {
    path.hasSuffix("/") && given.changes.keys.contains { $0.hasPrefix(path) && $0 != path }
  }

  private func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
  }

  /// Wrong command lines are followed by the command's usage.
  private func withoutUsage(_ lines: [String]) -> [String] {
    guard result.status == 64,
      let usage = lines.firstIndex(where: { $0.hasPrefix("Usage: ") || $0.hasPrefix("Help: ") })
    else { return lines }
    return Array(lines[..<usage])
  }

  private func compare(_ lines: [String], _ wanted: [String], _ stream: String) -> [String] {
    let texts = wanted.filter { $0 != "..." }.map { expanded($0) }
    var problems = texts.filter { text in !lines.contains { $0.contains(text) } }.map { "\(stream) lacks: \($0)" }
    if !wanted.contains("...") {
      problems += lines.filter { line in !texts.contains { line.contains($0) } }.map { "\(stream) not foreseen: \($0)" }
    }
    return problems
  }

  private func expanded(_ text: String) -> String { text.replacing("$SERVER", with: server) }

  private static func text(_ path: String, _ change: FirstContactCase.Change) -> String {
    "\(change.sign) \(path)\(change.size.map { " " + $0 } ?? "")"
  }

  /// What happened, in the form of the lists.
  func account(of given: FirstContactCase) -> String {
    (["--- \(given.title)", given.script + "=> \(result.status)"] + lines(result.output).prefix(30).map { "out: " + $0 }
      + lines(result.error).prefix(30).map { "err: " + $0 } + changes.sorted { $0.key < $1.key }.map(Self.text))
      .joined(separator: "\n")
  }
}
