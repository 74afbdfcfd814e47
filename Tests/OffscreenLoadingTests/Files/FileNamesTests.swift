import Testing

@testable import OffscreenLoading

@Suite struct FileNamesTests {
  private func names(_ given: String) throws -> FileNames {
    FileNames(page: PageURL(filePath: FilePath.absolute(FilePath.bytes(of: given))), given: given)
  }

  private func name(_ path: String, besides given: String) throws -> String {
    try names(given).name(of: PageURL(filePath: FilePath.absolute(Array(path.utf8))))
  }

  @Test(arguments: [
    ("page.html", "page.html", "page.html"), ("page.html", "img/a.png", "img/a.png"),
    ("a/../page.html", "b.png", "a/../b.png"),
    ("../site/page.html", "../site/page.html", "../site/page.html"),
    ("../site/page.html", "../site/b.css", "../site/b.css"),
    ("/w/page.html", "/w/page.html", "/w/page.html"), ("/w/page.html", "/w/b.css", "/w/b.css"),
    ("/w/page.html", "/b.css", "/b.css"),
    ("/w/a/page.html", "/w/ab.css", "/w/ab.css"), ("site/", "site", "site/"),
    ("file:///w/a.html", "/w/a.html", "file:///w/a.html"),
    ("file:///w/a.html", "/w/b.css", "/w/b.css"),
  ])
  func aFileIsCalledAsThePageIs(_ page: String, _ file: String, _ expected: String) throws {
    #expect(try name(file, besides: page) == expected)
  }

  @Test func whatLiesElsewhereHasItsWholePath() throws {
    let outside = String(decoding: FilePath.folder(of: FilePath.workingFolder()), as: UTF8.self) + "/x.png"
    #expect(try name(outside, besides: "page.html") == outside)
  }

  @Test func errorsAreOfTheFileAsItsUserKnowsIt() throws {
    let error = LoadError(String(decoding: FilePath.absolute(Array("a/b.png".utf8)), as: UTF8.self), .noSuchFile)
    #expect(try names("a/page.html").named(error).description == "a/b.png: no such file")
    #expect(try names("page.html").named(LoadError("https://a.example/", .stopped)).subject == "https://a.example/")
  }

  @Test func bytesThatAreNoTextComeBack() {
    let path = Array("/w/a ".utf8) + [0xFF] + Array("%25#?.html".utf8)
    #expect(FilePath.bytes(of: FilePath.text(of: path)) == path)
    #expect(FilePath.bytes(of: "file:x.png") == Array("file:x.png".utf8))
    #expect(FilePath.text(of: Array("a b#.png".utf8)) == "a b#.png")
  }
}
