/// The URL Standard's basic parser, without state override: its states are the methods.
/// https://url.spec.whatwg.org/#concept-basic-url-parser
struct URLParser {
  private var input: [UInt8]
  private let base: PageURL?
  private var position = 0
  private var url = PageURL(scheme: "")
  private var path: [UInt8] = []
  private var isSpecial = false
  var encodeQuery: ((ArraySlice<UInt8>) -> [UInt8])?

  init(_ text: [UInt8], base: PageURL?) {
    // Leading and trailing C0 controls and spaces go, tabs and line feeds everywhere.
    var bytes = text[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    let isClean = !bytes.contains { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    input = isClean ? Array(bytes) : bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    self.base = base
  }

  /// The path that a text is in an address: the path start state as a state override. What ends a path elsewhere is
  /// part of it here. https://url.spec.whatwg.org/#path-start-state
  static func path(of text: [UInt8], in url: PageURL) -> String {
    var parser = URLParser([], base: nil)
    for byte in text {
      switch byte {
      case UInt8(ascii: "?"): parser.input += Array("%3F".utf8)
      case UInt8(ascii: "#"): parser.input += Array("%23".utf8)
      default: parser.input.append(byte)
      }
    }
    parser.url.scheme = url.scheme
    parser.isSpecial = url.isSpecial
    if text.isEmpty, !url.isSpecial { return url.host == nil ? "/" : "" }
    return parser.pathStart() ? String(decoding: parser.path, as: UTF8.self) : url.path
  }

  mutating func parse() -> PageURL? {
    let isValid: Bool
    if let scheme = takeScheme() {
      url.scheme = scheme
      isSpecial = PageURL.isSpecial(scheme)
      isValid = afterScheme()
    } else {
      isValid = withoutScheme()
    }
    guard isValid else { return nil }
    url.path = String(decoding: path, as: UTF8.self)
    return url
  }

  private var current: UInt8? { position < input.count ? input[position] : nil }
  private var next: UInt8? { position + 1 < input.count ? input[position + 1] : nil }

  /// A slash, or what counts as one in special schemes.
  private func isSlash(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: "/") || (isSpecial && byte == UInt8(ascii: "\\"))
  }

  // MARK: Scheme

  /// A letter, then letters, digits, `+`, `-` and `.` up to a colon.
  private mutating func takeScheme() -> String? {
    guard let first = input.first, isLetter(first) else { return nil }
    var end = 0
    scan: while end < input.count {
      switch input[end] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        end += 1
      case UInt8(ascii: ":"): break scan
      default: return nil
      }
    }
    guard end < input.count else { return nil }
    position = end + 1
    return String(decoding: input[..<end].map(lowercased), as: UTF8.self)
  }

  private mutating func afterScheme() -> Bool {
    if url.scheme == "file" { return file() }
    if isSpecial {
      let startsWithTwoSlashes = current == UInt8(ascii: "/") && next == UInt8(ascii: "/")
      if let base, base.scheme == url.scheme, !startsWithTwoSlashes { return relative(to: base) }
      return specialAuthority()
    }
    if current == UInt8(ascii: "/") {
      position += 1
      if current == UInt8(ascii: "/") {
        position += 1
        return authority()
      }
      return pathSegments()
    }
    return opaquePath()
  }

  private mutating func withoutScheme() -> Bool {
    guard let base else { return false }
    if base.hasOpaquePath {
      guard current == UInt8(ascii: "#") else { return false }
      url = base
      path = Array(base.path.utf8)
      return queryAndFragment()
    }
    url.scheme = base.scheme
    isSpecial = base.isSpecial
    return base.scheme == "file" ? file() : relative(to: base)
  }

  // MARK: Relative

  private mutating func relative(to base: PageURL) -> Bool {
    if isSlash(current) {
      position += 1
      if isSpecial, isSlash(current) { return specialAuthority() }
      if current == UInt8(ascii: "/") {
        position += 1
        return authority()
      }
      copyAuthority(of: base)
      return pathSegments()
    }
    copyAuthority(of: base)
    return relativePath(to: base, keepsFolder: true)
  }

