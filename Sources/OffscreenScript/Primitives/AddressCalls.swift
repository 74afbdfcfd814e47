import OffscreenHTML
import OffscreenLoading

extension Primitives {
  func addAddresses() {
    let scripts = scripts
    add("url") { call in
      let (text, base) = (try call.bytes(0), try call.optionalString(1))
      // What elements name is in the document's encoding.
      let encoding = call.boolean(2) ? Encoder.output(of: scripts.encoding) : .utf8
      let encodeQuery = encoding == .utf8 ? nil : { Encoder.query($0, as: encoding) }
      let url: PageURL?
      if let base {
        url = PageURL(base).flatMap { PageURL(utf8: text, base: $0, encodeQuery: encodeQuery) }
      } else {
        url = PageURL(utf8: text, encodeQuery: encodeQuery)
      }
      return url.map { call.realm.make($0.parts) } ?? call.realm.null
    }
    add("setURLPart") { call in
      guard var url = PageURL(try call.string(0)) else { return call.realm.null }
      url.set(try call.string(1), to: try call.string(2))
      return call.realm.make(url.parts)
    }
    add("documentURL") { call in call.realm.make(scripts.url.href) }
    add("baseURL") { call in call.realm.make(scripts.baseURL.href) }
    add("fallbackBaseURL") { call in call.realm.make(scripts.services.fallbackBaseURL(of: scripts.url).href) }
    // address, cause, replaces, method, type, body
    addAction("navigate") { call in
      guard let url = scripts.baseURL.joined(try call.string(0)),
        let cause = ScriptNavigation.Cause(rawValue: try call.string(1))
      else { return }
      let initiator = scripts.incumbent
      guard initiator.mayNavigate(scripts.navigable) else { throw ScriptFault("the sandbox does not allow it") }
      scripts.navigate(
        ScriptNavigation(url, cause, replaces: call.boolean(2), content: try Self.content(call, at: 3)), by: initiator)
    }
    add("origin") { call in call.realm.make(scripts.origin.text) }
    add("originKey") { call in call.realm.make(scripts.origin.key) }
    add("cookies") { call in call.realm.make(scripts.cookies.text) }
    addAction("setCookie") { call in scripts.cookies.set(try call.string(0), at: scripts.loop.now) }
    add("userAgent") { call in call.realm.make(scripts.services.userAgent) }
    add("languages") { call in call.realm.make(scripts.services.languages) }
  }

  /// Of a request that is no plain GET: its method, the type of its body, and the body.
  static func content(_ call: ScriptCall, at index: Int) throws -> RequestContent? {
    guard let body = try call.binary(index + 2) else { return nil }
    let type = HTTPHeaders.Field(name: "Content-Type", value: try call.string(index + 1))
    return RequestContent(method: try call.string(index), headers: [type], body: body)
  }
}
