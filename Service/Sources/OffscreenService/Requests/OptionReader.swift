import Foundation
import NIOCore

/// Reads the options of pages from what clients send, and keeps them within the server's limits.
struct OptionReader: Sendable {
  /// A value as it came: texts of an address or a form, or JSON.
  enum Given: Sendable {
    case texts([String])
    case json(JSONValue)
  }

  private let byName: [String: RequestKeys.Option]
  private let limits: [String: RequestKeys.Limit]
  private let names: [String]
  private let settings: PageSettings
  /// The formats that can be encoded.
  let formats: [PictureFormat]

  /// Names that the service has beside the page options.
  static let ownNames = ["url", "html", "width", "height", "format"]

  init(keys: RequestKeys, settings: PageSettings, formats: [PictureFormat]) {
    let offered = keys.offered
    byName = Dictionary(offered.flatMap { [($0.name, $0), ($0.flag, $0)] }) { first, _ in first }
    limits = Dictionary(keys.limits.map { ($0.name, $0) }) { first, _ in first }
    names = offered.map(\.name) + Self.ownNames
    (self.settings, self.formats) = (settings, formats)
  }

  /// The request that the values say. `page`: where it came besides, as a body. `expression`: whether one is needed.
  func request(
    _ purpose: PageRequest.Purpose, _ given: [(name: String, value: Given)], page: PageRequest.Page? = nil,
    accept: String? = nil
  ) throws(Problem) -> PageRequest {
    var own: [String: String] = [:]
    var options: [String: JSONValue] = [:]
    var secrets: [String] = []
    for (name, value) in given {
      let known = name == "input" ? "url" : name
      if Self.ownNames.contains(known) {
        guard own.updateValue(try text(value, of: known), forKey: known) == nil else {
          throw .badRequest("\(known) is given twice: give it once")
        }
      } else if let option = byName[name] {
        guard options.updateValue(try read(value, option), forKey: option.name) == nil else {
          throw .badRequest("\(option.name) is given twice: give it once")
        }
        if option.isSecret { secrets.append(option.name) }
      } else {
        throw .badRequest(unknown(name))
      }
    }
    try addSize(own, &options)
    try keepWithinLimits(&options)
    var request = PageRequest(
      purpose: purpose, page: try self.page(own, besides: page), options: options, format: .png)
    request.secretOptions = secrets
    if purpose == .picture { request.format = try format(own["format"], accept: accept) }
    if purpose != .picture, own["format"] != nil { throw .badRequest("format: only pictures have one") }
    if purpose == .evaluate, options["evaluate"] == nil {
      throw .badRequest("evaluate is missing: give a JavaScript expression, such as evaluate=document.title")
    }
    return request
  }

  private func unknown(_ name: String) -> String {
    let meant = nearest(to: name, in: names).map { "did you mean '\($0)'?" } ?? "see /openapi.json"
    return "there is no parameter '\(name.prefix(100))': \(meant)"
  }

  // MARK: The page

  private func page(_ own: [String: String], besides body: PageRequest.Page?) throws(Problem) -> PageRequest.Page {
    let sources = [own["url"] != nil, own["html"] != nil, body != nil].count { $0 }
    guard sources == 1 else {
      throw .badRequest(
        sources == 0
          ? "no page is given: give url, such as url=https://example.com/" : "several pages are given: give one")
    }
    if let html = own["html"] { return .upload(.page(html: html)) }
    if let url = own["url"] { return .address(try Self.checked(address: url)) }
    if let body { return body }
    throw .badRequest("no page is given")
  }

  /// Requests of one origin share a folder for their pictures (`Workspace`), which is told by the text of the address.
  static func checked(address: String) throws(Problem) -> String {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    guard address.utf8.count <= 1 << 18 else { throw Problem(.contentTooLarge, "url is longer than 262144 bytes") }
    if scheme == "data" { return address }
    guard scheme == "http" || scheme == "https" else {
      throw .badRequest("url: '\(address.prefix(100))' is no address that begins with http:// or https://")
    }
    let rest = address.dropFirst(scheme.count)
    let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
    guard rest.hasPrefix("://"), !authority.isEmpty,
      !authority.unicodeScalars.contains(where: { $0.value <= 0x20 || $0 == "\\" || $0.value == 0x7F })
    else { throw .badRequest("url: '\(address.prefix(100))' names no host: write it as http://host/path") }
    return address
  }

  private func format(_ name: String?, accept: String?) throws(Problem) -> PictureFormat {
    let offered = formats.map(\.rawValue).joined(separator: ", ")
    if let name {
      guard let format = PictureFormat(name: name), formats.contains(format) else {
        throw .badRequest("format: '\(name.prefix(100))' is not one of \(offered)")
      }
      return format
    }
    guard let format = PictureFormat.negotiated(accept: accept, among: formats) else {
      throw Problem(.notAcceptable, "the client accepts none of the formats that there are: \(offered)")
    }
    return format
  }

  /// `width` and `height` are those of a thumbnail.
  private func addSize(_ own: [String: String], _ options: inout [String: JSONValue]) throws(Problem) {
    guard own["width"] != nil || own["height"] != nil else { return }
    if options["thumbnail"] != nil || options["cover"] != nil {
      throw .badRequest("width and height, thumbnail, cover: give one of them")
    }
    var sides: [String] = []
    for name in ["width", "height"] {
      guard let text = own[name] else {
        sides.append("")
        continue
      }
      guard let pixels = Int(text), (1...32767).contains(pixels) else {
        throw .badRequest("\(name): '\(text.prefix(100))' is not a whole number from 1 to 32767")
      }
      sides.append(String(pixels))
    }
    options["thumbnail"] = .string(sides.joined(separator: "x"))
  }

