import OffscreenLoading

/// A line that the worker is asked. The keys are the command line's options, and what is missing is
/// as there.
public struct WorkerRequest: Codable, Hashable, Sendable {
  public var id: String
  public var input: String
  public var output: String?
  public var inspect: String?
  public var viewport: String?
  public var fullPage: Bool?
  public var scale: Double?
  public var thumbnail: String?
  /// `none` or a CSS colour.
  public var background: String?
  public var settle: String?
  public var root: String?
  public var network: String?
  public var timeout: String?
  public var scripts: Bool?
  public var hyphenate: Bool?
  /// 1 to 100, for formats that lose something.
  public var quality: Int?
  /// Whether the answer lists the files that were used.
  public var resources: Bool?
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

  public init(id: String, input: String) { (self.id, self.input) = (id, input) }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Some clients number their requests.
    id = try (try? values.decode(String.self, forKey: .id)) ?? String(values.decode(Int.self, forKey: .id))
    input = try values.decode(String.self, forKey: .input)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    inspect = try values.decodeIfPresent(String.self, forKey: .inspect)
    viewport = try values.decodeIfPresent(String.self, forKey: .viewport)
    fullPage = try values.decodeIfPresent(Bool.self, forKey: .fullPage)
    scale = try values.decodeIfPresent(Double.self, forKey: .scale)
    thumbnail = try values.decodeIfPresent(String.self, forKey: .thumbnail)
    background = try values.decodeIfPresent(String.self, forKey: .background)
    settle = try values.decodeIfPresent(String.self, forKey: .settle)
    root = try values.decodeIfPresent(String.self, forKey: .root)
    network = try values.decodeIfPresent(String.self, forKey: .network)
    timeout = try values.decodeIfPresent(String.self, forKey: .timeout)
    scripts = try values.decodeIfPresent(Bool.self, forKey: .scripts)
    hyphenate = try values.decodeIfPresent(Bool.self, forKey: .hyphenate)
    quality = try values.decodeIfPresent(Int.self, forKey: .quality)
    resources = try values.decodeIfPresent(Bool.self, forKey: .resources)
    page = try values.decodeIfPresent(Int.self, forKey: .page)
    userAgent = try values.decodeIfPresent(String.self, forKey: .userAgent)
    headers = try values.decodeIfPresent([String].self, forKey: .headers)
    cookies = try values.decodeIfPresent([String].self, forKey: .cookies)
    user = try values.decodeIfPresent(String.self, forKey: .user)
    strict = try values.decodeIfPresent(Bool.self, forKey: .strict)
    onTimeout = try values.decodeIfPresent(String.self, forKey: .onTimeout)
    cache = try values.decodeIfPresent(String.self, forKey: .cache)
    requestLog = try values.decodeIfPresent(String.self, forKey: .requestLog)
  }

  /// What the request says of the page; throws where a value makes no sense.
  /// `timeout`: where it names none.
  public func pageOptions(timeout usual: Duration = PageOptions().timeout) throws(RenderError) -> PageOptions {
    func invalid(_ key: String, _ value: String, _ wanted: String) -> RenderError {
      RenderError(.request, "\(key): \(value.prefix(100)) is not \(wanted)")
    }
    var options = PageOptions()
    options.timeout = usual
    if let text = viewport {
      guard let viewport = Viewport(text) else { throw invalid("viewport", text, "WxH, each from 1 to 32767") }
      options.viewport = viewport
    }
    if let text = thumbnail {
      guard let size = ThumbnailSize(text) else { throw invalid("thumbnail", text, "WxH, Wx or xH") }
      options.thumbnail = size
    }
    if let text = background {
      guard let background = PictureBackground(text) else { throw invalid("background", text, "none or a CSS colour") }
      options.background = background
    }
    if let text = settle {
      guard let duration = PageOptions.duration(text) else { throw invalid("settle", text, "a duration") }
      options.settle = duration
    }
    if let text = timeout {
      guard let duration = PageOptions.duration(text) else { throw invalid("timeout", text, "a duration") }
      options.timeout = duration
    }
    if let text = network {
      guard let policy = NetworkPolicy(rawValue: text) else { throw invalid("network", text, "none, public or all") }
      options.network = policy
    }
    if let quality, !(1...100).contains(quality) {
      throw RenderError(.request, "quality: \(quality) is not from 1 to 100")
    }
    options.fullPage = fullPage ?? false
    options.scale = scale ?? 1
    options.root = root
    options.runsScripts = scripts ?? true
    options.hyphenates = hyphenate ?? false
    if let text = onTimeout {
      guard text == "snapshot" || text == "fail" else { throw invalid("onTimeout", text, "snapshot or fail") }
      options.failsOnTimeout = text == "fail"
    }
    options.documentPage = page ?? 1
    options.requests.userAgent = userAgent
    options.requests.headers = headers ?? []
    options.requests.cookies = cookies ?? []
    options.requests.credentials = user
    options.requests.isStrict = strict ?? false
    options.requestLog = requestLog
    options.cache = cache
    if let problem = options.problem { throw RenderError(.request, problem) }
    return options
  }
}

/// What the worker answers.
public struct WorkerAnswer: Codable, Sendable {
  /// Nil where the request could not be read.
  public var id: String?
  public var ok: Bool
  /// Device pixels of the picture.
  public var width: Int?
  public var height: Int?
  public var milliseconds: Double?
  /// Bytes of the picture's file.
  public var bytes: Int?
  public var warnings: [String]?
  public var error: String?
  /// One of `RenderError.Cause`.
  public var cause: String?
  public var resources: [UsedResource]?

  public init(id: String?, ok: Bool) { (self.id, self.ok) = (id, ok) }

  public init(id: String?, error: RenderError) {
    self.init(id: id, ok: false)
    (self.error, cause) = (error.message, error.cause.rawValue)
  }
}
