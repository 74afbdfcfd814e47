import ArgumentParser
import Foundation
import Offscreen
import OffscreenPlatform

/// Becomes `offscreen-serve`, the program of the package in `Service/`, which clients of the library need not build.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Take pictures for whoever asks over HTTP.",
    discussion: """
      offscreen serve &
      curl 'http://127.0.0.1:8080/v1/picture?url=https://example.com/&width=320' -o example.png

      It is a program of its own, offscreen-serve, which is started with these arguments: offscreen serve --help \
      lists its options where it is installed.
      """)

  static let program = "offscreen-serve"

  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("For offscreen-serve.", valueName: "ARGUMENT"))
  var arguments: [String] = []

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = Self.find(beside: ProgramFile.folder, environment: environment) else {
      if arguments.contains(where: { ["-h", "--help"].contains($0) }) { throw CleanExit.helpRequest(Self.self) }
      StandardError.print(
        "error: offscreen serve needs the program \(Self.program), which is neither beside this one "
          + "(\(ProgramFile.folder ?? "whose folder is not known")) nor on the PATH: in Offscreen's sources, "
          + "Scripts/service --install builds and installs it")
      throw ExitCode(1)
    }
    // The pages are rendered by this very program.
    if let own = ProgramFile.path { setenv("OFFSCREEN_PROGRAM", own, 0) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    StandardError.print("error: \(path): cannot be started: \(String(cString: strerror(errno)))")
    throw ExitCode(1)
  }

  static func find(beside own: String?, environment: [String: String]) -> String? {
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    // Relative names on the path lead to the current folder, where another user may have put a program.
    let folders = (own.map { [$0] } ?? []) + path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(program)" }.first(where: OffscreenProgram.isProgram)
  }
}
