import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// Lets a renderer process, sealed as for any page without the network, try what it must not do.
package enum SealCheck {
  /// A request for this, besides those of `WorkerRequest`.
  private struct Request: Codable { var probe: SealProbe.Targets }

  /// The answer of a renderer where a line asks for the attempts; nil where it is a page's request.
  package static func answer(_ line: [UInt8]) -> String? {
    guard line.starts(with: Array(#"{"probe":"#.utf8)),
      let request = try? JSONDecoder().decode(Request.self, from: Data(line)),
      let answer = try? JSONEncoder().encode(SealProbe.run(request.probe))
    else { return nil }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Every attempt with what came of it. Throws where no renderer answers.
  package static func run(_ program: RendererProgram) throws(BatchError) -> [SealProbe] {
    do {
      return try attempt(program)
    } catch let error as BatchError {
      throw error
    } catch {
      throw BatchError("the seal cannot be tried: \(error)")
    }
  }

  /// In the environment of who asks, as a stand-in for the user's.
  private static let variable = "SECRET_OF_THE_USER"

  private static func attempt(_ program: RendererProgram) throws -> [SealProbe] {
    // 1. A page, its output, and what must not be found.
    let folder = FileManager.default.temporaryDirectory.appending(path: "offscreen-seal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["page", "output", "secret"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    let page = folder.appending(path: "page/page.html")
    let secret = folder.appending(path: "secret/secret.txt")
    try Data("<p>page".utf8).write(to: page)
    try Data("secret".utf8).write(to: secret)

    // 2. A renderer for it.
    var request = WorkerRequest(id: "1", input: page.path)
    request.output = folder.appending(path: "output/page.png").path
    var program = program
    program.sandbox = Sandbox(folder: nil)
    let seal = RendererSeal(for: Sandbox(request), base: Sandbox(folder: nil), earlier: nil)
    let targets = SealProbe.Targets(
      secretFile: secret.path, secretFolder: secret.deletingLastPathComponent().path, pageFile: page.path,
      fontCache: Sandbox.fontCache ?? "/var/cache", variable: variable)
    guard let control = SocketPair.makeForMessages(), let ends = SocketPair.make(),
      let broker = BrokerService(descriptor: ends.own, session: NetworkSession()), broker.serveOnThread()
    else { throw BatchError("the seal cannot be tried: there are too many open files or threads") }
    defer { broker.stop() }

    // 3. What it says.
    let process = Process()
    process.executableURL = URL(filePath: program.path)
    process.arguments = program.arguments(RendererLimits())
    process.environment = RendererEnvironment.variables(
      of: ProcessInfo.processInfo.environment.merging([variable: "x"]) { $1 })
    let output = Pipe()
    process.standardInput = FileHandle(fileDescriptor: control.other)
    process.standardOutput = output
    try process.run()
    close(control.other)
    let isBegun = RendererTemplate.begin(
      seal.message, mark: RendererTemplate.newMark(), .nothing, connection: ends.other, over: control.own)
    close(ends.other)
    let probe = try JSONEncoder().encode(Request(probe: targets))
    broker.begin(request.rights(timeout: RendererLimits().timeout), request: Array(probe))
    var answer: [UInt8] = []
    // The mark, and the answer.
    while isBegun, answer.count(where: { $0 == UInt8(ascii: "\n") }) < 2 {
      if !DescriptorStream.read(from: output.fileHandleForReading.fileDescriptor, into: &answer) { break }
    }
    close(control.own)
    process.waitUntilExit()
    guard
      let rows = try? JSONDecoder().decode(
        [SealProbe].self, from: Data(answer.split(separator: UInt8(ascii: "\n")).last ?? [])),
      rows.count == SealProbe.names.count
    else { throw BatchError("the seal cannot be tried: the renderer \(program.path) did not answer") }
    return rows
  }
}
