import Testing

@testable import OffscreenLoading

@Suite struct WebArchiveTests {
  typealias Sample = ArchiveSample

  private func url(_ text: String) throws -> PageURL { try #require(PageURL(text)) }

  private func archive(_ bytes: [UInt8], isWACZ: Bool = false) throws -> WebArchive {
    try WebArchive(ArchiveMemory(bytes: bytes), name: "a", isWACZ: isWACZ)
  }

  private func text(_ archive: WebArchive, _ address: String, near: ArchiveTime = .unknown) throws -> String? {
    let response = try archive.answer(of: url(address), near: near, Limits())
    return response.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let site: [[UInt8]] = [
    Sample.info, Sample.record("request", "http://h/", Array("GET / HTTP/1.1\r\n\r\n".utf8)),
    Sample.answer("http://h/", "<p>one"), Sample.record("metadata", "http://h/", Array("x: y\r\n".utf8)),
    Sample.answer("http://h/a.css", "p{}", type: "text/css"),
    Sample.answer("http://h/b", "<p>b", fields: ["WARC-Resource-Type: document"]),
    Sample.answer("http://h/frame", "<p>f", fields: ["WARC-Resource-Type: iframe"]),
    Sample.answer("http://h/gone", "<p>404", status: 404),
    Sample.record("resource", "http://h/r.txt", fields: ["Content-Type: text/plain"], Array("r".utf8)),
  ]

  @Test(arguments: [false, true])
  func readsRecords(isCompressed: Bool) throws {
    let bytes = Self.site.flatMap { isCompressed ? Sample.gzip($0) : $0 }
    let archive = try archive(bytes)
    #expect(archive.warnings == [])
    #expect(archive.pages().map(\.url.href) == ["http://h/", "http://h/b"])
    #expect(try text(archive, "http://h/") == "<p>one")
    #expect(try text(archive, "http://h/a.css") == "p{}")
    #expect(try text(archive, "http://h/r.txt") == "r")
    #expect(try archive.answer(of: url("http://h/gone"), near: .unknown, Limits())?.status == 404)
    #expect(try text(archive, "http://h/none") == nil)
    // Neither the scheme nor the fragment counts.
    #expect(try text(archive, "https://h/a.css#x") == "p{}")
    #expect(try archive.page(nil).url.href == "http://h/")
    #expect(try archive.page("https://h/b#x").url.href == "https://h/b#x")
  }

  @Test func takesWhatIsNearestInTime() throws {
    let bytes = ["2024", "2025", "2026"].flatMap { year in
      Sample.answer("http://h/", year, date: "\(year)-06-01T00:00:00.5Z")
        + Sample.answer("http://h/a", "a\(year)", date: "\(year)-06-02T00:00:00Z")
    }
    let archive = try archive(bytes)
    #expect(archive.pages().map(\.url.href) == ["http://h/", "http://h/a"])
    for (asked, expected) in [("2023", "a2024"), ("2025", "a2025"), ("2030", "a2026")] {
      let page = try archive.page("\(asked)0601000000/http://h/")
      #expect(try text(archive, "http://h/a", near: page.time) == expected)
    }
    // Of its own scheme, where there is one.
    let both = try self.archive(
      Sample.answer("http://h/", "", status: 301, headers: ["Location: https://h/"])
        + Sample.answer("https://h/", "secure", date: "2020-01-01T00:00:00Z"))
    #expect(try text(both, "https://h/", near: ArchiveTime(milliseconds: 1_800_000_000_000)) == "secure")
  }

  @Test func followsRedirectsAndRevisits() throws {
    let bytes =
      Sample.answer("http://h/", "", status: 302, headers: ["Location: /b#there"]) + Sample.answer("http://h/b", "<p>b")
      + Sample.record(
        "revisit", "http://h/c",
        fields: ["WARC-Refers-To-Target-URI: <http://h/b>", "WARC-Refers-To-Date: 2026-01-02T03:04:05Z"],
        Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".utf8))
      + Sample.answer("http://h/loop", "", status: 301, headers: ["Location: /loop"])
      + Sample.answer("http://h/file", "", status: 301, headers: ["Location: file:///etc/passwd"])
    let archive = try archive(bytes)
    let page = try archive.page("http://h/")
    func result(_ address: String) throws -> Result<HTTPResponse, LoadError>? {
      let request = NetworkRequest(url: try url(address), kind: .document, referrer: nil, isAhead: false)
      guard case .finished(let result, _) = page.outcome(of: request, Limits()) else { return nil }
      return result
    }
    let response = try #require(try result("http://h/")?.get())
    #expect(response.url.href == "http://h/b#there" && response.bytes == Array("<p>b".utf8))
    let again = try #require(try result("http://h/c")?.get())
    #expect(again.bytes == Array("<p>b".utf8) && again.headers["Content-Type"] == "text/plain")
    for (address, reason) in [
      ("http://h/loop", LoadError.Reason.tooManyRedirects(10)), ("http://h/file", .redirectForbidden("file")),
      ("http://127.0.0.1:1/", .notInArchive),
    ] {
      guard case .failure(let error) = try result(address) else {
        Issue.record("\(address) was answered")
        continue
      }
      #expect(error.reason == reason)
    }
  }

  @Test func decodesBodies() throws {
    let chunks = Array("5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n".utf8)
    let long = [UInt8](repeating: 65, count: 70_000)
    let bytes =
      Sample.answer("http://h/chunked", chunks, headers: ["Transfer-Encoding: chunked"])
      + Sample.answer("http://h/plain", "not in chunks", headers: ["Transfer-Encoding: chunked"])
      + Sample.answer("http://h/gzip", Sample.gzip(long), headers: ["Content-Encoding: gzip"])
      + Sample.answer("http://h/decoded", "decoded", headers: ["Content-Encoding: gzip"])
      + Sample.answer("http://h/raw", Sample.deflated(long), headers: ["Content-Encoding: deflate"])
      + Sample.answer("http://h/cut", Array(Sample.gzip(long).dropLast(5_000)), headers: ["Content-Encoding: gzip"])
      + Sample.answer("http://h/zstd", Sample.zstandard(Array("frame".utf8)), headers: ["Content-Encoding: zstd"])
      + Sample.answer("http://h/unknown", "x", headers: ["Content-Encoding: compress"])
      + Sample.answer(
        "http://h/br", [0x0B, 0x02, 0x80] + Array("hello".utf8) + [0x03], headers: ["Content-Encoding: br"])
    let archive = try archive(bytes)
    #expect(try text(archive, "http://h/chunked") == "hello world")
    #expect(try text(archive, "http://h/plain") == "not in chunks")
    #expect(try text(archive, "http://h/gzip")?.utf8.count == long.count)
    #expect(try text(archive, "http://h/decoded") == "decoded")
    #expect(try text(archive, "http://h/raw")?.utf8.count == long.count)
    #expect(try text(archive, "http://h/cut")?.utf8.count ?? 0 > 60_000)
    #expect(try text(archive, "http://h/zstd") == "frame")
    #expect(throws: LoadError.self) { try text(archive, "http://h/unknown") }
    if (try? Brotli.decoded([0x06], most: 1)) != nil { #expect(try text(archive, "http://h/br") == "hello") }
    var limits = Limits()
    limits.resourceBytes = 60_000
    for name in ["gzip", "raw"] {
      let address = try url("http://h/\(name)")
      let error = #expect(throws: LoadError.self) { try archive.answer(of: address, near: .unknown, limits) }
      #expect(error?.reason == .resourceTooLarge(60_000))
    }
  }

  @Test(arguments: [false, true])
  func readsWACZ(isDeflated: Bool) throws {
    let first = Sample.gzip(Sample.answer("http://h/", "<p>one", date: "2026-01-01T00:00:00Z"))
    let second = Sample.gzip(Sample.answer("http://h/two", "<p>two", date: "2026-02-01T00:00:00Z"))
    let index = """
      h)/ 20260101000000 {"url":"http://h/","mime":"text/html","status":"200","offset":"0","length":"\(first.count)","filename":"d.warc.gz"}
      h)/two 20260201000000 {"url":"http://h/two","mime":"text/html","status":200,"offset":\(first.count),"length":9,"filename":"d.warc.gz","x":{"y":["}"]}}
      h)/two?__wb_method=post 20260201000000 {"url":"http://h/two","method":"POST","offset":0,"filename":"d.warc.gz"}

      """
    let pages = """
      {"format":"json-pages-1.0","id":"pages","title":"\\u00e4\\ud83d\\ude00"}
      {"id":"1","url":"http://h/two","ts":"2026-02-01T00:00:00Z","text":"{\\"url\\":\\"no\\"}"}
      {"id":"2","url":"ftp://h/","ts":"2026-02-01T00:00:00Z"}
      broken

      """
    var files = [
      Sample.File(name: "archive/d.warc.gz", bytes: first + second, isDeflated: isDeflated),
      Sample.File(name: "pages/pages.jsonl", bytes: Array(pages.utf8), isDeflated: true),
      Sample.File(name: "../../etc/passwd", bytes: Array("x".utf8)),
    ]
    for hasIndex in [false, true] {
      if hasIndex {
        files.append(Sample.File(name: "indexes/index.cdx.gz", bytes: Sample.gzip(Array(index.utf8))))
      }
      let archive = try archive(Sample.zip(files), isWACZ: true)
      #expect(archive.warnings.count == 1 && archive.warnings[0].contains("leads out of the archive"))
      #expect(archive.pages().map(\.url.href) == ["http://h/two"])
      #expect(try archive.page(nil).url.href == "http://h/two")
      #expect(try text(archive, "http://h/") == "<p>one")
      #expect(try text(archive, "http://h/two") == "<p>two")
      #expect(try text(archive, "http://h/") == "<p>one")
    }
  }

  // MARK: Bad input

  private func problem(_ bytes: [UInt8], isWACZ: Bool = false) -> String {
    do {
      return try archive(bytes, isWACZ: isWACZ).warnings.joined()
    } catch {
      return "\(error)"
    }
  }

  @Test func whatIsWrongIsSaidInOneLine() throws {
    let page = Sample.answer("http://h/", "<p>one")
    let member = Sample.gzip(page)
    var broken = Sample.gzip(Sample.answer("http://h/b", "<p>two"))
    broken[broken.count - 6] ^= 0xFF
    let cases: [(bytes: [UInt8], isWACZ: Bool, part: String)] = [
      ([], false, "a: cannot be read: it is empty"), ([], true, "it is empty"),
      (Array("<p>no archive".utf8), false, "no record begins there (at byte 0)"),
      (Array("<p>no archive".utf8), true, "it is no ZIP file, or cut off"),
      (Sample.info, false, "there are no answers of servers in it"),
      (member + broken, false, "only a part of it is used: its compressed data are broken (at byte \(member.count))"),
      (member + member.prefix(40), false, "it is cut off within its compressed data"),
      (page + page.prefix(page.count - 20), false, "is cut off, or its length is wrong"),
      (page + Sample.record("response", "http://h/b", length: 10 << 30, []), false, "a record of 10737418240 bytes"),
      (page + Sample.record("response", "http://h/b", length: 1, Array("xyz".utf8)), false, "no record begins there"),
      (page + Sample.record("response", "http://h/b", length: -1, []), false, "does not say how long it is"),
      (
        page + Array("WARC/1.0\r\n".utf8) + [UInt8](repeating: 65, count: 70_000), false,
        "head of a record does not end"
      ),
      (Sample.gzip(page + page), false, "compressed as a whole"),
      ([0x28, 0xB5, 0x2F, 0xFD, 0], false, "it is cut off within its compressed data"),
      ([0x28, 0xB5, 0x2F, 0xFD] + [UInt8](repeating: 0xFF, count: 40), false, "its compressed data are broken"),
      (Sample.zstandard(page + page), false, "compressed as a whole"),
      ([0x5D, 0x2A, 0x4D, 0x18, 0xFF, 0xFF, 0xFF, 0x7F, 1], false, "its dictionary is longer"),
      ([0x5D, 0x2A, 0x4D, 0x18, 9, 0, 0, 0, 1], false, "it is cut off within its dictionary"),
      (
        Array([[UInt8]](repeating: [0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0], count: 2000).joined()), false,
        "frames without data"
      ),
      (
        Sample.zip((0..<5).map { .init(name: "archive/\($0).warc.zst", bytes: Sample.largeDictionary) }), true,
        "its dictionaries take more than"
      ),
      (Sample.zip([.init(name: "x", bytes: [1])]), true, "there is no WARC file in it"),
      (Array(Sample.zip([.init(name: "archive/a.warc", bytes: page)]).dropLast(30)), true, "no ZIP file, or cut off"),
      (Array(Sample.zip([.init(name: "archive/a.warc", bytes: page)]).dropFirst(30)), true, "not where"),
    ]
    for (number, wrong) in cases.enumerated() {
      let text = problem(wrong.bytes, isWACZ: wrong.isWACZ)
      #expect(text.contains(wrong.part) && !text.contains("\n"), "case \(number): \(text.prefix(200))")
    }
    // What comes before is used.
    #expect(try text(archive(member + broken), "http://h/") == "<p>one")
  }

  @Test func framesOfZstandardAreRecords() throws {
    let nothing: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let bytes =
      nothing + Sample.zstandard(Sample.info) + Sample.zstandard(Sample.answer("http://h/a", "<p>one")) + nothing
      + Sample.zstandard(Sample.answer("http://h/b", "<p>two")) + nothing
    let archive = try archive(bytes)
    #expect(archive.warnings.isEmpty, "\(archive.warnings)")
    #expect(archive.pages().map(\.url.href) == ["http://h/a", "http://h/b"])
    #expect(try text(archive, "http://h/b") == "<p>two")
  }

  @Test func aPageThatIsNotThereIsToldWithSomeThatAre() throws {
    let bytes = (1...5).flatMap { Sample.answer("http://h/\($0)", "<p>") }
    let error = #expect(throws: LoadError.self) { try archive(bytes).page("http://h/6") }
    let told =
      "a: cannot be read: there is no page http://h/6 in it; it has http://h/1, http://h/2, http://h/3 and others"
    #expect(error?.description == told)
    #expect(throws: LoadError.self) { try archive(bytes).page("file:///etc/passwd") }
  }

  /// A record may be of another address than an index says.
  @Test func indexesThatLieLeadNowhere() throws {
    let warc = Sample.answer("http://h/", "<p>one")
    for offset in ["0", "1", "-5", "999999999999", "9223372036854775807"] {
      let line =
        #"x 20260101000000 {"url":"http://h/other","offset":"\#(offset)","filename":"a.warc","status":"200","mime":"text/html"}"#
      let bytes = Sample.zip([
        .init(name: "archive/a.warc", bytes: warc), .init(name: "indexes/index.cdx", bytes: Array(line.utf8)),
      ])
      let archive = try archive(bytes, isWACZ: true)
      #expect((try? text(archive, "http://h/other")) ?? nil == nil)
    }
  }

  /// Each of many files that are one would be read anew.
  @Test func filesThatLieOverEachOtherAreNotRead() throws {
    let warc = Sample.answer("http://h/", "<p>one")
    let bytes = Sample.zip([.init(name: "archive/a.warc", bytes: warc), .init(name: "archive/b.warc", bytes: [])])
    #expect(try text(archive(bytes, isWACZ: true), "http://h/") == "<p>one")
    // The second says that it is as long as the first.
    let list = try #require(bytes.indices.last { bytes[$0...].starts(with: Sample.little(0x0201_4B50, 4)) })
    var wrong = bytes
    wrong.replaceSubrange((list + 20)..<(list + 24), with: Sample.little(bytes.count - warc.count + 1, 4))
    #expect(problem(wrong, isWACZ: true).contains("the files in it lie over each other"))
  }

  @Test func deflatedFilesThatClaimToGrowWithoutEndAreNotRead() throws {
    let warc = Sample.answer("http://h/", "<p>one")
    var bytes = Sample.zip([.init(name: "archive/a.warc", bytes: warc, isDeflated: true)])
    let list = try #require(bytes.indices.last { bytes[$0...].starts(with: Sample.little(0x0201_4B50, 4)) })
    bytes.replaceSubrange((list + 24)..<(list + 28), with: Sample.little(1 << 30, 4))
    #expect(problem(bytes, isWACZ: true).contains("grows to more than 100 times"))
  }

  /// After a record, two megabytes of line ends.
  @Test func lineEndsWithoutEndAreGivenUp() throws {
    let record = Sample.answer("http://h/", "<p>one")
    var deflated = Sample.deflated(record)
    // Its only block is no more the last.
    deflated[0] = 0
    let member = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + deflated + Self.repeated(0x0A, count: 8_000)
    #expect(problem(member).contains("between two records there are more than 1048576 line ends"))
  }

  /// A place in the index is found by halves, and no more are taken than are looked at.
  @Test func oneAddressMayHaveManyAnswers() throws {
    var index = ArchiveIndex()
    let page = try url("http://h/")
    for number in 0..<100_000 {
      let entry = ArchiveIndex.Entry(
        key: ArchiveIndex.key(page), offset: number, time: ArchiveTime(milliseconds: number / 2 * 10), file: 0,
        isSecure: number % 2 == 1, isRevisit: false)
      _ = index.add(entry, isPage: false)
    }
    index.complete()
    let near = ArchiveTime(milliseconds: 250_004)
    #expect(index.entries(for: page, near: near, most: 4).map(\.offset) == [50_000, 50_002, 49_998, 50_004])
    let secure = try url("https://h/")
    #expect(index.entries(for: secure, near: .unknown, most: 2).map(\.offset) == [1, 3])
    // Those of the other scheme come last.
    let all = index.entries(for: page, near: ArchiveTime(milliseconds: .max / 2), most: .max)
    #expect(all.count == 100_000 && all.first?.offset == 99_998 && all.last?.offset == 1)
    #expect(index.entries(for: try url("http://other/"), near: near, most: 4).isEmpty)
  }

  /// A member that grows without end costs no memory, and ends.
  @Test func bombsAreGivenUp() throws {
    // Blocks of zeros by deflate's longest repetitions: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.6
    let archive = try archive(
      Sample.answer("http://h/", Self.bomb, headers: ["Content-Encoding: deflate"]))
    let error = #expect(throws: LoadError.self) { try archive.answer(of: url("http://h/"), near: .unknown, Limits()) }
    #expect(error?.reason == .resourceTooLarge(16 << 20) || error?.reason == .expandsTooMuch(100))
  }

  /// 32 MB of zeros in 32 kB: a literal, and then repetitions of 258 bytes from one byte before.
  private static let bomb = repeated(0, count: 130_000)

  /// A byte below 144, and so many times 258 of them, deflated.
  private static func repeated(_ byte: UInt8, count: Int) -> [UInt8] {
    var (bytes, held, heldBits): ([UInt8], UInt64, Int) = ([], 0, 0)
    func add(_ value: UInt64, _ bits: Int) {
      held |= value << UInt64(heldBits)
      heldBits += bits
      while heldBits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: held))
        held >>= 8
        heldBits -= 8
      }
    }
    // The last block, of fixed codes; those of literals are 00110000 and what follows, from their first bit on.
    add(1, 1)
    add(1, 2)
    let literal = 0b0011_0000 + UInt64(byte)
    add((0..<8).reduce(0) { $0 << 1 | literal >> $1 & 1 }, 8)
    // The length 258 is the code 285, 11000101 from its first bit on; the distance 1 is 00000.
    for _ in 0..<count {
      add(0b1010_0011, 8)
      add(0, 5)
    }
    add(0, 7)
    add(0, 8)
    return bytes
  }

  @Test func cutOffAnywhere() throws {
    let warc = Self.site.flatMap { $0 }
    let members = Self.site.flatMap { Sample.gzip($0) }
    let zip = Sample.zip([.init(name: "archive/a.warc.gz", bytes: members, isDeflated: true)])
    for (bytes, isWACZ) in [(warc, false), (members, false), (zip, true)] {
      for count in stride(from: 0, to: bytes.count, by: 13) {
        let part = try? WebArchive(ArchiveMemory(bytes: Array(bytes.prefix(count))), name: "a", isWACZ: isWACZ)
        _ = part.map { $0.pages() }
      }
    }
  }

  @Test func times() {
    #expect(ArchiveTime(iso8601: "1970-01-01T00:00:01Z")?.milliseconds == 1_000)
    #expect(ArchiveTime(iso8601: "2026-11-26T15:00:00.25Z")?.milliseconds == 1_795_705_200_250)
    #expect(ArchiveTime(digits: "20000301000000")?.milliseconds == 951_868_800_000)
    for text in ["", "2026", "2026-13-01T00:00:00Z", "abcd-ef-ghTij:kl:mnZ"] {
      #expect(ArchiveTime(iso8601: text) == nil)
    }
  }
}
