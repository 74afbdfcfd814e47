import OffscreenPlatform

/// What the limits of scripts are measured with.
enum ScriptTime {
  /// Seconds of processor time that this thread has used: pages beside this one in a process are not its concern.
  static var processor: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
