import Foundation
import HTTPTypes
import Hummingbird

/// A key that addresses are signed with.
struct SigningKey: Sendable {
  var id: String
  private var secret: [UInt8]

  /// `ID:SECRET`; nil for what is none.
  init?(_ text: String) {
    let sides = text.split(separator: ":", maxSplits: 1)
    guard sides.count == 2, sides[1].utf8.count >= 16,
      sides[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"&=%+#?".utf8.contains($0) })
    else { return nil }
    (id, secret) = (String(sides[0]), Array(sides[1].utf8))
  }

  func signature(of message: String) -> String {
    SHA256.authenticationCode(of: message, key: secret).hexadecimal
  }

  /// Takes as long for a wrong signature as for the right one.
  func signed(_ message: String, _ signature: String) -> Bool {
    guard let bytes = Self.bytes(signature) else { return false }
    return SHA256.isSame(bytes, SHA256.authenticationCode(of: message, key: secret))
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count == 64 else { return nil }
    var bytes: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16), rest.first != "+" else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

/// Who may ask: by a bearer token (https://www.rfc-editor.org/rfc/rfc6750), or by an address that was signed for them.
///
/// A signed address ends with `expires=SECONDS&key=ID&signature=HEX`: HMAC-SHA256 over its path and query as they are
/// sent, up to `&signature=`. It is good for GET and HEAD: a body would ask for what nobody has signed.
struct Authorization: Sendable {
  /// Hashes, so that comparing takes as long for every token.
  private let tokens: [[UInt8]]
  private let keys: [SigningKey]
  /// The parameters that belong to it, and to no page.
  static let parameters: Set<String> = ["expires", "key", "signature"]

  init(tokens: [String], keys: [SigningKey]) {
    self.tokens = tokens.map { SHA256.hash($0) }
    self.keys = keys
  }

  var isNeeded: Bool { !tokens.isEmpty || !keys.isEmpty }

  /// Who asks, as limits tell clients apart; nil for anybody. Throws where nobody may ask so.
  func client(of request: Request, now: Double = Date().timeIntervalSince1970) throws(Problem) -> String? {
    guard isNeeded else { return nil }
    if let header = request.headers[.authorization] { return try client(ofHeader: header) }
    let target = request.uri.string
    if target.contains("signature=") {
      guard [.get, .head].contains(request.method) else {
        throw Problem(.unauthorized, "a signed address is good for GET only: send 'Authorization: Bearer TOKEN'")
      }
      return try client(ofSigned: target, now: now)
    }
    // Browserless' clients send it so.
    if !tokens.isEmpty, let token = try QueryString(target: target)["token"] {
      return try client(ofHeader: "Bearer " + token)
    }
    throw Problem(
      .unauthorized, "this server answers whom it knows: send 'Authorization: Bearer TOKEN', or a signed address")
  }

  private func client(ofHeader header: String) throws(Problem) -> String {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw Problem(.unauthorized, "the Authorization header is not 'Bearer TOKEN'")
    }
    let hash = SHA256.hash(String(parts[1]))
    // All are looked at, whichever it is.
    let found = tokens.enumerated().filter { SHA256.isSame($0.element, hash) }.first?.offset
    guard let found else { throw Problem(.unauthorized, "the token is not one of this server's") }
    return "token \(found)"
  }

  private func client(ofSigned target: String, now: Double) throws(Problem) -> String {
    guard let mark = target.range(of: "&signature=", options: .backwards),
      !target[mark.upperBound...].contains("&")
    else { throw Problem(.unauthorized, "the signature is not the address's last parameter") }
    let (message, signature) = (String(target[..<mark.lowerBound]), String(target[mark.upperBound...]))
    let query = try QueryString(target: message)
    guard let id = query["key"], let key = keys.first(where: { $0.id == id }), key.signed(message, signature) else {
      throw Problem(.unauthorized, "the address is not signed with a key of this server, or was changed since")
    }
    // What was signed is from several hands, perhaps: none of them adds another of these.
    guard Self.parameters.allSatisfy({ name in query.parameters.count { $0.name == name } <= 1 }) else {
      throw Problem(.unauthorized, "the signed address says twice when it expires, or by which key it is signed")
    }
    guard let text = query["expires"], let expires = Double(text), expires.isFinite else {
      throw Problem(.unauthorized, "the signed address does not say when it expires")
    }
    guard now < expires else { throw Problem(.unauthorized, "the signed address has expired: ask for a new one") }
    return "key \(id)"
  }

  /// An address's path and query, signed. `path`: with what it asks for.
  static func signed(_ path: String, by key: SigningKey, expires: Int) -> String {
    let message = path + (path.contains("?") ? "&" : "?") + "expires=\(expires)&key=\(key.id)"
    return message + "&signature=" + key.signature(of: message)
  }
}
