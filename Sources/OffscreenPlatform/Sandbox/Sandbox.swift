/// What a process may still do once it is sealed: write here, connect or not, start these programs. All
/// else that reaches out of the process is refused, whatever code runs in it. There is no way back.
///
/// Landlock decides about paths, a seccomp filter about system calls. Reading is not restricted: what a
/// page may read, the loader decides.
package struct Sandbox: Hashable, Sendable {
  /// Where files may be made, written, replaced and removed, at any depth. Absolute; bytes, as file names are.
  package var writableFolders: Set<[UInt8]> = []
  /// Files and devices that are there and may be written themselves. Absolute.
  package var writableFiles: Set<[UInt8]> = []
  /// Whether sockets may be opened: TCP and UDP, and only outwards.
  package var usesNetwork = false
  /// Which programs may be started, as children that inherit all this. Absolute.
  package var programs: Set<String> = []

  package init() {}

  /// Whether everything that the other may do is among this.
  package func covers(_ other: Sandbox) -> Bool {
    other.writableFolders.allSatisfy { isWritable($0) } && other.writableFiles.allSatisfy { isWritable($0) }
      && (usesNetwork || !other.usesNetwork) && other.programs.isSubset(of: programs)
  }

  /// Allows what the other does, too.
  package mutating func formUnion(_ other: Sandbox) {
    writableFolders.formUnion(other.writableFolders)
    writableFiles.formUnion(other.writableFiles)
    usesNetwork = usesNetwork || other.usesNetwork
    programs.formUnion(other.programs)
  }

  package var pathCount: Int { writableFolders.count + writableFiles.count }

  /// Whether the user wants none: `OFFSCREEN_NO_SANDBOX` in the environment, which children inherit.
  package static var isSwitchedOff: Bool { getenv(switchName) != nil }

  /// To be called before there are other threads.
  package static func switchOff() { setenv(switchName, "1", 1) }

  private static let switchName = "OFFSCREEN_NO_SANDBOX"

  private func isWritable(_ path: [UInt8]) -> Bool {
    if writableFiles.contains(path) { return true }
    let slash = UInt8(ascii: "/")
    return writableFolders.contains { folder in
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
  package func seal() -> KernelSupport {
    var support = KernelSupport()
    support.restrictsPaths = restrictPaths()
    support.filtersCalls = offscreen_filter_calls(usesNetwork ? 1 : 0, programs.isEmpty ? 0 : 1) != 0
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

  private func restrictPaths() -> Bool {
    makePaths()
    let version = offscreen_landlock_version()
    if version == 0 { return false }
    let rules = offscreen_landlock_create(version, usesNetwork ? 1 : 0)
    if rules < 0 { return false }
    defer { close(rules) }
    func allow(_ path: [UInt8], _ access: Int) {
      _ = offscreen_landlock_allow(rules, version, Self.terminated(path), UInt64(access))
    }
    let writing = OFFSCREEN_MAY_WRITE | OFFSCREEN_MAY_TRUNCATE
    allow(Array("/dev/null".utf8), writing)
    for path in writableFiles { allow(path, writing) }
    let making = writing | OFFSCREEN_MAY_MAKE_REG | OFFSCREEN_MAY_MAKE_DIR | OFFSCREEN_MAY_REMOVE_FILE
    for path in writableFolders { allow(path, making) }
    for path in programs { allow(Array(path.utf8), OFFSCREEN_MAY_EXECUTE) }
    // The kernel starts a program by way of its loader.
    if !programs.isEmpty, let loader = offscreen_interpreter() {
      allow(Array(String(cString: loader).utf8), OFFSCREEN_MAY_EXECUTE)
    }
    return offscreen_landlock_restrict(rules) != 0
  }
}
