import OffscreenPlatform

/// What the command line and the worker take for a page: a path, an address, or `-` for standard
/// input.
package enum PageInput: Equatable, Sendable {
  case url(PageURL)
  case standardInput
  /// Another file that is open already: a shell's process substitution, `<(...)`.
  case descriptor(Int32)
  /// An address that is requested by another method than GET, or with headers of its own.
  case request(PageURL, RequestContent)
  /// A document given as bytes.
  case resource(Resource)

  /// Nil where it looks like an address but is not a valid one.
  package init?(_ argument: String) {
    if let number = argument == "-" ? 0 : DescriptorPath.number(of: Array(argument.utf8)) {
      self = number == 0 ? .standardInput : .descriptor(number)
      return
    }
    let schemes = ["http:", "https:", "file:", "data:", "about:"]
    let start = argument.prefix(6).lowercased()
    if schemes.contains(where: { start.hasPrefix($0) }) {
      guard let url = PageURL(argument) else { return nil }
      self = .url(url)
    } else {
      self = .url(PageURL(filePath: FilePath.absolute(Array(argument.utf8))))
    }
  }

  /// HTML, as if it were a file of a folder; nil is the working folder.
  package init(html: String, folder: String?) {
    let folder = FilePath.absolute(Array((folder ?? ".").utf8))
    self = .resource(
      Resource(bytes: Array(html.utf8), mimeType: .html, finalURL: PageURL(filePath: folder + Array("/-".utf8))))
  }

  /// Whether it comes from a file that this process has open: in a process that serves others, their requests
  /// may come that way.
  package var isDescriptor: Bool {
    switch self {
    case .standardInput, .descriptor: true
    case .url, .request, .resource: false
    }
  }

  /// The page's base URL; a page from standard input is taken to be in the
  /// working folder.
  package var baseURL: PageURL {
    switch self {
    case .url(let url), .request(let url, _): url
    case .resource(let resource): resource.finalURL
    case .standardInput, .descriptor: PageURL(filePath: FilePath.absolute([UInt8(ascii: ".")]) + Array("/-".utf8))
    }
  }
}
