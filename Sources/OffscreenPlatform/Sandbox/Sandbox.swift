/// What a process may still do once it is sealed: read and write here, connect or not. It starts nothing. All
/// else that reaches out of the process is refused, whatever code runs in it. There is no way back.
///
/// Landlock decides about paths, a seccomp filter about system calls.
package struct Sandbox: Hashable, Sendable {
  /// Where files may be made, written, replaced and removed, at any depth. Absolute; bytes, as file names are.
  package var writableFolders: Set<[UInt8]> = []
  /// Files and devices that are there and may be written themselves. Absolute.
  package var writableFiles: Set<[UInt8]> = []
  /// Folders and files that may be read besides those that may be written, and what every process reads of the system
  /// (`SystemPaths`). Absolute. Nil: everything that its user may read.
  package var readable: Set<[UInt8]>?
  /// Whether sockets may be opened: TCP and UDP, and only outwards.
  package var usesNetwork = false
  /// A program that the process becomes once it is sealed, and where that makes sockets at which it is asked: it
  /// starts nothing else, and connects to nobody. Absolute.
  package var program: Program?

  package struct Program: Hashable, Sendable {
    package var file: [UInt8]
    package var socketFolders: Set<[UInt8]>

    package init(file: [UInt8], socketFolders: Set<[UInt8]>) { (self.file, self.socketFolders) = (file, socketFolders) }
  }

  package init() {}

  /// Whether everything that the other may do is among this.
  package func covers(_ other: Sandbox) -> Bool {
    other.writableFolders.allSatisfy { isWritable($0) } && other.writableFiles.allSatisfy { isWritable($0) }
      && (usesNetwork || !other.usesNetwork) && coversReading(of: other)
  }

  private func coversReading(of other: Sandbox) -> Bool {
    guard let readable else { return true }
    guard let wanted = other.readable else { return false }
    return wanted.allSatisfy { Self.isBelow($0, readable) || isWritable($0) }
  }

  /// Allows what the other does, too.
  package mutating func formUnion(_ other: Sandbox) {
    writableFolders.formUnion(other.writableFolders)
    writableFiles.formUnion(other.writableFiles)
    usesNetwork = usesNetwork || other.usesNetwork
    readable = readable.flatMap { own in other.readable.map { own.union($0) } }
  }

  package var pathCount: Int { writableFolders.count + writableFiles.count }

  /// Whether the user wants none: `OFFSCREEN_NO_SANDBOX` in the environment, which children inherit.
  package static var isSwitchedOff: Bool { getenv(switchName) != nil }

  /// To be called before there are other threads.
  package static func switchOff() { setenv(switchName, "1", 1) }

  private static let switchName = "OFFSCREEN_NO_SANDBOX"

  private func isWritable(_ path: [UInt8]) -> Bool {
    writableFiles.contains(path) || Self.isBelow(path, writableFolders)
  }

  private static func isBelow(_ path: [UInt8], _ folders: Set<[UInt8]>) -> Bool {
    let slash = UInt8(ascii: "/")
    return folders.contains { folder in
      path.starts(with: folder) && (path.count == folder.count || folder.last == slash || path[folder.count] == slash)
    }
  }

  /// As the system takes it. A path that holds a zero byte names nothing, and the empty one does not either.
  private static func terminated(_ path: [UInt8]) -> [CChar] {
    if path.contains(0) { return [0] }
    var result = path.map { CChar(bitPattern: $0) }
    result.append(0)
    return result
  }

  /// Seals this process. To be called before it starts a thread: Landlock holds for the calling thread and
  /// those that it starts. Gives what the kernel does not do; a path that is not there is no fault here.
  /// `open`: what of the system is open already; it is closed.
  package func seal(_ open: OpenSystemPaths? = nil) -> KernelSupport {
    var support = KernelSupport()
    offscreen_drop_capabilities(keptCapabilities)
    support.restrictsPaths = restrictPaths(open)
    open?.close()
    let kind =
      program != nil ? OFFSCREEN_FILTER_PROGRAM : usesNetwork ? OFFSCREEN_FILTER_NETWORK : OFFSCREEN_FILTER_ALONE
    support.filtersCalls = offscreen_filter_calls(Int32(kind)) != 0
    return support
  }

  /// Makes folders and files that are missing, so that they can be named to the kernel. What cannot be made
  /// shows when it is used.
  package func makePaths() {
    for folder in writableFolders { makeFolder(folder) }
    for file in writableFiles {
      let descriptor = offscreen_make_file(Self.terminated(file))
      if descriptor >= 0 { close(descriptor) }
    }
  }

  private func makeFolder(_ path: [UInt8]) {
    if access(Self.terminated(path), F_OK) == 0 { return }
    var part: [UInt8] = []
    for name in path.split(separator: UInt8(ascii: "/")) {
      part += [UInt8(ascii: "/")] + name
      mkdir(Self.terminated(part), 0o777)
    }
  }

  /// For a process from which others are forked that will be sealed: it gives up beforehand what none of them will have,
  /// which takes a microsecond or two for each capability. Of the calling thread, and of those that it forks.
  package static func giveUpCapabilities() {
    offscreen_drop_capabilities(mayOverrideAccess | mayDropCapabilities)
  }

  private static let mayOverrideAccess: UInt64 = 1 << 1  // CAP_DAC_OVERRIDE
  private static let mayDropCapabilities: UInt64 = 1 << 8  // CAP_SETPCAP

  /// Root alone may need one: to write into other users' folders.
  private var keptCapabilities: UInt64 {
    guard geteuid() == 0 else { return 0 }
    let isOthers = writableFolders.union(writableFiles).contains { path in
      var status = stat()
      return stat(Self.terminated(path), &status) == 0 && status.st_uid != 0
    }
    return isOthers ? Self.mayOverrideAccess : 0
  }

  private func restrictPaths(_ open: OpenSystemPaths?) -> Bool {
    makePaths()
    let version = offscreen_landlock_version()
    if version == 0 { return false }
    let restrictsReading: Int32 = readable == nil ? 0 : 1
    let rules = offscreen_landlock_create(version, restrictsReading, usesNetwork ? 1 : 0)
    if rules < 0 { return false }
    defer { close(rules) }
    func allow(_ path: [UInt8], _ access: Int) {
      _ = offscreen_landlock_allow(rules, version, restrictsReading, Self.terminated(path), UInt64(access))
    }
    let reading = OFFSCREEN_MAY_READ | OFFSCREEN_MAY_LIST
    let writing = OFFSCREEN_MAY_WRITE | OFFSCREEN_MAY_TRUNCATE | reading
    allow(Array("/dev/null".utf8), writing)
    for path in writableFiles { allow(path, writing) }
    let removing = OFFSCREEN_MAY_REMOVE_FILE | (program == nil ? 0 : OFFSCREEN_MAY_REMOVE_DIR)
    let making = writing | OFFSCREEN_MAY_MAKE_REG | OFFSCREEN_MAY_MAKE_DIR | removing
    for path in writableFolders { allow(path, making) }
    if let program {
      // What loads the program is one itself, in the eyes of the system.
      for path in [program.file] + SystemPaths.programLoaders.map({ Array($0.utf8) }) {
        allow(path, reading | OFFSCREEN_MAY_EXECUTE)
      }
      for path in program.socketFolders { allow(path, OFFSCREEN_MAY_MAKE_SOCK) }
    }
    if let readable {
      for path in readable { allow(path, reading) }
      if let open {
        for file in open.descriptors {
          _ = offscreen_landlock_allow_open(rules, version, restrictsReading, file, UInt64(reading))
        }
      } else {
        for path in SystemPaths.ofProcesses { allow(Array(path.utf8), reading) }
      }
      for path in SystemPaths.ofThisProcess { allow(Array(path.utf8), reading) }
      if usesNetwork { for path in SystemPaths.ofNetwork { allow(Array(path.utf8), reading) } }
    }
    return offscreen_landlock_restrict(rules) != 0
  }
}
