import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Command.offscreen != nil, "the program is not built"))
struct RenderCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("<!DOCTYPE html><style>body { background: #cde } @media (max-width: 400px) { body { background: red } }</style><p>Hello", to: "page.html")
  }

  private func run(_ command: String, _ environment: [String: String] = [:]) throws -> Command.Result {
    try Command.shell(command, in: folder.url, environment: environment)
  }

  /// Width and height, from the file's header.
  private func size(_ path: String) -> [Int] {
    let bytes = [UInt8](folder.contents(path) ?? Data())
    guard bytes.count > 24 else { return [] }
    return [16, 20].map { start in bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func oneLayoutGivesSeveralPictures() throws {
    let result = try run("offscreen render page.html -o a/b.png -o c.webp:320x -o d.jpg -o e.png:x100 --json")
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    #expect(size("a/b.png") == [1280, 800] && size("e.png") == [160, 100])
    #expect(folder.contents("c.webp")?.prefix(4) == Data("RIFF".utf8))
    #expect(folder.contents("d.jpg")?.prefix(2) == Data([0xFF, 0xD8]))
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let pictures = try #require(answer["pictures"] as? [[String: Any]])
    #expect(pictures.compactMap { $0["width"] as? Int } == [1280, 320, 1280, 160])
    #expect(pictures.compactMap { $0["output"] as? String } == ["a/b.png", "c.webp", "d.jpg", "e.png"])
    #expect((answer["milliseconds"] as? [String: Double])?["layout"] != nil)
  }

  @Test func whatThePageLeavesOpenIsTransparentOrColoured() throws {
    try folder.write("<!DOCTYPE html><style>body { margin: 0 } p { background: #0000ff80; width: 20px; height: 20px; margin: 0 }</style><p>", to: "open.html")
    // Colour type 6 has alpha, 2 has not.
    #expect(try run("offscreen render open.html -o a.png --background none && offscreen render open.html -o b.png").status == 0)
    #expect(folder.contents("a.png")?[25] == 6 && folder.contents("b.png")?[25] == 2)
    #expect(try run("offscreen render open.html -o a.webp -o b.png:50x --background none").status == 0)
    let webp = [UInt8](folder.contents("a.webp") ?? Data())
    // Lossless WebP: a bit of its header says that alpha is used.
    #expect(webp.count > 25 && webp[12...].starts(with: "VP8L".utf8) && webp[24] & 0x10 != 0)
    #expect(try run("offscreen render open.html -o c.png --background teal && offscreen render open.html -o d.png --background '#008080'").status == 0)
    #expect(folder.contents("c.png") != folder.contents("b.png"))
    let jpeg = try run("offscreen render open.html -o e.jpg --background none")
    #expect(jpeg.status == 1 && jpeg.error.split(separator: "\n").count == 1 && jpeg.error.contains("e.jpg: a JPEG file cannot be transparent"), "\(jpeg.error)")
    #expect(folder.contents("e.jpg") == nil)
    #expect(try run("offscreen render open.html -o e.jpg --background '#fed'").status == 0)
    #expect(try run("offscreen render open.html -o f.png --background nonsense").status == 64)
  }

  @Test func aColonInANameIsKeptWhereAskedFor() throws {
    #expect(try run("offscreen render page.html -o x:320x: && mv x:320x x.png").status == 0)
    #expect(size("x.png") == [1280, 800])
  }

  @Test func standardInputAndOutput() throws {
    #expect(try run("offscreen render - -o - < page.html > out.png; offscreen render page.html -o file.png").status == 0)
    #expect(folder.contents("out.png") == folder.contents("file.png") && size("out.png") == [1280, 800])
    let full = try run("offscreen render page.html -o - > /dev/full")
    #expect(full.status == 1 && full.error == "error: standard output: cannot be written\n")
  }

  @Test func whatIsUsedIsNamedOrNot() throws {
    try folder.write("<img src=gone.png><p>x", to: "broken.html")
    let plain = try run("offscreen render broken.html -o x.png")
    #expect(plain.status == 0 && plain.error.contains("gone.png"))
    #expect(try run("offscreen render broken.html -o x.png --quiet").error.isEmpty)
    let verbose = try run("offscreen render broken.html -o x.png --quiet --verbose").error
    #expect(verbose.contains("used: ") && verbose.contains("broken.html") && verbose.contains("not used: "))
  }

  @Test func aPictureInTheTerminal() throws {
    let nowhere = try run("offscreen render page.html --preview")
    #expect(nowhere.status == 1 && nowhere.error.contains("no terminal"))
    let kitty = try run("TERM=xterm-kitty script -qec 'offscreen render page.html --preview' /dev/null")
    #expect(kitty.status == 0 && kitty.output.hasPrefix("\u{1B}_Gf=100,a=T,m="), "\(kitty.output.prefix(100))")
    let iterm = try run("env -u KITTY_WINDOW_ID TERM=xterm TERM_PROGRAM=iTerm.app script -qec 'offscreen render page.html --preview' /dev/null")
    #expect(iterm.output.contains("\u{1B}]1337;File=inline=1;size="))
    let sixel = try run("env -u KITTY_WINDOW_ID -u TERM_PROGRAM TERM=foot script -qec 'offscreen render page.html --preview' /dev/null")
    #expect(sixel.output.contains("\u{1B}P") && sixel.output.contains("\u{1B}\\"))
  }

  @Test func defaultsComeFromTheProjectsFile() throws {
    try folder.write("page:\n  viewport: 300x200\n  full-page: false\nrender:\n  quality: 50\nbatch:\n  exclude: [a, b]\n", to: ".offscreen.yml")
    #expect(try run("offscreen render page.html -o a.png && offscreen render page.html -o b.png --viewport 500x100").status == 0)
    #expect(size("a.png") == [300, 200] && size("b.png") == [500, 100])
    for (text, reason) in [
      ("pages:\n  viewport: 1x1\n", "no section `pages`"), ("page: [\n", ".offscreen.yml"), ("- a\n", "must be a mapping"),
      ("page:\n  viewport: {a: b}\n", "must be a value"),
    ] {
      try folder.write(text, to: ".offscreen.yml")
      let result = try run("offscreen render page.html -o c.png")
      #expect(result.status == 64 && result.error.contains(reason) && result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
  }

  @Test func thumbnailsForFileManagersSayWhatTheyAreOf() throws {
    #expect(try run("touch -d @1700000000 page.html; offscreen thumbnail --size 64 \"file://$PWD/page.html\" t.png").status == 0)
    #expect(size("t.png") == [64, 40])
    let text = String(decoding: folder.contents("t.png") ?? Data(), as: Unicode.ASCII.self)
    #expect(text.contains("Thumb::MTime\0" + "1700000000") && text.contains("Thumb::URI\0file:///"))
  }

  @Test func completionsAreMadeFromTheCommands() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try run("offscreen --generate-completion-script \(shell)").output
      #expect(script.contains("full-page") && script.contains("batch") && script.contains("diff"))
    }
  }
}
