/// Whose fault a failure is, as the worker's answers say.
package enum FailureCause: String, Sendable {
  case input, output, network, policy, limit, timeout, memory, crash, request, wait
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
    /// The page itself lies in a folder that it may read, but is a link that leads out of it.
    case linkOutsideRoot(String)
    case schemeNotAllowed(String)
    case fileFromNetwork
    case malformedURL
    case resourceTooLarge(Int)
    case pageTooLarge(Int)
    case tooManyRequests(Int)
    case networkForbidden
    /// By the lists of hosts that may be asked.
    case hostForbidden(String)
    /// The client's decision not to load it.
    case refused
    /// The page's own policy forbids it: which directive of it.
    case contentPolicy(String)
    /// The client cancelled the load.
    case stopped
    case notInArchive
    /// Of this machine or of a private network.
    case privateAddress(String)
    case portNotAllowed(Int)
    case redirectForbidden(String)
    case tooManyRedirects(Int)
    case httpStatus(Int)
    case expandsTooMuch(Int)
    case timedOut(String)
    /// The network's error, in words.
    case network(String)
  }

  /// The path or address as the user knows it.
  package var subject: String
  package var reason: Reason
  /// A hint, where there is one.
  package var hint: String?

  package init(_ subject: String, _ reason: Reason, hint: String? = nil) {
    (self.subject, self.reason, self.hint) = (subject, reason, hint)
  }

  package var cause: FailureCause {
    switch reason {
    case .noSuchFile, .isFolder, .permissionDenied, .notRegularFile, .unreadable, .malformedURL, .notInArchive: .input
    case .outsideRoot, .linkOutsideRoot, .schemeNotAllowed, .fileFromNetwork, .networkForbidden, .hostForbidden,
      .privateAddress,
      .portNotAllowed,
      .redirectForbidden, .refused, .contentPolicy:
      .policy
    case .resourceTooLarge, .pageTooLarge, .tooManyRequests, .expandsTooMuch, .tooManyRedirects: .limit
    case .timedOut: .timeout
    case .httpStatus, .network, .stopped: .network
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
      case .outsideRoot(let root): "outside of the root folder \(root.onOneLine())"
      case .linkOutsideRoot(let root): "is a link that leads out of the folder \(root.onOneLine())"
      case .schemeNotAllowed(let scheme): "\(scheme): addresses are not loaded"
      case .fileFromNetwork: "only pages that are files may read files"
      case .malformedURL: "not a valid address"
      case .resourceTooLarge(let limit): "larger than the limit fileBytes, \(limit)"
      case .pageTooLarge(let limit): "the page exceeds its limit pageBytes, \(limit)"
      case .tooManyRequests(let limit): "the page exceeds its limit requests, \(limit)"
      case .networkForbidden: "the network is turned off (--network none)"
      case .hostForbidden(let host): "the host \(host) may not be asked (see --allow-host, --deny-host)"
      case .refused: "is not allowed by the program that shows the page"
      case .contentPolicy(let directive):
        "is not allowed by the page's Content Security Policy: \(directive.onOneLine())"
      case .stopped: "loading was stopped"
      case .notInArchive: "is not in the archive"
      case .privateAddress(let address): "\(address) is a private or loopback address (see --network)"
      case .portNotAllowed(let port): "port \(port) is not one for web pages"
      case .redirectForbidden(let scheme): "redirects to a \(scheme): address, which is not followed"
      case .tooManyRedirects(let limit): "redirects more often than the limit redirects, \(limit)"
      case .httpStatus(let status):
        "the server answered with status \(status)\(HTTPStatus.name(status).map { " (\($0))" } ?? "")"
      case .expandsTooMuch(let ratio):
        "grows to more times its compressed size than the limit compressionRatio, \(ratio)"
      case .timedOut(let what), .network(let what): what
      }
    // What servers and pages say may be part of it.
    return "\(subject.onOneLine()): \(what.onOneLine(500))" + (hint.map { "; " + $0.onOneLine(500) } ?? "")
  }
}

/// https://www.rfc-editor.org/rfc/rfc9110#name-status-codes
package enum HTTPStatus {
  /// Nil where it is not a common one.
  package static func name(_ status: Int) -> String? {
    let names = [
      200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 304: "Not Modified",
      400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
      410: "Gone", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
      501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return names[status]
  }
}
