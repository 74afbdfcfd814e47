import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// The command line as bytes. Swift mends what is not valid UTF-8, and a file of the mended name is not there: here,
/// such a path becomes its `file:` address, whose escapes lose nothing.
enum RawArguments {
  /// Without the program's name.
  static var all: [String] {
    let pointers = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap { $0 }
    return texts(
      pointers.dropFirst().map { pointer in
        UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map { UInt8(bitPattern: $0) }
      })
  }

  static func texts(_ arguments: [[UInt8]]) -> [String] {
    var texts: [String] = []
    for argument in arguments {
      texts.append(String(validating: argument, as: UTF8.self) ?? text(argument, behind: texts.last ?? ""))
    }
    return texts
  }

  private static func text(_ argument: [UInt8], behind option: String) -> String {
    // 1. `--option=value`.
    if argument.starts(with: "--".utf8), let equals = argument.firstIndex(of: UInt8(ascii: "=")),
      let own = String(validating: argument[..<equals], as: UTF8.self)
    {
      return own + "=" + text(Array(argument[(equals + 1)...]), behind: own)
    }
    // 2. The value of an option that takes no path.
    if let known = PageOption.all.first(where: { "--" + $0.flag == option }), known.form != .flag, !known.namesFiles {
      return String(decoding: argument, as: UTF8.self)
    }
    // 3. A path. The slash at its end says that it is a folder's.
    return FilePath.text(of: argument) + (argument.last == UInt8(ascii: "/") ? "/" : "")
  }
}
