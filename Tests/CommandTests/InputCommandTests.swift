import Foundation
import TestSupport
import Testing

/// What may be named as a page, and what is said where it is none.
@Suite(.needsProgram)
struct InputCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("<!DOCTYPE html><link rel=stylesheet href=a.css><p>Hello", to: "page.html")
    try folder.write("p { color: red; height: 100px; background: blue }", to: "a.css")
  }

  @Test func pipesAndDescriptorsAreInputs() async throws {
    let result = try await folder.shellBesideServer(
      """
      set -e
      offscreen render page.html -o expected.png
      offscreen render <(cat page.html) -o a.png
      cat page.html | offscreen render /dev/stdin -o b.png
      offscreen render /dev/stdin -o c.png < page.html
      offscreen render /dev/fd/5 -o d.png 5< page.html
      mkfifo pipe; (sleep 0.1; cat page.html > pipe) & offscreen render pipe -o e.png
      (sleep 0.1; cat page.html; sleep 0.1; echo) | offscreen render - -o f.png
      sed 's/<link[^>]*>//' page.html > plain.html
      # Pictures in PNG tell the names of style sheets.
      offscreen render page.html -o expected.webp; offscreen render plain.html --css <(cat a.css) -o g.webp
      cmp expected.webp g.webp
      for name in a b c d e f; do cmp expected.png $name.png; done
      """)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.output)\(result.error)")
  }

  @Test func inputsWithoutAnEndEndTheTimeLimit() async throws {
    // The shell measures: beside other tests this one may wait long between its commands.
    let measured = "status=$?; [ $SECONDS -lt 60 ] || echo \"took $SECONDS seconds\" >&2; exit $status"
    for command in [
      "mkfifo never; offscreen render never -o x.png --timeout 1s",
      "sleep 3 | offscreen render - -o x.png --timeout 1s",
      "offscreen render page.html --css <(sleep 3) -o x.png --timeout 1s",
    ] {
      let result = try await folder.shellBesideServer("\(command); \(measured)")
      #expect(
        result.status != 0 && result.error.contains("time limit") && result.error.split(separator: "\n").count == 1,
        "\(result.error)")
    }
    let endless = try await folder.shellBesideServer("offscreen render <(yes) -o x.png; \(measured)")
    #expect(endless.status == 1 && endless.error.contains("fileBytes"))
    #expect(!endless.error.contains("took"))
    #expect(folder.contents("x.png") == nil)
  }

  @Test func aPagesOwnPipesAreStillRefused() async throws {
    let result = try await folder.shellBesideServer(
      "mkfifo pipe; echo '<link rel=stylesheet href=pipe><img src=/dev/stdin><p>x' > p.html; offscreen render p.html -o x.png < page.html"
    )
    #expect(
      result.status == 0 && result.error.contains("pipe: not a regular file")
        && result.error.contains("/dev/stdin: outside"), "\(result.error)")
  }

  @Test(arguments: [
    ("example.com", "error: example.com: no such file; did you mean https://example.com?"),
    (
      "www.example.co.uk/a/b?c=d",
      "error: www.example.co.uk/a/b?c=d: no such file; did you mean https://www.example.co.uk/a/b?c=d?"
    ),
    ("localhost:8080/x", "error: localhost:8080/x: no such file; did you mean http://localhost:8080/x?"),
    ("127.0.0.1:8080", "error: 127.0.0.1:8080: no such file; did you mean http://127.0.0.1:8080?"),
    ("missing.html", "error: missing.html: no such file"), ("./missing", "error: ./missing: no such file"),
    ("/nowhere/a.php", "error: /nowhere/a.php: no such file"), ("a.php", "error: a.php: no such file"),
    ("http://[bad", "error: http://[bad: not a valid address"),
    ("http://me:s3cret@[bad", "error: http://[bad: not a valid address"),
    ("site", "error: site: is a folder; its page is site/index.html"),
    ("empty/", "error: empty/: is a folder; name a page in it, or render all of them with offscreen batch"),
    ("/dev/fd/77", "error: /dev/fd/77: no such file"),
  ])
  func whatIsMeant(_ input: String, _ message: String) async throws {
    try folder.write("x", to: "site/index.html")
    try FileManager.default.createDirectory(at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    // A descriptor that another test has open at the moment of starting would be inherited.
    let result = try await folder.shellBesideServer("exec 77>&-; offscreen render '\(input)' -o x.png")
    #expect(result.status == 1 && result.error == message + "\n", "\(result.error)")
  }

  @Test func namesThatAreNotUTF8() async throws {
    let result = try await folder.shellBesideServer(
      """
      set -e
      mkdir $'sub\\xFE'; cp page.html $'sub\\xFE/\\xFF.html'; cp a.css $'sub\\xFE/a.css'
      offscreen render page.html -o expected.png
      offscreen render "file://$PWD/sub%FE/%FF.html" -o a.png
      cmp expected.png a.png
      """)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
  }

  @Test func resourcesOutsideOfTheFolder() async throws {
    try folder.write("<link rel=stylesheet href=../../a.css><p>x", to: "pages/deep/p.html")
    let result = try await folder.shellBesideServer("offscreen render pages/deep/p.html -o x.png")
    #expect(
      result.error.contains("a.css: outside of the root folder")
        && result.error.contains("--root \(folder.url.resolvingSymlinksInPath().path) allows"), "\(result.error)")
    #expect(try await folder.shellBesideServer("offscreen render pages/deep/p.html -o x.png --root auto").error.isEmpty)
    #expect(try await folder.shellBesideServer("offscreen render pages/deep/p.html -o x.png --root .").error.isEmpty)
  }

  @Test func aBatchsFolderLeadsNowhereElse() async throws {
    let result = try await folder.shellBesideServer(
      "mkdir site; cp page.html a.css site; ln -s /proc/self/environ site/e.html; ln -s ../plain.html site/f.html; echo secret > plain.html; offscreen batch site -o out"
    )
    #expect(result.status == 1 && result.output.contains("e.html: a link that leads out of"), "\(result.output)")
    #expect(folder.files(below: "out").filter { $0.hasSuffix(".png") } == ["page.png"])
  }
}
