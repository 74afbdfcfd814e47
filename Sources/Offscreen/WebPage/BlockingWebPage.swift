import Dispatch
import Synchronization

/// A `WebPage` for scripts, which wait. Not for threads that must not be kept waiting, such as an app's main
/// thread, nor for tasks.
public struct BlockingWebPage: Sendable {
  public let page: WebPage

  public init(configuration: WebPage.Configuration = .init()) { page = WebPage(configuration: configuration) }

  /// Loads a page and waits until it is there with all that it uses. Throws `WebPageError`.
  public func load(_ request: PageRequest) throws(WebPageError) {
    let navigation = page.begin(request)
    try wait { navigation.whenOver($0) }
  }

  /// Takes a picture of the page that is shown. Throws `WebPageError`.
  public func snapshot(_ options: SnapshotOptions = SnapshotOptions()) throws(WebPageError) -> Snapshot {
    try wait { page.takeSnapshot(options, $0) }
  }

  /// Evaluates JavaScript in the page that is shown, as `WebPage.evaluateJavaScript` does.
  @discardableResult
  public func evaluateJavaScript(_ source: String) throws(WebPageError) -> String {
    try wait { page.evaluate(source, $0) }.text()
  }

  private func wait<Value: Sendable>(
    _ begin: (@escaping @Sendable (Result<Value, WebPageError>) -> Void) -> Void
  ) throws(WebPageError) -> Value {
    let box = ResultBox<Value>()
    begin { box.give($0) }
    return try box.wait().get()
  }
}

/// One picture of one page, for scripts.
public enum Thumbnail {
  /// Loads a page, takes its picture, and forgets it. Waits meanwhile. Throws `WebPageError`.
  public static func render(
    _ request: PageRequest, configuration: WebPage.Configuration = .init(),
    snapshot: SnapshotOptions = SnapshotOptions()
  ) throws(WebPageError) -> Snapshot {
    let page = BlockingWebPage(configuration: configuration)
    try page.load(request)
    return try page.snapshot(snapshot)
  }
}

private final class ResultBox<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, WebPageError>>(.failure(.stopped))
  private let signal = DispatchSemaphore(value: 0)

  func give(_ value: Result<Value, WebPageError>) {
    result.withLock { $0 = value }
    signal.signal()
  }

  func wait() -> Result<Value, WebPageError> {
    signal.wait()
    return result.withLock { $0 }
  }
}
