import Foundation

/// Which fonts a folder holds, as a number: the same on every machine that has the same files.
package enum FontSet {
  /// Of the names of the font files, their sizes and beginnings, and of `fonts.conf`.
  ///
  /// Optimization: of a font file the first 4 KiB are read, not all: they hold the table directory,
  /// which has a checksum of every table.
  /// https://learn.microsoft.com/en-us/typography/opentype/spec/otff#table-directory
  package static func hash(of folder: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      // FNV-1a: it tells sets apart, it does not have to withstand anybody.
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    for name in files(in: folder) {
      add(name.utf8)
      add([0])
      guard let file = fopen(folder + "/" + name, "rb") else { continue }
      defer { fclose(file) }
      let isConfiguration = name.hasSuffix(".conf")
      var buffer = [UInt8](repeating: 0, count: isConfiguration ? 1 << 20 : 4096)
      let count = fread(&buffer, 1, buffer.count, file)
      add(buffer[..<count])
      fseek(file, 0, SEEK_END)
      let size = UInt64(max(0, ftell(file)))
      add((0..<8).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) })
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Relative to the folder, sorted by their bytes.
  package static func files(in folder: String) -> [String] {
    let types: Set = ["ttf", "otf", "ttc", "otc", "woff", "woff2", "pfb", "pcf", "bdf", "conf"]
    guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    return names.compactMap { $0 as? String }
      .filter { name in types.contains(name.split(separator: ".").last?.lowercased() ?? "") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
