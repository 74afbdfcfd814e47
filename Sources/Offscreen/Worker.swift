import Foundation

/// Answers rendering requests, one JSON object each. Stays on one thread.
public final class Worker {
  /// Bytes of one request; a longer one is refused.
  public static let longestRequest = 1 << 20

  private struct Request: Decodable {
    var id: String
    var input: String
    var output: String?
    var inspect: String?
    var viewport: String?
    var fullPage: Bool?
    var scale: Double?
    var thumbnail: String?
    var settle: String?
    var root: String?
    var network: String?
    var timeout: String?
    var scripts: Bool?

    init(from decoder: any Decoder) throws {
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
      settle = try values.decodeIfPresent(String.self, forKey: .settle)
      root = try values.decodeIfPresent(String.self, forKey: .root)
      network = try values.decodeIfPresent(String.self, forKey: .network)
      timeout = try values.decodeIfPresent(String.self, forKey: .timeout)
      scripts = try values.decodeIfPresent(Bool.self, forKey: .scripts)
    }

    private enum CodingKeys: String, CodingKey {
      case id, input, output, inspect, viewport, fullPage, scale, thumbnail, settle, root, network, timeout, scripts
    }
  }

  private struct Answer: Encodable {
    var id: String?
    var ok: Bool
    var width: Int?
    var height: Int?
    var milliseconds: Double?
    var warnings: [String]?
    var error: String?
    var cause: String?
  }

  private let renderer: PageRenderer
  private let encoder: JSONEncoder

  /// `fonts`: a font folder in place of the bundled one.
  public init(fonts: String? = nil) throws {
    renderer = try PageRenderer(fonts: fonts)
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// The answer to one line, without its line end. Never fails: what is wrong is in the answer.
  public func answer(_ line: [UInt8]) -> String {
    let answer = result(of: line)
    guard let data = try? encoder.encode(answer) else {
      return #"{"ok":false,"cause":"request","error":"the answer could not be written"}"#
    }
    return String(decoding: data, as: UTF8.self)
  }

  private func result(of line: [UInt8]) -> Answer {
    guard line.count <= Self.longestRequest else {
      return failure(nil, RenderError(.request, "the request is longer than \(Self.longestRequest) bytes"))
    }
    let request: Request
    do {
      request = try JSONDecoder().decode(Request.self, from: Data(line))
    } catch {
      return failure(identifier(in: line), RenderError(.request, Self.reason(error)))
    }
    do {
      return try render(request)
    } catch let error as RenderError {
      return failure(request.id, error)
    } catch {
      return failure(request.id, RenderError(.request, "\(error)"))
    }
  }

  private func render(_ request: Request) throws -> Answer {
    let start = ContinuousClock.now
    let options = try options(of: request)
    let page = try renderer.load(request.input, options: options)
    var size: (width: Int, height: Int)?
    var inspection: String?
    if request.inspect != nil { inspection = page.inspection() }
    var warnings = page.warnings
    if let output = request.output {
      let picture = try page.picture()
      try picture.write(to: output)
      size = (picture.width, picture.height)
      warnings = picture.warnings
    }
    if let path = request.inspect, let inspection { try RenderedPicture.write(Array(inspection.utf8), to: path) }
    let answer = Answer(
      id: request.id, ok: true, width: size?.width ?? options.viewport.width,
      height: size?.height ?? options.viewport.height,
      milliseconds: (ContinuousClock.now - start).milliseconds, warnings: warnings)
    return answer
  }

  private func options(of request: Request) throws(RenderError) -> PageOptions {
    func invalid(_ key: String, _ value: String, _ wanted: String) -> RenderError {
      RenderError(.request, "\(key): \(value.prefix(100)) is not \(wanted)")
    }
    var options = PageOptions()
    if let text = request.viewport {
      guard let viewport = Viewport(text) else { throw invalid("viewport", text, "WxH, each from 1 to 32767") }
      options.viewport = viewport
    }
    if let text = request.thumbnail {
      guard let size = ThumbnailSize(text) else { throw invalid("thumbnail", text, "WxH, Wx or xH") }
      options.thumbnail = size
    }
    if let text = request.settle {
      guard let duration = PageOptions.duration(text) else { throw invalid("settle", text, "a duration") }
      options.settle = duration
    }
    if let text = request.timeout {
      guard let duration = PageOptions.duration(text) else { throw invalid("timeout", text, "a duration") }
      options.timeout = duration
    } else {
      options.timeout = .seconds(8)
    }
    if let text = request.network {
      guard let policy = NetworkPolicy(rawValue: text) else { throw invalid("network", text, "none, public or all") }
      options.network = policy
    }
    options.fullPage = request.fullPage ?? false
    options.scale = request.scale ?? 1
    options.root = request.root
    options.runsScripts = request.scripts ?? true
    if let problem = options.problem { throw RenderError(.request, problem) }
    return options
  }

  private func failure(_ id: String?, _ error: RenderError) -> Answer {
    Answer(id: id, ok: false, error: error.message, cause: error.cause.rawValue)
  }

  /// The `id` of a request that is otherwise not valid, so that the client knows which it was.
  private func identifier(in line: [UInt8]) -> String? {
    struct Identified: Decodable { var id: String }
    return (try? JSONDecoder().decode(Identified.self, from: Data(line)))?.id
  }

  private static func reason(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "the request has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "the request's \"\(context.codingPath.last?.stringValue ?? "?")\" is of the wrong type"
    case .dataCorrupted, nil: "the request is not valid JSON"
    @unknown default: "the request is not valid"
    }
  }
}
