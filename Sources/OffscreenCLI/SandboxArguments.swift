import ArgumentParser
import Foundation
import Offscreen
import OffscreenBatch
import OffscreenLoading
import OffscreenPlatform

/// Whether processes that render are sealed.
struct SandboxArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Let what renders do all that its user may. Otherwise it may write only what it is asked to, start nothing and listen to nobody, as far as the kernel can see to it (see offscreen doctor)."
    ))
  var noSandbox = false

  @Flag(
    help: ArgumentHelp(
      "Render nothing where the kernel does not seal renderers whole: where offscreen doctor --seal shows an attempt that is not refused."
    ))
  var requireSandbox = false

  var isWanted: Bool { !Sandbox.isSwitchedOff }

  func validate() throws {
    if noSandbox, requireSandbox { throw ValidationError("--no-sandbox and --require-sandbox: only one of them") }
  }

  /// To be called before there are other threads. Children learn it from the environment.
  func prepare() {
    if noSandbox { Sandbox.switchOff() }
    if requireSandbox { Self.check() }
  }

  /// Ends the program where renderers are not sealed.
  private static func check() {
    do {
      if Sandbox.isSwitchedOff { throw BatchError("OFFSCREEN_NO_SANDBOX is set: renderers are not sealed") }
      let rows = try SealCheck.run(RendererProgram(path: ProgramFile.path ?? "offscreen"))
      guard let allowed = rows.first(where: { !$0.isRefused }) else { return }
      throw BatchError("renderers are not sealed: one could \(allowed.attempt) (see offscreen doctor --seal)")
    } catch {
      StandardError.print("error: \(error)")
      _exit(1)
    }
  }

  /// Seals this process for a page. To be called before there are other threads.
  /// `isBrokered`: another process loads for this one.
  static func sealProcess(
    for options: PageOptions, fonts: String?, outputs: [String], isBrokered: Bool = false, quiet: Bool = false
  ) {
    ResourceLimits(
      memory: ResourceLimits.reserved + (4 << 30) + (options.runsScripts ? ResourceLimits.reservedByScripts : 0)
    ).apply()
    ResourceLimits.limitProcessorTime(ofPage: options.timeout, isFinal: true)
    guard !Sandbox.isSwitchedOff else { return }
    var sandbox = Sandbox.renderer(fonts: fonts)
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

  /// Missing kernel features have been reported by the supervisor. `memory`: what it lets the process hold; it looks
  /// now and then, and twice as much is for what is faster. `message`: the rights, beside those of all renderers.
  func seal(_ message: [UInt8], _ renderers: Sandbox, _ open: OpenSystemPaths?, memory: Int) {
    ResourceLimits(memory: ResourceLimits.reserved + ResourceLimits.reservedByScripts + 2 * min(memory, 1 << 40))
      .apply()
    ResourceLimits.limitProcessorTimeOfAllPages()
    guard sealed, !Sandbox.isSwitchedOff else { return }
    guard let rights = RendererSeal.rights(in: message) else { _exit(71) }
    var sandbox = renderers
    sandbox.formUnion(rights)
    _ = sandbox.seal(open)
  }

  /// Before the first process is forked that is sealed: what can be done once for all of them.
  func prepare() -> OpenSystemPaths? {
    guard sealed, !Sandbox.isSwitchedOff else { return nil }
    Sandbox.giveUpCapabilities()
    return OpenSystemPaths()
  }
}