  // MARK: Limits

  private func keepWithinLimits(_ options: inout [String: JSONValue]) throws(Problem) {
    // 1. Who may be asked.
    let network = options["network"]?.string.flatMap(PageSettings.Network.init(rawValue:)) ?? settings.network
    guard network <= settings.network else {
      throw Problem(.forbidden, "network: this server does not offer more than '\(settings.network.rawValue)'")
    }
    options["network"] = .string(network.rawValue)
    // 2. How long.
    if let text = options["timeout"]?.string {
      guard let timeout = TimeText.seconds(text), timeout > 0 else {
        throw .badRequest("timeout: '\(text.prefix(100))' is not a duration above 0, such as 250ms, 1.5s or 2m")
      }
      guard timeout <= settings.timeout else {
        throw .badRequest("timeout: \(text) is longer than this server's limit of \(TimeText.text(settings.timeout))")
      }
    } else {
      options["timeout"] = .string(TimeText.text(settings.timeout))
    }
    // 3. How much.
    var counts = settings.limits
    for (name, value) in options["limits"]?.object ?? [:] {
      guard let limit = limits[name] else { throw .badRequest("limits: there is no limit '\(name.prefix(100))'") }
      guard let number = value.number, let count = Int(exactly: number), count >= limit.minimum else {
        throw .badRequest("limits: \(name) is not a whole number from \(limit.minimum)")
      }
      let most = settings.limits[name] ?? limit.usual
      guard count <= most else { throw .badRequest("limits: \(name) is above this server's limit of \(most)") }
      counts[name] = count
    }
    options["limits"] = counts.isEmpty ? nil : .object(counts.mapValues { .number(Double($0)) })
  }

  // MARK: Values

  private func text(_ given: Given, of name: String) throws(Problem) -> String {
    switch given {
    case .texts(let texts) where texts.count == 1: return texts[0]
    case .texts: throw .badRequest("\(name) is given twice: give it once")
    case .json(.string(let text)): return text
    case .json(.number(let number)): return Int(exactly: number).map(String.init) ?? "\(number)"
    case .json: throw .badRequest("\(name) is not a text")
    }
  }

  private func read(_ given: Given, _ option: RequestKeys.Option) throws(Problem) -> JSONValue {
    switch option.form {
    case .flag: return .bool(try flag(given, option))
    case .number: return .number(try number(given, option))
    case .text:
      let text = try text(given, of: option.name)
      if let words = option.words, !words.contains(text) {
        throw .badRequest("\(option.name): '\(text.prefix(100))' is not one of \(words.joined(separator: ", "))")
      }
      return .string(text)
    case .list:
      let list = try texts(given, option)
      if option.namesFiles, let file = list.first(where: { !$0.contains("{") }) {
        throw .badRequest(
          "\(option.name): '\(file.prefix(100))' is no style sheet, and files of the server are not read: give CSS itself"
        )
      }
      return .array(list.map { .string($0) })
    case .counts: return .object(try counts(given, option))
    }
  }

  private func flag(_ given: Given, _ option: RequestKeys.Option) throws(Problem) -> Bool {
    if case .json(.bool(let value)) = given { return value }
    if case .texts = given {
      switch try text(given, of: option.name).lowercased() {
      case "", "true", "1", "yes", "on": return true
      case "false", "0", "no", "off": return false
      default: break
      }
    }
    throw .badRequest("\(option.name) is not true or false")
  }

  private func number(_ given: Given, _ option: RequestKeys.Option) throws(Problem) -> Double {
    let range = (option.minimum ?? -Double.greatestFiniteMagnitude)...(option.maximum ?? Double.greatestFiniteMagnitude)
    guard let number = Double(try text(given, of: option.name)), number.isFinite, range.contains(number),
      !option.isWhole || Int(exactly: number) != nil
    else {
      let bounds = [option.minimum, option.maximum].map {
        $0.map { Int(exactly: $0).map(String.init) ?? "\($0)" } ?? ""
      }
      throw .badRequest(
        "\(option.name) is not a \(option.isWhole ? "whole " : "")number from \(bounds[0]) to \(bounds[1])")
    }
    return number
  }

  private func texts(_ given: Given, _ option: RequestKeys.Option) throws(Problem) -> [String] {
    switch given {
    case .texts(let texts): return texts
    case .json(.string(let text)): return [text]
    case .json(.array(let values)):
      let texts = values.compactMap(\.string)
      if texts.count == values.count { return texts }
    case .json: break
    }
    throw .badRequest("\(option.name) is not a list of texts")
  }

  private func counts(_ given: Given, _ option: RequestKeys.Option) throws(Problem) -> [String: JSONValue] {
    if case .json(.object(let counts)) = given { return counts }
    guard case .texts(let texts) = given else { throw .badRequest("\(option.name) is not numbers by name") }
    var counts: [String: JSONValue] = [:]
    for text in texts {
      let sides = text.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let count = ByteCount.parse(String(sides[1])) else {
        throw .badRequest(
          "\(option.name): '\(text.prefix(100))' is not NAME=VALUE, such as elements=10000 or fileBytes=64M")
      }
      counts[String(sides[0])] = .number(Double(count))
    }
    return counts
  }
}

extension PageRequest.Upload {
  static func page(html: String) -> PageRequest.Upload {
    PageRequest.Upload(files: [File(path: "index.html", contents: ByteBuffer(string: html))])
  }
}
