import Foundation
import FuzzTargets
import Offscreen
import OffscreenPlatform

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
  print("-max_len=\(target(2).longestInput)")
case "dictionary":
  print(FuzzDictionary(target(2).words()).text)
default:
  exit(try FuzzRun.run(target(1)))
}
