/// The routes of other services in `/openapi.json`.
enum CompatibleRoutesDescription {
  static func browserless(_ responses: JSONValue) -> JSONValue {
    var answers = responses.object ?? [:]
    var content = answers["200"]?["content"]?.object ?? [:]
    content["text/plain"] = ["schema": ["type": "string", "contentEncoding": "base64"]]
    answers["200"] = ["description": "The picture.", "content": .object(content)]
    let viewport: JSONValue = [
      "type": "object", "required": ["width", "height"],
      "properties": [
        "width": ["type": "integer", "minimum": 1, "maximum": 4096],
        "height": ["type": "integer", "minimum": 1, "maximum": 4096],
        "deviceScaleFactor": ["type": "number", "minimum": 0.01, "maximum": 8], "isMobile": ["type": "boolean"],
      ],
    ]
    let options: JSONValue = [
      "type": "object",
      "properties": [
        "type": ["type": "string", "enum": ["png", "jpeg", "webp"]],
        "quality": ["type": "integer", "minimum": 0, "maximum": 100], "fullPage": ["type": "boolean"],
        "omitBackground": ["type": "boolean"], "encoding": ["type": "string", "enum": ["binary", "base64"]],
      ],
    ]
    return [
      "operationId": "browserless-screenshot", "summary": "Take a picture, as clients of Browserless ask for it.",
      "requestBody": [
        "required": true,
        "content": [
          "application/json": [
            "schema": [
              "type": "object",
              "properties": [
                "url": ["type": "string", "format": "uri"], "html": ["type": "string"], "viewport": viewport,
                "options": options,
              ],
              "oneOf": [["required": ["url"]], ["required": ["html"]]],
            ]
          ],
          "text/html": ["schema": ["type": "string"]],
        ],
      ],
      "responses": .object(answers),
    ]
  }

  static func gotenberg(_ kind: String, _ responses: JSONValue) -> JSONValue {
    var answers = responses.object ?? [:]
    answers["409"] = [
      "description": "The page's own answer was one of failOnHttpStatusCodes.",
      "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
    var properties: [String: JSONValue] = [
      "width": ["type": "integer", "minimum": 1, "default": 800],
      "height": ["type": "integer", "minimum": 1, "default": 600],
      "clip": ["type": "boolean", "default": false],
      "format": ["type": "string", "enum": ["png", "jpeg", "webp"], "default": "png"],
      "quality": ["type": "integer", "minimum": 0, "maximum": 100], "omitBackground": ["type": "boolean"],
      "waitDelay": ["type": "string"], "waitForExpression": ["type": "string"],
    ]
    var required: JSONValue = ["files"]
    if kind == "url" {
      properties["url"] = ["type": "string", "format": "uri"]
      required = ["url"]
    } else {
      properties["files"] = ["type": "array", "items": ["type": "string", "format": "binary"]]
    }
    return [
      "operationId": .string("gotenberg-\(kind)"), "summary": "Take a picture, as clients of Gotenberg ask for it.",
      "requestBody": [
        "required": true,
        "content": [
          "multipart/form-data": [
            "schema": ["type": "object", "properties": .object(properties), "required": required]
          ]
        ],
      ],
      "responses": .object(answers),
    ]
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  init(floatLiteral value: Double) { self = .number(value) }
}
