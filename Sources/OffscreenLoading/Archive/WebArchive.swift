/// Recorded pages and what they use: a WARC or a WACZ file, held open, with an index of where its answers are.
package final class WebArchive: Sendable {
  /// As messages call it.
  package let name: String
  /// What of it cannot be used.
  package let warnings: [String]
  private let files: [any ArchiveBytes]
  /// Of each file, the dictionary with which it is compressed.
  private let dictionaries: [ZstandardDictionary?]
  private let index: ArchiveIndex
  /// The list of pages that it has itself.
  private let listed: [WACZFile.Page]

  private static let endings = [".warc", ".warc.gz", ".warc.zst", ".wacz"]

  /// Whether a file is taken for one, by its name.
  package static func isArchive(path: [UInt8]) -> Bool {
    let end = String(decoding: path.suffix(9), as: UTF8.self).lowercased()
    return endings.contains { end.hasSuffix($0) }
  }

  /// Reads the whole of a WARC file once, of a WACZ file its indexes. `name`: in messages.
  init(_ source: any ArchiveBytes, name: String, isWACZ: Bool) throws(LoadError) {
    self.name = name
    do throws(ArchiveProblem) {
      guard source.count > 0 else { throw ArchiveProblem("it is empty") }
      var warnings: [String] = []
      var index = ArchiveIndex()
      if isWACZ {
        let wacz = try WACZFile(source)
        warnings += wacz.strangeNames.map {
          "\(name): leaves out \($0.onOneLine()), a name that leads out of the archive"
        }
        var (files, listed): ([any ArchiveBytes], [WACZFile.Page]) = ([], [])
        var dictionaries: [ZstandardDictionary?] = []
        var dictionaryBytes = 0
        for file in wacz.names {
          let contents = try wacz.contents(file)
          let dictionary = try ZstandardDictionary(of: contents)
          dictionaryBytes += dictionary?.size ?? 0
          guard dictionaryBytes <= ZstandardDictionary.mostTogether else {
            throw ArchiveProblem("its dictionaries take more than \(ZstandardDictionary.mostTogether) bytes together")
          }
          files.append(contents)
          dictionaries.append(dictionary)
        }
        do throws(ArchiveProblem) { listed = try wacz.pages() } catch {
          warnings.append("\(name): its list of pages cannot be read: \(error.text)")
        }
        var hasIndex = false
        do throws(ArchiveProblem) { hasIndex = try wacz.readIndexes(into: &index) } catch {
          warnings.append("\(name): its index cannot be read, and is made anew: \(error.text)")
        }
        if !hasIndex {
          index = ArchiveIndex()
          for (number, file) in files.enumerated() {
            var scan = WARCScan(file, file: UInt16(number), dictionaries[number])
            if let problem = scan.run(into: &index) {
              warnings.append("\(name): only a part of \(wacz.names[number]) is used: \(problem.text)")
            }
          }
        }
        (self.files, self.dictionaries, self.listed) = (files, dictionaries, listed)
      } else {
        let dictionary = try ZstandardDictionary(of: source)
        var scan = WARCScan(source, file: 0, dictionary)
        if let problem = scan.run(into: &index) {
          guard index.count > 0 else { throw problem }
          warnings.append("\(name): only a part of it is used: \(problem.text)")
        }
        (files, dictionaries, listed) = ([source], [dictionary], [])
      }
      guard index.count > 0 else { throw ArchiveProblem("there are no answers of servers in it") }
      index.complete()
      (self.index, self.warnings) = (index, Array(warnings.prefix(20)))
    } catch {
      throw LoadError(name, .unreadable(error.text))
    }
  }

  // MARK: Pages

  /// A page of an archive, with the moment for which its resources are looked for.
  package struct Page: Sendable {
    package let archive: WebArchive
    package let url: PageURL
    let time: ArchiveTime

    /// What is at another address at the same moment.
    package func leading(to url: PageURL) -> Page {
      Page(archive: archive, url: url.withoutCredentials(), time: time)
    }
  }

  /// The pages: those that its own list names, or else each address that has an answer that is taken for one.
  /// No more than `most`.
  package func pages(most: Int = .max) -> [Page] {
    if !listed.isEmpty { return listed.prefix(most).map { page($0.url, $0.time) } }
    var pages: [Page] = []
    for entry in index.pages {
      guard pages.count < most else { break }
      guard let record = try? head(entry).record, let url = record.url, url.isHTTP else { continue }
      pages.append(Page(archive: self, url: url.withoutCredentials(), time: entry.time))
    }
    return pages
  }

  private func page(_ url: PageURL, _ time: ArchiveTime?) -> Page {
    Page(
      archive: self, url: url.withoutCredentials(),
      time: time ?? index.entries(for: url, near: .unknown, most: 1).first?.time ?? .unknown)
  }

  /// The page of an address, which may have a moment before it as archives on the web have it:
  /// `20261126150000/https://example.com/`. Nil is the first. Throws where it is not there, and names some that are.
  package func page(_ address: String?) throws(LoadError) -> Page {
    guard let address else {
      guard let first = pages(most: 1).first else {
        throw LoadError(name, .unreadable("there is no page in it; --page names one of its addresses"))
      }
      return first
    }
    let (given, asked) = Self.parts(address)
    guard let url = given, url.isHTTP else { throw missing(address) }
    let known = listed.first { $0.url.hrefWithoutFragment == url.hrefWithoutFragment }?.time
    let near = asked ?? known ?? .unknown
    guard let entry = index.entries(for: url, near: near, most: 1).first else { throw missing(address) }
    return Page(archive: self, url: url.withoutCredentials(), time: asked ?? known ?? entry.time)
  }

  /// An address in an archive, and the moment before it.
  private static func parts(_ text: String) -> (url: PageURL?, time: ArchiveTime?) {
    let start = text.prefix { $0 != "/" }
    guard start.utf8.count == 14, let time = ArchiveTime(digits: start) else { return (PageURL(text), nil) }
    return (PageURL(text.dropFirst(15)), time)
  }

  /// Whether a text may name a page.
  package static func isAddress(_ text: String) -> Bool { parts(text).url != nil }

  private func missing(_ address: String) -> LoadError {
    let some = pages(most: 4).map { $0.url.displayed.onOneLine() }
    let list =
      some.isEmpty ? "" : "; it has " + some.prefix(3).joined(separator: ", ") + (some.count > 3 ? " and others" : "")
    return LoadError(name, .unreadable("there is no page \(PageURL.displayed(address).onOneLine()) in it\(list)"))
  }

  // MARK: Answers

  private func head(
    _ entry: ArchiveIndex.Entry
  ) throws(ArchiveProblem) -> (record: WARCRecord, block: ArchiveStream) {
    guard files.indices.contains(Int(entry.file)) else { throw ArchiveProblem("there is no such file") }
    var stream = try ArchiveStream(
      files[Int(entry.file)], at: entry.offset, dictionaries[Int(entry.file)])
    return (try WARCRecord(&stream), stream)
  }

  /// What was recorded of an address, nearest to a moment; nil where that is nothing. Redirects are not followed.
  func answer(of url: PageURL, near time: ArchiveTime, _ limits: Limits) throws(LoadError) -> HTTPResponse? {
    var problem: LoadError?
    for entry in index.entries(for: url, near: time, most: Self.mostTries) {
      let result = Result { try recorded(entry, url, limits) }
      do throws(LoadError) {
        guard let answer = try result.mapError({ Self.error($0, url, name) }).get() else { continue }
        var response = HTTPResponse(url: url)
        (response.status, response.headers) = (answer.status, answer.headers)
        response.bytes = try answer.decodedBody(limits, of: url.displayed)
        return response
      } catch {
        problem = problem ?? error
      }
    }
    if let problem { throw problem }
    return nil
  }

  private static func error(_ error: any Error, _ url: PageURL, _ name: String) -> LoadError {
    if let error = error as? LoadError { return error }
    let text = (error as? ArchiveProblem)?.text ?? "\(error)"
    return LoadError(url.displayed, .unreadable("in \(name), \(text)"))
  }

  /// Records of one address that are looked at: those that are broken, or another address's.
  private static let mostTries = 50

  private func recorded(_ entry: ArchiveIndex.Entry, _ url: PageURL, _ limits: Limits) throws -> RecordedAnswer? {
    let (record, block) = try head(entry)
    guard let own = record.url, ArchiveIndex.address(own) == ArchiveIndex.address(url) else { return nil }
    guard record.kind == .revisit else { return try answer(record, block, limits) }
    // The same as another answer: its body, with the head that came this time.
    guard let body = try original(of: record, url, limits) else { return nil }
    guard var answer = try? self.answer(record, block, limits), answer.status != 304 else { return body }
    answer.body = body.body
    return answer
  }

  private func answer(_ record: WARCRecord, _ block: ArchiveStream, _ limits: Limits) throws -> RecordedAnswer? {
    var block = block
    // With room for what is around a body on its way.
    let most = limits.resourceBytes + limits.resourceBytes / 4 + WARCRecord.longestHead
    guard record.length <= most else {
      throw LoadError(record.url?.displayed ?? name, .resourceTooLarge(limits.resourceBytes))
    }
    let bytes = try block.read(record.length)
    guard bytes.count == record.length else { throw ArchiveProblem("a record of it is cut off") }
    return record.kind == .resource
      ? RecordedAnswer(resource: bytes, contentType: record.contentType) : RecordedAnswer(bytes)
  }

  /// The answer that a revisit repeats: the one that it names, or else one of its address with the same digest.
  private func original(of record: WARCRecord, _ url: PageURL, _ limits: Limits) throws -> RecordedAnswer? {
    let (address, time) = record.original
    let wanted = address ?? url
    for entry in index.entries(for: wanted, near: time ?? record.time, most: Self.mostTries)
    where !entry.isRevisit {
      guard let (found, block) = try? head(entry), found.kind == .response || found.kind == .resource,
        let own = found.url, ArchiveIndex.address(own) == ArchiveIndex.address(wanted)
      else { continue }
      if time == nil, let digest = record.payloadDigest, let other = found.payloadDigest, digest != other { continue }
      return try answer(found, block, limits)
    }
    return nil
  }
}
