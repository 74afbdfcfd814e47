/// The form of JUnit's XML that continuous integration services read: a suite, a test case a picture.
package enum JUnitReport {
  package static func xml(_ comparison: Comparison) -> String {
    let items = comparison.items
    let failures = items.count { !$0.isMatch && !$0.isTrouble }
    let errors = items.count { $0.isTrouble }
    let time = items.reduce(Duration.zero) { $0 + $1.duration }
    var out = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    let counts = "tests=\"\(items.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(time))\""
    out += "<testsuites \(counts)>\n  <testsuite name=\"offscreen diff\" \(counts)>\n"
    for item in items {
      out += "    <testcase classname=\"\(escaped(comparison.expected))\" name=\"\(escaped(item.name))\" "
      out += "time=\"\(seconds(item.duration))\""
      if item.isMatch {
        out += "/>\n"
        continue
      }
      let element = item.isTrouble ? "error" : "failure"
      out += ">\n      <\(element) type=\"\(item.status)\" message=\"\(escaped(item.summary))\">"
      out += escaped(TextReport.details(item).joined(separator: "\n"))
      out += "</\(element)>\n    </testcase>\n"
    }
    return out + "  </testsuite>\n</testsuites>\n"
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let thousandths = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
  }

  /// Characters that XML has no way to write become U+FFFD.
  /// https://www.w3.org/TR/xml/#charsets
  static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\n", "\t", "\r": out += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
