/// What every process reads of the system (`SystemPaths`), open in a process that others are forked from: each of them names
/// it to the kernel by one call, where finding a path takes four more.
package struct OpenSystemPaths: Sendable {
  package let descriptors: [Int32]

  /// Nil where there are too few descriptors: then each process finds the paths.
  package init?() {
    var (opened, known): ([Int32], Set<FileIdentity>) = ([], [])
    for path in SystemPaths.ofProcesses {
      let file = offscreen_open_place(path)
      if file < 0, errno == EMFILE || errno == ENFILE {
        for file in opened { OffscreenPlatform.close(file) }
        return nil
      }
      if file < 0 { continue }
      // Names of the same folder are many systems' way of having one.
      var status = stat()
      if fstat(file, &status) == 0,
        known.insert(FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))).inserted
      {
        opened.append(file)
      } else {
        OffscreenPlatform.close(file)
      }
    }
    descriptors = opened
  }

  private struct FileIdentity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// For a forked process, which needs them no more.
  package func close() {
    for descriptor in descriptors { OffscreenPlatform.close(descriptor) }
  }
}
