import OffscreenPlatform
import Testing

@testable import OffscreenLoading

@Suite struct ResourceLoaderTests {
  let folder: TemporaryFolder
  let page: PageURL

  /// site/ is the page's folder and its root; secret.txt lies beside it.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("secret.txt", "secret")
    try folder.write("site/page.html", "<p>")
    try folder.write("site/css/a.css", "a{}")
    try folder.write("site/v.css?v=1", "with query")
    try folder.write("site/v.css", "without query")
    try folder.write("site/noname", "<html>")
    try folder.write("site/ä b.txt", "umlaut")
    page = PageURL(filePath: Array((folder.path + "/site/page.html").utf8))
  }

  func loader(_ limits: Limits = Limits(), root: String? = nil) throws -> ResourceLoader {
    ResourceLoader(policy: try LoadPolicy(page: page, root: root), limits: limits)
  }

  func text(_ reference: String, _ loader: ResourceLoader? = nil) throws -> String {
    let loader = try loader ?? self.loader()
    let url = try #require(page.joined(reference))
    let resource = try loader.load(url, as: .styleSheet, referrer: page).get()
    return String(decoding: resource.bytes, as: UTF8.self)
  }

  func reason(_ reference: String, _ loader: ResourceLoader? = nil) throws -> LoadError.Reason? {
    let loader = try loader ?? self.loader()
    switch loader.load(try #require(page.joined(reference)), as: .image, referrer: page) {
    case .success: return nil
    case .failure(let error):
      #expect(!error.description.contains("\n"))
      return error.reason
    }
  }

  var outside: LoadError.Reason { .outsideRoot(folder.path + "/site") }

  @Test func readsBelowTheRoot() throws {
    #expect(try text("css/a.css") == "a{}")
    #expect(try text("css/../css/./a.css#x") == "a{}")
    #expect(try text("%63ss/a.css") == "a{}")
    #expect(try text("ä b.txt") == "umlaut")
    #expect(try text("/css/a.css") == "a{}")
    #expect(try text("/../css/a.css") == "a{}")
    #expect(try text(folder.path + "/site/css/a.css") == "a{}")
  }

  @Test func queries() throws {
    #expect(try text("v.css?v=1") == "with query")
    #expect(try text("v.css?v=2") == "without query")
    #expect(try text("v.css?") == "without query")
    #expect(try text("v.css%3Fv=1") == "with query")
    #expect(try text("/v.css?v=1") == "with query")
  }

  @Test func typesComeFromNamesThenBytes() throws {
    let loader = try loader()
    func type(_ reference: String) throws -> String {
      try loader.load(try #require(page.joined(reference)), as: .data, referrer: page).get().mimeType.essence
    }
    #expect(try type("css/a.css") == "text/css")
    #expect(try type("v.css?v=1") == "text/css")
    #expect(try type("noname") == "text/html")
  }

  @Test func nothingOutsideOfTheRoot() throws {
    try folder.link("site/out", to: "../secret.txt")
    try folder.link("site/out-absolute", to: folder.path + "/secret.txt")
    try folder.link("site/up", to: "..")
    try folder.link("site/in", to: folder.path + "/site/css/a.css")
    try folder.link("site/loop", to: "loop")
    #expect(try reason("../secret.txt") == outside)
    #expect(try reason("%2e%2e/secret.txt") == outside)
    #expect(try reason("..%2fsecret.txt") == outside)
    #expect(try reason("css/..%2F..%2Fsecret.txt") == outside)
    #expect(try reason(folder.path + "/secret.txt") == outside)
    #expect(try reason("/etc/passwd") == outside)
    #expect(try reason("/etc/no-such-file") == outside)
    #expect(try reason("out") == outside)
    #expect(try reason("out-absolute") == outside)
    #expect(try reason("up/secret.txt") == outside)
    #expect(try reason("up/site/css/a.css") == nil)
    #expect(try reason("in") == nil)
    #expect(try reason("loop") != nil)
    // A folder whose name begins as the root's does is another folder.
    try folder.write("site2/x.txt")
    #expect(try reason("../site2/x.txt") == outside)
    // With the root above, the same file may be read.
    #expect(try reason("../secret.txt", try loader(root: folder.path)) == nil)
    #expect(try text("/secret.txt", try loader(root: folder.path)) == "secret")
  }

  @Test func aRootBehindALink() throws {
    try folder.link("alias", to: "site")
    let aliased = PageURL(filePath: Array((folder.path + "/alias/page.html").utf8))
    let loader = ResourceLoader(policy: try LoadPolicy(page: aliased))
    let url = try #require(aliased.joined("css/a.css"))
    #expect(try loader.load(url, as: .styleSheet, referrer: aliased).get().bytes.count == 3)
  }

  @Test func onlyRegularFiles() throws {
    #expect(mkfifo(folder.path + "/site/pipe", 0o600) == 0)
    try folder.link("site/zero", to: "/dev/zero")
    #expect(try reason("pipe") == .notRegularFile)
    #expect(try reason("zero") == outside)
    #expect(try reason("css") == .isFolder)
    #expect(try reason("css/") == .isFolder)
    #expect(try reason("") == nil)
    #expect(try reason("missing.png") == .noSuchFile)
    #expect(try reason("page.html/x") == .noSuchFile)
    #expect(try reason("a%00b") == .noSuchFile)
    #expect(try reason(String(repeating: "n", count: 300)) == .noSuchFile)
  }

  @Test func theUsersOwnFiles() throws {
    let loader = try loader()
    func reason(_ path: String) -> LoadError.Reason? {
      if case .failure(let error) = loader.load(PageURL(filePath: Array(path.utf8)), as: .document) {
        return error.reason
      }
      return nil
    }
    #expect(reason(folder.path + "/secret.txt") == nil)
    #expect(reason(folder.path) == .isFolder)
    #expect(reason(folder.path + "/missing") == .noSuchFile)
    #expect(reason("/dev/zero") == .notRegularFile)
    #expect(reason("/dev/null") == .notRegularFile)
    // What the user loaded, the page may still not read.
    #expect(try self.reason("../secret.txt", loader) == outside)
  }

  @Test func otherSchemes() throws {
    let loader = try loader()
    func error(_ text: String, from referrer: PageURL?) throws -> LoadError? {
      if case .failure(let error) = loader.load(try #require(PageURL(text)), as: .image, referrer: referrer) {
        return error
      }
      return nil
    }
    #expect(try error("http://127.0.0.1/", from: page)?.reason == .privateAddress("127.0.0.1"))
    #expect(try error("http://127.0.0.1/", from: page)?.cause == .policy)
    #expect(try error("javascript:1", from: page)?.cause == .policy)
    #expect(try error("file://server/x", from: page)?.cause == .policy)
    #expect(try error("about:blank", from: page) == nil)
    #expect(try error("about:version", from: page)?.cause == .policy)
    #expect(try error("data:text/plain,x", from: page) == nil)
    #expect(try error("data:x", from: page)?.cause == .input)
    for referrer in ["http://example.com/", "data:text/html,x", "about:blank"] {
      #expect(try error(page.href, from: PageURL(referrer))?.reason == .fileFromNetwork)
    }
    let closed = ResourceLoader(policy: LoadPolicy(root: nil, network: .none))
    guard case .failure(let refused) = closed.load(try #require(PageURL("http://h/")), as: .document) else {
      Issue.record("loaded")
      return
    }
    #expect(refused.cause == .policy)
  }

  @Test func limits() throws {
    try folder.write("site/ten", "0123456789")
    var limits = Limits()
    limits.resourceBytes = 9
    #expect(try reason("ten", try loader(limits)) == .resourceTooLarge(9))
    #expect(try reason("data:,0123456789", try loader(limits)) == .resourceTooLarge(9))
    limits.resourceBytes = 10
    limits.pageBytes = 15
    let loader = try loader(limits)
    #expect(try reason("ten", loader) == nil)
    #expect(try reason("ten", loader) == nil)  // not loaded again
    #expect(try reason("ten?x", loader) == .pageTooLarge(15))
    #expect(try reason("css/a.css", loader) == nil)
    limits = Limits()
    limits.requests = 2
    let few = try self.loader(limits)
    #expect(try reason("ten", few) == nil)
    #expect(try reason("css/a.css", few) == nil)
    #expect(try reason("v.css", few) == .tooManyRequests(2))
    #expect(few.records.count == 3)
    #expect(few.records.map(\.kind) == [.image, .image, .image])
  }

  @Test func inputs() throws {
    #expect(PageInput("-") == .standardInput)
    #expect(PageInput("HTTP://h") == PageURL("http://h/").map { .url($0) })
    #expect(PageInput("http://") == nil)
    #expect(PageInput("/a/../b c?.html") == .url(PageURL(filePath: Array("/b c?.html".utf8))))
    let relative = try #require(PageInput("x.html"))
    #expect(relative.baseURL.path.hasSuffix("/x.html"))
    #expect(PageInput.standardInput.baseURL.joined("x.html") == relative.baseURL)
  }
}
