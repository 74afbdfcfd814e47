import OffscreenDOM
import OffscreenLoading

/// Something that a policy of the page forbids.
/// https://w3c.github.io/webappsec-csp/#framework-violation
package struct SecurityViolation {
  package var policy: ContentSecurityPolicy
  /// The directive that spoke of it.
  package var directive: String
  /// An address, "inline" or "eval".
  package var blocked: String
  /// Where the policy asks for it.
  package var sample: String
  /// Nil: the document, or what has gone from it.
  package var element: NodeID?

  package init(
    _ policy: ContentSecurityPolicy, _ directive: String, blocked: String, sample: String, element: NodeID?
  ) {
    (self.policy, self.directive, self.blocked) = (policy, directive, blocked)
    (self.sample, self.element) = (sample, element)
  }

  package var message: String {
    let what = blocked == "inline" || blocked == "eval" ? "\(blocked) content" : blocked
    let verb = policy.isReportOnly ? "would refuse" : "refuses"
    return "the page's Content Security Policy \(verb) \(what.prefix(200)): \(policy.written(directive).prefix(200))"
  }
}

extension PageScripts {
  /// The page hears of it, in a task of its own.
  /// https://w3c.github.io/webappsec-csp/#report-violation
  package func report(_ violation: SecurityViolation) {
    log(violation.policy.isReportOnly ? "warn" : "error", violation.message, at: nil)
    guard isOpen else { return }
    let address = url.isHTTP ? url.withoutCredentials().hrefWithoutFragment : url.scheme
    queueTask { window in
      let element = violation.element.flatMap { window.document.isConnected($0) ? $0 : nil }
      window.entry("load") { [$0.make("security-policy.js")] }
      window.entry("policyViolated") { realm in
        [
          realm.make(element ?? .document), realm.make(address), realm.make(window.settings.referrer),
          realm.make(violation.blocked), realm.make(violation.directive), realm.make(violation.policy.text),
          realm.make(violation.policy.isReportOnly ? "report" : "enforce"), realm.make(violation.sample),
        ]
      }
    }
  }
}
