/// Goes once over a WARC file, and notes where its answers are. It holds no more than the head of one record.
struct WARCScan {
  private let source: any ArchiveBytes
  private let file: UInt16
  private let dictionary: ZstandardDictionary?
  /// Bytes that compressed records have given.
  private var produced = 0

  private static let step = 1 << 20
  /// Bytes of the head of an answer that are looked at.
  private static let longestHead = 32 << 10

  /// `dictionary`: the file's.
  init(_ source: any ArchiveBytes, file: UInt16, _ dictionary: ZstandardDictionary? = nil) {
    (self.source, self.file, self.dictionary) = (source, file, dictionary)
  }

  /// What was found wrong, after which nothing is in the index; nil where all of it is.
  mutating func run(into index: inout ArchiveIndex) -> ArchiveProblem? {
    var offset = 0
    do throws(ArchiveProblem) {
      var stream = try ArchiveStream(source, at: 0, dictionary)
      if stream.isCompressed {
        while offset < source.count { offset = try scanMember(at: offset, &index) }
        return nil
      }
      while true {
        try skipLineEnds(&stream)
        offset = stream.position
        if offset >= source.count { return nil }
        try scan(&stream, at: offset, &index)
      }
    } catch {
      return ArchiveProblem("\(error.text) (at byte \(offset))")
    }
  }

  /// Of a member of gzip or a frame of Zstandard, which holds one record; where the next begins.
  private mutating func scanMember(at offset: Int, _ index: inout ArchiveIndex) throws(ArchiveProblem) -> Int {
    var stream = try ArchiveStream(source, at: offset, dictionary)
    // At the end there may be frames that hold no data.
    if stream.position >= source.count, offset > 0 { return stream.position }
    guard stream.isCompressed else { throw ArchiveProblem("no record begins there") }
    try scan(&stream, at: offset, &index)
    try skipLineEnds(&stream)
    guard try stream.peek(1).isEmpty else {
      throw ArchiveProblem(
        "it is compressed as a whole and not record by record: decompress it, or warcio recompress it")
    }
    produced += stream.produced
    return stream.position
  }

  private func scan(_ stream: inout ArchiveStream, at offset: Int, _ index: inout ArchiveIndex) throws(ArchiveProblem) {
    let record = try WARCRecord(&stream)
    let noted = try entry(record, &stream, at: offset)
    var left = record.length
    while left > 0 {
      guard try stream.skip(min(left, Self.step)) else {
        throw ArchiveProblem("a record of \(record.length) bytes is cut off, or its length is wrong")
      }
      left -= min(left, Self.step)
      try checkGrowth(stream)
    }
    guard let (entry, isPage) = noted else { return }
    guard index.add(entry, isPage: isPage) else {
      throw ArchiveProblem("it has more than \(ArchiveIndex.mostEntries) answers")
    }
  }

  /// Nil where the record is no answer.
  private func entry(
    _ record: WARCRecord, _ stream: inout ArchiveStream, at offset: Int
  ) throws(ArchiveProblem) -> (ArchiveIndex.Entry, isPage: Bool)? {
    guard record.isAnswer, let url = record.url, url.isHTTP else { return nil }
    let entry = ArchiveIndex.Entry(
      key: ArchiveIndex.key(url), offset: offset, time: record.time, file: file, isSecure: url.scheme == "https",
      isRevisit: record.kind == .revisit)
    return (entry, try Self.isPage(record, &stream))
  }

  /// Whether an answer is taken for a page: HTML that came with the status 200, and that the browser which recorded it
  /// took for a document, where the record says what it did.
  private static func isPage(_ record: WARCRecord, _ stream: inout ArchiveStream) throws(ArchiveProblem) -> Bool {
    guard record.resourceType == nil || record.resourceType == "document" else { return false }
    if record.kind == .resource { return isHTML(record.contentType) }
    guard record.kind == .response else { return false }
    let start = Array(try stream.peek(min(record.length, longestHead)))
    guard let (status, next) = RecordedAnswer.statusLine(start), status == 200 else { return false }
    return isHTML(MIMEMessage(start[next...]).headers["Content-Type"])
  }

  static func isHTML(_ type: String?) -> Bool {
    guard let essence = type.flatMap({ MIMEType($0)?.essence }) else { return false }
    return essence == "text/html" || essence == "application/xhtml+xml"
  }

  /// Some programs write more of them than the standard says, or fewer.
  private func skipLineEnds(_ stream: inout ArchiveStream) throws(ArchiveProblem) {
    var left = Self.mostLineEnds
    while true {
      let count = try stream.peek(4 << 10).prefix { $0 == 0x0D || $0 == 0x0A }.count
      guard count > 0 else { return }
      left -= count
      guard left >= 0 else {
        throw ArchiveProblem("between two records there are more than \(Self.mostLineEnds) line ends")
      }
      _ = try stream.skip(count)
      try checkGrowth(stream)
    }
  }

  private static let mostLineEnds = 1 << 20

  /// Compressed records grow together.
  private func checkGrowth(_ stream: ArchiveStream) throws(ArchiveProblem) {
    if stream.isCompressed, ArchiveGrowth.isTooMuch(produced + stream.produced, of: stream.position) {
      throw ArchiveGrowth.problem
    }
  }
}
