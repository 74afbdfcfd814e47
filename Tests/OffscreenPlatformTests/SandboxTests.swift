import OffscreenPlatform
import Testing

struct SandboxTests {
  private func sandbox(_ folders: Set<String>, files: Set<String> = [], network: Bool = false) -> Sandbox {
    var sandbox = Sandbox()
    (sandbox.writableFolders, sandbox.writableFiles, sandbox.usesNetwork) = (
      Set(folders.map { Array($0.utf8) }), Set(files.map { Array($0.utf8) }), network
    )
    return sandbox
  }

  @Test func aFolderCoversWhatIsBelow() {
    let one = sandbox(["/a/b"])
    #expect(one.covers(sandbox([])))
    #expect(one.covers(sandbox(["/a/b"])))
    #expect(one.covers(sandbox(["/a/b/c"], files: ["/a/b/d.log"])))
    #expect(!one.covers(sandbox(["/a/bc"])))
    #expect(!one.covers(sandbox(["/a"])))
    #expect(sandbox(["/"]).covers(one))
  }

  @Test func aFileCoversItselfAlone() {
    let log = sandbox([], files: ["/a/b.log"])
    #expect(log.covers(log))
    #expect(!log.covers(sandbox([], files: ["/a/b.log.1"])))
    #expect(!log.covers(sandbox(["/a"])))
  }

  @Test func theNetworkIsARightOfItsOwn() {
    let offline = sandbox(["/a"])
    let online = sandbox(["/a"], network: true)
    #expect(online.covers(offline))
    #expect(!offline.covers(online))
    var both = offline
    both.formUnion(sandbox(["/b"], network: true))
    #expect(both.covers(online) && both.covers(sandbox(["/b"])))
  }

  @Test func whatIsOpenAlreadyIsReadable() {
    switch ForkedProcess.fork() {
    case .failed: Issue.record("no process could be forked")
    case .child:
      let open = OpenSystemPaths()
      var sandbox = Sandbox()
      sandbox.readable = []
      func isReadable(_ path: String) -> Bool { offscreen_open(path, O_RDONLY | O_CLOEXEC, 0) >= 0 }
      guard sandbox.seal(open).restrictsPaths else { _exit(0) }
      let isClosed = open?.descriptors.allSatisfy { fcntl($0, F_GETFD) < 0 } ?? false
      let mayRead = isReadable("/usr/share") && isReadable("/proc/self/stat") && !isReadable("/etc/passwd")
      _exit(mayRead && isClosed ? 0 : 1)
    case .parent(let process): #expect(process.wait() == .exited(0))
    }
  }

  @Test func whatIsMissingIsToldOnce() {
    var support = KernelSupport()
    #expect(support.lack?.contains("neither Landlock nor seccomp") == true)
    support.filtersCalls = true
    #expect(support.lack?.contains("no Landlock") == true)
    support.restrictsPaths = true
    #expect(support.lack == nil)
  }
}
