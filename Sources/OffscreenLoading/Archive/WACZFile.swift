/// A web archive in a ZIP file: WARC files, indexes of what is where in them, and a list of pages.
/// https://specs.webrecorder.net/wacz/1.1.1/
struct WACZFile {
  private let zip: ZIPFile
  /// The WARC files, by their paths, in an order that does not depend on the list's.
  let names: [String]

  /// An address of the list of pages.
  struct Page {
    var url: PageURL
    var time: ArchiveTime?
  }

  init(_ source: any ArchiveBytes) throws(ArchiveProblem) {
    zip = try ZIPFile(source)
    names = zip.entries.keys.filter { name in
      name.hasPrefix("archive/") && [".warc", ".warc.gz", ".warc.zst"].contains(where: name.hasSuffix)
    }.sorted()
    guard !names.isEmpty else { throw ArchiveProblem("there is no WARC file in it (archive/*.warc.gz)") }
    guard names.count <= Int(UInt16.max) else { throw ArchiveProblem("there are more than 65535 WARC files in it") }
  }

  /// Bytes of all addresses of the list of pages.
  private static let mostOfAddresses = 64 << 20

  var strangeNames: [String] { zip.strangeNames }

  func contents(_ name: String) throws(ArchiveProblem) -> any ArchiveBytes {
    guard let contents = try zip.contents(name) else { throw ArchiveProblem("\(name) is not in it") }
    return contents
  }

  /// Of the list of pages, each address once; empty where there is none.
  /// https://specs.webrecorder.net/wacz/1.1.1/#pages-jsonl
  func pages() throws(ArchiveProblem) -> [Page] {
    guard let source = try zip.contents("pages/pages.jsonl") else { return [] }
    var lines = try ArchiveLines(source)
    var pages: [Page] = []
    var known: Set<String> = []
    var left = Self.mostOfAddresses
    while pages.count < ArchiveIndex.mostPages, left > 0, let line = try lines.next() {
      // The first line says what the file is, and has no address.
      guard let values = FlatJSON(line[...]), let url = values["url"].flatMap({ PageURL($0) }), url.isHTTP,
        known.insert(url.href).inserted
      else { continue }
      left -= url.href.utf8.count
      pages.append(Page(url: url, time: values["ts"].flatMap { ArchiveTime(iso8601: $0) ?? ArchiveTime(digits: $0) }))
    }
    return pages
  }

  /// Reads the indexes. False where there is none, or one that does not say what is needed: then the WARC files are gone
  /// over.
  /// https://specs.webrecorder.net/cdxj/0.1.0/
  func readIndexes(into index: inout ArchiveIndex) throws(ArchiveProblem) -> Bool {
    let files = Dictionary(
      names.enumerated().map { (String($1.dropFirst("archive/".count)), UInt16($0)) }, uniquingKeysWith: { a, _ in a })
    var isKnown = false
    for name in zip.entries.keys.sorted() where name.hasPrefix("indexes/") {
      guard [".cdx", ".cdxj", ".cdx.gz", ".cdxj.gz"].contains(where: { name.hasSuffix($0) }),
        let source = try zip.contents(name)
      else { continue }
      var lines = try ArchiveLines(source)
      while let line = try lines.next() {
        guard let start = line.firstIndex(of: UInt8(ascii: "{")), line.first != UInt8(ascii: "!") else { continue }
        guard let values = FlatJSON(line[start...]), let url = values["url"].flatMap({ PageURL($0) }),
          let offset = values["offset"].flatMap({ Int($0) }), let file = values["filename"].flatMap({ files[$0] })
        else { return false }
        // What was posted is asked for otherwise.
        guard url.isHTTP, values["method"] ?? "GET" == "GET" else { continue }
        let words = line[..<start].split(separator: 0x20)
        let time = words.last.flatMap { ArchiveTime(digits: String(decoding: $0, as: UTF8.self)) } ?? .unknown
        let type = values["mime"] ?? ""
        let isPage = values["status"] == "200" && WARCScan.isHTML(type)
        let entry = ArchiveIndex.Entry(
          key: ArchiveIndex.key(url), offset: offset, time: time, file: file, isSecure: url.scheme == "https",
          isRevisit: type == "warc/revisit")
        guard index.add(entry, isPage: isPage) else {
          throw ArchiveProblem("it has more than \(ArchiveIndex.mostEntries) answers")
        }
        isKnown = true
      }
    }
    return isKnown
  }
}
