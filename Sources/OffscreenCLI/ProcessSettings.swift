import ArgumentParser
import Foundation
import Offscreen
import OffscreenBatch
import OffscreenPlatform

/// How renderer processes are run: what `worker` and `batch` share.
struct ProcessSettings: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Renderer processes side by side.", valueName: "N"))
  var jobs: Int?

  @Option(help: ArgumentHelp("A page's limit on memory: 512M, 1G.", valueName: "SIZE"))
  var maxMemory = MemorySize(bytes: RendererLimits().memory)

  @Option(help: ArgumentHelp("Pages after which a renderer process is replaced.", valueName: "N"))
  var recycle = RendererLimits().recycle

  @OptionGroup var sandboxing: SandboxArguments

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is from 1 to 256") }
    if recycle < 1 { throw ValidationError("--recycle is at least 1") }
    if maxMemory.bytes < 64 << 20 { throw ValidationError("--max-memory is at least 64M") }
  }

  /// A supervisor of processes of this very program. `output`: a folder that all pages' files are below.
  func supervisor(fonts: String?, timeout: Duration, defaultJobs: Int, output: String? = nil) throws -> Supervisor {
    var limits = RendererLimits()
    (limits.timeout, limits.memory, limits.recycle) = (timeout, maxMemory.bytes, recycle)
    var program = RendererProgram(path: try Executable.path(), fonts: fonts)
    sandboxing.prepare()
    if sandboxing.isWanted {
      program.sandbox = Sandbox(folder: output)
      SandboxArguments.tell(KernelSupport.ofThisKernel())
    }
    return Supervisor(program: program, jobs: jobs ?? defaultJobs, limits: limits)
  }
}

enum Executable {
  /// The file that this process runs.
  static func path() throws -> String {
    if let path = ProgramFile.path { return path }
    StandardError.print("error: cannot find the program's own file")
    throw ExitCode(1)
  }
}

/// Bytes as the command line writes them.
struct MemorySize: ExpressibleByArgument {
  var bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units: [(String, Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("", 1)]
    for (suffix, factor) in units where argument.uppercased().hasSuffix(suffix) {
      guard let value = Int(argument.dropLast(suffix.count)), value > 0, value <= Int.max / factor else { return nil }
      bytes = value * factor
      return
    }
    return nil
  }

  var defaultValueDescription: String { "\(bytes >> 20)M" }
}

/// Ends a renderer process whose supervisor is gone: it may be busy and not notice that its input has
/// ended.
enum OrphanWatch {
  static func start() {
    let parent = getppid()
    Thread.detachNewThread {
      while getppid() == parent { usleep(500_000) }
      _exit(0)
    }
  }
}
