import Foundation
import TestSupport
import Testing

/// What renderers can do once they are sealed, seen from outside: `OFFSCREEN_PROVOKE` makes them try.
@Suite(.needsProgram)
struct SandboxCommandTests {
  /// Whether this machine's kernel can do all of it: else there is nothing to see.
  private static let isSupported: Bool = {
    guard let folder = try? TemporaryFolder(),
      let result = try? folder.shell("offscreen doctor --json")
    else { return false }
    return result.output.contains("seccomp filter and Landlock")
  }()

  private static let faults = ["socket", "listen", "write", "program", "signal", "mode"]

  /// A folder with a page for each fault, and the variable that asks for them.
  private func provocations() throws -> (folder: TemporaryFolder, variable: String) {
    let folder = try TemporaryFolder()
    for fault in Self.faults { try folder.write("<p>\(fault)", to: "\(fault).html") }
    return (folder, Self.faults.map { "\($0)=\($0).html" }.joined(separator: " "))
  }

  private func requests(_ network: String, in folder: TemporaryFolder) throws {
    let lines = Self.faults.map {
      #"{"id": "\#($0)", "input": "\#(folder.url.path)/\#($0).html", "output": "out/\#($0).png", "network": "\#(network)"}"#
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "requests")
  }

  private func outcomes(_ error: String) -> [String: Bool] {
    var refused: [String: Bool] = [:]
    for fault in Self.faults {
      if error.contains("provoked \(fault): refused") { refused[fault] = true }
      if error.contains("provoked \(fault): not refused") { refused[fault] = false }
    }
    return refused
  }

  private static let allRefused = Dictionary(uniqueKeysWithValues: faults.map { ($0, true) })

  @Test(.needs("a kernel with Landlock and seccomp", isSupported)) func aRendererReachesNothingButItsOutput() throws {
    let (folder, variable) = try provocations()
    try requests("none", in: folder)
    let result = try folder.shell(
      "offscreen worker < requests", provoke: variable)
    #expect(outcomes(result.error) == Self.allRefused, "\(result.error)")
    #expect(!folder.files().contains("provoked"))
    // The pages' answers come all the same.
    #expect(result.output.split(separator: "\n").count { $0.contains("\"ok\":true") } == Self.faults.count)
    #expect(folder.files(below: "out").count == Self.faults.count)
  }

  @Test(.needs("a kernel with Landlock and seccomp", isSupported))
  func theNetworkTakesNoSockets() async throws {
    let (folder, variable) = try provocations()
    let server = try await TestServer { .init(headers: ["Content-Type": "text/html"], body: "<p>\($0.path)") }
    let lines = Self.faults.map {
      #"{"id": "\#($0)", "input": "\#(server.address("/\($0).html"))", "output": "out/\#($0).png", "network": "all"}"#
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "requests")
    let result = try await folder.shellBesideServer("OFFSCREEN_PROVOKE='\(variable)' offscreen worker < requests")
    #expect(outcomes(result.error) == Self.allRefused, "\(result.error)")
    #expect(result.output.split(separator: "\n").count { $0.contains("\"ok\":true") } == Self.faults.count)
    #expect(server.paths == Self.faults.map { "/\($0).html" })
  }

  /// What identifies the user, and what only who loads uses, goes to the server and not into the renderer.
  @Test func renderersAreToldNoSecrets() async throws {
    let folder = try TemporaryFolder()
    let server = try await TestServer { request in
      request.headers["authorization"] == nil
        ? .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
        : .init(headers: ["Content-Type": "text/html"], body: "<p>")
    }
    let address = server.address("/told.html").replacingOccurrences(of: "http://", with: "http://me:hidden1@")
    let request =
      #"{"id": "1", "input": "\#(address)", "output": "a.png", "network": "all", "headers": ["X-Own: hidden2"], "#
      + #""cookies": ["c=hidden3"], "cache": "hidden4", "requestLog": "hidden5", "viewport": "100x100"}"#
    try folder.write(request + "\n", to: "requests")
    let result = try await folder.shellBesideServer("OFFSCREEN_PROVOKE=told=told.html offscreen worker < requests")
    #expect(result.output.contains("\"ok\":true"), "\(result.output)")
    #expect(result.error.contains("100x100") && !result.error.contains("hidden"), "\(result.error)")
    let asked = try #require(server.requests.last?.headers)
    #expect(asked["authorization"] == "Basic bWU6aGlkZGVuMQ==" && asked["x-own"] == "hidden2")
    #expect(asked["cookie"] == "c=hidden3")
    #expect(folder.text("hidden5").contains("\"status\": 200"))
    #expect(folder.files().contains("a.png"))
  }

