import Foundation

/// Moments as they are written, from seconds since 1970.
enum HTTPDate {
  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
  static func text(_ seconds: Double) -> String {
    let parts = parts(seconds)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
      + "\(time(parts)) GMT"
  }

  /// With milliseconds: https://www.rfc-editor.org/rfc/rfc3339#section-5.6
  static func timestamp(_ seconds: Double) -> String {
    let parts = parts(seconds)
    let milliseconds = Int((seconds - seconds.rounded(.down)) * 1000)
    let digits = milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""
    return
      "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\(time(parts)).\(digits)\(milliseconds)Z"
  }

  private static func parts(_ seconds: Double) -> tm {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return parts
  }

  private static func time(_ parts: tm) -> String { "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))" }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
