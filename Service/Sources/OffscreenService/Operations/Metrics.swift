import Synchronization

/// Numbers of the service as Prometheus reads them:
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
final class Metrics: Sendable {
  enum Name: String, CaseIterable {
    case requests = "offscreen_requests_total"
    case requestSeconds = "offscreen_request_seconds"
    case refused = "offscreen_refused_total"
    case waiting = "offscreen_queue_waiting"
    case atWork = "offscreen_queue_at_work"
    case takenBack = "offscreen_taken_back_total"
    case stageSeconds = "offscreen_stage_seconds_total"
    case rendered = "offscreen_rendered_total"
    case deaths = "offscreen_renderer_deaths_total"
    case failures = "offscreen_page_failures_total"
    case workerRestarts = "offscreen_worker_restarts_total"
    case cache = "offscreen_cache_requests_total"
    case cacheBytes = "offscreen_cache_bytes"
    case cacheEntries = "offscreen_cache_entries"
    case connections = "offscreen_connections"

    fileprivate var help: String {
      switch self {
      case .requests: "Requests answered, by route and status."
      case .requestSeconds: "Seconds until a request was answered, by route."
      case .refused: "Requests refused before a page was loaded, by reason."
      case .waiting: "Requests that wait for a renderer."
      case .atWork: "Requests that the worker has."
      case .takenBack: "Pages ended because their clients went away."
      case .stageSeconds: "Seconds of rendering, by stage."
      case .rendered: "Pages rendered."
      case .deaths: "Renderer processes that died of their page, by cause."
      case .failures: "Pages that failed otherwise, by cause."
      case .workerRestarts: "Times that the worker had to be started again."
      case .cache: "Requests that could be cached, by what came of it."
      case .cacheBytes: "Bytes of pictures in the cache."
      case .cacheEntries: "Pictures in the cache."
      case .connections: "Open connections."
      }
    }

    fileprivate var type: String {
      switch self {
      case .waiting, .atWork, .cacheBytes, .cacheEntries, .connections: "gauge"
      case .requestSeconds: "histogram"
      default: "counter"
      }
    }
  }

  private struct Histogram {
    static let bounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    var counts = Array(repeating: 0, count: Histogram.bounds.count + 1)
    var sum = 0.0
  }
  private struct State {
    /// By name and labels as they are written.
    var values: [Name: [String: Double]] = [:]
    var histograms: [String: Histogram] = [:]
  }
  private let state = Mutex(State())
  static let mostLabels = 1000
  static let longestLabels = 200

  init() {
    // A number that nothing has happened to yet is 0, and there.
    for name in Name.allCases
    where [.waiting, .atWork, .takenBack, .rendered, .workerRestarts, .cacheBytes, .cacheEntries, .connections]
      .contains(name)
    {
      set(name, 0)
    }
  }

  /// `labels`: their values must come from a small set that no client chooses.
  func add(_ name: Name, _ value: Double = 1, labels: KeyValuePairs<String, String> = [:]) {
    let text = Self.text(labels)
    state.withLock { state in
      // Some come from renderers, which are assumed to be lost.
      guard state.values[name]?[text] != nil || state.values[name, default: [:]].count < Self.mostLabels,
        text.utf8.count <= Self.longestLabels
      else { return }
      state.values[name, default: [:]][text, default: 0] += value
    }
  }

  func set(_ name: Name, _ value: Int) { state.withLock { $0.values[name, default: [:]][""] = Double(value) } }

  func observe(seconds: Double, route: String) {
    let slot = Histogram.bounds.firstIndex { seconds <= $0 } ?? Histogram.bounds.count
    state.withLock { state in
      state.histograms[route, default: Histogram()].counts[slot] += 1
      state.histograms[route, default: Histogram()].sum += seconds
    }
  }

  func value(_ name: Name, labels: KeyValuePairs<String, String> = [:]) -> Double {
    state.withLock { $0.values[name]?[Self.text(labels)] ?? 0 }
  }

  var text: String {
    state.withLock { state in
      var lines: [String] = []
      for name in Name.allCases {
        lines.append("# HELP \(name.rawValue) \(name.help)")
        lines.append("# TYPE \(name.rawValue) \(name.type)")
        for (labels, value) in (state.values[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
          lines.append("\(name.rawValue)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.text(value))")
        }
        guard name == .requestSeconds else { continue }
        for (route, histogram) in state.histograms.sorted(by: { $0.key < $1.key }) {
          var total = 0
          let label = Self.text(["route": route])
          for (index, count) in histogram.counts.enumerated() {
            total += count
            let bound = index < Histogram.bounds.count ? "\(Histogram.bounds[index])" : "+Inf"
            lines.append("\(name.rawValue)_bucket{\(label),le=\"\(bound)\"} \(total)")
          }
          lines.append("\(name.rawValue)_sum{\(label)} \(histogram.sum)")
          lines.append("\(name.rawValue)_count{\(label)} \(total)")
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private static func text(_ labels: KeyValuePairs<String, String>) -> String {
    var text = ""
    for (name, value) in labels {
      if !text.isEmpty { text += "," }
      text += name
      text += "=\""
      // Byte by byte: "\r\n" is one character, and none of those that a set of characters has.
      func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") }
      text +=
        value.utf8.allSatisfy(isPlain)
        ? value : String(decoding: value.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
      text += "\""
    }
    return text
  }

  private static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
