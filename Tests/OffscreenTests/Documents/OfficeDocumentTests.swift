import Foundation
import OffscreenImages
import OffscreenLoading
import TestSupport
import Testing

@testable import Offscreen

/// Documents that LibreOffice reads, converted and drawn by processes of the program.
@Suite(
  .serialized, .needsProgram,
  .needs("LibreOffice", OfficeFormat.Module.allCases.allSatisfy { OfficeProgram.find()?.has($0) == true }))
struct OfficeDocumentTests {
  /// Two pages: a title, and a red line.
  private static let rtf =
    "{\\rtf1\\ansi{\\colortbl;\\red255\\green0\\blue0;}{\\fs72 Title\\par}\\page{\\cf1\\fs72 Second\\par}}"

  private static let sheet = """
    <?xml version="1.0" encoding="UTF-8"?>
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2" \
    office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>\
    <table:table table:name="A"><table:table-row>CELLS</table:table-row></table:table>\
    </office:spreadsheet></office:body></office:document>
    """

  private func load(_ text: String, _ name: String, _ change: (WebPage) -> Void = { _ in }) async throws -> WebPage {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    let page = WebPage.forTests()
    page.options.timeout = .seconds(240)
    change(page)
    try await page.load(.address(folder.url.path + "/" + name))
    return page
  }

  @Test func pagesAreBelowEachOther() async throws {
    let page = try await load(Self.rtf, "a.rtf")
    #expect(try await page.elements(matching: "img").count == 2)
    let all = try await page.snapshot(SnapshotOptions(region: .fullPage))
    let first = try await page.snapshot(SnapshotOptions(region: .element("#p0")))
    #expect(abs(all.height - 2 * first.height) <= 1)
    let second = try await page.snapshot(SnapshotOptions(region: .element("#p1")))
    #expect(first.data != second.data)
  }

  @Test func onePageIsAskedFor() async throws {
    let page = try await load(Self.rtf, "a.rtf") { $0.options.documentPage = 2 }
    #expect(try await page.elements(matching: "img").count == 1)
    let error = await #expect(throws: WebPageError.self) {
      try await load(Self.rtf, "a.rtf") { $0.options.documentPage = 3 }
    }
    #expect(error?.description.contains("the document has 2") == true, "\(error?.description ?? "")")
  }

  /// Pages beyond the limits are named, in pictures of a sheet each too, and can be asked for.
  @Test func pagesBeyondTheLimitsAreNamed() async throws {
    let pages = (1...4).map { "{\\fs72 Page \($0)\\par}" }.joined(separator: "\\page ")
    func warnings(_ change: (WebPage) -> Void) async throws -> String {
      let page = try await load("{\\rtf1 \(pages)}", "a.rtf", change)
      return try await page.snapshot(SnapshotOptions(region: .fullPage)).warnings.joined(separator: "\n")
    }
    let cut = try await warnings { $0.options.limits.sheets = 2 }
    #expect(cut.hasSuffix("/a.rtf: only the first 2 of more than 2 pages are shown (--page shows others)"), "\(cut)")
    let last = try await warnings {
      $0.options.limits.sheets = 2
      $0.options.documentPage = 4
    }
    #expect(last.isEmpty, "\(last)")
    // A page of so few pixels has room for two of them.
    let large = try await warnings {
      $0.options.limits.decodedPixels = 2 * $0.options.viewport.width * $0.options.viewport.width * 3 / 2
    }
    #expect(large.hasSuffix("/a.rtf: only the first 2 of 4 pages are shown (--page shows others)"), "\(large)")
  }

  /// By the type alone, without a name.
  @Test func dataIsADocument() async throws {
    let page = WebPage.forTests()
    page.options.timeout = .seconds(240)
    try await page.load(data: Data(Self.rtf.utf8), mimeType: "application/rtf")
    #expect(try await page.elements(matching: "img").count == 2)
    let first = try await page.snapshot(SnapshotOptions(region: .element("#p0")))
    let second = try await page.snapshot(SnapshotOptions(region: .element("#p1")))
    #expect(first.data != second.data)
  }

  /// Of a document that carries a picture of its first page, the importer gives others.
  @Test func aPictureInADocumentIsOfItsFirstPage() async throws {
    let picture = try Bitmap(width: 4, height: 2).jpegData(quality: 90)
    let folder = try TemporaryFolder()
    let archive = StoredArchive([("preview.jpg", picture), ("Index/Document.iwa", [0])])
    try Data(archive.bytes).write(to: folder.url.appending(path: "a.key"))
    let page = WebPage.forTests()
    page.options.timeout = .seconds(240)
    try await page.load(.address(folder.url.path + "/a.key"))
    #expect(try await page.snapshot(SnapshotOptions(region: .element("img"))).height == 100)
    #expect(try await page.snapshot().warnings.contains { $0.contains("a.key: only the picture") })
    page.options.documentPage = 1
    try await page.load(.address(folder.url.path + "/a.key"))
    #expect(try await page.snapshot().warnings.isEmpty)
    page.options.documentPage = 2
    let error = await #expect(throws: WebPageError.self) { try await page.load(.address(folder.url.path + "/a.key")) }
    #expect(error?.description.contains("LibreOffice cannot read it") == true, "\(error?.description ?? "")")
  }

  @Test func anEmptySpreadsheetHasAPageOrSaysThatItHasNone() async throws {
    let cells = "<table:table-cell/>"
    do {
      let page = try await load(Self.sheet.replacingOccurrences(of: "CELLS", with: cells), "a.fods")
      #expect(try await page.elements(matching: "img").count >= 1)
    } catch let error as WebPageError {
      #expect(error.description.contains("a.fods") && !error.description.contains("\n"))
    }
  }

  @Test func whatIsNoDocumentIsSaidToBeNone() async throws {
    let error = await #expect(throws: WebPageError.self) { try await load("PK nothing", "a.docx") }
    let text = error?.description ?? ""
    #expect(text.contains("a.docx: it is no Word document") && !text.contains("\n"), "\(text)")
  }
}

