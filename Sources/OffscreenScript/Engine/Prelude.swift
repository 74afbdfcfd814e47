import CScriptPrelude
import OffscreenPlatform

/// The prelude's files. `Sources/OffscreenScript/README.md` says what they are to each other.
enum Prelude {
  struct File {
    let name: String
    /// ASCII that stays where it is as long as the process lives: the engine reads it in place.
    let source: UnsafeBufferPointer<UInt8>
  }

  /// What pages with scripts and what workers begin with: groups of files, which `Scripts/prelude` has.
  static let (windows, workers) = ("windows", "workers")

  static func file(named name: String) -> File? {
    #if OFFSCREEN_PRELUDE_FOLDER
      if let folder = getenv("OFFSCREEN_PRELUDE") {
        return text(name, in: String(cString: folder)).map { File(name: name, source: keep($0)) }
      }
    #endif
    var count = 0
    guard let bytes = offscreen_prelude_file(name, &count) else { return nil }
    return File(name: name, source: UnsafeBufferPointer(start: bytes, count: count))
  }

  #if OFFSCREEN_PRELUDE_FOLDER
    /// For those who write the prelude: its files as they are now.
    private static func text(_ name: String, in folder: String) -> [UInt8]? {
      guard let group = offscreen_prelude_group(name) else { return read(folder + "/" + name) }
      var text = Array("(core=>{".utf8)
      for file in String(cString: group).split(separator: " ") {
        guard let bytes = read("\(folder)/\(file).js") else { return nil }
        text += bytes + "(core);".utf8
      }
      return text + "})".utf8
    }

    private static func read(_ path: String) -> [UInt8]? {
      guard let file = fopen(path, "r") else { return nil }
      defer { fclose(file) }
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = fread(&piece, 1, piece.count, file)
        if count == 0 { return bytes }
        bytes += piece[..<count]
      }
    }

    private static func keep(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = memory.initialize(from: bytes)
      return UnsafeBufferPointer(memory)
    }
  #endif
}
