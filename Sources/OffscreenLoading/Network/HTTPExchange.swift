/// One request with all its redirects; stays on the session's thread.
final class HTTPExchange {
  let fetch: NetworkFetch
  let page: NetworkPage
  /// Where it is now.
  private(set) var url: PageURL
  var transfer: HTTPTransfer?
  var order = (urgency: 0, number: 0)
  private(set) var trace = NetworkTrace()
  private var isFromPublicAddress = true

  init(_ fetch: NetworkFetch, _ page: NetworkPage) {
    (self.fetch, self.page) = (fetch, page)
    url = fetch.request.url
  }

  var origin: String { url.origin ?? "" }

  var nextDeadline: ContinuousClock.Instant {
    guard let transfer, !transfer.hasAnswered else { return page.deadline }
    return min(page.deadline, transfer.start + page.limits.firstByte)
  }

  /// Takes what a transfer brought. Whether it goes on at another address.
  func transferEnded(_ transfer: HTTPTransfer, _ failure: LoadError.Reason?) -> Bool {
    trace.transferred += transfer.transferred
    if let address = transfer.address {
      trace.address = address.description
      isFromPublicAddress = isFromPublicAddress && address.isPublic
    }
    trace.protocolVersion = transfer.protocolVersion
    if transfer.isOverBudget {
      release(transfer)
      fetch.finish(.givenUp)
      return false
    }
    if let failure {
      release(transfer)
      giveUp(failure)
      return false
    }
    let response = HTTPResponse(
      url: url, status: transfer.status, headers: transfer.headers, bytes: transfer.body,
      isFromPublicAddress: isFromPublicAddress)
    return take(response)
  }

  /// https://fetch.spec.whatwg.org/#http-redirect-fetch
  private func take(_ response: HTTPResponse) -> Bool {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
      finish(.success(response))
      return false
    }
    if fetch.request.isAhead { page.heldBytes.add(-response.bytes.count) }
    trace.redirects.append(.init(url: url.href, status: response.status))
    guard let target = url.joined(location) else {
      giveUp(.network("redirects to an address that is not valid"))
      return false
    }
    guard target.isHTTP else {
      url = target
      giveUp(.redirectForbidden(target.scheme))
      return false
    }
    guard trace.redirects.count <= page.limits.redirects else {
      giveUp(.tooManyRedirects(page.limits.redirects))
      return false
    }
    url = target.withoutCredentials()
    return true
  }

  /// What came so far is not kept.
  func release(_ transfer: HTTPTransfer) {
    if fetch.request.isAhead { page.heldBytes.add(-transfer.body.count) }
  }

  func giveUp(_ reason: LoadError.Reason) {
    finish(.failure(LoadError(subject, reason)))
  }

  private var subject: String {
    let (first, last) = (fetch.request.url.href, url.withoutCredentials().href)
    return first == last ? first : "\(first.prefix(100)) -> \(last)"
  }

  private func finish(_ result: Result<HTTPResponse, LoadError>) {
    trace.end = ContinuousClock.now
    fetch.finish(.finished(result, trace))
  }
}
