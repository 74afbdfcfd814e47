import Foundation
import OffscreenLoading
import OffscreenPlatform
import OffscreenScript

/// Answers rendering requests, one JSON object each. Stays on one thread.
public final class Worker {
  /// Bytes of one request; a longer one is refused.
  public static let longestRequest = 1 << 20

  private let renderer: PageRenderer
  private let encoder: JSONEncoder
  private let timeout: Duration
  /// Whether a page that takes more processor time than its time limit allows ends the process.
  package var limitsProcessorTime = false

  /// Bytes of the heap before the first page.
  private var usedAtStart: Int?
  /// Whether its heap goes on with large pages.
  private var hasLargePages = false
  /// Who loads for this process, where it may not itself.
  package var broker: BrokerClient? {
    get { renderer.broker }
    set { renderer.broker = newValue }
  }

  /// `fonts`: a font folder in place of the bundled one. `timeout`: of requests that name none.
  public init(fonts: String? = nil, timeout: Duration = PageOptions().timeout) throws {
    self.timeout = timeout
    renderer = try PageRenderer(fonts: fonts)
    renderer.allowsStreams = false
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Makes what most pages need, for processes that are forked from this one: by a request that is answered as theirs
  /// are, so that what Swift finds out when a type is first used is known to them, too.
  package func warmUp() { rehearse(Self.commonPage) }

  private func rehearse(_ page: String, _ options: [String: String] = [:]) {
    var request = WorkerRequest(id: "0", input: "/page.html")
    request.output = "/dev/null"
    request.options[name: "network"] = NetworkPolicy.none.rawValue
    for (name, value) in options { request.options[name: name] = value }
    guard let line = try? encoder.encode(request) else { return }
    // What this process spends between forks is none of a page's time.
    let limited = limitsProcessorTime
    limitsProcessorTime = false
    defer { limitsProcessorTime = limited }
    BrokerClient.rehearse(request: Array(line), file: Array(page.utf8)) { client in
      broker = client
      if let line = client.nextPage() { _ = answer(line) }
      broker = nil
    }
  }

  /// Opens the script engine's library, which takes 5 ms: it starts no thread, which a forked process would lack.
  package func warmUpScripts() { _ = OptionalLibrary.javaScriptCore.isAvailable }

  /// Lets scripts of our own run, so that those of pages begin with an engine that knows the prelude. `compiles`: whether
  /// it makes machine code, which is then so in all processes that are forked from this one; `refuse` ends such a process
  /// where its page must not be compiled.
  package func prepareScripts(compiles: Bool, refuse: @escaping @Sendable () -> Never) {
    ScriptLibrary.prepare(refuse: refuse) { rehearse(Self.scriptedPage, ["scriptJIT": compiles ? "on" : "off"]) }
  }

  /// What scripts have in common.
  private static let scriptedPage = """
    <!doctype html><title>t</title><p id=a class=b data-c=d>Text</p><script>
    const element = document.getElementById("a"), list = document.querySelectorAll("p");
    element.classList.add("e"); element.style.color = "green"; element.dataset.f = "g"; element.setAttribute("h", "i");
    element.innerHTML = "<b>j</b>"; element.appendChild(document.createElement("div")).textContent = list.length;
    element.children[0].remove(); element.addEventListener("k", () => {}); element.dispatchEvent(new CustomEvent("k"));
    getComputedStyle(element).display; element.getBoundingClientRect(); element.offsetWidth; element.click();
    new MutationObserver(() => {}).observe(element, {childList: true}); matchMedia("print").matches; scrollX;
    new URL("l?m=n", location.href).searchParams.get("m"); navigator.userAgent; history.state; console.debug; fetch;
    localStorage.getItem("o"); performance.now(); Date.now(); Math.random(); new XMLHttpRequest; element.closest("body");
    document.addEventListener("DOMContentLoaded", () => {}); addEventListener("load", () => {});
    setTimeout(() => requestAnimationFrame(() => {}), 0); Promise.resolve().then(() => {}); document.cookie;
    </script>
    """

  /// The fonts and the controls that pages have in common.
  private static let commonPage =
    "<!doctype html><title>t</title><style>p{font-family:sans-serif}</style><h1>Heading</h1><p>Text <b>bold</b> <i>slanted</i> "
    + "<a href=x>link</a><code>code</code><ul><li>item</ul><table><tr><th>h<td>c</table><input><button>b</button>"

  /// The answer to one line, without its line end. Never fails: what is wrong is in the answer.
  public func answer(_ line: [UInt8]) -> String {
    let answer = result(of: line)
    guard let data = try? encoder.encode(answer) else {
      return #"{"ok":false,"cause":"request","error":"the answer could not be written"}"#
    }
    return MessageText.plain(json: String(decoding: data, as: UTF8.self))
  }

  /// Gives memory back that the pages so far have left, where it is much: for the time between two pages.
  package func releaseMemory() {
    let heap = ProcessMemory.heap()
    guard let usedAtStart else {
      usedAtStart = heap.used
      return
    }
    // 1. What is kept to be quick, which the next pages make anew.
    let keepsMuch = heap.used > usedAtStart + Self.mostKept
    if keepsMuch { renderer.releaseCaches() }
    // 2. What is free, which takes a millisecond.
    if keepsMuch || heap.free > Self.mostFree {
      ProcessMemory.releaseFreed()
      if hasLargePages { ProcessMemory.goOnWithLargePages() }
    }
  }

  /// For a process that was forked from the one that has made this worker, before its first page. What its heap goes on
  /// with counts as free before it is used, and is less than what may be free.
  package func beginInFork() {
    hasLargePages = true
    ProcessMemory.beginInFork()
    usedAtStart = ProcessMemory.heap().used
  }

  /// Together with the parts of the program and of fonts that pages make it read, less than 40 MiB.
  private static let (mostKept, mostFree) = (8 << 20, 10 << 20)

  /// Reads a request; where it is none, the answer to it.
  public static func request(in line: [UInt8]) -> Result<WorkerRequest, RefusedRequest> {
    guard line.count <= longestRequest else {
      return .failure(
        RefusedRequest(id: nil, RenderError(.request, "the request is longer than \(longestRequest) bytes")))
    }
    do {
      let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(line))
      if PageInput(request.input)?.isDescriptor == true {
        let error = RenderError(
          .request,
          "\(request.input): the worker's standard input holds its requests, and it has no other files open: give a file or an address"
        )
        return .failure(RefusedRequest(id: request.id, error))
      }
      return .success(request)
    } catch {
      return .failure(RefusedRequest(id: identifier(in: line), RenderError(.request, reason(error))))
    }
  }

