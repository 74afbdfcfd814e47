/// Why a navigation or a snapshot came to nothing. `description` is one line.
public enum WebPageError: Error, Sendable, CustomStringConvertible {
  /// The navigation was stopped: by `stop()`, by another one, because its task was cancelled, or because the
  /// page is gone.
  case stopped
  /// The delegate did not allow the address.
  case refused(address: String)
  /// There is nothing to take a picture of, to reload or to go to.
  case nothingThere(String)
  /// The page could not be loaded or rendered.
  case failed(RenderError)
  /// What JavaScript has thrown, as text.
  case exception(String)

  public var description: String {
    switch self {
    case .stopped: "the navigation was stopped"
    case .refused(let address): "\(address): the page's delegate does not allow it"
    case .nothingThere(let what): what
    case .failed(let error): error.message
    case .exception(let message): message.asMessage
    }
  }
}
