/// One policy of a page: what it may load and run.
/// https://w3c.github.io/webappsec-csp/
package struct ContentSecurityPolicy: Sendable {
  /// Whether what is against it is only told.
  package let isReportOnly: Bool
  /// As it was given.
  package let text: String
  /// Whose policy it is: what `'self'` means.
  package let page: PageURL
  private var directives: [String: Directive] = [:]

  private struct Directive: Sendable {
    var value: String
    var sources: SourceList
  }

  private static let (longestText, mostDirectives, mostPolicies) = (64 << 10, 64, 32)
  /// What a `meta` element may not say. https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy
  private static let onlyOfHeaders: Set = ["frame-ancestors", "report-uri", "sandbox"]

  /// Nil where nothing is in it. https://w3c.github.io/webappsec-csp/#parse-serialized-policy
  package init?(_ text: String, of page: PageURL, isReportOnly: Bool = false, isOfMeta: Bool = false) {
    guard text.utf8.count <= Self.longestText else { return nil }
    (self.page, self.text, self.isReportOnly) = (page, text, isReportOnly)
    for part in text.split(separator: ";").prefix(Self.mostDirectives) {
      let words = part.split(whereSeparator: Self.isSpace)
      guard let name = words.first?.lowercased(), directives[name] == nil,
        !isOfMeta || !Self.onlyOfHeaders.contains(name)
      else { continue }
      let values = Array(words.dropFirst())
      directives[name] = Directive(value: values.joined(separator: " "), sources: SourceList(values))
    }
    if directives.isEmpty { return nil }
  }

  private static func isSpace(_ character: Character) -> Bool { " \t\n\r\r\n\u{c}".contains(character) }

  /// Those that came with an answer. https://w3c.github.io/webappsec-csp/#parse-response-csp
  package static func policies(in headers: [HTTPHeaders.Field], of page: PageURL) -> [ContentSecurityPolicy] {
    var policies: [ContentSecurityPolicy] = []
    for (name, isReportOnly) in [
      ("Content-Security-Policy", false), ("Content-Security-Policy-Report-Only", true),
    ] {
      for field in headers where HTTPHeaders.isSame(field.name, name) {
        policies += field.value.split(separator: ",").prefix(mostPolicies).compactMap { text in
          ContentSecurityPolicy(trimmed(text), of: page, isReportOnly: isReportOnly)
        }
      }
    }
    return Array(policies.prefix(mostPolicies))
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: isSpace)
    return start.lastIndex { !isSpace($0) }.map { String(start[...$0]) } ?? ""
  }

  // MARK: Requests

  /// What a request is for. https://fetch.spec.whatwg.org/#concept-request-destination
  package enum Destination: Sendable {
    case image, styleSheet, font, frame, script, connection, worker, object, media, other
  }

  /// What a script is asked for by.
  package struct ScriptUse: Sendable {
    package var nonce = ""
    package var integrity = ""
    package var isParserInserted = false
    package init(nonce: String = "", integrity: String = "", isParserInserted: Bool = false) {
      (self.nonce, self.integrity, self.isParserInserted) = (nonce, integrity, isParserInserted)
    }
  }

  /// The directive that speaks of it, and the others that do where that one is not there.
  /// https://w3c.github.io/webappsec-csp/#directive-fallback-list
  private static func directives(for destination: Destination) -> [String] {
    switch destination {
    case .image: ["img-src", "default-src"]
    case .styleSheet: ["style-src-elem", "style-src", "default-src"]
    case .font: ["font-src", "default-src"]
    case .frame: ["frame-src", "child-src", "default-src"]
    case .script: ["script-src-elem", "script-src", "default-src"]
    case .connection: ["connect-src", "default-src"]
    case .worker: ["worker-src", "child-src", "script-src", "default-src"]
    case .object: ["object-src", "default-src"]
    case .media: ["media-src", "default-src"]
    case .other: ["default-src"]
    }
  }

  private func sources(_ names: [String]) -> SourceList? { names.lazy.compactMap { directives[$0]?.sources }.first }

  /// The directive that forbids a request; nil where none does.
  /// `isRedirected`: whether the address is one that a server has led to.
  package func refusal(
    of url: PageURL, for destination: Destination, _ use: ScriptUse = ScriptUse(), isRedirected: Bool = false
  ) -> String? {
    let names = Self.directives(for: destination)
    guard let sources = sources(names), let name = names.first else { return nil }
    if destination == .script {
      // https://w3c.github.io/webappsec-csp/#script-pre-request
      if sources.allows(nonce: use.nonce) || sources.allows(integrity: use.integrity) { return nil }
      if sources.has("strict-dynamic") { return use.isParserInserted ? name : nil }
    }
    if destination == .styleSheet, sources.allows(nonce: use.nonce) { return nil }
    if destination == .worker, sources.has("strict-dynamic") { return nil }
    return sources.allows(url, of: page, isRedirected: isRedirected) ? nil : name
  }

  // MARK: What stands in the page

  package enum Inline: Sendable {
    case script, scriptAttribute, navigation, style, styleAttribute

    fileprivate var directives: [String] {
      switch self {
      case .script, .navigation: ["script-src-elem", "script-src", "default-src"]
      case .scriptAttribute: ["script-src-attr", "script-src", "default-src"]
      case .style: ["style-src-elem", "style-src", "default-src"]
      case .styleAttribute: ["style-src-attr", "style-src", "default-src"]
      }
    }
    fileprivate var isOfScript: Bool { self != .style && self != .styleAttribute }
    fileprivate var isAttribute: Bool { self != .script && self != .style }
  }

  /// The directive that forbids it; nil where none does.
  /// https://w3c.github.io/webappsec-csp/#should-block-inline
  package func refusal(of kind: Inline, _ source: [UInt8], nonce: String = "") -> String? {
    guard let sources = sources(kind.directives), let name = kind.directives.first else { return nil }
    return sources.allowsInline(source, nonce: nonce, isOfScript: kind.isOfScript, isAttribute: kind.isAttribute)
      ? nil : name
  }

  /// Whether styles in attributes may be forbidden, without looking at any.
  package var restrictsStyleAttributes: Bool { sources(Inline.styleAttribute.directives) != nil }

  /// Whether a text may be run as a script. https://w3c.github.io/webappsec-csp/#can-compile-strings
  package var allowsEvaluation: Bool { sources(["script-src", "default-src"])?.has("unsafe-eval") ?? true }

  // MARK: The document

  /// https://w3c.github.io/webappsec-csp/#allow-base-for-document
  package func allowsBase(_ url: PageURL) -> Bool { allows(url, by: "base-uri") }
  /// https://w3c.github.io/webappsec-csp/#directive-form-action
  package func allowsForm(_ url: PageURL) -> Bool { allows(url, by: "form-action") }
  /// Whether a page around may show this one. https://w3c.github.io/webappsec-csp/#directive-frame-ancestors
  package func allowsAncestor(_ url: PageURL) -> Bool { allows(url, by: "frame-ancestors") }

  private func allows(_ url: PageURL, by name: String) -> Bool {
    directives[name]?.sources.allows(url, of: page, isRedirected: false) ?? true
  }

  /// What the directive `sandbox` allows; nil where there is none.
  package var sandbox: String? { isReportOnly ? nil : directives["sandbox"]?.value }

  /// https://w3c.github.io/webappsec-upgrade-insecure-requests/
  package var upgradesRequests: Bool { !isReportOnly && directives["upgrade-insecure-requests"] != nil }

  /// The one of several directives that is there, for messages.
  package func written(_ effective: String) -> String {
    let names = Self.fallbacks[effective] ?? [effective]
    guard let name = names.first(where: { directives[$0] != nil }), let directive = directives[name] else {
      return effective
    }
    return directive.value.isEmpty ? name : "\(name) \(directive.value)"
  }

  private static let fallbacks: [String: [String]] = {
    var all: [String: [String]] = [:]
    let destinations: [Destination] = [
      .image, .styleSheet, .font, .frame, .script, .connection, .worker, .object, .media,
    ]
    for names in destinations.map(directives) + [Inline.scriptAttribute, .styleAttribute].map(\.directives) {
      if let first = names.first { all[first] = names }
    }
    return all
  }()

  /// Whether what is against it brings a piece of it.
  package func givesSample(_ effective: String) -> Bool {
    sources(Self.fallbacks[effective] ?? [effective])?.has("report-sample") ?? false
  }
}

extension PageURL {
  /// With the secure scheme, where it is of a host that could be anybody's.
  /// https://w3c.github.io/webappsec-upgrade-insecure-requests/#upgrade-request
  package var upgraded: PageURL {
    guard scheme == "http", !Referrer.isTrustworthy(self) else { return self }
    return PageURL("https" + href.dropFirst("http".count)) ?? self
  }
}
