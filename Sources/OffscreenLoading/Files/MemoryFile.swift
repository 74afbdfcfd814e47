import OffscreenPlatform

/// A file without a name, for what is given to a process and what it gives back: unlike with pipes, no
/// process waits for another. It is in memory: no writable folder is needed.
package final class MemoryFile {
  package let descriptor: Int32

  package init() throws(OutputError) {
    descriptor = offscreen_open_in_memory("offscreen")
    if descriptor < 0 { throw OutputError(path: "a file in memory", reason: String(cString: strerror(errno))) }
  }

  deinit { close(descriptor) }

  /// Puts bytes at the end, and the position at the beginning.
  package func fill(_ bytes: [UInt8]) throws(OutputError) {
    guard bytes.withUnsafeBytes({ DescriptorStream.write($0, to: descriptor) }) else {
      throw OutputError(path: "a file in memory", reason: String(cString: strerror(errno)))
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  /// All that is in the file, up to a limit.
  package func contents(limit: Int) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return [] }
    let size = max(0, min(Int(status.st_size), limit))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      while initialized < size {
        let count = pread(descriptor, buffer.baseAddress.map { $0 + initialized }, size - initialized, initialized)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        initialized += count
      }
    }
  }
}
