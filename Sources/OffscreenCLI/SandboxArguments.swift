import ArgumentParser
import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// Whether processes that render are sealed.
struct SandboxArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Let what renders do all that its user may. Otherwise it may write only what it is asked to, start nothing and listen to nobody, as far as the kernel can see to it (see offscreen doctor)."
    ))
  var noSandbox = false

  var isWanted: Bool { !Sandbox.isSwitchedOff }

  /// To be called before there are other threads. Children learn it from the environment.
  func prepare() {
    if noSandbox { Sandbox.switchOff() }
  }

  /// Seals this process for a page. To be called before there are other threads.
  func seal(for options: PageOptions, outputs: [String], quiet: Bool = false) {
    prepare()
    Self.sealProcess(for: options, outputs: outputs, quiet: quiet)
  }

  /// `isBrokered`: another process loads for this one.
  static func sealProcess(for options: PageOptions, outputs: [String], isBrokered: Bool = false, quiet: Bool = false) {
    ResourceLimits(memory: ResourceLimits.reserved + (4 << 30)).apply()
    ResourceLimits.limitProcessorTime(ofPage: options.timeout)
    guard !Sandbox.isSwitchedOff else { return }
    var sandbox = Sandbox.renderer
    sandbox.formUnion(isBrokered ? Sandbox(outputs: outputs) : Sandbox(page: options, outputs: outputs))
    let support = sandbox.seal()
    if !quiet { tell(support) }
  }

  /// Says once what the kernel does not do.
  static func tell(_ support: KernelSupport) {
    if let lack = support.lack { StandardError.print("warning: \(lack)") }
  }
}

/// The arguments of a supervisor to the renderer process that it starts.
struct SealArguments: ParsableArguments {
  @Flag(help: .private) var sealed = false
  @Option(help: .private) var writableFolder: [String] = []
  @Option(help: .private) var writableFile: [String] = []
  /// Only of a process that loads by itself, for measurements.
  @Flag(help: .private) var connects = false

  /// Missing kernel features have been reported by the supervisor. `memory`: what it lets the process hold; it looks
  /// now and then, and twice as much is for what is faster.
  func seal(memory: Int) {
    ResourceLimits(memory: ResourceLimits.reserved + 2 * min(memory, 1 << 40)).apply()
    guard sealed, !Sandbox.isSwitchedOff else { return }
    var sandbox = Sandbox.renderer
    sandbox.writableFolders.formUnion(writableFolder.map(FilePath.bytes(of:)))
    sandbox.writableFiles.formUnion(writableFile.map(FilePath.bytes(of:)))
    sandbox.usesNetwork = connects
    _ = sandbox.seal()
  }
}
