import OffscreenLoading

extension Primitives {
  func addAddresses() {
    let scripts = scripts
    add("url") { call in
      let (text, base) = (try call.bytes(0), try call.optionalString(1))
      let url: PageURL?
      if let base {
        url = PageURL(base).flatMap { PageURL(utf8: text, base: $0) }
      } else {
        url = PageURL(utf8: text)
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
    addAction("setURL") { call in
      if let url = PageURL(try call.string(0)) { scripts.url = url }
    }
    // address, cause, replaces, opens a window, method, type, body
    addAction("navigate") { call in
      guard let url = scripts.baseURL.joined(try call.string(0)),
        let cause = ScriptNavigation.Cause(rawValue: try call.string(1))
      else { return }
      var content: RequestContent?
      if let body = try call.binary(6) {
        let type = HTTPHeaders.Field(name: "Content-Type", value: try call.string(5))
        content = RequestContent(method: try call.string(4), headers: [type], body: body)
      }
      scripts.navigate(
        ScriptNavigation(url, cause, replaces: call.boolean(2), opensWindow: call.boolean(3), content: content))
    }
    add("cookies") { call in call.realm.make(scripts.cookies.text) }
    addAction("setCookie") { call in scripts.cookies.set(try call.string(0), at: scripts.loop.now) }
    add("userAgent") { call in call.realm.make(scripts.services.userAgent) }
  }
}