  /// Common to the relative and file states: the base's path and query as far as they are
  /// not replaced. `keepsFolder` says whether a new path replaces the base's last segment or its whole
  /// path.
  private mutating func relativePath(to base: PageURL, keepsFolder: Bool) -> Bool {
    path = Array(base.path.utf8)
    url.query = base.query
    switch current {
    case nil: return true
    case UInt8(ascii: "?"), UInt8(ascii: "#"): return queryAndFragment()
    default:
      url.query = nil
      if keepsFolder { shortenPath() } else { path = [] }
      return pathSegments()
    }
  }

  private mutating func copyAuthority(of base: PageURL) {
    (url.username, url.password, url.host, url.port) =
      (base.username, base.password, base.host, base.port)
  }

  // MARK: Authority

  /// "special authority ignore slashes": however many slashes there are, a host follows.
  private mutating func specialAuthority() -> Bool {
    while isSlash(current) { position += 1 }
    return authority()
  }

  private mutating func authority() -> Bool {
    var end = position
    while end < input.count, input[end] != UInt8(ascii: "?"), input[end] != UInt8(ascii: "#"),
      !isSlash(input[end])
    {
      end += 1
    }
    var hostStart = position
    // The last at-sign ends the credentials; the first colon parts them.
    if let at = input[position..<end].lastIndex(of: UInt8(ascii: "@")) {
      let credentials = input[position..<at]
      let colon = credentials.firstIndex(of: UInt8(ascii: ":")) ?? at
      url.username = PercentEncoding.userinfo.encoded(credentials[..<colon])
      url.password = PercentEncoding.userinfo.encoded(credentials[colon...].dropFirst())
      hostStart = at + 1
      if hostStart == end { return false }
    }
    position = end

    // The first colon outside of brackets begins the port.
    var isInBrackets = false
    var hostEnd = end
    for index in hostStart..<end {
      if input[index] == UInt8(ascii: "[") { isInBrackets = true }
      if input[index] == UInt8(ascii: "]") { isInBrackets = false }
      if input[index] == UInt8(ascii: ":"), !isInBrackets {
        hostEnd = index
        break
      }
    }
    if hostEnd == hostStart, isSpecial || hostEnd < end { return false }
    guard let host = URLHost.parse(input[hostStart..<hostEnd], isOpaque: !isSpecial) else { return false }
    url.host = host
    if hostEnd < end, !takePort(input[(hostEnd + 1)..<end]) { return false }
    return pathStart()
  }

