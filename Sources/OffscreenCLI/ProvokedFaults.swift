import Foundation
import Glibc

/// Makes a renderer process crash, hang or eat memory on chosen pages, so that tests see what becomes
/// of the rest: `OFFSCREEN_PROVOKE="crash=a.html hang=b.html memory=c.html"`. Without the variable
/// nothing of it happens.
struct ProvokedFaults {
  private enum Fault: String { case crash, hang, memory }
  private var faults: [(page: [UInt8], fault: Fault)] = []

  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    for word in (environment["OFFSCREEN_PROVOKE"] ?? "").split(separator: " ") {
      let sides = word.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let fault = Fault(rawValue: String(sides[0])) else { continue }
      faults.append((Array("/\(sides[1])\"".utf8), fault))
    }
  }

  /// To be asked before a request is answered.
  func provoke(_ request: [UInt8]) {
    if faults.isEmpty { return }
    for (page, fault) in faults where contains(request, page) {
      switch fault {
      case .crash: abort()
      case .hang: while true { sleep(1) }
      case .memory: eatMemory()
      }
    }
  }

  /// At most 4 GiB, for the machine's sake, should nobody stop it.
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
