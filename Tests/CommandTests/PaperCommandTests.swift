import Foundation
import TestSupport
import Testing

private enum Report {
  /// Two sheets.
  static let page = """
    <!DOCTYPE html><title>A report</title><meta name=author content="A. Writer">
    <style>
      @page { size: A5; margin: 2cm; @bottom-center { content: counter(page) " of " counter(pages) } }
      body { font: 12pt serif } h1 { break-before: page } @media screen { h1 { color: red } }
    </style>
    <h1>Office façade</h1><p>An efficient <a href="https://example.com/?a='2'">link</a>, <b>bold</b> <i>slanted</i>.
    <p><a href="#end">There</a>
    <h1>Second</h1><h2 id=end>Deeper</h2><p>שלום עולם
    """
}

/// Documents on paper, as a user gets them.
@Suite(.needsProgram)
struct PaperCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Report.page, to: "page.html")
  }

  @Test func aDocumentIsWritten() throws {
    let result = try folder.shell("offscreen render page.html -o out/a.pdf --json")
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let bytes = [UInt8](folder.contents("out/a.pdf") ?? Data())
    #expect(bytes.starts(with: "%PDF-".utf8) && bytes.count < 200_000)
    #expect(result.output.contains("\"output\":\"out/a.pdf\""))
  }

  /// With the date that is given, the same page makes the same bytes.
  @Test func theSamePageMakesTheSameBytes() throws {
    let command = "offscreen render page.html --date 2026-01-31T12:00:00Z -o"
    #expect(try folder.shell("\(command) a.pdf && \(command) b.pdf").status == 0)
    #expect(folder.contents("a.pdf") == folder.contents("b.pdf"))
  }

  @Test func aPictureOfEachSheet() throws {
    let result = try folder.shell("offscreen render page.html --media print -o 'page-%d.png' -o 'small-%d.jpg:100x'")
    #expect(result.status == 0 && result.output == "page-1.png\npage-2.png\nsmall-1.jpg\nsmall-2.jpg\n", "\(result)")
    // 148 by 210 millimetres.
    #expect([UInt8](folder.contents("page-2.png") ?? Data()).dropFirst(16).prefix(8) == [0, 0, 2, 47, 0, 0, 3, 26])
    #expect(try folder.shell("offscreen render page.html -o all.pdf -o 'both-%d.png'").status == 0)
    #expect(folder.contents("both-1.png") == folder.contents("page-1.png") && folder.contents("all.pdf") != nil)
  }

  /// Cairo would write each repetition.
  @Test func gradientsThatRepeatWithoutEnd() throws {
    for period in ["0.001px", "1e-9px"] {
      let background = "repeating-linear-gradient(red 0, blue \(period))"
      try folder.write("<div style='height: 200px; background: \(background)'></div>", to: "stripes.html")
      #expect(try folder.shell("offscreen render stripes.html -o stripes.pdf").status == 0)
      #expect((folder.contents("stripes.pdf")?.count ?? .max) < 500_000, "\(period)")
    }
  }

  @Test func whatAPDFCannotBe() throws {
    for (options, message) in [
      ("-o a.pdf --full-page", "a PDF document shows the page on paper"), ("-o a.pdf:100x", "no thumbnail"),
      ("--pages -o a.png", "put %d into"),
    ] {
      let result = try folder.shell("offscreen render page.html \(options)")
      #expect(result.status == 64 && result.error.contains(message), "\(options): \(result.error)")
    }
    #expect(folder.contents("a.pdf") == nil)
  }

  @Test func theWorkerWritesDocuments() throws {
    let requests =
      #"{"id":"1","input":"page.html","output":"w.pdf"}"# + "\n"
      + #"{"id":"2","input":"page.html","output":"w.png","pages":true}"#
    let result = try folder.shell(
      "printf '%s\\n' '\(requests.replacingOccurrences(of: "\n", with: "' '"))' | offscreen worker")
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].contains("\"ok\":true") && lines[1].contains("\"cause\":\"request\""), "\(lines)")
    #expect(folder.contents("w.pdf")?.starts(with: "%PDF-".utf8) == true)
  }
}

private enum PDFTools {
  static let areAtHand = (try? Command.shell("pdftotext -v && pdfinfo -v", in: URL(filePath: "/")).status) == 0
}

/// What other programs read in documents.
@Suite(.needsProgram, .needs("pdftotext", PDFTools.areAtHand))
struct PaperContentTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Report.page, to: "page.html")
    _ = try folder.shell("offscreen render page.html -o a.pdf")
  }

  @Test func textIsText() throws {
    let text = try folder.shell("pdftotext -layout a.pdf -").output
    for words in ["Office façade", "An efficient link, bold slanted.", "1 of 2", "Second", "Deeper", "2 of 2", "שלום"] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
  }

  @Test func factsAndFonts() throws {
    let facts = try folder.shell("pdfinfo a.pdf").output
    for fact in ["A report", "A. Writer", "Pages:           2", "419.5"] {
      #expect(facts.contains(fact), "\(fact) in \(facts)")
    }
    let fonts = try folder.shell("pdffonts a.pdf").output.split(separator: "\n").dropFirst(2)
    // Embedded, as subsets.
    #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains("yes yes") }, "\(fonts)")
  }

  @Test func links() throws {
    // A heading on the second page, which a link on the first leads to.
    #expect(try folder.shell("pdfinfo -dests a.pdf").output.contains("   2 [ XYZ"))
    let links = try folder.shell("pdfinfo -url a.pdf").output
    #expect(links.contains("https://example.com/?a=%272%27"), "\(links)")
  }

  /// An address stays an address, whatever is in it.
  @Test func addressesThatLookLikeParts() throws {
    try folder.write(
      """
      <a href="foo:)>>/S/JavaScript/JS(alert(1)">a</a> <a href="mailto:b\\">b</a> <a href="https://example.com/c_(d)">c</a>
      """, to: "links.html")
    #expect(try folder.shell("offscreen render links.html -o links.pdf").status == 0)
    let links = try folder.shell("pdfinfo -url links.pdf").output
    for link in ["foo:%29>>/S/JavaScript/JS%28alert%281%29", "mailto:b%5C", "https://example.com/c_%28d%29"] {
      #expect(links.contains(link), "\(link) in \(links)")
    }
  }
}
