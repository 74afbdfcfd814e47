import OffscreenPlatform

/// What the limits of scripts are measured with.
enum ScriptTime {
  /// Seconds of processor time that this process has used.
  static var processor: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
