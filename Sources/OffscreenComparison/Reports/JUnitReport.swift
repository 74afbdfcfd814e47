import OffscreenHTML

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
      out += "    <testcase classname=\"\(attribute(comparison.expected))\" name=\"\(attribute(item.name))\" "
      out += "time=\"\(seconds(item.duration))\""
      if item.isMatch {
        out += "/>\n"
        continue
      }
      let element = item.isTrouble ? "error" : "failure"
      out += ">\n      <\(element) type=\"\(item.status)\" message=\"\(attribute(item.summary))\">"
      out += MarkupText.xml(TextReport.details(item).joined(separator: "\n"), in: .content)
      out += "</\(element)>\n    </testcase>\n"
    }
    return out + "  </testsuite>\n</testsuites>\n"
  }

  private static func attribute(_ text: String) -> String { MarkupText.xml(text, in: .attribute) }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let thousandths = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 3 - thousandths.count) + thousandths
  }
}
