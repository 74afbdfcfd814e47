import OffscreenLoading

/// Why a page could not be rendered: one line, and whose fault it is.
public struct RenderError: Error, Sendable, CustomStringConvertible {
  public enum Cause: String, Sendable {
    case input, output, network, policy, limit, timeout, memory, crash, request, wait, cancelled
  }
  public var cause: Cause
  /// Names the input, the reason and, where it helps, what to do. Never more than a line, and without characters
  /// that steer a terminal.
  public var message: String {
    didSet { message = message.asMessage }
  }

  /// Of the page's own answer over HTTP, where that is what went wrong.
  public var status: Int?

  public init(_ cause: Cause, _ message: String) { (self.cause, self.message) = (cause, message.asMessage) }

  public var description: String { message }

  init(_ problem: PageProblem) {
    self.init(Cause(rawValue: problem.cause.rawValue) ?? .input, problem.message)
  }

  init(_ error: LoadError) {
    self.init(Cause(rawValue: error.cause.rawValue) ?? .input, error.description)
    if case .httpStatus(let status) = error.reason { self.status = status }
  }
}
