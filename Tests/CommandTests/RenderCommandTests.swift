import Foundation
import TestSupport
import Testing

@Suite(.needsProgram)
struct RenderCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "<!DOCTYPE html><style>body { background: #cde } @media (max-width: 400px) { body { background: red } }</style><p>Hello",
      to: "page.html")
  }

  /// Width and height, from the file's header.
  private func size(_ path: String) -> [Int] {
    let bytes = [UInt8](folder.contents(path) ?? Data())
    guard bytes.count > 24 else { return [] }
    return [16, 20].map { start in bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func oneLayoutGivesSeveralPictures() throws {
    let result = try folder.shell("offscreen render page.html -o a/b.png -o c.webp:320x -o d.jpg -o e.png:x100 --json")
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
    try folder.write(
      "<!DOCTYPE html><style>body { margin: 0 } p { background: #0000ff80; width: 20px; height: 20px; margin: 0 }</style><p>",
      to: "open.html")
    // Colour type 6 has alpha, 2 has not.
    #expect(
      try folder.shell("offscreen render open.html -o a.png --background none && offscreen render open.html -o b.png")
        .status
        == 0)
    #expect(folder.contents("a.png")?[25] == 6 && folder.contents("b.png")?[25] == 2)
    #expect(try folder.shell("offscreen render open.html -o a.webp -o b.png:50x --background none").status == 0)
    let webp = [UInt8](folder.contents("a.webp") ?? Data())
    // Lossless WebP: a bit of its header says that alpha is used.
    #expect(webp.count > 25 && webp[12...].starts(with: "VP8L".utf8) && webp[24] & 0x10 != 0)
    #expect(
      try folder.shell(
        "offscreen render open.html -o c.png --background teal && offscreen render open.html -o d.png --background '#008080'"
      ).status == 0)
    #expect(folder.contents("c.png") != folder.contents("b.png"))
    let jpeg = try folder.shell("offscreen render open.html -o e.jpg --background none")
    #expect(jpeg.status == 64 && jpeg.error.contains("e.jpg: a JPEG file cannot be transparent"), "\(jpeg.error)")
    #expect(folder.contents("e.jpg") == nil)
    #expect(try folder.shell("offscreen render open.html -o e.jpg --background '#fed'").status == 0)
    #expect(try folder.shell("offscreen render open.html -o f.png --background nonsense").status == 64)
  }

  @Test func theEndingSaysTheFormat() throws {
    let result = try folder.shell("offscreen render page.html -o a.gif -o b.GIF:100x --background none")
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    #expect(
      folder.contents("a.gif")?.prefix(6) == Data("GIF89a".utf8)
        && folder.contents("b.GIF")?.prefix(6) == Data("GIF89a".utf8))
    let avif = try folder.shell("offscreen render page.html -o c.avif -o d.avif:100x --quality 70")
    // Without an encoder it is said, and nothing is left.
    if avif.status == 0 {
      #expect(folder.contents("c.avif")?.prefix(12).suffix(8) == Data("ftypavif".utf8))
    } else {
      #expect(avif.error.contains("c.avif: AVIF needs libheif") && folder.contents("d.avif") == nil)
    }
    for name in ["a.bmp", "a.tiff", "a.svg"] {
      let refused = try folder.shell("offscreen render page.html -o fine.png -o \(name)")
      #expect(refused.status == 64, "\(refused.error)")
      #expect(
        refused.error.contains("\(name): no picture is written as .")
          && refused.error.contains(".png, .jpg, .jpeg, .webp, .gif, .avif"))
      #expect(folder.contents(name) == nil && folder.contents("fine.png") == nil)
    }
  }

  @Test func aColonInANameIsKeptWhereAskedFor() throws {
    #expect(try folder.shell("offscreen render page.html -o x:320x: && mv x:320x x.png").status == 0)
    #expect(size("x.png") == [1280, 800])
  }

  @Test func standardInputAndOutput() throws {
    #expect(
      try folder.shell("offscreen render - -o - < page.html > out.png; offscreen render page.html -o file.png").status
        == 0)
    #expect(folder.contents("out.png") == folder.contents("file.png") && size("out.png") == [1280, 800])
    let full = try folder.shell("offscreen render page.html -o - > /dev/full")
    #expect(full.status == 1 && full.error == "error: standard output: cannot be written: the disk is full\n")
  }

  @Test func whatIsUsedIsNamedOrNot() throws {
    try folder.write("<img src=gone.png><p>x", to: "broken.html")
    let plain = try folder.shell("offscreen render broken.html -o x.png")
    #expect(plain.status == 0 && plain.error.contains("gone.png"))
    #expect(try folder.shell("offscreen render broken.html -o x.png --quiet").error.isEmpty)
    let verbose = try folder.shell("offscreen render broken.html -o x.png --quiet --verbose").error
    #expect(verbose.contains("used: ") && verbose.contains("broken.html") && verbose.contains("not used: "))
  }

  @Test func aPictureInTheTerminal() throws {
    let nowhere = try folder.shell("offscreen render page.html --preview")
    #expect(nowhere.status == 1 && nowhere.error.contains("no terminal"))
    let kitty = try folder.shell("TERM=xterm-kitty script -qec 'offscreen render page.html --preview' /dev/null")
    #expect(kitty.status == 0 && kitty.output.hasPrefix("\u{1B}_Gf=100,a=T,m="), "\(kitty.output.prefix(100))")
    let iterm = try folder.shell(
      "env -u KITTY_WINDOW_ID TERM=xterm TERM_PROGRAM=iTerm.app script -qec 'offscreen render page.html --preview' /dev/null"
    )
    #expect(iterm.output.contains("\u{1B}]1337;File=inline=1;size="))
    let sixel = try folder.shell(
      "env -u KITTY_WINDOW_ID -u TERM_PROGRAM TERM=foot script -qec 'offscreen render page.html --preview' /dev/null")
    #expect(sixel.output.contains("\u{1B}P") && sixel.output.contains("\u{1B}\\"))
  }

  @Test func aPictureIsNamed() throws {
    for (words, name) in [
      ("page.html", "page.png"), ("render page.html --json", "page.png"), ("- < page.html", "page.png"),
      ("render page.html --media print --pages", "page-%d.png"),
    ] {
      let result = try folder.shell("offscreen \(words)")
      #expect(result.status == 64 && result.output.isEmpty)
      #expect(result.error.hasPrefix("Error: no picture is named: add -o \(name) (or --preview)\n"), "\(result.error)")
    }
    #expect(folder.files() == ["page.html"])
    #expect(try folder.shell("offscreen render page.html --inspect boxes.json").status == 0)
    #expect(folder.files() == ["boxes.json", "page.html"])
  }

  @Test func inAFolderAPictureIsNamedAfterThePage() throws {
    #expect(
      try folder.shell("mkdir out; offscreen page.html -o out -o new/").output == "out/page.png\nnew/page.png\n")
    // A name that the user did not choose replaces no file.
    #expect(try folder.shell("offscreen - -o out < page.html").output == "out/page-2.png\n")
    #expect(size("new/page.png") == [1280, 800])
    let wrong = try folder.shell("offscreen rendr page.html")
    #expect(
      wrong.status == 64 && wrong.error == "error: 'rendr' is neither a command nor a page; did you mean 'render'?\n")
  }

  @Test func severalElements() throws {
    try folder.write(
      "<!DOCTYPE html><style>body { margin: 0 } p { margin: 10px; width: 80px; height: 20px }</style><p>a<p>b<p>c",
      to: "three.html")
    let each = try folder.shell("offscreen render three.html -o 'cards/card-%d.png' -o 'card-%d.jpg' --selector-all p")
    #expect(each.status == 0 && each.error.isEmpty, "\(each.error)")
    #expect(each.output == "cards/card-1.png\ncard-1.jpg\ncards/card-2.png\ncard-2.jpg\ncards/card-3.png\ncard-3.jpg\n")
    #expect(size("cards/card-3.png") == [80, 20] && folder.files(below: "cards").count == 3)
    #expect(
      try folder.shell(
        "offscreen render three.html -o both.png --selector 'p:first-of-type' --selector 'p:last-of-type'"
      ).status
        == 0)
    #expect(size("both.png") == [80, 80])
    #expect(try folder.shell("offscreen render three.html -o 'wide-%d.png' --selector-all p --padding 5").status == 0)
    #expect(size("wide-3.png") == [90, 30])
    let one = try folder.shell("offscreen render three.html -o x.png --selector-all p")
    #expect(
      one.status == 64
        && one.error.contains("x.png: --selector-all takes several pictures; put %d into the file's name"))
    #expect(
      try folder.shell("offscreen render three.html -o all/ --selector-all p").output
        == "all/three-1.png\nall/three-2.png\nall/three-3.png\n")
  }

  @Test func coversABox() throws {
    #expect(try folder.shell("offscreen render page.html -o a.png --cover 300x300").status == 0)
    #expect(size("a.png") == [300, 300])
    let both = try folder.shell("offscreen render page.html -o b.png --cover 300x300 --thumbnail 20x")
    #expect(both.status == 64 && both.error.contains("--thumbnail and --cover"), "\(both.error)")
  }

  @Test func picturesAndBoxesComeOfOneLayout() throws {
    #expect(
      try folder.shell(
        "offscreen render page.html -o a.png --inspect deep/boxes.json && offscreen inspect page.html > same.json"
      ).status == 0)
    #expect(folder.contents("deep/boxes.json") == folder.contents("same.json").map { $0.dropLast() })
  }

  @Test func failuresAreJSONToo() throws {
    let result = try folder.shell("offscreen render gone.html -o x.png --json")
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(result.status == 1 && answer["ok"] as? Bool == false && answer["cause"] as? String == "input")
    #expect((answer["error"] as? String)?.contains("gone.html") == true && answer["input"] as? String == "gone.html")
  }

  @Test(arguments: [
    ("--padding 3", "--padding has no effect here"), ("--quality 50", "--quality has no effect here"),
    ("--cookie a=b", "the page comes from no server"),
    ("--viewport 0x0", "--viewport: '0x0' is not WxH, each from 1 to 32767"),
    ("--limit x=1", "--limit: 'x=1' does not fit: there is no limit 'x'"), ("--limit x", "is not NAME=VALUE"),
    ("--device toaster", "is not a device; there are iphone-se, "), ("--scale much", "--scale: 'much' is not a number"),
    ("--clip 0,0,9,9 --selector p", "--selector and --clip: the picture shows one of them"),
  ])
  func optionsThatMakeNoSenseSayWhy(_ options: String, _ reason: String) throws {
    let result = try folder.shell("offscreen render page.html -o x.png \(options)")
    #expect(result.status == 64 && result.error.contains(reason), "\(result.error)")
    #expect(folder.contents("x.png") == nil)
  }

  @Test func defaultsComeFromTheProjectsFile() throws {
    try folder.write(
      "page:\n  viewport: 300x200\n  full-page: false\nrender:\n  scale: 2\nbatch:\n  exclude: [a, b]\n",
      to: ".offscreen.yml")
    #expect(
      try folder.shell(
        "offscreen render page.html -o a.png && offscreen render page.html -o b.png --viewport 500x100 --scale 1"
      )
      .status == 0)
    #expect(size("a.png") == [600, 400] && size("b.png") == [500, 100])
    // The command line's part of the page replaces the file's, and the file's options are printed on request.
    try folder.write("page:\n  viewport: 300x200\n  selector: p\n  colorScheme: dark\n", to: ".offscreen.yml")
    let verbose = try folder.shell("offscreen render page.html -o c.png --full-page --verbose")
    #expect(verbose.status == 0 && size("c.png") == [300, 200])
    #expect(
      verbose.error.contains("note: .offscreen.yml: page: selector p\nnote: .offscreen.yml: page: colorScheme dark\n"))
    for (text, reason) in [
      ("pages:\n  viewport: 1x1\n", "line 1: no section `pages`; did you mean `page`?"),
      ("page: [\n", ".offscreen.yml"),
      ("- a\n", "must be a mapping"), ("page:\n  viewport: {a: b}\n", "line 2: `viewport` must be a value"),
      ("page:\n  viewport: 0x0\n", "line 2: viewport: 0x0 is not WxH"),
      ("page:\n  scale: 1\n  clor: 1\n", "line 3: `clor` is no option"),
    ] {
      try folder.write(text, to: ".offscreen.yml")
      let result = try folder.shell("offscreen render page.html -o d.png")
      #expect(
        result.status == 64 && result.error.contains(reason) && result.error.split(separator: "\n").count == 1,
        "\(result.error)")
    }
  }

  /// The folder may be untrusted.
  @Test(arguments: [
    "page:\n  network: all\n", "page:\n  root: /\n", "page:\n  no-sandbox: true\n", "render:\n  output: precious.png\n",
    "page:\n  limits: elements=1\n", "page:\n  cookies: a=b\n", "page:\n  requestLog: precious.png\n",
    "page:\n  cache: c\n",
    "page:\n  timeout: 1s\n", "page:\n  css: /etc/passwd\n", "page:\n  css: ../x.css\n",
    "page:\n  fonts: /usr/share/fonts\n",
    "page:\n  css: link.css\n", "worker:\n  jobs: 2\n", "batch:\n  overwrite: true\n", "diff:\n  accept: true\n",
    "render:\n  fonts: ..\n",
  ])
  func aStrangersDefaultsSayOnlyHowPicturesLook(_ text: String) throws {
    try folder.write(text, to: ".offscreen.yml")
    try folder.write("precious", to: "precious.png")
    let result = try folder.shell("ln -s /etc/passwd link.css; offscreen render page.html -o x.png")
    #expect(
      result.status == 64 && result.error.hasPrefix("error: .offscreen.yml")
        && result.error.split(separator: "\n").count == 1, "\(result.error)")
    #expect(folder.files() == [".offscreen.yml", "link.css", "page.html", "precious.png"])
    #expect(folder.contents("precious.png") == Data("precious".utf8))
  }

  @Test func aPipeIsNoConfiguration() throws {
    let result = try folder.shell("mkfifo .offscreen.yml; timeout 20 offscreen render page.html -o x.png")
    #expect(result.status == 64 && result.error == "error: .offscreen.yml: not a regular file\n")
  }

  @Test func thumbnailsForFileManagersSayWhatTheyAreOf() throws {
    #expect(
      try folder.shell("touch -d @1700000000 page.html; offscreen thumbnail --size 64 \"file://$PWD/page.html\" t.png")
        .status
        == 0)
    #expect(size("t.png") == [64, 40])
    let text = String(decoding: folder.contents("t.png") ?? Data(), as: Unicode.ASCII.self)
    #expect(text.contains("Thumb::MTime\0" + "1700000000") && text.contains("Thumb::URI\0file:///"))
  }

  @Test func completionsAreMadeFromTheCommands() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try folder.shell("offscreen --generate-completion-script \(shell)").output
      #expect(script.contains("full-page") && script.contains("batch") && script.contains("diff"))
    }
  }
}
