/// An event of a page, as its `events` deliver it.
public enum WebPageEvent: Sendable {
  case started(Navigation)
  /// The server or the page itself goes on to another address.
  case continued(Navigation, address: String)
  /// From 0 to 1, never less than before in one navigation.
  case progress(Navigation, Double)
  case title(String)
  case finished(Navigation)
  case failed(Navigation, WebPageError)
}
