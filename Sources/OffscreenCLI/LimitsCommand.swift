import ArgumentParser
import Offscreen

/// Lists what `--limit` can change.
struct LimitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "limits", abstract: "List the limits of pages, with what they are usually.",
    discussion: """
      offscreen render page.html -o page.png --limit elements=300000 --limit fileBytes=64M

      What is beyond a limit is left out, and a warning names the limit. A worker's requests say the same \
      as "limits": {"elements": 300000}. Time and memory are limited by --timeout, --max-memory.
      """)

  func run() {
    let usual = PageLimits()
    let width = PageLimits.entries.map(\.name.count).max() ?? 0
    for entry in PageLimits.entries {
      let name = entry.name + String(repeating: " ", count: width - entry.name.count)
      let value = "\(usual[entry.name] ?? 0)"
      StandardOutput.print(
        "\(name)  \(String(repeating: " ", count: max(0, 10 - value.count)))\(value)  \(entry.meaning), "
          + "\(entry.range.lowerBound) to \(entry.range.upperBound)")
    }
  }
}
