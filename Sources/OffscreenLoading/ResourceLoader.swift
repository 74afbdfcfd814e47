import Synchronization

/// Loads what a page asks for, within its policy and its limits. One loader serves one page: what
/// was loaded once is not loaded again.
///
/// Not implemented: `http:` and `https:`.
package final class ResourceLoader: Sendable {
  package let policy: LoadPolicy
  package let limits: Limits

  private struct State {
    var finished: [String: Result<Resource, LoadError>] = [:]
    var contents: [(url: PageURL, result: Result<Resource, LoadError>)] = []
    var records: [LoadRecord] = []
    var bytes = 0
    var requests = 0
  }
  private let state = Mutex(State())

  package init(policy: LoadPolicy, limits: Limits = Limits()) {
    (self.policy, self.limits) = (policy, limits)
  }

  /// Loads a resource. `referrer` is the address of the document or style sheet that asks for it;
  /// nil means that the user does, whose files need not lie in the root folder.
  package func load(
    _ url: PageURL, as kind: ResourceKind, referrer: PageURL? = nil
  ) -> Result<Resource, LoadError> {
    // What the user may load says nothing about what the page may.
    let key = (referrer == nil ? "user " : "page ") + url.hrefWithoutFragment
    if let known = state.withLock({ $0.finished[key] }) { return known }
    let result = Result { () throws(LoadError) in
      try countRequest(for: url)
      let resource = try fetch(url, referrer)
      try count(resource.bytes.count, for: url)
      return resource
    }
    return state.withLock { state in
      state.records.append(
        LoadRecord(url: Self.displayed(url), kind: kind, result: result.map(\.bytes.count)))
      if !url.isData && url.scheme != "about" { state.contents.append((url, result)) }
      state.finished[key] = result
      return result
    }
  }

  /// What each address gave so far, ordered by address; files by the path that was read. Addresses that
  /// hold their own data are left out.
  package func contents() -> [(url: String, result: Result<[UInt8], LoadError>)] {
    let all = state.withLock { state in
      Dictionary(
        state.contents.map { (location(of: $0.url, $0.result), $0.result) }, uniquingKeysWith: { first, _ in first })
    }
    return all.sorted { $0.key < $1.key }.map { (url: $0.key, result: $0.value.map(\.bytes)) }
  }

  private func location(of url: PageURL, _ result: Result<Resource, LoadError>) -> String {
    if let file = try? result.get().file { return String(decoding: file, as: UTF8.self) }
    guard url.isFile else { return Self.displayed(url) }
    return String(decoding: FileFetcher(root: policy.root, limits: limits).location(of: url), as: UTF8.self)
  }

  /// What became of the requests so far, in their order.
  package var records: [LoadRecord] { state.withLock { $0.records } }

  private func countRequest(for url: PageURL) throws(LoadError) {
    let isAllowed = state.withLock { state in
      state.requests += 1
      return state.requests <= limits.requests
    }
    if !isAllowed { throw LoadError(Self.displayed(url), .tooManyRequests(limits.requests)) }
  }

  private func count(_ bytes: Int, for url: PageURL) throws(LoadError) {
    let isAllowed = state.withLock { state in
      guard bytes <= limits.pageBytes - state.bytes else { return false }
      state.bytes += bytes
      return true
    }
    if !isAllowed { throw LoadError(Self.displayed(url), .pageTooLarge(limits.pageBytes)) }
  }

  private func fetch(_ url: PageURL, _ referrer: PageURL?) throws(LoadError) -> Resource {
    switch url.scheme {
    case "file": return try FileFetcher(root: policy.root, limits: limits).fetch(url, referrer)
    case "data":
      guard let data = DataURL(url) else { throw LoadError(Self.displayed(url), .malformedURL) }
      guard data.bytes.count <= limits.resourceBytes else {
        throw LoadError(Self.displayed(url), .resourceTooLarge(limits.resourceBytes))
      }
      return Resource(
        bytes: data.bytes, mimeType: data.mimeType, charset: data.mimeType.charset, finalURL: url)
    case "about":
      guard url.path == "blank" || url.path == "srcdoc" else {
        throw LoadError(url.href, .schemeNotAllowed("about"))
      }
      return Resource(bytes: [], mimeType: .html, charset: "utf-8", finalURL: url)
    case "http", "https":
      throw LoadError(url.href, policy.network == .none ? .networkForbidden : .networkNotBuilt)
    default: throw LoadError(Self.displayed(url), .schemeNotAllowed(url.scheme))
    }
  }

  /// Files by their path, data by its beginning.
  static func displayed(_ url: PageURL) -> String {
    if url.isFile { return String(decoding: url.decodedPath, as: UTF8.self) }
    return url.isData ? String(url.href.prefix(60)) : url.href
  }
}
