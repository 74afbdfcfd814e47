import Foundation
import OffscreenLoading

/// Every option of a page, once. The order is that of help, and values are put into `PageOptions` in it.
extension PageOption {
  package static let all = [view, appearance, time, loading].flatMap { $0 }

  /// The viewport, and the part of the page in the picture.
  private static let view: [PageOption] = [
    .custom(
      "device", "NAME", .layout, wanted: "a device; there are \(Device.names)",
      help: "Lay out and show the page as a device does: its viewport, scale and touch. What is named besides wins."
    ) { text, options in
      guard let device = Device(named: text) else { return false }
      (options.viewport, options.scale, options.isMobile) = (device.viewport, device.scale, device.isMobile)
      return true
    } write: { _ in
      // The options that it stands for are written.
      nil
    },
    .text(
      "viewport", at: .init(\.viewport), "WxH", .layout, wanted: "WxH, each from 1 to 32767",
      help: "The layout viewport in CSS pixels."
    ).with { $0.fingerprint = { $0.viewport.description } },
    .flag(
      "fullPage", at: .init(get: { $0.fullPage }, set: { $1.fullPage = $0 }), .picture,
      help: "Make the picture as tall as the document, not the viewport."
    ).with { ($0.fingerprint, $0.group) = ({ $0.fullPage ? "yes" : "no" }, "region") },
    PageOption(
      "selector", .list, .picture,
      help:
        "Show the first element that the selector matches, as far as it takes room. Given again: show as much as holds all of them."
    ) { (value, options) throws(Malformed) in
      let selectors = try texts(value)
      options.region = selectors.count == 1 ? .element(selectors[0]) : .elements(selectors)
      if let problem = options.region.problem { throw Malformed(reason: "makes no sense: \(problem)") }
    } write: { options in
      switch options.region {
      case .element(let selector): .list([selector])
      case .elements(let selectors): .list(selectors)
      case .viewport, .fullPage, .eachElement, .rect, .pages: nil
      }
    }.with { ($0.group, $0.placeholder) = ("region", "SELECTOR") },
    .custom(
      "selectorAll", "SELECTOR", .picture, wanted: "a valid selector",
      help:
        "Take a picture of each element that the selector matches; put %d into the outputs' names, as in card-%d.png."
    ) { text, options in
      options.region = .eachElement(text)
      return PageSelector(text) != nil
    } write: { options in
      if case .eachElement(let selector) = options.region { selector } else { nil }
    }.with { $0.group = "region" },
    .custom(
      "clip", "X,Y,W,H", .picture, wanted: "x,y,w,h with an area",
      help: "Show a part of the document, in CSS pixels from its top left."
    ) { text, options in
      guard let rect = PageRect(text) else { return false }
      options.region = .rect(rect)
      return true
    } write: { options in
      if case .rect(let rect) = options.region { rect.description } else { nil }
    }.with { $0.group = "region" },
    .flag(
      "pages", at: .init(get: { $0.isOnPages }, set: { $1.isOnPages = $0 }), .layout,
      help:
        "Lay the page out on sheets of paper, as it is printed, and show each; put %d into the outputs' names, as in page-%d.png. A PDF does so by itself."
    ).with { $0.group = "region" },
    .number(
      "padding", at: .init(\.padding), in: 0...10_000, "F", .picture,
      help: "CSS pixels around the element or the part that is shown."),
    .text(
      "scroll", at: .init(\.scroll), "X,Y", .picture,
      help: "Scroll the viewport to a place of the document, as far as it goes; fixed and sticky boxes follow."),
    .flag(
      "mobile", at: .init(\.isMobile), .layout,
      help:
        "Lay the page out as on a small touch screen: by its viewport meta, else 980 pixels wide, and scale it to the viewport's width."
    ),
    .flag(
      "fit", at: .init(\.fitsWidth), .layout,
      help: "Lay a page that is wider than the viewport out at its own width, and scale it to the viewport's."),
    .number(
      "scale", at: .init(\.scale), in: 0.01...8, "F", .layout, help: "Device pixels per CSS pixel, up to 8."
    ).with { $0.fingerprint = { "\($0.scale)" } },
    .text(
      "thumbnail", at: .init(\.thumbnail), "WxH", .picture, wanted: "WxH, Wx or xH",
      help: "Scale the picture down to fit WxH, Wx or xH, keeping its shape."
    ).with { ($0.fingerprint, $0.group) = ({ $0.thumbnail?.description ?? "no" }, "size") },
    .custom(
      "cover", "WxH", .picture, wanted: "WxH, each from 1 to 32767",
      help:
        "Scale the picture until it covers WxH, and cut off what stands out: at both sides evenly, and at the bottom."
    ) { text, options in
      guard let box = ThumbnailSize(text), !box.covers, let width = box.width, let height = box.height else {
        return false
      }
      options.thumbnail = ThumbnailSize(covering: width, height)
      return true
    } write: { _ in
      // It is the thumbnail that is written.
      nil
    }.with { $0.group = "size" },
    .number(
      "quality", at: .init(\.quality), in: 1...100, "N", .picture,
      help: "1 to 100, for JPEG (default 90), AVIF (default 80) and WebP (lossless without)."),
    .text(
      "background", at: .init(\.background), "COLOR", .picture, wanted: "none or a CSS colour",
      help:
        "What is seen where the page paints nothing: none (transparent, for PNG, WebP, AVIF and GIF) or a CSS colour."),
  ]

