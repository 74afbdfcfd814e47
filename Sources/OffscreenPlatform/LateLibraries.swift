import CLateLibraries

/// The libraries that are opened by the first call of one of their functions: `CLateLibraries`.
package enum LateLibraries {
  /// Opens those that are there: for a process whose copies are to find them open. The file of one that is not.
  @discardableResult
  package static func open() -> String? { offscreen_open_late_libraries().map { String(cString: $0) } }
}
