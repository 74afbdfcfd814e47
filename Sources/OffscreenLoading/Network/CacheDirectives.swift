import Foundation

/// What an answer's `Cache-Control` says.
/// https://www.rfc-editor.org/rfc/rfc9111#name-cache-control
struct CacheDirectives {
  var isForbidden = false
  var isPrivate = false
  var mustRevalidate = false
  /// Whether it may not be used any more when it is no longer fresh.
  var forbidsStale = false
  var maxAge: Int?
  /// In place of `maxAge`, for caches that several users share.
  var sharedMaxAge: Int?
  /// https://www.rfc-editor.org/rfc/rfc5861#section-3
  var staleWhileRevalidate: Int?

  init(_ headers: HTTPHeaders) {
    let directives = headers.list("Cache-Control")
    for directive in directives {
      let parts = directive.lowercased().split(separator: "=", maxSplits: 1)
      let digits = (parts.count > 1 ? parts[1] : "").filter { $0 != "\"" && $0 != " " }
      let seconds = Int(digits).map { max(0, min($0, 1 << 31)) } ?? 0
      switch parts.first {
      case "no-store": isForbidden = true
      case "private": isPrivate = true
      case "no-cache": mustRevalidate = true
      case "must-revalidate", "proxy-revalidate": forbidsStale = true
      case "max-age": maxAge = seconds
      case "s-maxage": sharedMaxAge = seconds
      case "stale-while-revalidate": staleWhileRevalidate = seconds
      default: break
      }
    }
    if directives.isEmpty, headers.list("Pragma").contains(where: { $0.lowercased() == "no-cache" }) {
      mustRevalidate = true
    }
  }
}

/// For how long what is made of an answer is good for others, as its server says.
package struct Freshness: Equatable, Sendable {
  /// Seconds from its arrival; 0: it is to be asked for anew each time. Nil: the server says nothing.
  package var fresh: Int?
  /// Seconds after that in which it may still be given out while it is asked for anew. Nil: the server says nothing.
  package var stale: Int?

  /// `now`: seconds since 1970.
  /// https://www.rfc-editor.org/rfc/rfc9111#name-calculating-freshness-lifet
  package init(_ headers: HTTPHeaders, now: Int) {
    let directives = CacheDirectives(headers)
    if directives.isForbidden || directives.isPrivate || directives.mustRevalidate
      || headers.list("Vary").contains("*")
    {
      (fresh, stale) = (0, 0)
      return
    }
    stale = directives.forbidsStale ? 0 : directives.staleWhileRevalidate
    let age = headers["Age"].flatMap { Int($0) }.map { max(0, min($0, 1 << 31)) } ?? 0
    if let lifetime = directives.sharedMaxAge ?? directives.maxAge {
      fresh = max(0, lifetime &- age)
    } else if let expires = headers["Expires"] {
      let sent = headers["Date"].flatMap(Self.seconds) ?? now
      // What is no date is in the past.
      fresh = Self.seconds(expires).map { max(0, min($0 &- sent &- age, 1 << 31)) } ?? 0
    }
  }

  /// Seconds since 1970 of a date; nil where it is none.
  /// https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
  private static func seconds(_ date: String) -> Int? {
    let words = date.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int32(words[1]), let year = Int32(words[3]) else { return nil }
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let time = words[4].split(separator: ":").compactMap { Int32($0) }
    guard let month = names.firstIndex(of: String(words[2])), time.count == 3, (1...31).contains(day),
      (1900...9999).contains(year), time.allSatisfy({ (0...60).contains($0) })
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, Int32(month), day)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
    return timegm(&parts)
  }
}