  public struct RefusedRequest: Error {
    public var answer: WorkerAnswer
    init(id: String?, _ error: RenderError) { answer = WorkerAnswer(id: id, error: error) }
  }

  private func result(of line: [UInt8]) -> WorkerAnswer {
    switch Self.request(in: line) {
    case .failure(let refused): return refused.answer
    case .success(let request):
      do {
        return try render(request)
      } catch let error as RenderError {
        return WorkerAnswer(id: request.id, error: error)
      } catch {
        return WorkerAnswer(id: request.id, error: RenderError(.request, "\(error)"))
      }
    }
  }

  private func render(_ request: WorkerRequest) throws -> WorkerAnswer {
    let start = ContinuousClock.now
    var options = try request.pageOptions(timeout: timeout)
    if let path = request.output {
      options.goOntoPaper(
        for: [PictureOutput(path: path, quality: options.quality)], of: request.input, requested: request.options)
    }
    if limitsProcessorTime { ResourceLimits.limitProcessorTime(ofPage: options.timeout) }
    let output = request.output.map {
      PictureOutput(path: $0, thumbnail: options.thumbnail, quality: options.quality)
    }
    if let output { try options.check([output]) }
    if options.isOnPages, output?.format != .pdf {
      throw RenderError(.request, "pages: only the command render takes several pictures of one page; write a .pdf")
    }
    if case .eachElement = options.region {
      throw RenderError(.request, "selectorAll: only the command render takes several pictures of one page")
    }
    let page = try renderer.load(request.input, options: options)
    var answer = WorkerAnswer(id: request.id, ok: true)
    answer.set(page.facts)
    (answer.width, answer.height, answer.warnings) = (options.viewport.width, options.viewport.height, page.warnings)
    let inspection = request.inspect == nil ? nil : page.inspection()
    if let output {
      let rendering = try page.render([output])
      if let picture = rendering.pictures.first {
        try picture.write(to: output.path)
        (answer.width, answer.height, answer.bytes) = (picture.width, picture.height, picture.data.count)
      }
      answer.warnings = rendering.warnings
      if request.timings == true { answer.stages = rendering.timings.milliseconds }
    }
    if let path = request.inspect, let inspection { try RenderedPicture.write(Array(inspection.utf8), to: path) }
    if page.ranScripts { answer.ranScripts = true }
    if let evaluation = page.evaluation {
      switch evaluation {
      case .value(let json, _): answer.value = JSONValue(json: json) ?? .null
      case .exception(let message): answer.exception = message
      }
    }
    if options.keepsConsole { answer.console = page.console }
    if request.resources == true { answer.resources = page.resources() }
    answer.milliseconds = (ContinuousClock.now - start).milliseconds
    return answer
  }

  /// The `id` of a request that is otherwise not valid, so that the client knows which it was.
  private static func identifier(in line: [UInt8]) -> String? {
    struct Identified: Decodable { var id: String }
    return (try? JSONDecoder().decode(Identified.self, from: Data(line)))?.id
  }

  private static func reason(_ error: any Error) -> String {
    if let unknown = error as? UnknownKey { return "the request's key \(unknown)" }
    return switch error as? DecodingError {
    case .keyNotFound(let key, _): "the request has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "the request's \"\(context.codingPath.last?.stringValue ?? "?")\" is of the wrong type"
    case .dataCorrupted, nil: "the request is not valid JSON"
    @unknown default: "the request is not valid"
    }
  }
}
