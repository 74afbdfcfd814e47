/// What a worker's request, or a shot of a batch, says of a page. The keys are the command line's options,
/// and what is missing is as there.
public struct RequestedOptions: Codable, Hashable, Sendable {
  public var viewport: String?
  public var fullPage: Bool?
  /// Of the element that is shown.
  public var selector: String?
  /// `x,y,w,h` of the document, in CSS pixels.
  public var clip: String?
  /// CSS pixels around the element or the part that is shown.
  public var padding: Double?
  /// `x,y`.
  public var scroll: String?
  public var mobile: Bool?
  public var fit: Bool?
  public var scale: Double?
  public var thumbnail: String?
  /// `none` or a CSS colour.
  public var background: String?
  /// `screen` or `print`.
  public var media: String?
  /// `light` or `dark`.
  public var colorScheme: String?
  /// Files of the user's style sheets.
  public var css: [String]?
  /// Selectors of elements that are left out.
  public var hide: [String]?
  public var settle: String?
  /// `virtual` or `real`.
  public var settleClock: String?
  public var root: String?
  public var network: String?
  public var timeout: String?
  public var scripts: Bool?
  public var hyphenate: Bool?
  /// 1 to 100, for formats that lose something.
  public var quality: Int?
  /// Of a document that has pages, from 1.
  public var page: Int?
  public var userAgent: String?
  /// `Name: value`.
  public var headers: [String]?
  /// `name=value`.
  public var cookies: [String]?
  /// `name:password`.
  public var user: String?
  public var strict: Bool?
  /// `snapshot` or `fail`.
  public var onTimeout: String?
  public var requestLog: String?
  public var cache: String?
  /// By name: `PageLimits.entries`.
  public var limits: [String: Int]?

  public init() {}

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case viewport, fullPage, selector, clip, padding, scroll, mobile, fit, scale, thumbnail, background, media,
      colorScheme, css, hide, settle, settleClock, root, network, timeout, scripts, hyphenate, quality,
      page, userAgent, headers, cookies, user, strict, onTimeout, requestLog, cache, limits
  }

  /// Takes over what the other says.
  package mutating func take(_ other: RequestedOptions) {
    if let viewport = other.viewport { self.viewport = viewport }
    if let fullPage = other.fullPage { self.fullPage = fullPage }
    if let selector = other.selector { self.selector = selector }
    if let clip = other.clip { self.clip = clip }
    if let padding = other.padding { self.padding = padding }
    if let scroll = other.scroll { self.scroll = scroll }
    if let mobile = other.mobile { self.mobile = mobile }
    if let fit = other.fit { self.fit = fit }
    if let scale = other.scale { self.scale = scale }
    if let thumbnail = other.thumbnail { self.thumbnail = thumbnail }
    if let background = other.background { self.background = background }
    if let media = other.media { self.media = media }
    if let colorScheme = other.colorScheme { self.colorScheme = colorScheme }
    if let css = other.css { self.css = css }
    if let hide = other.hide { self.hide = hide }
    if let settle = other.settle { self.settle = settle }
    if let settleClock = other.settleClock { self.settleClock = settleClock }
    if let root = other.root { self.root = root }
    if let network = other.network { self.network = network }
    if let timeout = other.timeout { self.timeout = timeout }
    if let scripts = other.scripts { self.scripts = scripts }
    if let hyphenate = other.hyphenate { self.hyphenate = hyphenate }
    if let quality = other.quality { self.quality = quality }
    if let page = other.page { self.page = page }
    if let userAgent = other.userAgent { self.userAgent = userAgent }
    if let headers = other.headers { self.headers = headers }
    if let cookies = other.cookies { self.cookies = cookies }
    if let user = other.user { self.user = user }
    if let strict = other.strict { self.strict = strict }
    if let onTimeout = other.onTimeout { self.onTimeout = onTimeout }
    if let requestLog = other.requestLog { self.requestLog = requestLog }
    if let cache = other.cache { self.cache = cache }
    if let limits = other.limits { self.limits = (self.limits ?? [:]).merging(limits) { $1 } }
  }
}