  /// Media features and user style sheets.
  private static let appearance: [PageOption] = [
    .word(
      "media", at: .init(\.media), "MEDIA", .layout,
      help: "Which media the page's queries see: screen or print; on paper print, if nothing else is said."),
    .word(
      "colorScheme", at: .init(\.colorScheme), "SCHEME", .layout,
      help: "Which colours the reader prefers: light or dark."),
    .flag(
      "reducedMotion", at: .init(\.prefersReducedMotion), .layout,
      help: "Tell the page that the reader would rather see less movement."),
    .text(
      "language", at: .init(\.languages), "TAGS", .layout,
      wanted: "language tags with commas between, such as de-CH,de,en",
      help: "The languages that the reader reads, the most wanted first: de-CH,de,en. Servers and scripts are told."),
    .list(
      "css", at: .init(\.userStyles), "FILE", .layout,
      help:
        "A style sheet of the user's: weaker than the page's own, but for what it calls !important. Text with a { is CSS itself. May be repeated."
    ) { text in
      text.contains("{") ? .text(text) : .file(text)
    } write: { style in
      switch style {
      case .text(let text): text
      case .file(let path): path
      }
    }.with { $0.namesFiles = true },
    .custom(
      "detect", "WHAT", .layout, wanted: "a list with commas of \(DataDetector.names), or all",
      help: "Make links of what is found in plain text: \(DataDetector.names), with commas between, or all."
    ) { text, options in
      guard let detectors = DataDetector.set(text) else { return false }
      options.dataDetectors = detectors
      return true
    } write: { options in
      options.dataDetectors.isEmpty ? nil : options.dataDetectors.map(\.rawValue).sorted().joined(separator: ",")
    },
    .list(
      "hide", at: .init(\.hidden), "SELECTOR", .layout,
      help: "Leave out the elements that the selector matches, as if they were not there. May be repeated."
    ) { text throws(Malformed) in
      if PageSelector(text) == nil {
        throw Malformed(reason: "has '\(text.prefix(100))', which is not a valid selector")
      }
      return text
    } write: {
      $0
    },
    .flag(
      "hideBanners", at: .init(\.hidesBanners), .layout,
      help: "Leave out the cookie notices of well-known tools."),
    .flag(
      "hyphenate", at: .init(\.hyphenates), .layout,
      help: "Let hyphens: auto part words, by the installed dictionaries of libhyphen."),
    .custom(
      "page", "N|URL", .layout, wanted: "a number from 1 to 1000000, or the address of a page in a web archive",
      help:
        "Which page of a document that has pages (PDF, Word and the like), or of a web archive, by its address: of those recorded several times, that of a moment is 20261126150000/https://example.com/."
    ) { text, options in
      (options.documentPage, options.archivedPage) = (nil, nil)
      if let number = Int(text) {
        options.documentPage = number
        return (1...1_000_000).contains(number)
      }
      options.archivedPage = text
      return text.utf8.count <= 100_000 && WebArchive.isAddress(text)
    } write: { options in
      options.archivedPage ?? options.documentPage.map { "\($0)" }
    },
  ]

