import Foundation
import TestSupport
import Testing

@Suite(.needsProgram)
struct SaveCommandTests {
  @Test func savedPagesRenderTheSame() throws {
    let folder = try TemporaryFolder()
    let css = "@import 'more.css'; p { font: 30px serif; background: url(dot.svg) }"
    let dot =
      "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><circle cx='9' cy='9' r='8' fill='red'/></svg>"
    let files = [
      "page.html":
        "<!doctype html><title>Über</title><link rel=stylesheet href=css/a.css><p>Text <img src=css/dot.svg><iframe src=frame.html></iframe>",
      "css/a.css": css, "css/more.css": "p { color: green }", "css/dot.svg": dot,
      "frame.html": "<body style='background: yellow'><img src=css/dot.svg>",
    ]
    for (name, text) in files { try folder.write(text, to: "site/\(name)") }
    let script = """
      set -e
      offscreen render site/page.html -o before.png --viewport 400x300
      offscreen save site/page.html -o out/page.mhtml
      offscreen save site/page.html -o - > again.mhtml
      cmp out/page.mhtml again.mhtml
      mv site gone
      offscreen render out/page.mhtml -o after.png --viewport 400x300 --network none
      cmp before.png after.png
      """
    let result = try folder.shell(script)
    #expect(result.status == 0, "\(result.output)\(result.error)")
  }

  @Test func failures() throws {
    let folder = try TemporaryFolder()
    try folder.write("no archive", to: "bad.mhtml")
    for command in ["render bad.mhtml -o x.png", "save none.html -o x.mhtml", "render http://127.0.0.1/ -o x.png"] {
      let result = try folder.shell("offscreen \(command)")
      #expect(result.status == 1)
      #expect(result.error.split(separator: "\n").count == 1 && result.error.hasPrefix("error: "))
    }
    for option in ["--header nothing", "--cookie nothing", "--user nothing", "--on-timeout later"] {
      #expect(try folder.shell("offscreen render bad.mhtml -o x.png \(option)").status == 64)
    }
  }
}
