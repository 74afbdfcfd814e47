import Foundation
import TestSupport
import Testing

/// `offscreen batch` and `offscreen worker` as processes.
@Suite(.needsProgram, .serialized)
struct BatchCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Entry: Decodable {
    struct File: Decodable {
      var url: String
      var sha256: String?
    }
    var input: String
    var output: String
    var ok: Bool
    var cause: String?
    var files: [File]
  }

  private func manifest(_ path: String = "thumbs") throws -> [Entry] {
    let data = folder.contents(path + "/manifest.ndjson") ?? Data()
    return try data.split(separator: 0x0A).map { try JSONDecoder().decode(Entry.self, from: $0) }
  }

  private func batch(_ options: String = "", provoke: String = "") throws -> Command.Result {
    try folder.shell(
      "offscreen batch site -o thumbs --viewport 320x200 --thumbnail 160x \(options)",
      provoke: provoke)
  }

  /// One page of each hundred uses the sheet `few.css`, all use `all.css`.
  private func makeSite(pages: Int) throws {
    try folder.write("p { color: navy }", to: "site/all.css")
    try folder.write("p { font-weight: bold }", to: "site/few.css")
    for page in 0..<pages {
      let few = page % 100 == 7 ? "<link rel=stylesheet href=/few.css>" : ""
      try folder.write(
        "<!DOCTYPE html><link rel=stylesheet href=/all.css>\(few)<p>Page \(page)",
        to: "site/\(page / 100)/p\(page).html")
    }
  }

  @Test func threeBadPagesOfTwoThousandAreThreeFailures() throws {
    try makeSite(pages: 2000)
    // 1. A crash, a hang and an eater of memory cost three pages.
    let first = try batch("--timeout 5s --max-memory 400M", provoke: "crash=p100.html hang=p900.html memory=p1500.html")
    #expect(first.status == 1)
    #expect(first.output.contains("1997 rendered, 3 failed"), "\(first.output.suffix(300))")
    let entries = try manifest()
    #expect(entries.count == 2000)
    let failures = entries.filter { !$0.ok }
    #expect(failures.map(\.output).sorted() == ["1/p100.png", "15/p1500.png", "9/p900.png"])
    #expect(failures.compactMap(\.cause).sorted() == ["crash", "memory", "timeout"])
    #expect(folder.files(below: "thumbs").count == 1997 + 2)

    // 2. Nothing has changed: nothing is rendered, and the failures are still said.
    let second = try batch("--timeout 5s --max-memory 400M")
    #expect(second.status == 1)
    #expect(second.output.contains("0 rendered, 1997 unchanged, 3 failed"), "\(second.output.suffix(300))")

    // 3. What failed is tried again when asked.
    let third = try batch("--timeout 5s --max-memory 400M --retry-failed")
    #expect(third.status == 0)
    #expect(third.output.contains("3 rendered, 1997 unchanged"), "\(third.output.suffix(300))")

    // 4. A sheet that changed concerns its users.
    try folder.write("p { font-weight: normal }", to: "site/few.css")
    let fourth = try batch("--timeout 5s --max-memory 400M")
    #expect(fourth.output.contains("20 rendered, 1980 unchanged"), "\(fourth.output.suffix(300))")
  }

  @Test(arguments: ["KILL", "INT", "TERM"])
  func aRunThatWasStoppedGoesOn(_ signal: String) throws {
    try makeSite(pages: 600)
    let stopped = try folder.shell(
      """
      offscreen batch site -o thumbs --viewport 320x200 --thumbnail 160x > log & program=$!
      until [ "$(grep -c . thumbs/manifest.ndjson 2>/dev/null)" -gt 100 ] 2>/dev/null; do sleep 0.02; done
      kill -\(signal) $program; wait $program; echo $?
      """)
    let status = stopped.output.split(whereSeparator: \.isNewline).last
    #expect(status == (signal == "KILL" ? "137" : "130"))
    // Renderers notice that they are alone within a second.
    Thread.sleep(forTimeInterval: 1.2)
    // Whole files only.
    for path in folder.files(below: "thumbs") where path.hasSuffix(".png") {
      let picture = try #require(folder.contents("thumbs/" + path))
      #expect(picture.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]), "\(path) is cut off")
    }
    #expect(folder.files(below: "thumbs").filter { $0.hasSuffix(".part") } == [])
    let done = try manifest().count
    #expect(done > 100 && done < 600)
    let rest = try batch()
    // The picture of a page may have been written and the process ended before its line was.
    let rendered = try #require(
      Int(rest.output.split(whereSeparator: \.isNewline).last?.split(separator: " ").first ?? ""))
    #expect(rest.status == 0 && rendered == 600 - done, "\(rest.output.suffix(300))")
    #expect(try manifest().count == 600)
  }

  @Test func aPipeShowsPlainLines() throws {
    try makeSite(pages: 5)
    let result = try batch()
    #expect(result.status == 0 && !result.output.contains("\u{1B}") && !result.output.contains("\r"))
    #expect(result.output.split(separator: "\n").count == 6)
    #expect(result.output.contains("[5/5] site/0/p"))
  }

  /// The processes of such pages end with their answers; so does what forked them.
  @Test func aBatchEndsWhoseLastPageHasScripts() throws {
    for page in 1...2 {
      try folder.write("<p>x<script>document.body.append('y')</script>", to: "site/p\(page).html")
    }
    let result = try folder.shell("timeout 20 offscreen batch site -o thumbs --jobs 1")
    #expect(result.status == 0 && result.output.contains("2 rendered"), "\(result.output) \(result.error)")
  }

  @Test func aTerminalShowsABar() throws {
    try makeSite(pages: 40)
    let command = "offscreen batch site -o thumbs --viewport 320x200"
    let bar = try folder.shell(
      "stty cols 100 2>/dev/null; TERM=xterm NO_COLOR= script -qec '\(command)' /dev/null")
    #expect(bar.status == 0)
    #expect(bar.output.contains("█") && bar.output.contains("/40") && bar.output.contains("\u{1B}[36m"))
    #expect(bar.output.contains("left") && bar.output.contains("/s"))
    let plain = try folder.shell("TERM=xterm NO_COLOR=1 script -qec '\(command) --all' /dev/null")
    #expect(plain.output.contains("█") && !plain.output.contains("\u{1B}[36m"))
  }

  @Test func theFirstFailureStopsWhereThatIsAskedFor() throws {
    try makeSite(pages: 50)
    try folder.write("<p>x", to: "site/0/a.html")
    let result = try batch("--fail-fast --jobs 1", provoke: "crash=a.html")
    #expect(result.status == 1)
    #expect(result.output.contains("0 rendered, 1 failed, 50 not tried"), "\(result.output)")
  }

  @Test func filesThatAPageUsedAreListed() throws {
    try makeSite(pages: 1)
    _ = try batch()
    let files = try #require(try manifest().first).files
    #expect(files.map(\.url).sorted() == ["site/0/p0.html", "site/all.css"])
    #expect(files.allSatisfy { $0.sha256?.count == 64 })
  }

  @Test func watchingRendersAgain() throws {
    try makeSite(pages: 3)
    let result = try folder.shell(
      """
      offscreen batch site -o thumbs --viewport 320x200 --watch > log & program=$!
      until grep -q watching log; do sleep 0.05; done
      echo 'p { color: red }' > site/all.css
      for i in $(seq 200); do [ "$(grep -c 'rendered' log)" -ge 2 ] && break; sleep 0.05; done
      kill -INT $program; wait $program; cat log
      """)
    #expect(result.output.split(separator: "\n").filter { $0.contains("3 rendered") }.count == 2, "\(result.output)")
  }

  @Test func theContactSheetNamesEveryPageAndIsNoMarkupOfTheirs() throws {
    try folder.write("<p>x", to: "site/a&<b>.html")
    try folder.write("<p>x", to: "site/bad.html")
    try folder.write("", to: "site/empty.html")
    _ = try batch(provoke: "crash=bad.html")
    let sheet = folder.text("thumbs/index.html")
    #expect(sheet.contains("a&amp;&lt;b&gt;.html") && !sheet.contains("<b>"))
    // Nothing shows nothing; that is said, and is no failure.
    #expect(sheet.contains("crash") && sheet.contains("3 pages, 1 failed"))
    #expect(!sheet.contains("http:") && !sheet.contains("https:") && !sheet.contains("src=\"/"))
  }

  /// In a real browser every picture of the sheet is there, and the search leaves what was asked for.
  @Test(.needs("/usr/bin/chromium", FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")))
  func theContactSheetWorksInABrowser() throws {
    try makeSite(pages: 12)
    _ = try batch()
    let sheet = folder.text("thumbs/index.html")
    let probe = """
      <script>
        const images = [...document.images]
        images.forEach(image => image.loading = "eager")
        const waiting = setInterval(() => {
          if (!images.every(image => image.complete)) return
          clearInterval(waiting)
          search.value = "p11"
          search.dispatchEvent(new Event("input"))
          document.title = "loaded " + images.filter(image => image.naturalWidth == 160).length + ", shown " +
            document.querySelectorAll("figure:not([hidden])").length
        }, 50)
      </script></html>
      """
    try folder.write(sheet.replacingOccurrences(of: "</html>", with: probe), to: "thumbs/probe.html")
    let result = try folder.shell(
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --user-data-dir=$PWD/profile --dump-dom file://$PWD/thumbs/probe.html"
    )
    #expect(
      result.output.contains("<title>loaded 12, shown 1</title>"),
      "\(result.output.prefix(400)) \(result.error.suffix(300))")
  }

  @Test func badListsAreOneLine() throws {
    for (arguments, status, text) in [
      ("nothing -o out", Int32(1), "error: nothing: no such file or folder"), ("-o out", 64, "nothing to render"),
      ("example.com -o out", 1, "did you mean https://example.com?"), (". -o ''", 64, "name a folder"),
      (". -o out --name '{what}'", 64, "there are {path}"), (". -o out --dry-run --watch", 64, "--dry-run and --watch"),
      ("--list nothing -o out", 1, "nothing: no such file"), (". -o out", 1, "no pages there"),
      (". -o out --include '['", 64, "is no pattern"),
    ] {
      let result = try folder.shell("offscreen batch \(arguments)")
      #expect(result.status == status && result.error.contains(text), "\(arguments): \(result.error)")
      #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/out"))
    }
  }
}
