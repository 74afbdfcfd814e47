import OffscreenDOM
import OffscreenLoading

/// Loads for one document what its policies allow.
struct DocumentLoader {
  let loader: ResourceLoader
  /// Who asks.
  let page: PageURL
  let security: DocumentSecurity

  init(_ loader: ResourceLoader, page: PageURL, _ security: DocumentSecurity) {
    (self.loader, self.page, self.security) = (loader, page, security)
  }

  /// `destination`: where the kind does not say it. `element`: what asks.
  func load(
    _ url: PageURL, as kind: ResourceKind, for destination: ContentSecurityPolicy.Destination? = nil,
    _ use: ContentSecurityPolicy.ScriptUse = .init(), by element: NodeID? = nil, referrer: PageURL?? = nil,
    content: RequestContent? = nil
  ) -> Result<Resource, LoadError> {
    let (url, destination) = (security.upgraded(url), destination ?? kind.destination)
    if let directive = security.refusal(of: url, for: destination, use, by: element) {
      return .failure(LoadError(url.displayed, .contentPolicy(directive)))
    }
    let result = loader.load(url, as: kind, referrer: referrer ?? page, content: content)
    // Deviation: the other server has been asked by then.
    guard case .success(let resource) = result, !Self.isSame(resource.finalURL, url),
      let directive = security.refusal(of: resource.finalURL, for: destination, use, isRedirected: true, by: element)
    else { return result }
    return .failure(LoadError(url.displayed, .contentPolicy(directive)))
  }

  private static func isSame(_ a: PageURL, _ b: PageURL) -> Bool { a.hrefWithoutFragment == b.hrefWithoutFragment }

  func prefetch(
    _ url: PageURL, as kind: ResourceKind, for destination: ContentSecurityPolicy.Destination? = nil,
    referrer: PageURL? = nil
  ) {
    let url = security.upgraded(url)
    guard url.isHTTP, security.allows(url, for: destination ?? kind.destination) else { return }
    loader.prefetch(url, as: kind, referrer: referrer ?? page)
  }

  func name(of url: PageURL) -> String { loader.name(of: url) }
}

extension ResourceKind {
  /// What a request of the kind is for, where nothing else is said.
  fileprivate var destination: ContentSecurityPolicy.Destination {
    switch self {
    case .styleSheet: .styleSheet
    case .image: .image
    case .font: .font
    case .script: .script
    case .frame: .frame
    case .fetch: .connection
    case .document, .data: .other
    }
  }
}
