import OffscreenLoading

/// How much a page may ask for. What is beyond a limit is left out, and a warning names the limit.
///
/// Time and memory are limited elsewhere: by `PageOptions.timeout`, and by the processes that pages are
/// rendered in.
public struct PageLimits: Hashable, Sendable {
  /// Of the page, or of a file that it uses. A page that is larger fails.
  public var fileBytes = Limits().resourceBytes
  /// Of the page and all files that it uses, together.
  public var pageBytes = Limits().pageBytes
  /// How many times its size on the network a file may grow to that is compressed there, once it is larger
  /// than a megabyte.
  public var compressionRatio = Limits().compressionRatio
  /// Files and addresses that are asked for.
  public var requests = Limits().requests
  /// Of one request, of the page by `meta refresh`, and how often scripts go on to another page.
  public var redirects = Limits().redirects
  /// Style sheets of a document, those that others import included.
  public var styleSheets = 4_096
  /// Pages in frames, of all depths together.
  public var frames = 64
  /// Elements of a document.
  public var elements = 150_000
  /// Nodes of a page's documents, while its scripts run.
  public var nodes = 1_000_000
  /// Seconds of processor time of a page's scripts. A page whose scripts need more is shown as they have left it.
  public var scriptTime = 10
  /// Boxes of a page's layout.
  public var boxes = 1_000_000
  /// Sheets of paper that a page is laid out on.
  public var sheets = 2_000
  /// Drawing commands of a page.
  public var commands = 2_000_000
  /// Of one picture of the page. A larger one is not shown.
  public var imagePixels = 50_000_000
  /// Of all pictures of the page that are decoded, together.
  public var decodedPixels = 100_000_000
  /// Device pixels of the picture that is taken.
  public var picturePixels = 64_000_000

  public init() {}

  /// What one limit is called, and what there is to know of it.
  public struct Entry: Sendable {
    /// On the command line, in requests and in warnings.
    public var name: String
    /// What it counts.
    public var meaning: String
    /// What it can be set to.
    public var range: ClosedRange<Int>
    let path: WritableKeyPath<PageLimits, Int> & Sendable
  }

  public static let entries = [
    Entry(
      name: "fileBytes", meaning: "bytes of the page, or of a file that it uses", range: 1...1 << 30, path: \.fileBytes),
    Entry(
      name: "pageBytes", meaning: "bytes of the page and its files together", range: 1...1 << 32, path: \.pageBytes),
    Entry(
      name: "compressionRatio", meaning: "times that a compressed file may grow on arrival, above 1 MB",
      range: 1...100_000, path: \.compressionRatio),
    Entry(name: "requests", meaning: "files and addresses that are asked for", range: 1...100_000, path: \.requests),
    Entry(
      name: "redirects", meaning: "redirects of one request, and pages that scripts go on to", range: 0...100,
      path: \.redirects),
    Entry(name: "styleSheets", meaning: "style sheets of a document", range: 0...10_000, path: \.styleSheets),
    Entry(name: "frames", meaning: "pages in frames", range: 0...10_000, path: \.frames),
    Entry(name: "elements", meaning: "elements of a document", range: 1...2_000_000, path: \.elements),
    Entry(
      name: "nodes", meaning: "nodes that scripts may bring the document to", range: 1...4_000_000, path: \.nodes),
    Entry(
      name: "scriptTime", meaning: "seconds of processor time of the page's scripts", range: 1...86_400,
      path: \.scriptTime),
    Entry(name: "boxes", meaning: "boxes of the layout", range: 1...10_000_000, path: \.boxes),
    Entry(name: "sheets", meaning: "sheets of paper that a page is laid out on", range: 1...20_000, path: \.sheets),
    Entry(name: "commands", meaning: "drawing commands", range: 1...20_000_000, path: \.commands),
    Entry(
      name: "imagePixels", meaning: "pixels of one picture of the page", range: 1...64_000_000, path: \.imagePixels),
    Entry(
      name: "decodedPixels", meaning: "pixels of all pictures of the page together", range: 1...1 << 32,
      path: \.decodedPixels),
    Entry(
      name: "picturePixels", meaning: "device pixels of the picture that is taken", range: 1...64_000_000,
      path: \.picturePixels),
  ]

  /// The value of a limit by its name; nil of an unknown one.
  public subscript(name: String) -> Int? { Self.entries.first { $0.name == name }.map { self[keyPath: $0.path] } }

  /// Sets a limit by its name. What is wrong with it, if anything.
  public mutating func set(_ name: String, to value: Int) -> String? {
    guard let entry = Self.entries.first(where: { $0.name == name }) else {
      return "there is no limit '\(name.prefix(100))': there are \(Self.entries.map(\.name).joined(separator: ", "))"
    }
    guard entry.range.contains(value) else {
      return "\(name): \(value) is not from \(entry.range.lowerBound) to \(entry.range.upperBound)"
    }
    self[keyPath: entry.path] = value
    return nil
  }

  /// A warning of what was cut short. `limit`: its name, and its value here.
  func warning(_ name: String, _ what: String) -> String {
    "\(what): the limit \(name) is \(self[name] ?? 0)"
  }

  /// For loading, within a page's time.
  func loading(timeout: Duration) -> Limits {
    var limits = Limits(timeout: timeout)
    (limits.resourceBytes, limits.pageBytes, limits.compressionRatio) = (fileBytes, pageBytes, compressionRatio)
    (limits.requests, limits.redirects) = (requests, redirects)
    return limits
  }
}