  @Test(.needs("a kernel with Landlock and seccomp", isSupported)) func aProcessOfOnePageIsSealedToo() throws {
    let (folder, variable) = try provocations()
    for fault in Self.faults {
      let result = try folder.shell(
        "offscreen render \(fault).html --network none -o out/\(fault).png && offscreen inspect \(fault).html --network none",
        provoke: variable)
      #expect(result.status == 0)
      #expect(result.error.components(separatedBy: "provoked \(fault): refused").count == 3, "\(result.error)")
    }
    #expect(folder.files(below: "out").count == Self.faults.count)
    #expect(!folder.files().contains("provoked"))
  }

  @Test func withoutTheSandboxNothingIsRefused() throws {
    let (folder, variable) = try provocations()
    try requests("none", in: folder)
    let result = try folder.shell(
      "offscreen worker --no-sandbox < requests", provoke: variable)
    #expect(outcomes(result.error) == Self.allRefused.mapValues { _ in false }, "\(result.error)")
    #expect(folder.files().contains("provoked"))
    let doctor = try folder.shell("offscreen doctor", environment: ["OFFSCREEN_NO_SANDBOX": "1"])
    #expect(doctor.output.contains("poor     sandbox: switched off"))
  }

  @Test func resourcesAreLimited() throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>x", to: "limits.html")
    let provoke = "limits=limits.html"
    let one = try folder.shell(
      "offscreen render limits.html -o x.png --timeout 7s", provoke: provoke)
    // Of a process of many pages, the limit is set anew for each: this one is told before it is set.
    let requests = ["other", "limits"].map {
      #"{"id": 1, "input": "\#(folder.url.path)/\#($0).html", "timeout": "9s"}"#
    }
    try folder.write("<p>x", to: "other.html")
    try folder.write(requests.joined(separator: "\n") + "\n", to: "requests")
    let other = try folder.shell("offscreen worker < requests", provoke: provoke)
    for error in [one.error, other.error] {
      #expect(error.contains("core 0, files 512, file size 1073741824"), "\(error)")
    }
    // Of one page, 4 GiB; of a renderer process, twice what the supervisor lets it hold. A script engine reserves 160 GiB.
    let engine = 160 << 10
    #expect(
      one.error.contains("memory \(640 + 4096 + engine)") && other.error.contains("memory \(640 + 2 * 768 + engine)"))
    let cores = ProcessInfo.processInfo.activeProcessorCount
    #expect((2...4).contains { one.error.contains("processor \(7 * cores + $0)") }, "\(one.error)")
    #expect((2...4).contains { other.error.contains("processor \(9 * cores + $0)") }, "\(other.error)")
  }

  @Test func aPageThatNeedsMoreGetsAnotherProcess() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("<p>x", to: "p.html").path
    func request(_ id: Int, _ keys: String) -> String { #"{"id": \#(id), "input": "\#(page)", \#(keys)}"# }
    let lines = [
      request(1, #""output": "one/a.png", "network": "none""#), request(2, #""output": "two/new/b.png""#),
      request(3, #""output": "one/sub/c.png", "requestLog": "log""#), request(4, #""output": "/dev/null""#),
      request(5, #""inspect": "three/d.json", "cache": "kept""#),
    ]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "first")
    // A folder that was removed and made anew has the same path and is another.
    try folder.write(request(6, #""output": "one/e.png""#) + "\n", to: "second")
    let result = try folder.shell(
      "(cat first; until [ -e three/d.json ]; do sleep 0.1; done; rm -r one; mkdir one; cat second) | offscreen worker")
    #expect(result.output.split(separator: "\n").count { $0.contains("\"ok\":true") } == 6, "\(result.output)")
    #expect(Set(folder.files()).isSuperset(of: ["one/e.png", "two/new/b.png", "three/d.json", "log"]))
  }

  /// Code that has taken over a renderer tries all of it.
  @Test(.needs("a kernel with Landlock and seccomp", isSupported)) func everyAttemptIsRefused() throws {
    let folder = try TemporaryFolder()
    let result = try folder.shell("offscreen doctor --seal --json")
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]], "\(result.error)")
    #expect(rows.count >= 60)
    for row in rows { #expect(row["isRefused"] as? Bool == true, "\(row)") }
    #expect(result.status == 0)
  }

  @Test func nothingIsRenderedWithoutTheSealThatIsRequired() throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>x", to: "a.html")
    let sealed = try folder.shell("offscreen render a.html -o a.png --require-sandbox")
    #expect((sealed.status == 0) == Self.isSupported, "\(sealed.error)")
    for command in ["render a.html -o b.png", "batch a.html -o out"] {
      let result = try folder.shell(
        "offscreen \(command) --require-sandbox", environment: ["OFFSCREEN_NO_SANDBOX": "1"])
      #expect(result.status != 0 && result.error.contains("renderers are not sealed"), "\(result.error)")
    }
    #expect(!folder.files().contains("b.png"))
  }

  /// Pages that may read the same files share a process, others do not.
  @Test func aProcessForEachTrustDomain() throws {
    let folder = try TemporaryFolder()
    let pages = ["one/a.html", "one/b.html", "two/c.html", "one/d.html"]
    for page in pages { try folder.write("<p>x", to: page) }
    let requests = pages.map { #"{"id": 1, "input": "\#(folder.url.path)/\#($0)"}"# }
    try folder.write(requests.joined(separator: "\n") + "\n", to: "requests")
    let result = try folder.shell(
      "offscreen worker < requests", provoke: "process=a.html process=b.html process=c.html process=d.html")
    let numbers = result.error.split(separator: "\n").filter { $0.hasPrefix("process ") }
    #expect(numbers.count == 4, "\(result.error)")
    guard numbers.count == 4 else { return }
    #expect(numbers[0] == numbers[1] && Set(numbers).count == 3)
    #expect(result.output.split(separator: "\n").count { $0.contains("\"ok\":true") } == 4)
  }

  /// A process whose page had scripts serves no other one, and does not wait for it either.
  @Test func aProcessThatIsUsedUpEnds() throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>x", to: "plain.html")
    try folder.write("<p>x<script>document.title = 'y'</script>", to: "script.html")
    try folder.write(
      """
      import json, os, subprocess, time
      worker = subprocess.Popen(["offscreen", "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
      def count(process):
          tasks = f"/proc/{process}/task"
          try:
              children = [child for task in os.listdir(tasks) for child in open(f"{tasks}/{task}/children").read().split()]
          except OSError:
              return 0  # It ends just now.
          return 1 + sum(map(count, children))
      for page, wanted in [("plain.html", 3), ("script.html", 2), ("script.html", 2), ("plain.html", 3)]:
          print(json.dumps({"id": page, "input": page}), file=worker.stdin, flush=True)
          print(json.loads(worker.stdout.readline())["ok"])
          end = time.monotonic() + 10
          while count(worker.pid) != wanted and time.monotonic() < end: time.sleep(0.02)
          print(count(worker.pid) == wanted)
      """, to: "count.py")
    let result = try folder.shell("python3 count.py")
    #expect(result.output == String(repeating: "True\n", count: 8), "\(result.output) \(result.error)")
  }

  /// What one process says of its page passes through the one that the next is forked from.
  @Test func nothingOfAPageIsInTheNextOnesProcess() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      import json, os, re, subprocess
      worker = subprocess.Popen(["offscreen", "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
      def children(process):
          tasks = f"/proc/{process}/task"
          return [child for task in os.listdir(tasks) for child in open(f"{tasks}/{task}/children").read().split()]
      def found(process):
          words = set()
          memory = open(f"/proc/{process}/mem", "rb", 0)
          for line in open(f"/proc/{process}/maps"):
              place, rights, *_ = line.split()
              start, end = (int(number, 16) for number in place.split("-"))
              if not rights.startswith("rw") or end - start > 1 << 26: continue
              try: memory.seek(start); words.update(re.findall(rb"SECRET[0-9]SECRET", memory.read(end - start)))
              except OSError: continue
          return words
      for number in range(6):
          secret = f"SECRET{number}SECRET"
          os.mkdir(str(number))
          with open(f"{number}/a.html", "w") as page: page.write(f"<title>{secret * (2000 if number == 3 else 1)}</title>x")
          print(json.dumps({"id": secret, "input": os.path.abspath(f"{number}/a.html")}), file=worker.stdin, flush=True)
          worker.stdout.readline()
          renderers = [child for template in children(worker.pid) for child in children(template)]
          words = set.union(*map(found, renderers))
          print(sorted(words - {secret.encode()}), secret.encode() in words)
      """, to: "look.py")
    let result = try folder.shell("python3 look.py")
    // The first page's process is forked before there was any other.
    #expect(result.output == String(repeating: "[] True\n", count: 6), "\(result.output) \(result.error)")
  }

  /// A process that draws a PDF document is started for a sealed one, and sealed itself.
  @Test func sealedProcessesStartWhatDrawsPDF() throws {
    let folder = try TemporaryFolder()
    let document = """
      %PDF-1.4
      1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
      2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
      3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj
      trailer << /Root 1 0 R >>
      %%EOF
      """
    let path = try folder.write(document, to: "a.pdf").path
    try folder.write(#"{"id": 1, "input": "\#(path)", "output": "b.png"}"#, to: "requests")
    let result = try folder.shell(
      "offscreen render a.pdf -o a.png && offscreen worker < requests")
    #expect(result.status == 0 && result.output.contains("\"ok\":true"), "\(result.output) \(result.error)")
    #expect(Set(folder.files()).isSuperset(of: ["a.png", "b.png"]))
  }

  /// Runs a program as on a kernel that does not know the given calls.
  private static let without = #"""
    import ctypes, os, platform, struct, sys
    seccomp = 317 if platform.machine() == "x86_64" else 277
    calls = {"landlock": [444, 445, 446], "both": [444, 445, 446, seccomp]}[sys.argv[1]]
    line = lambda code, then, other, value: struct.pack("HBBI", code, then, other, value)
    code = line(0x20, 0, 0, 0)
    for call in calls: code += line(0x15, 0, 1, call) + line(0x06, 0, 0, 0x00050000 | 38)
    code += line(0x06, 0, 0, 0x7FFF0000)
    class Program(ctypes.Structure): _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_char_p)]
    libc = ctypes.CDLL(None)
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(Program(len(code) // 8, code))) == 0
    os.execvp(sys.argv[2], sys.argv[2:])
    """#

  @Test(
    .needs(
      "a kernel with Landlock and seccomp, and Python",
      isSupported && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")),
    arguments: [("landlock", "the kernel has no Landlock"), ("both", "neither Landlock nor seccomp")])
  func aKernelThatCannotIsToldOfOnce(missing: String, message: String) throws {
    let (folder, variable) = try provocations()
    try requests("none", in: folder)
    try folder.write(Self.without, to: "without.py")
    let worker = try folder.shell(
      "python3 without.py \(missing) offscreen worker --recycle 2 < requests",
      provoke: variable)
    #expect(worker.error.components(separatedBy: message).count == 2, "\(worker.error)")
    #expect(worker.output.split(separator: "\n").count { $0.contains("\"ok\":true") } == Self.faults.count)
    // What the kernel still does, holds.
    #expect(outcomes(worker.error)["socket"] == (missing == "landlock"))
    #expect(outcomes(worker.error)["write"] == false)
    let render = try folder.shell(
      "python3 without.py \(missing) offscreen render socket.html -o x.png")
    #expect(render.status == 0 && render.error.components(separatedBy: message).count == 2)
    let doctor = try folder.shell("python3 without.py \(missing) offscreen doctor")
    #expect(doctor.output.contains("poor     sandbox:") && doctor.output.contains(message))
  }
}
