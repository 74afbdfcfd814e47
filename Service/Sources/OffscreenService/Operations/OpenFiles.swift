import Foundation

/// How many files this process may have open, of which each connection is one.
enum OpenFiles {
  /// What the service itself has open, and the renderers' supervisor.
  private static let own = 1024

  /// Many systems give a program 1024 until it asks for more: so many clients that say nothing would leave none for
  /// pictures. Where the system allows fewer, it is as many as it allows.
  static func allow(connections: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(rlim_t(connections + own), limit.rlim_max)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
