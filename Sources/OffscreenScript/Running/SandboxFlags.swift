/// What a document in a sandbox may not do.
/// https://html.spec.whatwg.org/multipage/browsers.html#sandboxing
package struct SandboxFlags: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Leading other windows elsewhere than those in it.
  static let navigation = SandboxFlags(rawValue: 1)
  static let popups = SandboxFlags(rawValue: 2)
  static let topNavigation = SandboxFlags(rawValue: 4)
  /// It is of no other origin than its own, whatever its address.
  package static let origin = SandboxFlags(rawValue: 8)
  static let forms = SandboxFlags(rawValue: 16)
  package static let scripts = SandboxFlags(rawValue: 32)
  static let modals = SandboxFlags(rawValue: 64)
  /// The windows that it opens are in the sandbox too.
  static let opened = SandboxFlags(rawValue: 128)

  private static let keywords: [Substring: SandboxFlags] = [
    "allow-popups": popups, "allow-top-navigation": topNavigation, "allow-same-origin": origin, "allow-forms": forms,
    "allow-scripts": scripts, "allow-modals": modals, "allow-popups-to-escape-sandbox": opened,
  ]

  /// What an attribute says: all is forbidden that it does not allow. Nil: there is no sandbox.
  /// https://html.spec.whatwg.org/multipage/browsers.html#parse-a-sandboxing-directive
  package init(_ attribute: String?) {
    self = []
    guard let attribute else { return }
    insert(.navigation)
    let allowed = attribute.lowercased().split { " \t\n\r\u{c}".contains($0) }
    for (keyword, flag) in Self.keywords where !allowed.contains(keyword) { insert(flag) }
  }
}
