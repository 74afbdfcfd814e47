import Foundation

/// `/openapi.json`: https://spec.openapis.org/oas/v3.1.1.html, made of the page options of the main program.
struct OpenAPI {
  let keys: RequestKeys
  let formats: [PictureFormat]
  let settings: PageSettings
  let isOpen: Bool

  var json: String {
    let document: JSONValue = [
      "openapi": "3.1.0",
      "info": [
        "title": "Offscreen", "version": .string(keys.version),
        "description": "Web pages to pictures. A problem is answered as application/problem+json (RFC 9457).",
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "schemas": ["Problem": Self.problem, "Request": request],
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
      ],
      "security": isOpen ? [] : [["token": []]],
    ]
    return (try? JSONText.encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  // MARK: Paths

  private var paths: [String: JSONValue] {
    var paths: [String: JSONValue] = [:]
    for (purpose, summary) in [
      (PageRequest.Purpose.picture, "Take a picture of a page."), (.inspect, "Tell where a page's elements are."),
      (.evaluate, "Evaluate a JavaScript expression in a page."),
    ] {
      paths["/v1/\(purpose.rawValue)"] = [
        "get": operation("get", purpose, summary), "post": operation("post", purpose, summary),
      ]
    }
    paths["/healthz"] = ["get": plain("health", "Whether the service runs.", [])]
    paths["/readyz"] = ["get": plain("ready", "Whether renderers are warm.", [503])]
    paths["/metrics"] = ["get": plain("metrics", "Numbers for Prometheus.", isOpen ? [] : [401], "text/plain")]
    paths["/openapi.json"] = ["get": plain("openapi", "This description.", [])]
    paths["/"] = ["get": plain("try", "A page to try the service in a browser.", [], "text/html")]
    paths["/screenshot"] = ["post": CompatibleRoutesDescription.browserless(responses(of: .picture, isPost: true))]
    for kind in ["url", "html", "markdown"] {
      paths["/forms/chromium/screenshot/\(kind)"] = [
        "post": CompatibleRoutesDescription.gotenberg(kind, responses(of: .picture, isPost: true))
      ]
    }
    return paths
  }

  private func operation(_ method: String, _ purpose: PageRequest.Purpose, _ summary: String) -> JSONValue {
    var operation: [String: JSONValue] = [
      "operationId": .string("\(method)-\(purpose.rawValue)"), "summary": .string(summary),
      "parameters": .array(parameters(purpose, isPost: method == "post")),
      "responses": responses(of: purpose, isPost: method == "post"),
    ]
    if method == "post" {
      let text: JSONValue = ["schema": ["type": "string"]]
      operation["requestBody"] = [
        "required": true,
        "content": [
          "application/json": ["schema": ["$ref": "#/components/schemas/Request"]], "text/html": text,
          "application/xhtml+xml": text, "image/svg+xml": text, "text/markdown": text,
          "multipart/form-data": [
            "schema": [
              "type": "object", "properties": ["page": ["type": "string", "contentMediaType": "text/html"]],
              "additionalProperties": true,
              "description": "A page and its files, by their names; options as parts without a file name.",
            ]
          ],
        ],
      ]
    }
    return .object(operation)
  }

  private func parameters(_ purpose: PageRequest.Purpose, isPost: Bool) -> [JSONValue] {
    var list: [JSONValue] = []
    for (name, schema, help) in own where purpose == .picture || name != "format" {
      // A body brings the page.
      if isPost, name == "url" || name == "html" { continue }
      list.append(parameter(name, schema, help, isNeeded: false))
    }
    for option in keys.offered {
      let isNeeded = option.name == "evaluate" && purpose == .evaluate && !isPost
      list.append(parameter(option.name, schema(of: option, isText: true), option.help, isNeeded: isNeeded))
    }
    return list
  }

  private func parameter(_ name: String, _ schema: JSONValue, _ help: String, isNeeded: Bool) -> JSONValue {
    var parameter: [String: JSONValue] = [
      "name": .string(name), "in": "query", "schema": schema, "description": .string(help), "required": .bool(isNeeded),
    ]
    if schema["type"] == "array" { (parameter["style"], parameter["explode"]) = ("form", true) }
    return .object(parameter)
  }

  private var own: [(String, JSONValue, String)] {
    let side: JSONValue = ["type": "integer", "minimum": 1, "maximum": 32767]
    return [
      (
        "url", ["type": "string", "format": "uri"], "The page's address, of http: or https:. Without it html is needed."
      ),
      ("html", ["type": "string"], "The page itself, in place of its address."),
      ("width", side, "The width of the picture, which is scaled down to fit."),
      ("height", side, "The height, likewise."),
      (
        "format", ["type": "string", "enum": .array(formats.map { .string($0.rawValue) })],
        "The format of the picture; by default what the Accept header prefers, else PNG."
      ),
    ]
  }

  // MARK: Schemas

  private func schema(of option: RequestKeys.Option, isText: Bool) -> JSONValue {
    var schema: [String: JSONValue] = [:]
    switch option.form {
    case .flag: schema["type"] = "boolean"
    case .number:
      schema["type"] = option.isWhole ? "integer" : "number"
      schema["minimum"] = option.minimum.map { .number($0) }
      schema["maximum"] = option.maximum.map { .number($0) }
    case .text:
      schema["type"] = "string"
      if option.name == "network" {
        let offered = PageSettings.Network.allCases.filter { $0 <= settings.network }
        schema["enum"] = .array(offered.map { .string($0.rawValue) })
      } else if let words = option.words {
        schema["enum"] = .array(words.map { .string($0) })
      }
    case .list:
      (schema["type"], schema["items"]) = ("array", ["type": "string"])
    case .counts where isText:
      (schema["type"], schema["items"]) = ("array", ["type": "string", "pattern": "^[A-Za-z]+=[0-9]+[KMG]?$"])
    case .counts:
      schema["type"] = "object"
      schema["properties"] = .object(
        Dictionary(
          keys.limits.map { limit in
            let most = settings.limits[limit.name] ?? limit.usual
            let range: JSONValue = [
              "type": "integer", "minimum": .number(Double(limit.minimum)), "maximum": .number(Double(most)),
              "description": .string(limit.meaning),
            ]
            return (limit.name, range)
          }, uniquingKeysWith: { $1 }))
      schema["additionalProperties"] = false
    }
    if !isText { schema["description"] = .string(option.help) }
    return .object(schema)
  }

  private var request: JSONValue {
    var properties: [String: JSONValue] = [:]
    for (name, schema, help) in own {
      var schema = schema.object ?? [:]
      schema["description"] = .string(help)
      properties[name] = .object(schema)
    }
    for option in keys.offered { properties[option.name] = schema(of: option, isText: false) }
    return [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "oneOf": [["required": ["url"]], ["required": ["html"]]],
    ]
  }

  private static let problem: JSONValue = [
    "type": "object", "required": ["type", "title", "status", "detail"],
    "properties": [
      "type": ["type": "string", "format": "uri-reference"], "title": ["type": "string"], "status": ["type": "integer"],
      "detail": ["type": "string"], "cause": ["type": "string"],
    ],
  ]

  // MARK: Answers

  private func responses(of purpose: PageRequest.Purpose, isPost: Bool) -> JSONValue {
    let content: JSONValue =
      purpose == .picture
      ? .object(
        Dictionary(
          formats.map { ($0.mediaType, ["schema": ["type": "string", "format": "binary"]] as JSONValue) },
          uniquingKeysWith: { $1 }))
      : ["application/json": ["schema": ["type": "object"]]]
    var responses: [String: JSONValue] = ["200": ["description": "What was asked for.", "content": content]]
    if !isPost { responses["304"] = ["description": "It is what the client has already."] }
    for (status, text) in Self.problems where isPost || ![408, 413, 415].contains(status) {
      if status == 401, isOpen { continue }
      responses[String(status)] = Self.answer(text)
    }
    if !isPost { responses["413"] = Self.answer("The options are too long together.") }
    return .object(responses)
  }

  private static let problems: [(Int, String)] = [
    (400, "A parameter is unknown, missing, or makes no sense."), (401, "The server does not know who asks."),
    (403, "The page may not be loaded, or needs more than this server allows."),
    (406, "The client accepts none of the formats."), (408, "The body did not come in time."),
    (413, "The body or an option is too long."), (415, "The body is of a type that is not understood."),
    (422, "The page cannot be rendered: its cause says why."), (429, "The client has too many pages under way."),
    (502, "The page's server cannot be reached."),
    (503, "Too many requests are waiting, or the service is being stopped."),
    (504, "The page was not finished within its time."),
  ]

  private static func answer(_ text: String) -> JSONValue {
    [
      "description": .string(text),
      "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
  }

  private func plain(_ id: String, _ summary: String, _ statuses: [Int], _ type: String = "application/json")
    -> JSONValue
  {
    var responses: [String: JSONValue] = [
      "200": [
        "description": .string(summary),
        "content": [type: ["schema": type == "application/json" ? ["type": "object"] : ["type": "string"]]],
      ]
    ]
    for status in statuses { responses[String(status)] = Self.answer("See the problem.") }
    return ["operationId": .string(id), "summary": .string(summary), "responses": .object(responses)]
  }
}
