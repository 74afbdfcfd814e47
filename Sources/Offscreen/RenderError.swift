import OffscreenLoading

/// Why a page could not be rendered: one line, and whose fault it is.
public struct RenderError: Error, Sendable, CustomStringConvertible {
  public enum Cause: String, Sendable {
    case input, output, network, policy, limit, timeout, memory, crash, request
  }
  public var cause: Cause
  /// Names the input, the reason and, where it helps, what to do.
  public var message: String

  public init(_ cause: Cause, _ message: String) { (self.cause, self.message) = (cause, message) }

  public var description: String { message }

  init(_ error: LoadError) {
    self.init(Cause(rawValue: error.cause.rawValue) ?? .input, error.description)
  }
}
