extension RequestedOptions {
  /// The options of a page; throws where a value makes no sense. `timeout`: where none is named.
  public func pageOptions(timeout usual: Duration = PageOptions().timeout) throws(RenderError) -> PageOptions {
    var options = PageOptions()
    options.timeout = usual
    // 1. What may be malformed.
    try set(&options.viewport, viewport, "viewport", "WxH, each from 1 to 32767") { Viewport($0) }
    try set(&options.thumbnail, thumbnail, "thumbnail", "WxH, Wx or xH") { ThumbnailSize($0).map { .some($0) } }
    try set(&options.background, background, "background", "none or a CSS colour") { PictureBackground($0) }
    try set(&options.settle, settle, "settle", "a duration") { PageOptions.duration($0) }
    try set(&options.settleClock, settleClock, "settleClock", "virtual or real") { SettleClock(rawValue: $0) }
    try set(&options.timeout, timeout, "timeout", "a duration") { PageOptions.duration($0) }
    try set(&options.network, network, "network", "none, public or all") { NetworkPolicy(rawValue: $0) }
    try set(&options.scroll, scroll, "scroll", "x,y") { PagePoint($0) }
    try set(&options.media, media, "media", "screen or print") { PageMedia(rawValue: $0) }
    try set(&options.colorScheme, colorScheme, "colorScheme", "light or dark") { PageColorScheme(rawValue: $0) }
    try set(&options.failsOnTimeout, onTimeout, "onTimeout", "snapshot or fail") {
      ["snapshot": false, "fail": true][$0]
    }
    if let quality, !(1...100).contains(quality) {
      throw RenderError(.request, "quality: \(quality) is not from 1 to 100")
    }
    // 2. What the picture shows.
    if [fullPage == true, selector != nil, clip != nil].count(where: { $0 }) > 1 {
      throw RenderError(.request, "fullPage, selector and clip: the picture shows one of them")
    }
    options.fullPage = fullPage ?? false
    if let selector { options.region = .element(selector) }
    try set(&options.region, clip, "clip", "x,y,w,h with an area") { PageRect($0).map { .rect($0) } }
    options.padding = padding ?? 0
    // 3. The rest.
    options.isMobile = mobile ?? false
    options.fitsWidth = fit ?? false
    options.scale = scale ?? 1
    options.userStyles = (css ?? []).map { .file($0) }
    options.hidden = hide ?? []
    options.root = root
    options.runsScripts = scripts ?? true
    options.hyphenates = hyphenate ?? false
    options.documentPage = page ?? 1
    options.requests.userAgent = userAgent
    options.requests.headers = headers ?? []
    options.requests.cookies = cookies ?? []
    options.requests.credentials = user
    options.requests.isStrict = strict ?? false
    options.requestLog = requestLog
    options.cache = cache
    for (name, value) in (limits ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let problem = options.limits.set(name, to: value) { throw RenderError(.request, "limits: \(problem)") }
    }
    if let problem = options.problem { throw RenderError(.request, problem) }
    return options
  }

  private func set<Value>(
    _ option: inout Value, _ text: String?, _ key: String, _ wanted: String, _ read: (String) -> Value?
  ) throws(RenderError) {
    guard let text else { return }
    guard let value = read(text) else {
      throw RenderError(.request, "\(key): \(text.prefix(100)) is not \(wanted)")
    }
    option = value
  }
}
