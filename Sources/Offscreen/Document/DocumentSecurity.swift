import OffscreenDOM
import OffscreenLoading
import OffscreenScript

/// What a document's policies let it load and run: those that came with it, and those that stand in it.
/// https://w3c.github.io/webappsec-csp/
///
/// Deviation: where no script runs, a policy in a `meta` element holds for what stands before it, too.
final class DocumentSecurity {
  private weak var document: Document?
  /// What `'self'` means.
  private let page: PageURL
  private var given: [ContentSecurityPolicy]
  private let isInherited: Bool
  private var known: Set<NodeID> = []
  private var seen: DocumentVersions?
  /// What was refused, each thing once.
  private(set) var messages: [String] = []
  private var told: Set<String> = []
  /// Who hears of what is refused.
  var report: ((SecurityViolation) -> Void)?

  private static let (mostTold, mostMessages, mostPolicies) = (1_000, 20, 32)

  /// `document`: nil of a worker. `inherited`: of a document that has no address of its own, whose makes it.
  /// https://html.spec.whatwg.org/multipage/browsers.html#policy-containers
  init(_ document: Document?, _ resource: Resource, page: PageURL? = nil, inherited: DocumentSecurity? = nil) {
    (self.document, self.page) = (document, page ?? resource.finalURL)
    isInherited = inherited != nil
    given =
      inherited?.policies ?? ContentSecurityPolicy.policies(in: resource.headers, of: page ?? resource.finalURL)
  }

  /// Those that hold now. Those of elements that have gone hold on.
  private var policies: [ContentSecurityPolicy] {
    guard let document, seen != document.versions else { return given }
    seen = document.versions
    let root = document.documentElement
    guard !root.isNone, let equivalent = document.names.find("http-equiv") else { return given }
    var child = document.firstChild(root)
    while !child.isNone, !document.isHTML(child, .head) { child = document.nextSibling(child) }
    guard !child.isNone else { return given }
    // https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy
    var meta = document.firstChild(child)
    while !meta.isNone {
      if document.isHTML(meta, .meta), !known.contains(meta), given.count < Self.mostPolicies,
        document.attribute(meta, equivalent)?.lowercased() == "content-security-policy",
        let text = document.attribute(meta, .content)
      {
        known.insert(meta)
        if let policy = ContentSecurityPolicy(text, of: page, isOfMeta: true) { given.append(policy) }
      }
      meta = document.nextSibling(meta)
    }
    return given
  }

  var hasPolicies: Bool { !policies.isEmpty }

  // MARK: Requests

  /// The address that is asked for in place of another one.
  func upgraded(_ url: PageURL) -> PageURL { policies.contains { $0.upgradesRequests } ? url.upgraded : url }

  /// The directive that forbids it, which is told; nil where none does.
  func refusal(
    of url: PageURL, for destination: ContentSecurityPolicy.Destination, _ use: ContentSecurityPolicy.ScriptUse,
    isRedirected: Bool = false, by element: NodeID? = nil
  ) -> String? {
    refusal(blocked: url.isHTTP ? url.withoutCredentials().hrefWithoutFragment : url.scheme, by: element) { policy in
      policy.refusal(of: url, for: destination, use, isRedirected: isRedirected)
    }
  }

  /// The same, untold: of what is loaded ahead.
  func allows(_ url: PageURL, for destination: ContentSecurityPolicy.Destination) -> Bool {
    policies.allSatisfy { $0.isReportOnly || $0.refusal(of: url, for: destination) == nil }
  }

  /// Asks all policies; which one forbids it, as it is written.
  private func refusal(
    blocked: String, sample: String = "", by element: NodeID?, _ directive: (ContentSecurityPolicy) -> String?
  ) -> String? {
    var result: String?
    for policy in policies {
      guard let name = directive(policy) else { continue }
      tell(
        SecurityViolation(
          policy, name, blocked: blocked, sample: policy.givesSample(name) ? sample : "", element: element))
      if !policy.isReportOnly { result = result ?? policy.written(name) }
    }
    return result
  }

  private func tell(_ violation: SecurityViolation) {
    let key =
      "\(violation.policy.isReportOnly) \(violation.directive) \(violation.element?.rawValue ?? -1) \(violation.blocked)"
    guard told.count < Self.mostTold, told.insert(key).inserted else { return }
    // Of what could not be loaded for it, the error tells.
    let isLoad = violation.blocked != "inline" && violation.blocked != "eval" && !violation.policy.isReportOnly
    if !isLoad, messages.count < Self.mostMessages, !messages.contains(violation.message) {
      messages.append(violation.message)
    }
    report?(violation)
  }

  // MARK: What stands in the page

  func mayUse(_ kind: ContentSecurityPolicy.Inline, _ source: [UInt8], nonce: String, of element: NodeID?) -> Bool {
    let sample = String(decoding: source.prefix(160), as: UTF8.self)
    return refusal(blocked: "inline", sample: String(sample.prefix(40)), by: element) { policy in
      policy.refusal(of: kind, source, nonce: nonce)
    } == nil
  }

  var restrictsStyleAttributes: Bool { policies.contains { $0.restrictsStyleAttributes } }

  var allowsEvaluation: Bool { policies.allSatisfy { $0.isReportOnly || $0.allowsEvaluation } }

  /// A text that was to be run as a script was not.
  func noteEvaluation(_ source: [UInt8]) {
    let sample = String(decoding: source.prefix(160), as: UTF8.self).prefix(40)
    _ = refusal(blocked: "eval", sample: String(sample), by: nil) { $0.allowsEvaluation ? nil : "script-src" }
  }

  // MARK: The document

  /// Asked for each address that is resolved: untold.
  func allowsBase(_ url: PageURL) -> Bool { policies.allSatisfy { $0.isReportOnly || $0.allowsBase(url) } }

  func maySubmit(to url: PageURL) -> Bool {
    refusal(blocked: url.isHTTP ? url.withoutCredentials().hrefWithoutFragment : url.scheme, by: nil) { policy in
      policy.allowsForm(url) ? nil : "form-action"
    } == nil
  }

  /// Whether these pages may be around it. What has no address of its own may be anywhere.
  /// https://w3c.github.io/webappsec-csp/#frame-ancestors-navigation-response
  func mayBeShown(in ancestors: [PageURL]) -> Bool {
    isInherited
      || given.allSatisfy { policy in policy.isReportOnly || ancestors.allSatisfy { policy.allowsAncestor($0) } }
  }

  /// https://w3c.github.io/webappsec-csp/#directive-sandbox
  var sandbox: SandboxFlags {
    given.reduce(into: SandboxFlags(rawValue: 0)) { flags, policy in
      if let sandbox = policy.sandbox { flags.formUnion(SandboxFlags(sandbox)) }
    }
  }
}

extension DocumentSecurity {
  /// Whether what is at an address has the policies of who leads there.
  /// https://html.spec.whatwg.org/multipage/browsers.html#determining-navigation-params-policy-container
  static func isInherited(by url: PageURL) -> Bool { ["about", "blob", "data"].contains(url.scheme) }
}
