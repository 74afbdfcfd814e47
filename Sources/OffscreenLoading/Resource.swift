/// The destination of a request.
package enum ResourceKind: String, Sendable, CaseIterable {
  case document, frame, styleSheet, image, font, script, data
  /// A request of a script, whose answer the script reads whatever its status.
  case fetch

  /// Whether it is a page of its own.
  package var isDocument: Bool { self == .document || self == .frame }
}

/// Something that has been loaded.
package struct Resource: Equatable, Sendable {
  package var bytes: [UInt8]
  package var mimeType: MIMEType
  /// The encoding that came with it; not what the bytes themselves say.
  package var charset: String?
  /// Where it came from in the end.
  package var finalURL: PageURL
  /// The file that was read: not always the address's own path, see `FileFetcher`.
  package var file: [UInt8]?
  /// Of an answer over HTTP.
  package var status: Int?
  /// The content of the last request for it, where that was not a plain GET.
  package var content: RequestContent?
  /// The answer's header fields, as far as a page may see them.
  package var headers: [HTTPHeaders.Field] = []
  /// Whether it is a stream of events that its server has not ended.
  package var isUnfinished = false
  /// The value of the `Refresh` header.
  package var refresh: String?

  package init(
    bytes: [UInt8], mimeType: MIMEType, charset: String? = nil, finalURL: PageURL, file: [UInt8]? = nil
  ) {
    (self.bytes, self.mimeType, self.charset, self.finalURL) = (bytes, mimeType, charset, finalURL)
    self.file = file
  }
}

/// The result of one request.
package struct LoadRecord: Sendable {
  package var url: String
  package var kind: ResourceKind
  package var result: Result<Int, LoadError>  // the number of bytes
  package var mimeType: String?
  /// Of an answer over HTTP.
  package var exchange: Exchange?

  package struct Exchange: Sendable {
    package var status: Int?
    /// `network`, `cache`, `revalidated` or `archive`.
    package var source: String
    package var protocolVersion: String?
    package var address: String?
    package var redirects: [(url: String, status: Int)]
    /// Bytes of the body on their way, compressed.
    package var transferred: Int
    /// Since the page's first request.
    package var start: Duration
    package var duration: Duration

    init(
      _ trace: NetworkTrace, _ result: Result<HTTPResponse, LoadError>, since first: ContinuousClock.Instant
    ) {
      (status, source) = ((try? result.get())?.status, trace.source.rawValue)
      (protocolVersion, address, transferred) = (trace.protocolVersion, trace.address, trace.transferred)
      redirects = trace.redirects.map { ($0.url, $0.status) }
      (start, duration) = (trace.start - first, trace.end - trace.start)
    }
  }
}
