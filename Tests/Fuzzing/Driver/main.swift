import CFuzzer
import FuzzTargets
import Foundation
import Glibc
import Offscreen

// OffscreenFuzz TARGET [libFuzzer's options and files]   fuzzes it
// OffscreenFuzz list                                     names the targets
// OffscreenFuzz options TARGET                           prints libFuzzer's options for it
// OffscreenFuzz dictionary TARGET                        prints what its language is made of

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("OffscreenFuzz: \(message)\n".utf8))
  exit(64)
}

func target(_ place: Int) -> FuzzTarget {
  guard CommandLine.arguments.indices.contains(place) else { fail("which target?") }
  let name = CommandLine.arguments[place]
  guard let target = FuzzTarget.named(name) else { fail("there is no target '\(name)'") }
  return target
}

switch CommandLine.arguments.dropFirst().first {
case "list":
  for target in FuzzTarget.all { print(target.name) }
case "options":
  let target = target(2)
  print("-max_len=\(target.longestInput) -timeout=\(target.patience)")
case "dictionary":
  print(FuzzDictionary(target(2).words()).text)
default:
  exit(try fuzz(target(1)))
}

/// libFuzzer's loop, on a thread with the stack that the renderer has.
func fuzz(_ target: FuzzTarget) throws -> Int32 {
  // Its alarm, which tells of inputs that hang, must reach the thread that they hang.
  var alarm = sigset_t()
  sigemptyset(&alarm)
  sigaddset(&alarm, SIGALRM)
  pthread_sigmask(SIG_BLOCK, &alarm, nil)
  return try LargeStackThread.run {
    var alarm = sigset_t()
    sigemptyset(&alarm)
    sigaddset(&alarm, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
    FuzzDoor.open = try target.open()
    // The target's name is not for libFuzzer.
    var arguments = CommandLine.arguments
    arguments.remove(at: 1)
    var count = Int32(clamping: arguments.count)
    var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(capacity: arguments.count + 1)
    for (place, argument) in arguments.enumerated() { pointers?[place] = strdup(argument) }
    pointers?[arguments.count] = nil
    return LLVMFuzzerRunDriver(&count, &pointers) { data, size in
      FuzzDoor.open([UInt8](UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  }
}

/// What libFuzzer calls is a C function, which cannot capture the door.
enum FuzzDoor {
  nonisolated(unsafe) static var open: FuzzTarget.Door = { _ in }
}
