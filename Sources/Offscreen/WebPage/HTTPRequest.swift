import Foundation
import OffscreenLoading

/// A request over HTTP with a method, headers and a body.
///
///     try await page.load(.request(.form("https://example.com/search", ["q": "pictures"])))
///
/// A redirect by 301, 302 or 303 goes on as a plain GET after a POST, one by 307 or 308 repeats the request.
public struct HTTPRequest: Hashable, Sendable {
  /// An `http:` or `https:` address.
  public var address: String
  /// Such as `POST`.
  public var method: String
  /// `Name: value`. They go to the address's own origin only, but for the body's type, which goes with it.
  public var headers: [Secret]
  /// Nil is none.
  public var body: Data?

  public init(_ address: String, method: String = "GET", headers: [Secret] = [], body: Data? = nil) {
    (self.address, self.method, self.headers, self.body) = (address, method, headers, body)
  }

  /// A form as browsers post it (`application/x-www-form-urlencoded`).
  /// https://url.spec.whatwg.org/#concept-urlencoded-serializer
  public static func form(_ address: String, _ fields: KeyValuePairs<String, String>) -> HTTPRequest {
    let text = fields.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
    return HTTPRequest(
      address, method: "POST", headers: ["Content-Type: application/x-www-form-urlencoded"], body: Data(text.utf8))
  }

  /// A form with files as browsers post it (`multipart/form-data`).
  /// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
  public static func multipart(_ address: String, _ fields: [FormField]) -> HTTPRequest {
    var parts: [Data] = []
    for field in fields {
      var head = "Content-Disposition: form-data; name=\"\(quoted(field.name))\""
      if let file = field.fileName { head += "; filename=\"\(quoted(file))\"" }
      if let type = field.type {
        head += "\r\nContent-Type: \(type.filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" })"
      }
      parts.append(Data((head + "\r\n\r\n").utf8) + field.data)
    }
    // No part contains it: it is a hash of all of them.
    let boundary = "----OffscreenForm\(ContentHash.sha256(Array(parts.joined(separator: [0]))).prefix(40))"
    var body = Data()
    for part in parts { body += Data("--\(boundary)\r\n".utf8) + part + Data("\r\n".utf8) }
    body += Data("--\(boundary)--\r\n".utf8)
    return HTTPRequest(
      address, method: "POST", headers: ["Content-Type: multipart/form-data; boundary=\(boundary)"], body: body)
  }

  private static func encoded(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "): out += "+"
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), 0x30...0x39, 0x41...0x5A,
        0x61...0x7A:
        out.unicodeScalars.append(Unicode.Scalar(byte))
      case _:
        out += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return out
  }

  private static func quoted(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\n": out += "%0A"
      case "\r": out += "%0D"
      case "\"": out += "%22"
      case _: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  // MARK: Sending

  /// What is wrong with it, if anything.
  var problem: String? {
    guard let url = PageURL(address), url.isHTTP else {
      return "\(PageURL.displayed(address)): not an http: or https: address"
    }
    // https://fetch.spec.whatwg.org/#forbidden-method; HEAD brings no page.
    let name = method.uppercased()
    guard HTTPHeaders.isValid(.init(name: method, value: "")), !["CONNECT", "TRACE", "TRACK", "HEAD"].contains(name)
    else {
      return "the method '\(method.onOneLine(40))' is none that a page can be asked for with"
    }
    for (index, header) in headers.enumerated() {
      if let problem = RequestOptions.problem(header: header, number: index + 1) { return problem }
    }
    return nil
  }

  /// Nil of a plain GET.
  var content: RequestContent? {
    // Browsers normalize these, and servers are used to it: https://fetch.spec.whatwg.org/#concept-method-normalize
    let known = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
    let name = known.contains(method.uppercased()) ? method.uppercased() : method
    if name == "GET", headers.isEmpty, body == nil { return nil }
    return RequestContent(method: name, headers: headers.compactMap(RequestOptions.field), body: body.map { Array($0) })
  }

  /// The content of the last request.
  init?(_ content: RequestContent?, address: String) {
    guard let content else { return nil }
    self.init(
      address, method: content.method, headers: content.headers.map { Secret("\($0.name): \($0.value)") },
      body: content.body.map { Data($0) })
  }
}

/// Neither what is sent nor a password in the address prints.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(method.onOneLine(40)) \(PageURL.displayed(address))" }
  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

/// A field of a form.
public struct FormField: Hashable, Sendable {
  public var name: String
  public var data: Data
  /// Of a file.
  public var fileName: String?
  /// The type of the data, such as `image/png`.
  public var type: String?

  public init(_ name: String, _ text: String) { (self.name, data) = (name, Data(text.utf8)) }

  public init(_ name: String, file: Data, fileName: String, type: String = "application/octet-stream") {
    (self.name, data, self.fileName, self.type) = (name, file, fileName, type)
  }
}

extension FormField: CustomStringConvertible, CustomReflectable {
  public var description: String { name.onOneLine() }
  public var customMirror: Mirror { Mirror(self, children: ["name": description]) }
}
