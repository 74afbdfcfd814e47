import Foundation
import HTTPTypes
import NIOCore

/// Reads what a request's body asks for: JSON, the page itself, or a form with a page and its files.
struct BodyReader: Sendable {
  let options: OptionReader

  static let mediaTypes = [
    "application/json", "text/html", "application/xhtml+xml", "image/svg+xml", "text/markdown", "multipart/form-data",
  ]

  /// `query`: options of the address; the body wins nothing over it, both must not say the same.
  func request(
    _ purpose: PageRequest.Purpose, body: ByteBuffer, contentType: String?,
    query: [(name: String, value: OptionReader.Given)],
    accept: String?
  ) throws(Problem) -> PageRequest {
    let type = contentType.map { $0.prefix { $0 != ";" }.lowercased().filter { $0 != " " } } ?? ""
    guard body.readableBytes > 0 else {
      throw .badRequest("the body is empty: send JSON, HTML or a form; GET takes the page's address as url=")
    }
    switch type {
    case "application/json":
      let given = try Self.json(body).map { (name: $0.key, value: OptionReader.Given.json($0.value)) }
      return try options.request(purpose, query + given, accept: accept)
    case "text/html": return try page("index.html", body, purpose, query, accept)
    case "application/xhtml+xml": return try page("index.xhtml", body, purpose, query, accept)
    case "image/svg+xml": return try page("index.svg", body, purpose, query, accept)
    case "text/markdown": return try page("index.md", body, purpose, query, accept)
    case "multipart/form-data":
      let form = try Multipart(body, contentType: contentType ?? "")
      var texts: [String: [String]] = [:]
      for part in form.parts where part.fileName == nil { texts[part.name, default: []].append(part.text) }
      let given = texts.map { (name: $0.key, value: OptionReader.Given.texts($0.value)) }
      let hasFiles = form.parts.contains { $0.fileName != nil }
      return try options.request(
        purpose, query + given, page: hasFiles ? .upload(PageRequest.Upload(form.parts)) : nil, accept: accept)
    default:
      throw Problem(
        .unsupportedMediaType,
        "a body of the type '\(type.prefix(100))' is not understood: send \(Self.mediaTypes.joined(separator: ", "))")
    }
  }

  private func page(
    _ name: String, _ body: ByteBuffer, _ purpose: PageRequest.Purpose,
    _ query: [(name: String, value: OptionReader.Given)],
    _ accept: String?
  ) throws(Problem) -> PageRequest {
    let upload = PageRequest.Upload(files: [.init(path: name, contents: body)])
    return try options.request(purpose, query, page: .upload(upload), accept: accept)
  }

  /// An object. What is `null` is left out.
  static func json(_ body: ByteBuffer) throws(Problem) -> [String: JSONValue] {
    guard !isTooMuch(json: body.readableBytesView) else {
      throw .badRequest("the JSON is nested too deep, or has too many values")
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(buffer: body)) else {
      throw .badRequest("the body is not JSON")
    }
    guard let object = value.object else {
      throw .badRequest("the body is not a JSON object, such as {\"url\": \"https://example.com/\"}")
    }
    return object.filter { $0.value != .null }
  }

  /// The parameters of an address, without those of `Authorization`. One that comes again is a list.
  static func given(_ query: QueryString) -> [(name: String, value: OptionReader.Given)] {
    var names: [String] = []
    var texts: [String: [String]] = [:]
    for (name, value) in query.parameters where !Authorization.parameters.contains(name) && name != "token" {
      if texts[name] == nil { names.append(name) }
      texts[name, default: []].append(value)
    }
    return names.map { ($0, .texts(texts[$0] ?? [])) }
  }
}
