/// The kernel's support for the sandbox.
package struct KernelSupport: Equatable, Sendable {
  /// Landlock: writing and starting programs, by path.
  package var restrictsPaths = false
  /// seccomp: system calls.
  package var filtersCalls = false

  package init() {}

  /// The support of this kernel, as far as the container around the process allows it.
  package static func ofThisKernel() -> KernelSupport {
    var support = KernelSupport()
    support.restrictsPaths = offscreen_landlock_version() > 0
    support.filtersCalls = offscreen_can_filter_calls() != 0
    return support
  }

  /// The version of Landlock's interface; 0 where there is none.
  package static var landlockVersion: Int { Int(offscreen_landlock_version()) }

  /// The missing parts, as a line for users; nil where nothing is missing.
  package var lack: String? {
    switch (restrictsPaths, filtersCalls) {
    case (true, true): nil
    case (false, true): "the kernel has no Landlock: renderers may write files and start programs"
    case (true, false): "the kernel has no seccomp filters: renderers may make any system call, such as opening sockets"
    case (false, false): "the kernel has neither Landlock nor seccomp filters: renderers run without a sandbox"
    }
  }
}
