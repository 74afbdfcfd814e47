import OffscreenPlatform
import Testing

@Suite(.serialized) struct ProcessTests {
  @Test func theProgramsOwnFile() throws {
    let path = try #require(ProgramFile.path)
    #expect(path.hasPrefix("/"))
    #expect(access(path, X_OK) == 0)
    #expect(path.hasPrefix(try #require(ProgramFile.folder) + "/"))
  }

  @Test func memoryOfProcesses() {
    #expect(ProcessMemory.resident(of: getpid()) > 1 << 20)
    #expect(ProcessMemory.resident(of: Int32.max) == 0)
  }

  /// Many pieces, of which the last is kept: what is freed is given back although the heap's end is in use.
  @Test func freedMemoryIsGivenBack() {
    let size = 16 << 10
    let pieces = (0..<8192).compactMap { _ in malloc(size) }
    for piece in pieces { memset(piece, 1, size) }
    let full = ProcessMemory.resident(of: getpid())
    for piece in pieces.dropLast() { free(piece) }
    ProcessMemory.releaseFreed()
    let after = ProcessMemory.resident(of: getpid())
    free(pieces.last)
    #expect(full - after > 100 << 20, "\(full >> 20) MiB became \(after >> 20)")
  }

  @Test func aProgramThatIsNiceStaysSo() {
    let own = __priority_which_t(PRIO_PROCESS.rawValue)
    switch ForkedProcess.fork() {
    case .failed: Issue.record("no process could be forked")
    case .child:
      _ = setpriority(own, 0, 10)
      ProcessPriority.keep()
      _exit(setpriority(own, 0, -2) == 0 ? 1 : 0)
    case .parent(let process): #expect(process.wait() == .exited(0))
    }
  }
}
