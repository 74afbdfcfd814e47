import Foundation
import OffscreenImages
import TestSupport
import Testing
@testable import OffscreenComparison

/// `offscreen diff` as a process.
@Suite(.needsProgram)
struct DiffCommandTests {
  private func diff(_ arguments: String, in folder: TemporaryFolder) throws -> Command.Result {
    try folder.shell("offscreen diff " + arguments)
  }

  private func pictures() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("a.png", TestPicture.png())
    try folder.write("same.png", TestPicture.png())
    try folder.write("b.png", TestPicture.png(black: [PixelBox(x: 3, y: 4, width: 2, height: 2)]))
    try folder.write("broken.png", "x")
    return folder
  }

  @Test func exitStatus() throws {
    let folder = try pictures()
    let same = try diff("a.png same.png", in: folder)
    #expect(same.status == 0 && same.output == "1 same\n" && same.error.isEmpty)
    let different = try diff("a.png b.png", in: folder)
    #expect(different.status == 1 && different.output.contains("4 of 2400 pixels differ"))
    let broken = try diff("a.png broken.png", in: folder)
    #expect(broken.status == 2 && broken.output.contains("not a picture"))
    let missing = try diff("a.png none.png", in: folder)
    #expect(
      missing.status == 2 && missing.output.isEmpty && missing.error == "error: none.png: no such file or folder\n")
    #expect(try diff("a.png b.png --mask 'p >> q'", in: folder).status == 64)
    #expect(try diff("a.png b.png --quiet", in: folder).output.isEmpty)
  }

  @Test func whatIsForgivenIsAskedFor() throws {
    let folder = try pictures()
    #expect(try diff("a.png b.png --max-pixels 4", in: folder).status == 0)
    #expect(try diff("a.png b.png --max-pixels 3", in: folder).status == 1)
    #expect(try diff("a.png b.png --threshold 255", in: folder).status == 0)
    #expect(try diff("a.png b.png --preset perceptual", in: folder).status == 1)
    #expect(try diff("a.png b.png --mask 3,4,1,2 --mask 4,4,1,2", in: folder).status == 0)
    #expect(try diff("a.png b.png --preset layout", in: folder).status == 2)
    #expect(try diff("a.png b.png --mask '#clock'", in: folder).status == 2)
  }

  @Test func reportsAndAcceptance() throws {
    let folder = try pictures()
    let run = try diff("a.png b.png --report r --html h.html --junit j.xml --ndjson - -o d.png", in: folder)
    #expect(run.status == 1 && run.output.hasPrefix("{") && run.output.hasSuffix("}\n"))
    for name in [
      "r/index.html", "r/junit.xml", "r/results.ndjson", "r/pictures/b.diff.png", "h.html", "j.xml", "d.png",
    ] {
      #expect(folder.files().contains(name), "\(name)")
    }
    #expect(try diff("a.png b.png --accept", in: folder).status == 0)
    #expect(folder.bytes("a.png") == folder.bytes("b.png"))
    #expect(try diff("a.png b.png", in: folder).status == 0)
  }

  // MARK: Tolerances

  @Test func aRatioIsTolerated() throws {
    let folder = try pictures()
    // 4 of 2400 pixels: a sixth of a percent.
    for ratio in ["0.17%", "0.0017", "100%", "1"] {
      #expect(try diff("a.png b.png --max-ratio \(ratio)", in: folder).status == 0, "\(ratio)")
    }
    #expect(try diff("a.png b.png --max-ratio 0.16%", in: folder).status == 1)
    for ratio in ["101%", "-1", "many", "2"] {
      #expect(try diff("a.png b.png --max-ratio=\(ratio)", in: folder).status == 64, "\(ratio)")
    }
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    let folder = try pictures()
    for (arguments, reason) in [
      ("--threshold 256", "the threshold must be from 0 to 255 for exact: steps of a channel"),
      ("--preset perceptual --threshold 2", "the threshold must be from 0 to 1 for perceptual: a distance in OKLab"),
      ("--threshold=-1", "the threshold must be from 0 to 255"),
      ("--max-pixels 3 --max-ratio 1%", "--max-pixels and --max-ratio: give one of them"),
      ("--preset layout --max-pixels 3", "--max-pixels has no effect with --preset layout"),
      ("--preset layout --ignore-shifts", "--ignore-shifts has no effect with --preset layout"),
      ("--list x.txt", "--list says what is taken over: it needs --accept"),
      ("--json --ndjson -", "standard output takes one thing"),
      ("--json --quiet", "--json and --quiet"),
      ("--html x.html --markdown ./x.html", "--html and --markdown name the same file"),
      ("-o d.jpg", "the picture of the differences is a .png"),
    ] {
      let run = try diff("a.png b.png " + arguments, in: folder)
      #expect(run.status == 64 && run.error.contains(reason), "\(arguments): \(run.error)")
    }
    let idle = try diff("a.png b.png --viewport 800x600", in: folder)
    #expect(idle.status == 2 && idle.error.contains("neither side is a page"))
    #expect(folder.files() == ["a.png", "b.png", "broken.png", "same.png"])
    // What a project always says of pages is no fault where there is none.
    try folder.write(".offscreen.yml", "page:\n  viewport: 800x600\n")
    #expect(try diff("a.png same.png", in: folder).status == 0)
  }

  @Test func shiftsAreIgnoredWhereAskedFor() throws {
    let folder = try TemporaryFolder()
    let lines = [(y: 10, word: 1), (y: 30, word: 2), (y: 50, word: 3)]
    try folder.write("a.png", TestPicture.page(height: 80, lines: lines).pngData())
    try folder.write(
      "b.png", TestPicture.page(height: 92, lines: lines.map { ($0.word == 1 ? $0.y : $0.y + 12, $0.word) }).pngData())
    let strict = try diff("a.png b.png", in: folder)
    #expect(
      strict.status == 1 && strict.output.contains("everything below y=30 moved down by 12 px; nothing else changed"))
    let lenient = try diff("a.png b.png --ignore-shifts", in: folder)
    #expect(
      lenient.status == 0
        && lenient.error == "note: b.png: everything below y=30 moved down by 12 px, which is ignored\n")
  }

  // MARK: Outputs

  @Test func nothingOfOthersIsWrittenOver() throws {
    let folder = try pictures()
    try folder.write("site/index.html", "mine")
    try folder.write("list.txt", "b.png")
    let before = folder.bytes("b.png")
    for arguments in [
      "--report site", "--report b.png", "-o b.png", "-o ./a.png", "--markdown b.png",
      "--accept --list list.txt --html list.txt",
    ] {
      let run = try diff("a.png b.png " + arguments, in: folder)
      #expect(run.status == 2 && run.error.hasPrefix("error: "), "\(arguments)")
    }
    #expect(folder.bytes("b.png") == before && folder.contents("site/index.html") == Data("mine".utf8))
    try folder.write("old/a.png", TestPicture.png())
    try folder.write("new/a.png", TestPicture.png())
    #expect(try diff("old new -o d.png", in: folder).error.hasPrefix("error: --output writes one picture"))
  }

  @Test func failuresAreInJSONToo() throws {
    let folder = try pictures()
    let missing = try diff("a.png none.png --json", in: folder)
    #expect(missing.status == 2 && missing.error == "error: none.png: no such file or folder\n")
    #expect(
      missing.output.contains("\"error\":\"none.png: no such file or folder\"")
        && missing.output.contains("\"status\":\"trouble\""))
    let lines = try diff("a.png none.png --ndjson - --junit j.xml", in: folder)
    #expect(lines.output.contains("\"status\":\"trouble\"") && folder.files().contains("j.xml"))
    let broken = try diff("a.png broken.png --json", in: folder)
    #expect(broken.status == 2 && broken.output.contains("\"status\":\"trouble\""))
    let different = try diff("a.png b.png --json", in: folder)
    #expect(
      different.status == 1 && different.output.hasPrefix("{") && different.output.contains("\"status\":\"different\""))
    #expect(try diff("a.png b.png --json --accept", in: folder).output.contains("\"accepted\":[\"b.png\"]"))
    #expect(try diff("a.png b.png --markdown -", in: folder).output.hasPrefix("<!-- offscreen diff -->"))
  }

  @Test func onlyTheListIsAccepted() throws {
    let folder = try TemporaryFolder()
    for name in ["one.png", "two.png"] {
      try folder.write("old/" + name, TestPicture.png())
      try folder.write("new/" + name, TestPicture.png(black: [PixelBox(x: 3, y: 4, width: 2, height: 2)]))
    }
    try folder.write("wrong.txt", "one.png\n../one.png\nthree.png\n")
    let wrong = try diff("old new --accept --list wrong.txt", in: folder)
    #expect(
      wrong.status == 2
        && wrong.error == """
          error: wrong.txt:2: '../one.png' is not among the pictures that are compared
          error: wrong.txt:3: 'three.png' is not among the pictures that are compared
          nothing was taken over

          """
    )
    #expect(try diff("old new", in: folder).output.contains("2 different"))
    let right = try folder.shell("echo one.png | offscreen diff old new --accept --list -")
    #expect(right.status == 1 && right.output.contains("accepted: one.png"))
    #expect(try diff("old new", in: folder).output.hasSuffix("1 same, 1 different\n"))
    #expect(try diff("old new --accept --list none.txt", in: folder).status == 2)
  }

  // MARK: Pages

  private func pages() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    func page(_ background: String, _ text: String) -> String {
      "<!DOCTYPE html><style>body { margin: 0; background: \(background) } p { margin: 20px }</style><p id=a>\(text)</p><p>World"
    }
    try folder.write("old.html", page("white", "Hello"))
    try folder.write("new.html", page("#eee", "Hello"))
    try folder.write("text.html", page("white", "Hullo"))
    return folder
  }

  @Test func twoPagesAreRendered() throws {
    let folder = try pages()
    #expect(try diff("old.html old.html", in: folder).output == "1 same\n")
    let run = try diff("old.html new.html --viewport 200x100 --report r", in: folder)
    #expect(run.status == 1 && run.output.contains("20000 pixels differ"))
    #expect(run.output.contains("style: body (0/1) background-color: rgb(255, 255, 255) became rgb(238, 238, 238)"))
    #expect(folder.files().contains("r/pictures/new.html.actual.png"))
    let text = try diff("old.html text.html --viewport 200x100", in: folder)
    #expect(text.status == 1 && text.output.contains("text: p#a (0/1/0) “Hello” became “Hullo”"))
    let piped = try folder.shell("cat text.html | offscreen diff old.html - --viewport 200x100")
    #expect(piped.status == 1 && piped.output.contains("became “Hullo”"))
    #expect(try diff("old.html 'data:text/html,x' --viewport 200x100", in: folder).status == 1)
    #expect(try diff("old.html text.html --mask '#a' --viewport 200x100", in: folder).status == 0)
  }

  /// A golden picture says how its page was rendered.
  @Test func aPageAgainstAPicture() throws {
    let folder = try pages()
    _ = try folder.shell("offscreen render old.html -o golden.png --viewport 300x200 --scale 2")
    let same = try diff("golden.png old.html", in: folder)
    #expect(same.status == 0 && same.error == "note: rendered as golden.png tells that it was made\n")
    #expect(try diff("golden.png text.html", in: folder).status == 1)
    #expect(try diff("golden.png old.html --viewport 301x200", in: folder).output.contains("600x400 became 602x400"))
    // Of another program's picture, the size is all that is known.
    try folder.write("plain.png", TestPicture.png(300, 200))
    let plain = try diff("plain.png old.html", in: folder)
    #expect(plain.status == 1 && plain.error == "note: rendered with a viewport as large as plain.png, 300x200\n")
    #expect(try diff("golden.png text.html --accept", in: folder).status == 0)
    #expect(try diff("golden.png text.html", in: folder).status == 0)
    #expect(try diff("old.html golden.png --accept", in: folder).error.contains("is no picture file"))
    // A picture that comes through a pipe.
    let pipe = try folder.shell(
      "offscreen diff golden.png <(offscreen render text.html -o - --viewport 300x200 --scale 2)")
    #expect(pipe.status == 0, "\(pipe.error)")
  }

  @Test func pagesThatFailAreTrouble() throws {
    let folder = try pages()
    let missing = try diff("old.html none.html --json", in: folder)
    #expect(
      missing.status == 2 && missing.output.contains("\"status\":\"trouble\"")
        && missing.error.contains("none.html: no such file"))
    #expect(try diff("old.html 'http://127.0.0.1:9/'", in: folder).status == 2)
    #expect(try diff("old.html .", in: folder).error == "error: . is a folder and old.html is not\n")
    #expect(try diff("- -", in: folder).error == "error: standard input can be one of the two only\n")
    #expect(try diff("old.html", in: folder).error.contains("name a second picture or page"))
  }
}
