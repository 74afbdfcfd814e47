import OffscreenLoading

extension FuzzTarget {
  static let addresses = [
    FuzzTarget("url", longestInput: 1_024, words: { Words.addresses }) {
      let bases = ["https://user@example.com:8080/a/b?c#d", "file:///a/b", "data:text/html,a", "about:blank"]
        .compactMap { PageURL($0) }
      return { bytes in
        for base in [nil] + bases.map({ Optional($0) }) {
          guard let url = PageURL(utf8: bytes, base: base) else { continue }
          // https://url.spec.whatwg.org/#url-serializing: what is serialised is read as the same again.
          let text = url.href
          expect(PageURL(text)?.href == text, "\(text) is read as \(PageURL(text)?.href ?? "nothing")")
          _ = (url.hrefWithoutFragment, url.withoutFragment(), url.decodedPath, url.joined("../x"))
          _ = DataURL(url)
        }
      }
    },
    FuzzTarget("data-url", words: { Words.addresses }) {
      { bytes in
        guard let url = PageURL(utf8: Array("data:".utf8) + bytes), let content = DataURL(url) else { return }
        _ = MIMEType.computed(
          supplied: String(decoding: bytes.prefix(64), as: UTF8.self), isSniffingAllowed: true, bytes: content.bytes)
        _ = Base64.decoded(bytes)
      }
    },
    FuzzTarget("headers", longestInput: 1_024, words: { Words.headers }) {
      { bytes in
        // The lines of an answer's head.
        var headers = HTTPHeaders()
        for line in bytes.split(separator: 0x0A) {
          guard let field = HTTPHeaders.field(Array(line)) else { continue }
          _ = HTTPHeaders.isValid(field)
          headers.append(field.name, field.value)
        }
        for field in headers.fields {
          _ = headers.list(field.name)
          guard let type = MIMEType(field.value) else { continue }
          _ = (type.charset, type.isXML, type.isImage, type.description)
        }
      }
    },
    FuzzTarget("content-policy", longestInput: 1_024, words: { Words.contentPolicies }) {
      let addresses = ["https://example.com/a/b.js", "http://127.0.0.1:8080/%2e?c", "data:text/plain,a", "file:///a/b"]
        .compactMap { PageURL($0) }
      return { bytes in
        // The policy, and what is to be run by it.
        let parts = bytes.split(separator: 0x0A, maxSplits: 1)
        let text = String(decoding: parts.first ?? [], as: UTF8.self)
        for page in addresses {
          let fields = [HTTPHeaders.Field(name: "Content-Security-Policy", value: text)]
          for policy in ContentSecurityPolicy.policies(in: fields, of: page) {
            for url in addresses {
              _ = policy.refusal(of: url, for: .script, .init(nonce: "a", integrity: text, isParserInserted: true))
              _ = (policy.refusal(of: url, for: .image), policy.allowsAncestor(url), url.upgraded)
            }
            if let name = policy.refusal(of: .script, Array(parts.last ?? []), nonce: "a") { _ = policy.written(name) }
          }
        }
      }
    },
    FuzzTarget("broker", words: { Words.addresses }) {
      try FuzzFolder.make()
      let page = PageURL(filePath: Array((FuzzFolder.place + "/site/page.html").utf8))
      let checks = MessageChecks(LoadRights(page: page, policy: try LoadPolicy(page: page, network: .none)))
      return { bytes in
        checks.readAnswers(bytes)
        // A renderer that has been taken over says what it likes, and gets what lies in the root.
        let files = checks.files(askedForBy: bytes)
        expect(files != nil, "a message is written as another")
        expect(files?.contains(FuzzFolder.secret) == false, "a file outside of the root was given away")
      }
    },
    FuzzTarget("warc", words: { Words.archive }) { { bytes in ArchiveChecks.check(bytes, isWACZ: false) } },
    FuzzTarget("wacz", words: { Words.archive }) { { bytes in ArchiveChecks.check(bytes, isWACZ: true) } },
    FuzzTarget("archive", words: { Words.mail }) {
      guard let url = PageURL("file:///page.mhtml") else { return { _ in } }
      return { bytes in
        guard let archive = PageArchive(bytes, url: url) else { return }
        _ = archive.resource(at: url)
        // What is read can be written and read again.
        let part = PageArchive.Part(address: "https://example.com/", resource: archive.root)
        let title = String(decoding: bytes.prefix(100), as: UTF8.self)
        let written = PageArchive.encoded(page: part, title: title, parts: [])
        expect(PageArchive(written, url: url)?.root.bytes == archive.root.bytes, "an archive came back another")
      }
    },
  ]
}
