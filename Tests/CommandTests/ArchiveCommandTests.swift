import Foundation
import TestSupport
import Testing

/// Pages of web archives on the command line. What other programs record is tried by `Scripts/archives`.
@Suite(.needsProgram)
struct ArchiveCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let records = [
      record("http://127.0.0.1:1/", "<title>One</title><link rel=stylesheet href=a.css><p>One<img src=gone.png>"),
      record("http://127.0.0.1:1/a.css", "p { color: rgb(1, 2, 3) }", type: "text/css"),
      record("https://two.example/", "<title>Two</title><p>Two"),
    ]
    try folder.write(records.joined(), to: "site.warc")
    try folder.write("<p>no archive", to: "page.html")
  }

  private func record(_ address: String, _ body: String, type: String = "text/html") -> String {
    let block = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n\(body)"
    return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: \(address)\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
      + "Content-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n"
  }

  @Test func pagesAreNamedByTheirAddresses() throws {
    // Private addresses in it are names: nothing is connected to, whatever the network policy says.
    let first = try folder.shell("offscreen render site.warc -o a.png --network none")
    #expect(first.status == 0, "\(first.error)")
    #expect(first.error == "warning: http://127.0.0.1:1/gone.png: is not in the archive\n")
    let color = "getComputedStyle(document.querySelector('p')).color"
    let value = try folder.shell("offscreen evaluate site.warc \"document.title + ' ' + \(color)\"")
    #expect(value.output == "One rgb(1, 2, 3)\n", "\(value.error)")
    let second = try folder.shell("offscreen evaluate site.warc document.title --page http://two.example/#x")
    #expect(second.output == "Two\n", "\(second.error)")
    let request = #"{"id":"1","input":"site.warc","output":"w.png","page":"20260101000000/https://two.example/"}"#
    let answer = try folder.shell("echo '\(request)' | offscreen worker")
    #expect(answer.output.contains(#""title":"Two""#), "\(answer.output)")
  }

  @Test func batchesRenderAllPages() throws {
    let result = try folder.shell("offscreen batch site.warc -o thumbs")
    #expect(result.status == 0 && result.output.contains("2 rendered"), "\(result.output)\(result.error)")
    #expect(
      folder.contents("thumbs/127.0.0.1-1/index.png") != nil && folder.contents("thumbs/two.example/index.png") != nil)
    #expect(try folder.shell("offscreen batch site.warc -o thumbs").output.contains("0 rendered, 2 unchanged"))
    let one = try folder.shell("offscreen batch site.warc -o one --page https://two.example/")
    #expect(one.output.contains("1 rendered"), "\(one.output)\(one.error)")
  }

  @Test(arguments: [
    (
      "site.warc --page https://three.example/",
      "there is no page https://three.example/ in it; it has http://127.0.0.1:1/"
    ),
    ("page.html --page https://two.example/", "--page takes an address for web archives"),
    ("empty.warc.gz", "it is empty"), ("none.wacz", "no such file"), ("folder.wacz", "is a folder"),
    ("page.warc", "no record begins there (at byte 0)"), ("page.wacz", "it is no ZIP file, or cut off"),
    ("- < site.warc", "this is a web archive"),
  ])
  func whatIsWrongIsToldInOneLine(input: String, part: String) throws {
    let made = "touch empty.warc.gz; mkdir -p folder.wacz; cp page.html page.warc; cp page.html page.wacz; "
    let result = try folder.shell(made + "offscreen render -o x.png \(input)")
    #expect(result.status == 1 && result.error.contains(part), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1 && folder.contents("x.png") == nil, "\(result.error)")
  }
}
