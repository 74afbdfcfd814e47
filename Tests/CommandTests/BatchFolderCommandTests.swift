import Foundation
import TestSupport
import Testing

/// What `offscreen batch` does to the folder that it writes into.
@Suite(.needsProgram, .serialized)
struct BatchFolderCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["index", "about", "docs/a"] { try folder.write("<p>\(name)", to: "site/\(name).html") }
  }

  private func batch(_ arguments: String) throws -> Command.Result {
    try folder.shell("offscreen batch --viewport 64x48 \(arguments)")
  }

  @Test(arguments: ["site -o site", "site -o link", "site/docs -o site", ". -o site", "site -o ."])
  func aSiteIsNoFolderForPictures(_ arguments: String) throws {
    try folder.write("mine", to: "site/about.png")
    try folder.write("<p>", to: "top.html")
    _ = try folder.shell("ln -s site link")
    let before = folder.files()
    let result = try batch(arguments)
    #expect(
      result.status == 1 && result.error.contains("--overwrite") && result.error.split(separator: "\n").count == 1,
      "\(result.error)")
    #expect(result.output.isEmpty && folder.files() == before)
    #expect(folder.text("site/index.html") == "<p>index" && folder.text("site/about.png") == "mine")
  }

  @Test func evenThenNoPageIsReplaced() throws {
    try folder.write("mine", to: "site/about.png")
    let result = try batch("site -o site --overwrite")
    #expect(
      result.status == 0 && result.output.contains("see site/contact-sheet.html"), "\(result.output)\(result.error)")
    #expect(folder.text("site/index.html") == "<p>index" && folder.text("site/about.png") != "mine")
    #expect(folder.text("site/contact-sheet.html").contains("3 pages"))
    // The contact sheet is no page of the site.
    let again = try batch("site -o site --overwrite")
    #expect(again.output.contains("0 rendered, 3 unchanged"), "\(again.output)")
  }

  @Test func picturesOfOthersAreNotReplaced() throws {
    try folder.write("mine", to: "out/about.png")
    let result = try batch("site -o out")
    #expect(result.status == 1 && result.error.contains("out: holds about.png, which offscreen batch did not make"))
    #expect(folder.files(below: "out") == ["about.png"] && folder.text("out/about.png") == "mine")
    #expect(try batch("site -o out --overwrite").status == 0)
    #expect(folder.text("out/about.png") != "mine")
    // From now on it is ours.
    #expect(try batch("site -o out").output.contains("3 unchanged"))
  }

  @Test func linksOfASiteShowNothingOfOutside() throws {
    try folder.write("<p>secret", to: "secret.html")
    _ = try folder.shell(
      "ln -s /proc/self/environ site/e.html; ln -s ../secret.html site/s.html; ln -s about.html site/in.html")
    let result = try batch("site -o out")
    #expect(result.status == 1 && result.output.contains("4 rendered, 2 failed"), "\(result.output)")
    for name in ["e", "s"] { #expect(result.output.contains("site/\(name).html: a link that leads out of")) }
    #expect(result.output.contains("(policy)"))
    #expect(
      folder.files(below: "out") == ["about.png", "docs/a.png", "in.png", "index.html", "index.png", "manifest.ndjson"])
    #expect(folder.text("out/manifest.ndjson").split(separator: "\n").count == 6)
  }

  @Test func picturesOfPagesThatAreGoneAreRemovedOnRequest() throws {
    _ = try batch("site -o out")
    _ = try folder.shell("rm -r site/docs site/about.html; echo x > out/notes.txt")
    #expect(try batch("site -o out").output.contains("1 unchanged"))
    #expect(folder.contents("out/about.png") != nil)
    let plan = try batch("site -o out --prune --dry-run")
    #expect(
      plan.output.contains("would remove out/about.png\nwould remove out/docs/a.png\n")
        && plan.output.contains("2 to remove"))
    #expect(folder.contents("out/about.png") != nil)
    let result = try batch("site -o out --prune")
    #expect(result.status == 0 && result.output.contains("1 unchanged, 2 removed"), "\(result.output)")
    #expect(folder.files(below: "out") == ["index.html", "index.png", "manifest.ndjson", "notes.txt"])
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/out/docs"))
  }

  @Test func whereNotAllIsKnownNothingIsRemoved() throws {
    _ = try batch("site -o out")
    let result = try batch("site/index.html nothing.html -o out --prune")
    #expect(
      result.status == 1 && result.error.contains("nothing was removed") && folder.contents("out/about.png") != nil)
  }

  @Test func watchingRemovesToo() throws {
    let result = try folder.shell(
      """
      offscreen batch site -o out --viewport 64x48 --watch --prune > log 2>&1 & program=$!
      until grep -q watching log; do sleep 0.05; done
      rm site/about.html
      for i in $(seq 200); do [ -e out/about.png ] || break; sleep 0.05; done
      kill -INT $program; wait $program; cat log
      """)
    #expect(result.output.contains("1 removed") && folder.contents("out/about.png") == nil, "\(result.output)")
  }

  @Test func aDryRunWritesNothing() throws {
    let result = try batch("site none.html -o out --dry-run")
    #expect(result.status == 1 && !FileManager.default.fileExists(atPath: folder.url.path + "/out"))
    #expect(result.output.contains("would render site/docs/a.html -> docs/a.png\n"))
    #expect(
      result.output.contains("failed none.html: no such file or folder (input)")
        && result.output.contains("3 to render, 1 failed; nothing was done"))
    _ = try batch("site -o out")
    let files = folder.files()
    let again = try batch("site -o out --dry-run")
    #expect(again.status == 0 && again.output.contains("0 to render, 3 unchanged") && folder.files() == files)
  }

  @Test func namesComeFromTheTemplate() throws {
    #expect(try batch("site -o out --name '{n}-{width}/{stem}' --format webp").status == 0)
    #expect(
      folder.files(below: "out") == [
        "1-64/about.webp", "2-64/a.webp", "3-64/index.webp", "index.html", "manifest.ndjson",
      ])
    let clash = try batch("site -o clash --name same")
    #expect(
      clash.status == 1 && clash.output.contains("1 rendered, 2 failed")
        && clash.output.contains("is that of site/about.html too (see --name)"))
  }

  @Test func badLinesAreFailuresAndTheRestIsRendered() throws {
    let list = "\u{FEFF}site/index.html\r\nmissing.html\r\nhttp://\r\n\r\nsite/about.html\r\nsite/about.html\r\n"
    try folder.write(list, to: "list.txt")
    let result = try batch("--list list.txt -o out")
    #expect(result.status == 1 && result.output.contains("2 rendered, 2 failed"), "\(result.output)")
    #expect(result.output.contains("failed list.txt, line 2: missing.html: no such file or folder (input)"))
    #expect(result.output.contains("failed list.txt, line 3: http://: not a valid address (input)"))
    #expect(folder.files(below: "out") == ["index.html", "manifest.ndjson", "site/about.png", "site/index.png"])
  }

  /// Names that are not UTF-8, too long, or terminal escape sequences: rendered, and printed safely.
  @Test func anyNameIsRendered() throws {
    _ = try folder.shell(
      """
      cd site; echo x > "$(printf 'caf\\351.html')"; echo x > "$(printf '%0251d' 0).htm"; echo x > "$(printf 'bell\\033[31m\\n.html')"
      mkdir "$(printf 'fo\\377')"; echo '<link rel=stylesheet href=s.css>x' > "$(printf 'fo\\377/a.html')"; echo 'p{}' > "$(printf 'fo\\377/s.css')"
      """)
    let result = try batch("site -o out")
    #expect(result.status == 0 && result.output.contains("7 rendered"), "\(result.output)")
    #expect(!result.output.contains("\u{1B}") && result.output.contains("bell [31m .html"))
    #expect(
      result.output.contains("caf%E9.html") && folder.files(below: "out").filter { $0.hasSuffix(".png") }.count == 7)
    let again = try batch("site -o out")
    #expect(again.output.contains("0 rendered, 7 unchanged"), "\(again.output)")
    // On the command line, too.
    let named = try folder.shell(
      "offscreen batch \"$(printf 'site/caf\\351.html')\" -o one --viewport 64x48")
    #expect(named.status == 0 && named.output.contains("1 rendered"), "\(named.output)\(named.error)")
  }

  // MARK: As another user

  private static let canBeAnother = geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0

  @Test(
    .needs("root, who can be another user", canBeAnother),
    arguments: [
      ("locked", "chmod 755 locked", "locked: cannot be written: permission denied"),
      ("locked/deep/out", "chmod 755 locked", "locked/deep/out: the folder cannot be made: permission denied"),
      ("closed/out", "chmod 700 closed", "closed/out: cannot be written: permission denied"),
    ])
  func aFolderWithoutPermissionIsOneLine(_ output: String, _ prepare: String, _ expected: String) throws {
    let result = try folder.shell(
      """
      mkdir locked closed home; \(prepare); chmod 755 . site home; chmod -R a+rX site
      HOME=$PWD/home setpriv --reuid=65534 --regid=65534 --clear-groups offscreen batch site -o \(output) --viewport 64x48
      """)
    #expect(result.status == 1 && result.error.contains("error: " + expected), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1 && result.output.isEmpty)
  }

  @Test(.needs("root, who can be another user", canBeAnother)) func aHomeThatCannotBeWrittenIsNoFault() throws {
    let result = try folder.shell(
      """
      mkdir home out; chmod 755 . home; chmod 777 out; chmod -R a+rX site
      HOME=$PWD/home setpriv --reuid=65534 --regid=65534 --clear-groups offscreen batch site -o out --viewport 64x48
      """)
    #expect(
      result.status == 0 && result.output.contains("3 rendered") && result.error.isEmpty,
      "\(result.output)\(result.error)")
  }
}
