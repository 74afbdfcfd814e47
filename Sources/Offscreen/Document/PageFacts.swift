import Foundation
import OffscreenLoading

/// Where a page came from, in the end.
public struct PageFacts: Codable, Hashable, Sendable {
  /// Of the answer over HTTP; nil where it did not come that way.
  public var status: Int?
  /// The address, after redirects and without a password; nil of a page given as text or bytes.
  public var address: String?
  public var title: String
  /// Seconds for which the page's server lets what is made of it be given to others; 0: not at all. Nil where it says
  /// nothing, or the page did not come over HTTP.
  public var fresh: Int?
  /// Seconds after these in which it may still be given out while it is made anew; nil likewise.
  public var stale: Int?

  private static let longestTitle = 1_000

  init(_ resource: Resource, title: String, address shown: PageURL) {
    status = resource.status
    // HTML given as a text has the address of its folder.
    address = resource.finalURL.isFile && resource.file == nil ? nil : Self.address(shown)
    self.title = title.onOneLine(Self.longestTitle)
    guard status != nil else { return }
    let freshness = Freshness(HTTPHeaders(resource.headers), now: Int(Date().timeIntervalSince1970))
    (fresh, stale) = (freshness.fresh, freshness.stale)
  }

  private static func address(_ url: PageURL) -> String { url.isData ? url.displayed : url.withoutCredentials().href }
}
