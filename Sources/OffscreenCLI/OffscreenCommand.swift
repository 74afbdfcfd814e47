import ArgumentParser
import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// Commands that render run on the first thread, and before there are others: a process can be sealed whole
/// only then (`Sandbox.seal()`). It saves the threads of Swift's executor, too.
@main
enum Program {
  static func main() {
    ProcessPriority.keep()
    do {
      let arguments = DefaultsFile.arguments(Self.withCommand(RawArguments.all))
      if let job = PlainCommandLine.renderJob(arguments) {
        try job.run()
        // What is written is written: the libraries need not take down what they have set up.
        _exit(0)
      }
      var command = try OffscreenCommand.parseAsRoot(arguments)
      switch command {
      case let worker as WorkerCommand where worker.renderer: try worker.render()
      case let command as any AsyncParsableCommand: run(command)
      default: try command.run()
      }
    } catch {
      endProgram(error)
    }
  }

  /// A page in place of a command is to be rendered, and so it is where options stand there; a word that is neither
  /// ends the program, and so does a command behind options.
  private static func withCommand(_ arguments: [String]) -> [String] {
    let commands = OffscreenCommand.configuration.subcommands.map { $0._commandName } + ["help"]
    guard let first = arguments.first, !commands.contains(first), !isOfNoCommand(first) else { return arguments }
    if first.hasPrefix("-"), first != "-" {
      let command = arguments.first { commands.contains($0) && !isThere($0) }
      guard let command else { return ["render"] + arguments }
      refuse("'\(first.prefix(100))' stands before the command; write offscreen \(command) \(first.prefix(100)) ...")
    }
    let isWord = first.allSatisfy { $0.isLetter || $0 == "-" } && first != "-"
    guard isWord, !first.isEmpty, !isThere(first) else { return ["render"] + arguments }
    let meant = nearestName(to: first, in: commands).map { "did you mean '\($0)'?" }
    refuse("'\(first.prefix(100))' is neither a command nor a page; \(meant ?? "see offscreen --help")")
  }

  /// Options that ArgumentParser knows by itself.
  private static func isOfNoCommand(_ argument: String) -> Bool {
    argument == "-h"
      || ["--help", "--version", "--generate-completion-script", "--experimental-dump-help"]
        .contains { argument == $0 || argument.hasPrefix($0 + "=") || argument.hasPrefix($0 + "-") }
  }

  private static func isThere(_ path: String) -> Bool { FilePath.status(of: path) != nil }

  private static func refuse(_ reason: String) -> Never {
    StandardError.print("error: \(reason)")
    OffscreenCommand.exit(withError: ExitCode(64))
  }

  /// What is wrong with the arguments names them, whatever stands in them. Help is no error.
  private static func endProgram(_ error: any Error) -> Never {
    let code = OffscreenCommand.exitCode(for: error)
    guard code != .success else { OffscreenCommand.exit(withError: error) }
    let message = OffscreenCommand.fullMessage(for: error)
    if !message.isEmpty { StandardError.print(lines: message) }
    OffscreenCommand.exit(withError: code)
  }

  private static func run(_ command: sending any AsyncParsableCommand) {
    let end = DispatchSemaphore(value: 0)
    Task {
      do {
        var command = command
        try await command.run()
      } catch {
        endProgram(error)
      }
      end.signal()
    }
    end.wait()
  }
}

struct OffscreenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offscreen",
    abstract: "Renders web pages to pictures, without a browser.",
    discussion: """
      offscreen render page.html -o page.png
      offscreen batch site -o thumbs --thumbnail 320x
      offscreen diff expected.png actual.png

      Defaults for options are read from .offscreen.yml in the working folder: under `page` for every \
      command that renders, under a command's name for that one.
      """,
    version: OffscreenVersion.current,
    subcommands: [
      RenderCommand.self, BatchCommand.self, DiffCommand.self, DoctorCommand.self, InspectCommand.self,
      EvaluateCommand.self,
      SaveCommand.self,
      WorkerCommand.self, ServeCommand.self, ThumbnailCommand.self, LimitsCommand.self, DocumentHelperCommand.self,
    ])
}
