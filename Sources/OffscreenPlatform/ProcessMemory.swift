/// Memory of processes, as the system counts it.
package enum ProcessMemory {
  /// Bytes of memory that a process holds now; 0 where it is gone.
  package static func resident(of process: Int32) -> Int {
    // The second number of the line counts pages: man 5 proc_pid_statm.
    let fields = numbers(in: "/proc/\(process)/statm")
    return fields.count > 1 ? fields[1] * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  /// The same of a process and its children together. What they share counts once, as far as the process itself holds
  /// it: children hold as much of it.
  package static func residentOfFamily(of process: Int32) -> Int {
    let own = resident(of: process)
    return children(of: process).reduce(own) { $0 + max(0, resident(of: $1) - own) }
  }

  /// Those that any thread has made: man 5 proc_tid_children.
  private static func children(of process: Int32) -> [Int32] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var result: [Int32] = []
    while let entry = readdir(folder) {
      let thread = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { atoi($0) }
      }
      if thread > 0 {
        result += numbers(in: "/proc/\(process)/task/\(thread)/children").map { Int32(truncatingIfNeeded: $0) }
      }
    }
    return result
  }

  private static func numbers(in path: String) -> [Int] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { bytes in
      let count = max(0, read(file, bytes.baseAddress, bytes.count))
      var (numbers, digits): ([Int], Int?) = ([], nil)
      for byte in bytes[..<count] {
        if byte >= 0x30, byte <= 0x39 {
          digits = (digits ?? 0) &* 10 &+ Int(byte - 0x30)
        } else if let number = digits {
          numbers.append(number)
          digits = nil
        }
      }
      return numbers + [digits].compactMap { $0 }
    }
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

  /// For a process that works on one page: to be called before it starts the thread that does.
  package static func growInLargeSteps() { offscreen_grow_heaps_in_large_steps() }

  /// The same of that thread, as it begins.
  package static func beginWithLargePage() { offscreen_begin_heap_with_large_page() }

  /// For a process from which others are forked, before the first: what these write anew shares no page with it.
  package static func endAtLargePage() { offscreen_end_heap_at_large_page() }

  /// For a process that was forked from such a one: its heap goes on with large pages, and its stack is there. Large
  /// pages count as free before they are used.
  package static func beginInFork() {
    goOnWithLargePages(beginsThere: true)
    offscreen_make_stack_ready()
  }

  /// For such a process, once it has given back what is free.
  package static func goOnWithLargePages() { goOnWithLargePages(beginsThere: false) }

  private static func goOnWithLargePages(beginsThere: Bool) {
    var (start, end) = (UInt(0), UInt(0))
    offscreen_go_on_with_large_pages(beginsThere ? 1 : 0, &start, &end)
    LargePages.noteHeap(from: start, to: end)
  }

  /// Gives back to the system what this process has freed: allocators keep it for what comes next. It takes
  /// milliseconds, for a moment when nothing else is to be done.
  package static func releaseFreed() { _ = offscreen_release_free_memory() }
}