/// What can be said without LibreOffice.
struct OfficeContainerTests {
  private func format(_ name: String) throws -> OfficeFormat {
    let type = try #require(MIMEType(fileName: Array(name.utf8)))
    return try #require(OfficeFormat.of(type))
  }

  @Test func typesByNameAndByBytes() throws {
    #expect(try format("a.DOCX").module == .writer)
    #expect(try format("a.xls").module == .calc)
    #expect(try format("a.odp").module == .impress)
    #expect(MIMEType.sniffed(Array("{\\rtf1 x}".utf8)).essence == "application/rtf")
    let text = "application/vnd.oasis.opendocument.text"
    #expect(MIMEType.sniffed(StoredArchive([("mimetype", Array(text.utf8))]).bytes).essence == text)
    let word = StoredArchive([("[Content_Types].xml", [1]), ("word/document.xml", [1])])
    #expect(OfficeFormat.of(MIMEType.sniffed(word.bytes))?.ending == "docx")
    #expect(MIMEType.sniffed(StoredArchive([("a.txt", [1])]).bytes).essence == "application/zip")
    // A server's key is no presentation.
    #expect(MIMEType(fileName: Array("a.key".utf8), bytes: Array("-----BEGIN".utf8)) == .plainText)
    for number in 0..<Int32(40) {
      if let format = OfficeFormat.numbered(number) { #expect(OfficeFormat.numbered(format.number) == format) }
    }
  }

  /// File managers ask for thumbnails of all kinds, but of those that are found by their first bytes alone.
  @Test func fileManagersKnowOfAllKinds() throws {
    let file = Suites.projectRoot.appending(path: "Scripts/share/offscreen.thumbnailer")
    let text = try String(contentsOf: file, encoding: .utf8).lowercased()
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("mimetype=") })
    let named = Set(line.dropFirst("mimetype=".count).split(separator: ";").map(String.init))
    #expect(Set(OfficeFormat.types).subtracting(named) == ["application/x-ole-storage"])
    for type in named where type.contains("vnd.") {
      #expect(OfficeFormat.of(MIMEType(essence: type)) != nil, "\(type)")
    }
  }

  @Test func documentsThatAreNotGivenAway() throws {
    let word = try format("a.docx")
    func problem(_ bytes: [UInt8]) -> String { OfficeContainer.problem(bytes, word) ?? "" }
    #expect(problem([]).contains("empty"))
    let whole = StoredArchive([("[Content_Types].xml", Array(repeating: 1, count: 100))]).bytes
    #expect(problem(whole).isEmpty)
    #expect(problem(whole.dropLast(30)).contains("broken"))
    #expect(problem(StoredArchive([]).bytes).contains("broken"))
    #expect(problem(StoredArchive([("a.txt", [1])]).bytes).contains("broken"))
    // A bomb says how large it is.
    #expect(
      problem(StoredArchive([("[Content_Types].xml", [1])], claimedSize: 2 << 30).bytes).contains("unpacks to 2048 MiB")
    )
    let locked = StoredArchive([
      ("content.xml", []), ("META-INF/manifest.xml", Array("<a><encryption-data/></a>".utf8)),
    ])
    #expect(problem(locked.bytes).contains("password"))
    let magic: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let storage = magic + Array(repeating: 0, count: 20) + [0xFE, 0xFF, 9, 0] + Array(repeating: 0, count: 480)
    #expect(problem(magic + Array(repeating: 3, count: 1_000)).contains("broken"))
    #expect(problem(Array("nothing but text".utf8)).contains("broken"))
    #expect(problem(storage + "EncryptedPackage".utf8.flatMap { [$0, 0] }).contains("password"))
    #expect(problem(storage + [1, 2, 3]).isEmpty)
  }

  @Test func previewsOfPagesNumbersAndKeynote() {
    let archive = StoredArchive([("preview.jpg", [1, 2]), ("QuickLook/Preview.pdf", [3])])
    #expect(OfficeContainer.preview(archive.bytes)?.bytes == [3])
    #expect(OfficeContainer.preview(StoredArchive([("preview.jpg", [1, 2])]).bytes)?.type.essence == "image/jpeg")
    #expect(OfficeContainer.preview(StoredArchive([("Index.zip", [1, 2])]).bytes) == nil)
  }

  @Test func ordersSurviveACommandLine() {
    var order = HelperOrder(.convert, within: .seconds(3))
    (order.firstPage, order.pageCount, order.width, order.scale) = (2, 3, 4, 0.5)
    (order.mostPixels, order.format) = (6, 7)
    #expect(HelperOrder(text: order.text) == order)
    for text in ["", "1", "1,2,3,4,5,6,7", "9,1,1,1,1,1,1,1", "a,1,1,1,1,1,1,1"] {
      #expect(HelperOrder(text: text) == nil)
    }
  }

  @Test func libreOfficeIsFoundWhereItIsNamed() {
    #expect(OfficeProgram.find(["OFFSCREEN_LIBREOFFICE": "/nonexistent"]) == nil)
  }
}

/// A ZIP archive whose files are as they are.
private struct StoredArchive {
  var bytes: [UInt8] = []

  /// `claimedSize`: what the directory says of every file.
  init(_ files: [(name: String, bytes: [UInt8])], claimedSize: Int? = nil) {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var directory: [UInt8] = []
    for file in files {
      let sizes = number(file.bytes.count, 4) + number(claimedSize ?? file.bytes.count, 4)
      let common = number(20, 2) + number(0, 12) + sizes + number(file.name.utf8.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 10) + number(bytes.count, 4)
      directory += Array(file.name.utf8)
      bytes += number(0x0403_4B50, 4) + common + Array(file.name.utf8) + file.bytes
    }
    let (start, count) = (bytes.count, files.count)
    bytes += directory + number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
    bytes += number(directory.count, 4) + number(start, 4) + number(0, 2)
  }
}
