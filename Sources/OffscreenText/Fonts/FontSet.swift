import OffscreenPlatform
import Synchronization

/// Which fonts a folder holds, as a number: the same on every machine that has the same files.
package enum FontSet {
  /// Of the names of the font files, their sizes and beginnings, and of `fonts.conf`.
  ///
  /// Optimization: of a font file the first 4 KiB are read, not all: they hold the table directory,
  /// which has a checksum of every table.
  /// https://learn.microsoft.com/en-us/typography/opentype/spec/otff#table-directory
  package static func hash(of folder: String) -> String {
    if let known = known.withLock({ $0 }), known.folder == folder { return known.hash }
    var hash = FNV1a()
    var buffer = [UInt8](repeating: 0, count: 4096)
    for name in files(in: folder) {
      hash.add(name.utf8)
      hash.add(CollectionOfOne(0))
      let file = open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      var left = name.hasSuffix(".conf") ? 1 << 20 : buffer.count
      buffer.withUnsafeMutableBytes { bytes in
        while left > 0 {
          let count = read(file, bytes.baseAddress, min(left, bytes.count))
          if count <= 0 { break }
          hash.add(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          left -= count
        }
      }
      let size = UInt64(max(0, lseek(file, 0, SEEK_END)))
      withUnsafeBytes(of: size.littleEndian) { hash.add($0) }
    }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A hash that need not be found out.
  private static let known = Mutex<(folder: String, hash: String)?>(nil)

  /// Says what the hash of a folder is, which has not changed since it was found out. A text that is no hash says nothing.
  static func note(hash: String, of folder: String) -> Bool {
    guard hash.utf8.count == 16, UInt64(hash, radix: 16) != nil else { return false }
    known.withLock { $0 = (folder, hash) }
    return true
  }

  /// Which folder it is and when the last of its files or folders was changed: where that is the same, so is its hash.
  static func state(of folder: String) -> String {
    var listing = Listing()
    listing.add(folder, "", depth: 0)
    var (newest, bytes): (Int64, Int64) = (0, 0)
    var status = stat()
    for path in listing.files + listing.folders where stat(folder + "/" + path, &status) == 0 {
      newest = max(newest, Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec))
      bytes &+= Int64(status.st_size)
    }
    guard stat(folder, &status) == 0 else { return "none" }
    return "\(status.st_dev)-\(status.st_ino)-\(newest)-\(listing.files.count)-\(bytes)"
  }

  /// Relative to the folder, sorted.
  package static func files(in folder: String) -> [String] {
    var listing = Listing()
    listing.add(folder, "", depth: 0)
    return listing.files.sorted()
  }

  /// What a folder holds, folders inside folders to a bounded depth; links are not followed.
  private struct Listing {
    private(set) var files: [String] = []
    /// The folder itself is the empty one.
    private(set) var folders: [String] = []

    mutating func add(_ folder: String, _ below: String, depth: Int) {
      guard depth < 8, let listing = opendir(folder + "/" + below) else { return }
      defer { closedir(listing) }
      folders.append(below)
      while let entry = readdir(listing) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasPrefix(".") { continue }
        let type = Int(entry.pointee.d_type)
        // Some file systems do not say what is a folder.
        if type == DT_DIR || type == DT_UNKNOWN { add(folder, below + name + "/", depth: depth + 1) }
        if type != DT_DIR, let dot = name.utf8.lastIndex(of: 0x2E),
          FontSet.types.contains(name[dot...].dropFirst().lowercased())
        {
          files.append(below + name)
        }
      }
    }
  }

  private static let types: Set = ["ttf", "otf", "ttc", "otc", "woff", "woff2", "pfb", "pcf", "bdf", "conf"]
}

/// It distinguishes sets; it is not a cryptographic hash.
/// http://www.isthe.com/chongo/tech/comp/fnv/
private struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Collection<UInt8>) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.value = value
  }
}
