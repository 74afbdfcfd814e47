import Foundation
import OffscreenPlatform

/// Makes a renderer process crash, hang or eat memory on chosen pages, so that tests see what becomes
/// of the rest: `OFFSCREEN_PROVOKE="crash=a.html hang=b.html memory=c.html"`. Or it tries to reach out of
/// itself, as an attacker's code would, reports on standard error what came of it, and goes on: `socket`,
/// `listen`, `write`, `program`, `signal`, `mode`; or prints its `limits`, the number of its
/// `process`, or what it was `told`. Without the variable nothing of it happens.
struct ProvokedFaults {
  private enum Fault: String {
    case crash, hang, memory, socket, listen, write, program, signal, mode, limits, told, process
  }
  private var faults: [(page: [UInt8], fault: Fault)] = []

  init() {
    guard let wanted = getenv("OFFSCREEN_PROVOKE") else { return }
    for word in String(cString: wanted).split(separator: " ") {
      let sides = word.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let fault = Fault(rawValue: String(sides[0])) else { continue }
      faults.append((Array("/\(sides[1])\"".utf8), fault))
    }
  }

  /// To be called before a request is answered.
  func provoke(_ request: [UInt8]) {
    if faults.isEmpty { return }
    for (page, fault) in faults where contains(request, page) {
      switch fault {
      case .crash: abort()
      case .hang: while true { sleep(1) }
      case .memory: eatMemory()
      case .socket: tell(fault, socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      case .listen: tell(fault, listen(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), 1))
      case .write: tell(fault, creat("provoked", 0o666))
      case .program: tell(fault, startProgram())
      case .signal: tell(fault, kill(getppid(), 0))
      case .mode: tell(fault, chmod(".", 0o755))
      case .limits: StandardError.print(ResourceLimits.current)
      case .process: StandardError.print("process \(getpid())")
      case .told: StandardError.print(String(decoding: request, as: UTF8.self))
      }
    }
  }

  /// The same for a process of one page. `input`: what the command line calls it.
  func provoke(page input: String) {
    if !faults.isEmpty { provoke(Array("/\(input)\"".utf8)) }
  }

  /// Nothing is printed that a system call has not said.
  private func tell(_ fault: Fault, _ result: Int32) {
    let outcome = result < 0 ? "refused: \(String(cString: strerror(errno)))" : "not refused"
    StandardError.print("provoked \(fault.rawValue): \(outcome)")
  }

  /// -1 and an error where it could not be started.
  private func startProgram() -> Int32 {
    var process = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { arguments.forEach { free($0) } }
    errno = posix_spawn(&process, "/bin/true", nil, nil, arguments, environ)
    if errno != 0 { return -1 }
    waitpid(process, nil, 0)
    return 0
  }

  /// At most 4 GiB, for the machine's sake, should no limit stop it.
  private func eatMemory() {
    var blocks: [UnsafeMutableRawPointer] = []
    while blocks.count < 128 {
      guard let block = malloc(32 << 20) else { abort() }
      memset(block, 1, 32 << 20)
      blocks.append(block)
    }
    blocks.forEach { free($0) }
  }

  private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
  }
}
