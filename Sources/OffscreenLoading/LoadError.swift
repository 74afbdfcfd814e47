/// Whose fault a failure is, as the worker's answers say.
package enum FailureCause: String, Sendable {
  case input, output, network, policy, limit, timeout, memory, crash, request
}

/// Why something could not be loaded. `description` is one line, with the name of what was asked for.
package struct LoadError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case noSuchFile
    case isFolder
    case permissionDenied
    case notRegularFile
    case unreadable(String)
    case outsideRoot(String)
    case schemeNotAllowed(String)
    case fileFromNetwork
    case malformedURL
    case resourceTooLarge(Int)
    case pageTooLarge(Int)
    case tooManyRequests(Int)
    case networkNotBuilt
    case networkForbidden
  }

  /// The path or address as the user knows it.
  package var subject: String
  package var reason: Reason

  init(_ subject: String, _ reason: Reason) { (self.subject, self.reason) = (subject, reason) }

  package var cause: FailureCause {
    switch reason {
    case .noSuchFile, .isFolder, .permissionDenied, .notRegularFile, .unreadable, .malformedURL: .input
    case .outsideRoot, .schemeNotAllowed, .fileFromNetwork, .networkForbidden: .policy
    case .resourceTooLarge, .pageTooLarge, .tooManyRequests: .limit
    case .networkNotBuilt: .network
    }
  }
}

extension LoadError: CustomStringConvertible {
  package var description: String {
    let what =
      switch reason {
      case .noSuchFile: "no such file"
      case .isFolder: "is a folder"
      case .permissionDenied: "permission denied"
      case .notRegularFile: "not a regular file"
      case .unreadable(let why): "cannot be read: \(why)"
      case .outsideRoot(let root): "outside of the root folder \(root)"
      case .schemeNotAllowed(let scheme): "\(scheme): addresses are not loaded"
      case .fileFromNetwork: "only pages that are files may read files"
      case .malformedURL: "not a valid address"
      case .resourceTooLarge(let limit): "larger than the limit of \(limit) bytes for one file"
      case .pageTooLarge(let limit): "the page exceeds its limit of \(limit) bytes"
      case .tooManyRequests(let limit): "the page exceeds its limit of \(limit) requests"
      case .networkNotBuilt: "network loading is not built yet"
      case .networkForbidden: "network loading is turned off"
      }
    return "\(Self.shortened(subject)): \(what)"
  }

  /// One line of a bearable length.
  private static func shortened(_ subject: String) -> String {
    var line = subject.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? " " : $0 }
    if subject.unicodeScalars.count > 200 { line.append("…") }
    return String(String.UnicodeScalarView(line))
  }
}