  /// How long the page lives.
  private static let time: [PageOption] = [
    .flag(
      "scripts", at: .init(\.runsScripts), .layout, help: "Run the page's scripts."
    ).with { $0.fingerprint = { $0.runsScripts ? "yes" : "no" } },
    .text(
      "waitFor", at: .init(\.waitFor), "EXPRESSION", .layout,
      help: "Let the loaded page run on until this JavaScript expression is true, and only then settle."
    ).with { $0.isProgram = true },
    .text(
      "evaluate", at: .init(\.evaluate), "EXPRESSION", .layout,
      help: "Evaluate a JavaScript expression in the settled page; a promise is awaited."
    ).with { $0.isProgram = true },
    .text(
      "run", at: .init(\.userScript), "FILE", .layout, help: "A script that runs in the page, before its own scripts."
    ).with { ($0.holdsFile, $0.isProgram) = (true, true) },
    .word(
      "runAt", at: .init(\.userScriptTime), "TIME", .layout,
      help:
        "When it runs: start (before the page's own scripts), end (once the document is parsed) or load (after its load event)."
    ),
    .flag("console", at: .init(\.keepsConsole), .work, help: "Show what the page writes to its console."),
    .custom(
      "date", "INSTANT", .layout, wanted: "an instant in ISO 8601, such as 2026-01-31T12:00:00Z",
      help: "What the page's clock shows when it starts; the moment of loading without it."
    ) { text, options in
      options.date = text
      return PageOptions.instant(text) != nil
    } write: {
      $0.date
    },
    .custom(
      "scriptJIT", "on|off", .work, wanted: "on or off",
      help: "Let the script engine compile to machine code. Without it, only for pages that are files."
    ) { text, options in
      guard let compiles = ["on": true, "off": false][text] else { return false }
      options.compilesScripts = compiles
      return true
    } write: { options in
      options.compilesScripts.map { $0 ? "on" : "off" }
    }.with { ($0.flag, $0.words) = ("script-jit", ["on", "off"]) },
    .duration(
      "settle", at: .init(\.settle), .layout, help: "How long the page may settle after loading: 0, 250ms, 1s."
    ).with { $0.fingerprint = { "\($0.settle.milliseconds)ms" } },
    .word(
      "settleClock", at: .init(\.settleClock), "CLOCK", .work,
      help: "Which clock runs meanwhile: the page's own, which costs no time, or the wall clock: virtual or real."),
    .duration(
      "timeout", at: .init(\.timeout), .work, canBeZero: false,
      help: "The whole page's limit on the wall clock, loading and settling included."),
    .custom(
      "onTimeout", "WHAT", .work, wanted: "snapshot or fail",
      help: "What to do with a page of which something does not come in time: snapshot or fail."
    ) { text, options in
      guard let fails = ["snapshot": false, "fail": true][text] else { return false }
      options.failsOnTimeout = fails
      return true
    } write: { options in
      options.failsOnTimeout ? "fail" : nil
    }.with { $0.words = ["snapshot", "fail"] },
    PageOption(
      "limits", .counts, .layout,
      help:
        "Change how much a page may ask for, as in elements=10000 or fileBytes=64M. May be repeated; offscreen limits lists them."
    ) { (value, options) throws(Malformed) in
      guard case .counts(let counts) = value else { throw Malformed(reason: "is not numbers by name") }
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
        if let problem = options.limits.set(name, to: count) { throw Malformed(reason: "does not fit: \(problem)") }
      }
    } write: { options in
      guard options.limits != PageOptions.usual.limits else { return nil }
      let unusual = PageLimits.entries.compactMap { entry -> (String, Int)? in
        guard let value = options.limits[entry.name], value != PageOptions.usual.limits[entry.name] else { return nil }
        return (entry.name, value)
      }
      return unusual.isEmpty ? nil : .counts(Dictionary(unusual) { $1 })
    }.with { ($0.flag, $0.placeholder) = ("limit", "NAME=VALUE") },
  ]

  /// Loading.
  private static let loading: [PageOption] = [
    .text(
      "root", at: .init(\.root), "DIR", .resources,
      help:
        "The folder that a file page may read, and that its /absolute URLs start from; auto: all below the working folder, if the page lies there. Default: the page's folder."
    ).with { $0.namesFiles = true },
    .word(
      "network", at: .init(\.network), "POLICY", .resources,
      help: "none, public (no private or loopback address) or all."),
    .hosts(
      "allowHosts", at: .init(\.allowedHosts),
      help: "A host that may be asked over the network, or .example.com for all below; then no others. May be repeated."
    ).with { $0.flag = "allow-host" },
    .hosts(
      "denyHosts", at: .init(\.deniedHosts), help: "A host that may not be asked, likewise; it wins. May be repeated."
    ).with { $0.flag = "deny-host" },
    .text("userAgent", at: .init(\.requests.userAgent), "TEXT", .resources, help: "Sent as the program's name."),
    .list(
      "headers", at: .init(\.requests.headers), "HEADER", .resources,
      help: "Sent with every request to the page's own origin: 'Name: value'. May be repeated."
    ) {
      Secret($0)
    } write: {
      $0.revealed
    }.with { ($0.flag, $0.isSecret) = ("header", true) },
    .list(
      "cookies", at: .init(\.requests.cookies), "COOKIE", .resources,
      help: "A cookie for the page's own origin: name=value. May be repeated."
    ) {
      Secret($0)
    } write: {
      $0.revealed
    }.with { ($0.flag, $0.isSecret) = ("cookie", true) },
    .custom(
      "user", "NAME:PASSWORD", .resources, wanted: "name:password",
      help: "Name and password for the page's own origin (basic and digest). They may stand in the address too."
    ) { text, options in
      options.requests.credentials = Secret(text)
      return true
    } write: { options in
      options.requests.credentials?.revealed
    }.with { $0.isSecret = true },
    .flag(
      "strict", at: .init(\.requests.isStrict), .resources,
      help:
        "Fail where the server says that something went wrong, such as 404. Otherwise what came with it is rendered."),
    .flag(
      "ignoreTLSErrors", at: .init(\.requests.ignoresTLSErrors), .resources,
      help: "Load from servers that do not prove who they are, with a warning: for certificates of one's own making."
    ).with { $0.flag = "ignore-tls-errors" },
    .text(
      "cache", at: .init(\.cache), "DIR", .work,
      help: "A folder that keeps what came over the network for other runs, as far as HTTP allows it."
    ).with { $0.namesFiles = true },
    .text(
      "requestLog", at: .init(\.requestLog), "FILE", .work,
      help: "A file that gets a line of JSON for each request, appended."
    ).with { $0.namesFiles = true },
  ]
}

extension PageOption {
  private static func hosts(_ name: String, at field: OptionField<[String]>, help: String) -> PageOption {
    .list(name, at: field, "HOST", .resources, help: help) { text throws(Malformed) in
      guard HostRules.Pattern(text) != nil else {
        throw Malformed(reason: "has '\(text.prefix(100))', which is not a host, such as example.com or .example.com")
      }
      return text
    } write: {
      $0
    }
  }

  /// By the key of requests or by the command line's option.
  package static func named(_ name: String) -> PageOption? {
    all.first { $0.name == name || $0.flag == name }
  }
}
