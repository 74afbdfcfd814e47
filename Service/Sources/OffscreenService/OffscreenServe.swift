import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The program `offscreen-serve`, which `offscreen serve` starts.
public struct OffscreenServe: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "offscreen serve", abstract: "An HTTP service that takes pictures of pages.",
    discussion: """
      offscreen serve &
      curl 'http://127.0.0.1:8080/v1/picture?url=https://example.com/&width=320' -o example.png

      Every setting can stand in the environment (OFFSCREEN_SERVE_MAX_BODY=8M) or in a YAML file (maxBody: 8M), too: \
      options win over the environment, and that over the file.
      """,
    subcommands: [Run.self, Sign.self], defaultSubcommand: Run.self)

  public init() {}

  /// What is wrong is said in one line. Never returns.
  public static func start() async {
    signal(SIGPIPE, SIG_IGN)
    do {
      let given = Array(CommandLine.arguments.dropFirst())
      let isRun = given.first != "sign" && !given.contains { ["-h", "--help", "help"].contains($0) }
      let environment = ProcessInfo.processInfo.environment
      let arguments = isRun ? try SettingsSources.arguments(given, environment: environment) : given
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let trouble as SettingsSources.Trouble {
      fail(trouble.description)
    } catch let trouble as WorkerProgram.NotFound {
      fail(trouble.description)
    } catch let trouble as Workspace.Trouble {
      fail(trouble.description)
    } catch let trouble as AnswerCache.Trouble {
      fail(trouble.description)
    } catch {
      exit(withError: error)
    }
    Foundation.exit(0)
  }

  private static func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("error: \(reason)\n".utf8))
    Foundation.exit(1)
  }

  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: "Run the service (the default).")
    @OptionGroup var settings: ServeSettings

    func run() async throws {
      let level = Logger.Level(rawValue: settings.logLevel)
      guard let level else { throw ValidationError("--log-level: '\(settings.logLevel)' is no level") }
      LoggingSystem.bootstrap { JSONLogHandler(label: $0) }
      var logger = Logger(label: "offscreen-serve")
      logger.logLevel = level
      let service = try await ServiceApplication(
        settings: settings, environment: ProcessInfo.processInfo.environment, logger: logger)
      do {
        try await service.run()
      } catch let error as NIOCore.IOError {
        OffscreenServe.fail("\(settings.host) port \(settings.port): cannot be listened at: \(error)")
      }
    }
  }

  struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print an address that is signed.",
      discussion: "offscreen serve sign '/v1/picture?url=https%3A%2F%2Fexample.com%2F' --expires 1d")
    @Argument(help: "The path and query.") var path: String
    @Option(help: ArgumentHelp("The key; by default the first of OFFSCREEN_SERVE_SIGNING_KEY.", valueName: "ID:SECRET"))
    var signingKey: String?
    @Option(help: ArgumentHelp("How long it is good.", valueName: "DURATION")) var expires = "1h"

    func run() throws {
      let known = ProcessInfo.processInfo.environment["OFFSCREEN_SERVE_SIGNING_KEY"]?.split(separator: ",").first
      guard let key = (signingKey ?? known.map(String.init)).flatMap({ SigningKey($0) }) else {
        throw ValidationError("--signing-key is not ID:SECRET with 16 bytes of secret at least")
      }
      guard let seconds = TimeText.seconds(expires), seconds > 0 else {
        throw ValidationError("--expires: '\(expires)' is no duration, such as 1h")
      }
      guard path.hasPrefix("/"), !path.contains(where: { $0 == " " || $0 == "#" }) else {
        throw ValidationError("'\(path.prefix(100))' is no path and query, such as /v1/picture?url=...")
      }
      print(Authorization.signed(path, by: key, expires: Int(Date().timeIntervalSince1970 + seconds)))
    }
  }
}
