import Foundation
import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenLoading

/// Which files a page may read, and what is said of those that it may not.
@Suite struct RootTests {
  private let folder: TemporaryFolder

  /// project/ holds a site whose pages use what lies beside their folders.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("project/site/pages/deep/page.html", "page")
    try folder.write("project/site/css/a.css", "css")
    try folder.write("project/shared/b.css", "shared")
    try folder.write("outside.txt", "secret")
  }

  private func address(_ path: String) -> PageURL { PageURL(filePath: Array((folder.path + "/" + path).utf8)) }
  private var page: PageURL { address("project/site/pages/deep/page.html") }

  private func text(_ reference: String, _ loader: ResourceLoader) throws -> String {
    switch loader.load(try #require(page.joined(reference)), as: .styleSheet, referrer: page) {
    case .success(let resource): String(decoding: resource.bytes, as: UTF8.self)
    case .failure(let error): "\(error.cause)"
    }
  }

  @Test func theNearestFolderThatWouldDoIsNamed() throws {
    func advice(_ references: [String]) throws -> String? {
      let loader = ResourceLoader(policy: try LoadPolicy(page: page))
      for reference in references { #expect(try text(reference, loader) == "policy") }
      return loader.warnings.first.flatMap {
        $0.split(separator: " ").first { $0.hasPrefix("/") }.map { String($0.dropFirst(folder.path.count)) }
      }
    }
    #expect(try advice([]) == nil)
    #expect(try advice(["../../css/a.css"]) == "/project/site")
    #expect(try advice(["/css/a.css"]) == "/project/site", "a site's own top folder")
    #expect(try advice(["/css/a.css", "../../../shared/b.css"]) == "/project")
    #expect(try advice(["../missing.css"]) == "/project/site/pages")
    // The root directory is never advised.
    #expect(try advice(["/etc/passwd"]) == nil)
    #expect(try advice(["/no/such/file.css"]) == nil)
    let loader = ResourceLoader(policy: try LoadPolicy(page: page))
    _ = try text("/css/a.css", loader)
    #expect(loader.warnings.count == 1 && loader.warnings[0].contains("--root \(folder.path)/project/site"))
    // And what is named would do.
    let wider = ResourceLoader(policy: try LoadPolicy(page: page, root: folder.path + "/project/site"))
    #expect(try text("/css/a.css", wider) == "css" && text("../../css/a.css", wider) == "css" && wider.warnings.isEmpty)
  }

  @Test func aNamedRootHoldsThePageItself() throws {
    try folder.link("project/site/out.html", to: "../../outside.txt")
    try folder.link("project/site/environment.html", to: "/proc/self/environ")
    try folder.link("project/site/in.html", to: "pages/deep/page.html")
    try folder.write("elsewhere/plain.html", "x")
    func load(_ path: String, root: String?) throws -> LoadError.Reason? {
      let policy = try LoadPolicy(page: address(path), root: root.map { $0 == "auto" ? $0 : folder.path + $0 })
      var limits = Limits()
      limits.loading = .milliseconds(300)
      guard case .failure(let error) = ResourceLoader(policy: policy, limits: limits).load(address(path), as: .document)
      else { return nil }
      #expect(!error.description.contains("\n"))
      return error.reason
    }
    let refused = LoadError.Reason.linkOutsideRoot(folder.path + "/project")
    #expect(try load("project/site/out.html", root: "/project") == refused)
    #expect(try load("project/site/environment.html", root: "/project") == refused)
    #expect(try load("project/site/in.html", root: "/project") == nil)
    #expect(try load("project/site/none.html", root: "/project") == .noSuchFile)
    #expect(try load("project/site/out.html", root: "auto") != nil)
    #expect(mkfifo(folder.path + "/project/pipe", 0o600) == 0)
    #expect(try load("project/pipe", root: "/project") != .notRegularFile, "the user's own pipes are")
    // A page that lies elsewhere leads nowhere else either.
    try folder.link("elsewhere/out.html", to: "../outside.txt")
    try folder.link("elsewhere/into.html", to: "../project/site/pages/deep/page.html")
    try folder.link("elsewhere/beside.html", to: "plain.html")
    #expect(try load("elsewhere/out.html", root: "/project") == .linkOutsideRoot(folder.path + "/elsewhere"))
    #expect(try load("elsewhere/into.html", root: "/project") == nil)
    #expect(try load("elsewhere/beside.html", root: "/project") == nil)
    #expect(try load("elsewhere/none.html", root: "/project") == .noSuchFile)
    // Who names a page means whatever it leads to.
    #expect(try load("project/site/out.html", root: nil) == nil)
    #expect(try load("outside.txt", root: "/project") == nil)
  }

  /// The working folder is the process's: another one for a test is a process of its own.
  @Test(.needsProgram)
  func automaticRoots() async throws {
    try folder.write(
      "project/site/pages/deep/p.html",
      "<link rel=stylesheet href=/css/a.css><link rel=stylesheet href=../../../shared/b.css>")
    try folder.write("project/site/pages/deep/q.html", "<link rel=stylesheet href=../../../../outside.txt>")
    func warnings(_ input: String, in place: String, root: String, home: String = "/nowhere") async throws -> String {
      let url = URL(filePath: folder.path).appending(path: place)
      let command = "offscreen render \(input) -o \(folder.path)/x.png --root \(root)"
      let result = try await away { Result { try Command.shell(command, in: url, environment: ["HOME": home]) } }.get()
      #expect(result.status == 0, "\(result.error)")
      return result.error
    }
    #expect(try await warnings("site/pages/deep/p.html", in: "project", root: "auto").isEmpty)
    #expect(
      try await warnings("p.html", in: "project/site/pages/deep", root: "auto").contains("outside"),
      "the working folder ends it")
    #expect(try await warnings("site/pages/deep/q.html", in: "project", root: "auto").contains("outside.txt: outside"))
    #expect(
      try await warnings("site/pages/deep/p.html", in: "project", root: "auto", home: folder.path + "/project")
        .contains("outside"))
    #expect(
      try await warnings("project/site/pages/deep/p.html", in: "", root: "auto", home: folder.path + "/project/site")
        .contains("outside"))
    #expect(
      try await warnings("project/site/pages/deep/p.html", in: "", root: ".").contains("css/a.css"),
      "a root of the user's is where addresses start")
  }
}
