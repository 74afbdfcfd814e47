/// The limits of loading one page.
package struct Limits: Equatable, Sendable {
  package var resourceBytes = 16 << 20
  package var pageBytes = 64 << 20
  /// The largest compression ratio of a body above a megabyte.
  package var compressionRatio = 100
  package var requests = 512
  package var redirects = 10
  /// From the first request until the page is painted with what has come.
  package var loading = Duration.seconds(5)
  /// Until the answer to a request for something that the page uses begins. The page itself may take all the
  /// time that there is.
  package var firstByte = Duration.seconds(3)

  package init() {}

  /// For a page that has so much time for everything: some of it is left for painting what has come. What
  /// answers within half of a page's time is never given up.
  package init(timeout: Duration) {
    loading = timeout - min(max(timeout / 8, .milliseconds(400)), timeout / 4, .seconds(3))
    firstByte = loading * 7 / 10
  }
}
