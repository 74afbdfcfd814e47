/// What loading one page may cost.
package struct Limits: Equatable, Sendable {
  package var resourceBytes = 16 << 20
  package var pageBytes = 64 << 20
  /// What is compressed in transit may not grow by more than this, once it is above a megabyte.
  package var compressionRatio = 100
  package var requests = 512
  package var redirects = 10
  /// From the first request until the page is painted with what has come.
  package var loading = Duration.seconds(5)
  package var firstByte = Duration.seconds(3)

  package init() {}

  /// For a page that has so much time for everything: some of it is left for painting what has come.
  package init(timeout: Duration) {
    loading = timeout * 5 / 8
    firstByte = min(loading * 3 / 5, .seconds(10))
  }
}
