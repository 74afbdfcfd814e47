/// An answer that may be used again, and what decides whether it may.
/// https://www.rfc-editor.org/rfc/rfc9111
struct CacheEntry: Equatable, Sendable {
  var status: Int
  var headers: HTTPHeaders
  var bytes: [UInt8]
  /// The fields of the request that the answer depends on, as `Vary` says.
  var selecting: [HTTPHeaders.Field]
  /// Seconds since 1970.
  var received: Int
  /// Whether it came from an address of the public internet.
  var isFromPublicAddress: Bool

  /// Nil where the answer may not be stored, or has no key that distinguishes it from others.
  /// https://www.rfc-editor.org/rfc/rfc9111#name-storing-responses-in-caches
  init?(_ response: HTTPResponse, requested fields: HTTPHeaders, now: Int) {
    let directives = CacheDirectives(response.headers)
    guard [200, 203, 300, 301, 302, 303, 307, 308, 404, 410].contains(response.status), !directives.isForbidden else {
      return nil
    }
    var selecting: [HTTPHeaders.Field] = []
    for name in response.headers.list("Vary").map({ $0.lowercased() }) {
      switch name {
      // Which cookies went with a request is not known here.
      case "*", "cookie": return nil
      // Of what was compressed, the plain bytes are kept.
      case "accept-encoding": continue
      default: selecting.append(.init(name: name, value: fields[name] ?? ""))
      }
    }
    (status, headers, bytes, received) = (response.status, response.headers, response.bytes, now)
    (self.selecting, isFromPublicAddress) = (selecting, response.isFromPublicAddress)
    let hasValidator = headers["ETag"] != nil || headers["Last-Modified"] != nil
    if status != 200, directives.maxAge == nil, headers["Expires"] == nil { return nil }
    if !hasValidator, directives.maxAge == nil, headers["Expires"] == nil { return nil }
  }

  init(
    status: Int, headers: HTTPHeaders, bytes: [UInt8], selecting: [HTTPHeaders.Field], received: Int,
    isFromPublicAddress: Bool
  ) {
    (self.status, self.headers, self.bytes, self.selecting) = (status, headers, bytes, selecting)
    (self.received, self.isFromPublicAddress) = (received, isFromPublicAddress)
  }

  /// Whether the answer is for one user only. With `Set-Cookie`, an answer contains what it
  /// gives to one user, whatever its `Cache-Control`.
  /// https://www.rfc-editor.org/rfc/rfc9111#name-private-2
  var isPrivate: Bool { CacheDirectives(headers).isPrivate || headers["Set-Cookie"] != nil }

  /// https://www.rfc-editor.org/rfc/rfc9111#name-calculating-cache-keys-with
  func answers(_ fields: HTTPHeaders) -> Bool { selecting.allSatisfy { (fields[$0.name] ?? "") == $0.value } }

  /// Whether it may be used without asking. `date` reads a date.
  ///
  /// Deviation: where the server gives no lifetime, none is guessed: a picture of yesterday's page would
  /// surprise.
  /// https://www.rfc-editor.org/rfc/rfc9111#name-freshness
  func isFresh(now: Int, date: (String) -> Int?) -> Bool {
    let directives = CacheDirectives(headers)
    if directives.mustRevalidate { return false }
    let sent = headers["Date"].flatMap(date) ?? received
    let lifetime: Int
    if let maxAge = directives.maxAge {
      lifetime = maxAge
    } else if let expires = headers["Expires"] {
      // What is no date is in the past.
      lifetime = date(expires).map { $0 &- sent } ?? 0
    } else {
      return false
    }
    let ageOnArrival = max(0, received &- sent, headers["Age"].flatMap { Int($0) } ?? 0)
    return lifetime > ageOnArrival &+ max(0, now &- received)
  }

  /// The header fields of a conditional request to validate it; none where it has no validator.
  var conditions: [HTTPHeaders.Field] {
    var fields: [HTTPHeaders.Field] = []
    if let tag = headers["ETag"] { fields.append(.init(name: "If-None-Match", value: tag)) }
    if let date = headers["Last-Modified"] { fields.append(.init(name: "If-Modified-Since", value: date)) }
    return fields.filter(HTTPHeaders.isValid)
  }

  /// After the server said that it is still good.
  /// https://www.rfc-editor.org/rfc/rfc9111#name-freshening-stored-responses
  func freshened(by answer: HTTPResponse, now: Int) -> CacheEntry {
    var entry = self
    entry.received = now
    let own = ["content-encoding", "content-type", "content-range", "content-length", "transfer-encoding"]
    for field in answer.headers.fields where !own.contains(field.name.lowercased()) {
      entry.headers.set(field.name, field.value)
    }
    return entry
  }
}
