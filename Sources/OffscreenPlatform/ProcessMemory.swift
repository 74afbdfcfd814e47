/// Memory of processes, as the system counts it.
package enum ProcessMemory {
  /// Bytes of memory that a process holds now; 0 where it is gone.
  package static func resident(of process: Int32) -> Int {
    // The second number of the line counts pages: man 5 proc_pid_statm.
    guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 128)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
    let fields = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Bytes of this process's heaps: those in use, and those that are free and have not gone back. It opens no file.
  package static func heap() -> (used: Int, free: Int) {
    var (used, free) = (0, 0)
    offscreen_heap_bytes(&used, &free)
    return (used, free)
  }

  /// For a process that works on one page after the other, at its start and before it has other threads: what a page
  /// leaves free goes back to the system rather than staying for the next one.
  package static func keepLittle() { offscreen_keep_little_free_memory() }

  /// Gives back to the system what this process has freed: allocators keep it for what comes next. It takes
  /// milliseconds, for a moment when nothing else is to be done.
  package static func releaseFreed() { _ = offscreen_release_free_memory() }
}
