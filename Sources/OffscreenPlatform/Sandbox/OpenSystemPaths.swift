/// What every process reads of the system (`SystemPaths`), open in a process that others are forked from: each of them names
/// it to the kernel by one call, where finding a path takes four more.
package struct OpenSystemPaths: Sendable {
  let descriptors: [Int32]

  package init() { descriptors = SystemPaths.ofProcesses.map { offscreen_open_place($0) }.filter { $0 >= 0 } }

  /// For a forked process, which needs them no more.
  package func close() {
    for descriptor in descriptors { OffscreenPlatform.close(descriptor) }
  }
}
