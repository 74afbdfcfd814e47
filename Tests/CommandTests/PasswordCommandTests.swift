import Foundation
import TestSupport
import Testing

/// What is secret goes where it is meant to go, and stands nowhere.
@Suite(.needsProgram)
struct PasswordCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("<!DOCTYPE html><p>Hello", to: "page.html")
  }

  /// Whatever is written about a page, its password is not in it.
  @Test func passwordsAreNowhere() async throws {
    let server = try await TestServer { request in
      switch request.path {
      case "/none.css": .init(status: 404)
      case "/page":
        .init(
          headers: ["Content-Type": "text/html"],
          body:
            "<title>T</title><link rel=stylesheet href=/none.css><img src=http://you:s3cret@127.0.0.1:1/x.png><iframe src=//he:s3cret@127.0.0.1:1/></iframe>"
        )
      default: .init(status: 404, headers: ["Content-Type": "text/html"], body: "gone")
      }
    }
    let secret = "http://me:s3cret@127.0.0.1:\(server.port)"
    try folder.write("\(secret)/page\n\(secret)/gone\nhttp://me:s3cret@127.0.0.1:1/\n", to: "list")
    let result = try await folder.shellBesideServer(
      """
      offscreen render \(secret)/page -o x.png --network all --json --verbose --timings --request-log log
      offscreen render \(secret)/gone -o x.png --network all --strict --json
      offscreen render \(secret)/page -o x.png --network none
      offscreen render \(secret)/page -o x.png --network all --cache cache --user you:s3cret --cookie a=s3cret --header 'X: s3cret'
      offscreen render page.html -o x.png --header 'X s3cret'
      offscreen render page.html -o x.png --user s3cret
      offscreen render page.html -o x.png --cookie s3cret
      offscreen render page.html -o x.png --header 'Content-Length: 5'
      offscreen inspect \(secret)/page --network all
      offscreen save \(secret)/page -o page.mhtml --network all
      offscreen batch --list list -o out --network all
      offscreen batch --list list -o out2 --network none --quiet
      echo '{"id": "1", "input": "\(secret)/page", "network": "all", "resources": true}' | offscreen worker
      echo '{"id": "1", "input": "\(secret)/page", "network": "none"}' | offscreen worker
      """)
    #expect(
      result.output.contains("\"title\":\"T\"") && result.error.contains("answered")
        || result.output.contains("answered"))
    for (name, text) in [("output", result.output), ("error", result.error)] {
      #expect(!text.contains("s3cret"), "\(name): \(text)")
    }
    for file in folder.files() where file != "list" {
      let text = String(decoding: folder.contents(file) ?? Data(), as: Unicode.ASCII.self)
      #expect(!text.contains("s3cret"), "\(file)")
    }
    #expect(server.requests.allSatisfy { $0.headers["referer"]?.contains("s3cret") != true })
    // The manifest says where the pages came from.
    let manifest = folder.text("out/manifest.ndjson")
    #expect(
      manifest.contains("\"status\":404") && manifest.contains("\"title\":\"T\"")
        && manifest.contains("\"address\":\"\(server.address("/page"))\""), "\(manifest)")
  }
}