  private mutating func takePort(_ digits: ArraySlice<UInt8>) -> Bool {
    var port = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return false }
      port = port * 10 + Int(digit - UInt8(ascii: "0"))
      if port > 65_535 { return false }
    }
    url.port = digits.isEmpty || port == PageURL.defaultPort(of: url.scheme) ? nil : port
    return true
  }

  // MARK: File

  private mutating func file() -> Bool {
    url.host = ""
    let fileBase = base.flatMap { $0.scheme == "file" ? $0 : nil }
    if isSlash(current) {
      position += 1
      if isSlash(current) {
        position += 1
        return fileHost()
      }
      if let fileBase {
        url.host = fileBase.host
        // A drive letter of the base is kept, unless there is a new one.
        let basePath = Array(fileBase.path.utf8)
        if !startsWithDriveLetter(position), basePath.count >= 3,
          isNormalizedDriveLetter(basePath[1..<3]), basePath.count == 3 || basePath[3] == UInt8(ascii: "/")
        {
          path = Array(basePath[..<3])
        }
      }
      return pathSegments()
    }
    guard let fileBase else { return pathSegments() }
    url.host = fileBase.host
    return relativePath(to: fileBase, keepsFolder: !startsWithDriveLetter(position))
  }

  private mutating func fileHost() -> Bool {
    var end = position
    while end < input.count, input[end] != UInt8(ascii: "?"), input[end] != UInt8(ascii: "#"),
      !isSlash(input[end])
    {
      end += 1
    }
    let name = input[position..<end]
    // `file://C:/` has no host: the drive belongs to the path.
    if isDriveLetter(name) { return pathSegments() }
    if !name.isEmpty {
      guard let host = URLHost.parse(name, isOpaque: false) else { return false }
      url.host = host == "localhost" ? "" : host
    }
    position = end
    return pathStart()
  }

  // MARK: Path

  private mutating func pathStart() -> Bool {
    if isSpecial {
      if isSlash(current) { position += 1 }
      return pathSegments()
    }
    switch current {
    case nil: return true
    case UInt8(ascii: "?"), UInt8(ascii: "#"): return queryAndFragment()
    case UInt8(ascii: "/"):
      position += 1
      return pathSegments()
    default: return pathSegments()
    }
  }

  /// The path state; the slash before the first segment has been passed.
  private mutating func pathSegments() -> Bool {
    while true {
      let start = position
      while position < input.count, !isSlash(input[position]), input[position] != UInt8(ascii: "?"),
        input[position] != UInt8(ascii: "#")
      {
        position += 1
      }
      let segment = input[start..<position]
      let endsInSlash = isSlash(current)
      switch Self.dots(segment) {
      case 2:
        shortenPath()
        if !endsInSlash { path.append(UInt8(ascii: "/")) }
      case 1:
        if !endsInSlash { path.append(UInt8(ascii: "/")) }
      default:
        let isDrive = url.scheme == "file" && path.isEmpty && isDriveLetter(segment)
        path.append(UInt8(ascii: "/"))
        for byte in segment { PercentEncoding.path.append(byte, to: &path) }
        if isDrive { path[path.count - 1] = UInt8(ascii: ":") }
      }
      guard endsInSlash else { return queryAndFragment() }
      position += 1
    }
  }

  /// 1 for a dot, 2 for two dots, either of which may be written `%2e`; 0 for everything else.
  private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
    guard segment.count <= 6 else { return 0 }
    var rest = segment
    var dots = 0
    while let first = rest.first {
      if first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
      } else if rest.starts(with: "%2e".utf8) || rest.starts(with: "%2E".utf8) {
        rest = rest.dropFirst(3)
      } else {
        return 0
      }
      dots += 1
    }
    return dots > 2 ? 0 : dots
  }

  /// https://url.spec.whatwg.org/#shorten-a-urls-path
  private mutating func shortenPath() {
    if url.scheme == "file", path.count == 3, isNormalizedDriveLetter(path[1...]) { return }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return }
    path.removeSubrange(slash...)
  }

  private mutating func opaquePath() -> Bool {
    url.hasOpaquePath = true
    let rest = input[position...]
    let end = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? input.count
    // Whole fonts and pictures stand in such paths.
    path.reserveCapacity(end - position)
    let set = PercentEncoding.control
    for byte in input[position..<end] { set.append(byte, to: &path) }
    // A space at the end would be lost when the address is parsed again.
    if end < input.count, path.last == UInt8(ascii: " ") {
      path.removeLast()
      PercentEncoding.append(UInt8(ascii: " "), to: &path)
    }
    position = end
    return queryAndFragment()
  }

  // MARK: Query and fragment

  private mutating func queryAndFragment() -> Bool {
    if current == UInt8(ascii: "?") {
      position += 1
      let end = input[position...].firstIndex(of: UInt8(ascii: "#")) ?? input.count
      let set = isSpecial ? PercentEncoding.specialQuery : PercentEncoding.query
      let query = input[position..<end]
      // Only special schemes but those of sockets have queries in other encodings.
      let isEncoded = isSpecial && url.scheme != "ws" && url.scheme != "wss"
      url.query = set.encoded(isEncoded ? encodeQuery?(query) ?? Array(query) : Array(query))
      position = end
    }
    if current == UInt8(ascii: "#") {
      url.fragment = PercentEncoding.fragment.encoded(input[(position + 1)...])
      position = input.count
    }
    return true
  }

  // MARK: Characters

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// https://url.spec.whatwg.org/#windows-drive-letter
  private func isDriveLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 2, let first = bytes.first, let second = bytes.last else { return false }
    return isLetter(first) && (second == UInt8(ascii: ":") || second == UInt8(ascii: "|"))
  }

  private func isNormalizedDriveLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
    isDriveLetter(bytes) && bytes.last == UInt8(ascii: ":")
  }

  private func startsWithDriveLetter(_ index: Int) -> Bool {
    guard input.count >= index + 2, isDriveLetter(input[index..<(index + 2)]) else { return false }
    guard input.count > index + 2 else { return true }
    switch input[index + 2] {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
    default: return false
    }
  }
}
