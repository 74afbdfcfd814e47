/// The file that this process runs.
package enum ProgramFile {
  /// Absolute, with links followed; nil where the system does not know it.
  /// https://man7.org/linux/man-pages/man5/proc_pid_exe.5.html
  package static var path: String? {
    let size = 4096
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { max(0, readlink("/proc/self/exe", $0, size)) } ?? 0
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The folder that it lies in.
  package static var folder: String? {
    path.flatMap { path in path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } }
  }
}
