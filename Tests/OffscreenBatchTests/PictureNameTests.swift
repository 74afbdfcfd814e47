import Foundation
import Offscreen
import OffscreenLoading
import Testing

@testable import OffscreenBatch

struct PictureNameTests {
  private func output(_ template: String, _ name: PictureName) throws -> String {
    try NameTemplate(template).output(name, number: 7, viewport: Viewport(width: 320, height: 200), ending: ".png")
  }

  @Test(arguments: [
    ("{path}", "docs/a.b.png"), ("{stem}", "a.b.png"), ("{folder}/x-{stem}", "docs/x-a.b.png"), ("{n}", "7.png"),
    ("{width}x{height}/{path}", "320x200/docs/a.b.png"), ("{host}-{stem}", "file-a.b.png"), ("shot{n}/../x", nil),
    ("{stem}-{hash}", "a.b-\(String(ContentHash.sha256(Array("docs/a.b.html".utf8)).prefix(8))).png"),
    ("{what}", nil), ("{path", nil), ("}", nil), ("", nil), ("/{path}", nil), ("{path}.jpg", nil),
  ])
  func templates(_ template: String, _ expected: String?) throws {
    let name = PictureName(path: Array("docs/a.b.html".utf8))
    #expect((try? output(template, name)) == expected)
  }

  @Test func anUnknownNameIsRefusedWithTheList() {
    let error = #expect(throws: BatchError.self) { try NameTemplate("{what}") }
    #expect(
      error?.description.contains("{what}, which stands for nothing; there are {path} {folder} {stem} {host} {n}")
        == true)
  }

  @Test func namesThatAreTooLongEndWithTheirHash() throws {
    let long = String(repeating: "é", count: 126)  // 252 bytes
    let one = try output("{path}", PictureName(path: Array("\(long)a.htm".utf8)))
    let other = try output("{path}", PictureName(path: Array("\(long)b.htm".utf8)))
    #expect(one.utf8.count <= 255 && one != other && one.contains("~") && one.hasSuffix(".png"))
    #expect(try output("{path}", PictureName(path: Array("\(long)/a.html".utf8))) == "\(long)/a.png")
    // 255 bytes are allowed.
    let whole = String(repeating: "x", count: 250)
    #expect(try output("{path}", PictureName(path: Array("\(whole).html".utf8))) == "\(whole).png")
  }

  @Test func hostsArePartOfAnAddress() throws {
    let name = PictureName(address: try #require(PageURL("https://a.example:8443/b/c.html")))
    #expect(try output("{host}/{stem}", name) == "a.example-8443/c.png")
    #expect(try output("{path}", name) == "a.example-8443/b/c.png")
    let one = PictureName(address: try #require(PageURL("data:text/html,a"))),
      other = PictureName(address: try #require(PageURL("data:text/html,b")))
    #expect(try output("{path}", one) != output("{path}", other))
  }
}
