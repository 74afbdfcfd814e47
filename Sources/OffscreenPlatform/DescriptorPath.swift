/// The names that open files of this process have: a shell passes a pipe as `/dev/fd/63`.
/// https://man7.org/linux/man-pages/man5/proc_pid_fd.5.html
package enum DescriptorPath {
  /// The file descriptor that a path names; nil of every other path.
  package static func number(of path: [UInt8]) -> Int32? {
    if path.elementsEqual("/dev/stdin".utf8) { return 0 }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.starts(with: folder.utf8) {
      let digits = path.dropFirst(folder.utf8.count)
      guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int32(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }
}
