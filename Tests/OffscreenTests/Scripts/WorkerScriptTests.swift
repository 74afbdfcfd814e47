import Testing

@testable import Offscreen

/// Workers: realms beside the page's, in turns with it.
struct WorkerScriptTests: ScriptTesting {
  /// What a worker of `script` posts, up to `count` messages; the page runs `page` with the worker as `w`.
  private func expectMessages(
    _ expected: String, from script: String, page: String = "", count: Int = 1,
    location: SourceLocation = #_sourceLocation
  ) throws {
    try expect(
      expected,
      """
      <body><script id=source type=text/plain>\(script)</script><script>
      const log = [], address = URL.createObjectURL(new Blob([source.textContent]));
      const w = new Worker(address);
      const result = new Promise(done => { w.onmessage = e => { log.push(e.data); if (log.length === \(count)) done(log) } });
      w.onerror = e => { log.push('error: ' + e.message); e.preventDefault() };
      \(page)
      </script>
      """, "result", location: location)
  }

  // MARK: What they are

  @Test func theScopeIsOfTheirOwn() throws {
    try expectMessages(
      #"[["[object DedicatedWorkerGlobalScope]",true,true,"undefined","undefined","undefined","function","blob:"]]"#,
      from: """
        postMessage([Object.prototype.toString.call(self), self instanceof WorkerGlobalScope, self instanceof EventTarget,
          typeof window, typeof document, typeof HTMLElement, typeof importScripts, location.protocol])
        """)
  }

  @Test func messagesGoBothWays() throws {
    try expectMessages(
      #"["ready",{"list":[1,2],"time":0}]"#,
      from: "postMessage('ready'); onmessage = ({data: {list, time}}) => postMessage({list, time: time.getTime()})",
      page: "w.postMessage({list: [1, 2], time: new Date(0)})", count: 2)
  }

  @Test func whatArrivesIsOfTheRealmThatItArrivesIn() throws {
    try expectMessages(
      #"[[true,true,true,true,true,"boom"]]"#,
      from: """
        onmessage = ({data: [map, error, blob, rect, exception]}) => postMessage([map instanceof Map, error instanceof RangeError,
          blob instanceof Blob, rect instanceof DOMRect, exception instanceof DOMException, error.message])
        """,
      page: "w.postMessage([new Map(), new RangeError('boom'), new Blob(['x']), new DOMRect(), new DOMException()])")
  }

  @Test func buffersAndPortsAreTransferred() throws {
    try expectMessages(
      #"[[8,1],"by the port",0]"#,
      from:
        "onmessage = e => { postMessage([e.data.byteLength, e.ports.length]); e.ports[0].postMessage('by the port') }",
      page: """
        const buffer = new ArrayBuffer(8), channel = new MessageChannel();
        channel.port1.onmessage = e => { log.push(e.data); w.onmessage({data: buffer.byteLength}) };
        w.postMessage(buffer, [buffer, channel.port2]);
        """, count: 3)
  }

  @Test func streamsAreTransferred() throws {
    try expectMessages(
      #"["ab"]"#,
      from: """
        onmessage = async e => { let text = '';
          for await (const chunk of e.data) text += chunk;
          postMessage(text) }
        """,
      page:
        "const s = new ReadableStream({start(c) { c.enqueue('a'); c.enqueue('b'); c.close() }}); w.postMessage(s, [s])")
  }

  @Test func exceptionsReachWhoeverMadeThem() throws {
    try expectMessages(
      #"["error: Uncaught Error: first","end"]"#,
      from: "onmessage = () => postMessage('end'); throw new Error('first')", page: "w.postMessage(0)", count: 2)
  }

  @Test func timersRunOnThePagesClock() throws {
    try expectMessages(
      "[[3,true]]",
      from: """
        const start = performance.now(); let rounds = 0;
        const id = setInterval(() => { rounds += 1;
          if (rounds === 3) { clearInterval(id); postMessage([rounds, performance.now() - start >= 30]) } }, 10)
        """)
  }

  @Test func closedOnesRunNoMore() throws {
    try expectMessages(
      #"["one","page"]"#, from: "postMessage('one'); setTimeout(() => postMessage('two')); close()",
      page: "setTimeout(() => w.postMessage('late'), 5); setTimeout(() => log.push('page'), 20)")
    try expectMessages(
      #"["one","page"]"#, from: "setInterval(() => postMessage('one'), 10)",
      page: "setTimeout(() => { w.terminate(); setTimeout(() => w.onmessage({data: 'page'}), 50) }, 15)", count: 2)
  }

  @Test func modulesImport() throws {
    try expect(
      #"["TypeError",42]"#,
      """
      <script>
      const part = URL.createObjectURL(new Blob(['export const answer = 42'], {type: 'text/javascript'}));
      const main = `import {answer} from '${part}'; let n = ''; try { importScripts() } catch (e) { n = e.name } postMessage([n, answer])`;
      const w = new Worker(URL.createObjectURL(new Blob([main], {type: 'text/javascript'})), {type: 'module'});
      const result = new Promise(done => { w.onmessage = e => done(e.data); w.onerror = e => done('error') });
      </script>
      """, "result")
  }

  @Test func scriptsAreImported() throws {
    try expectMessages(
      #"[[5,"NetworkError","SyntaxError"]]"#,
      from: """
        const names = [];
        importScripts('data:text/javascript,self.value=5');
        for (const address of ['blob:null/none', 'https://:']) try { importScripts(address) } catch (e) { names.push(e.name) }
        postMessage([value, ...names])
        """)
  }

  @Test func requestsAreMade() throws {
    try expectMessages(
      #"[["text",4]]"#,
      from: """
        fetch('data:,text').then(r => r.text()).then(text => {
          const request = new XMLHttpRequest(); request.open('GET', 'data:,sync', false);
          request.responseType = 'arraybuffer'; request.send();
          postMessage([text, request.response.byteLength]) })
        """)
  }

  @Test func workersHaveWorkers() throws {
    try expectMessages(
      #"["inner: 2"]"#,
      from: """
        const inner = new Worker(URL.createObjectURL(new Blob(['onmessage = e => postMessage(e.data + 1)'])));
        inner.onmessage = e => postMessage('inner: ' + e.data); inner.postMessage(1)
        """)
  }

  @Test func sharedOnesAreFoundByAddressAndName() throws {
    try expect(
      "[1,2,1]",
      """
      <script>
      const address = URL.createObjectURL(new Blob(['let n = 0; onconnect = e => e.ports[0].postMessage(++n)']));
      const ask = (name) => new Promise(done => { new SharedWorker(address, name).port.onmessage = e => done(e.data) });
      const result = (async () => [await ask(''), await ask(''), await ask('other')])();
      </script>
      """, "result")
  }

  // MARK: Pictures

  @Test func bitmapsCross() throws {
    try expect(
      "[255,0,0,255]",
      """
      <script>
      const w = new Worker(URL.createObjectURL(new Blob([`
        const canvas = new OffscreenCanvas(2, 2), context = canvas.getContext('2d');
        context.fillStyle = '#f00'; context.fillRect(0, 0, 2, 2);
        const bitmap = canvas.transferToImageBitmap(); postMessage(bitmap, [bitmap])`])));
      const result = new Promise(done => { w.onmessage = e => {
        const c = document.createElement('canvas').getContext('2d'); c.drawImage(e.data, 0, 0);
        done([...c.getImageData(1, 1, 1, 1).data]) } });
      </script>
      """, "result")
  }

  @Test func aWorkerDrawsOnAnElement() throws {
    try expect(
      "[0,128,0,255]",
      """
      <canvas id=c width=4 height=4></canvas><script>
      const w = new Worker(URL.createObjectURL(new Blob([`onmessage = e => { const x = e.data.getContext('2d');
        x.fillStyle = 'green'; x.fillRect(0, 0, 4, 4);
        requestAnimationFrame(() => createImageBitmap(e.data).then(b => postMessage(b, [b]))) }`])));
      const canvas = c.transferControlToOffscreen();
      w.postMessage(canvas, [canvas]);
      const result = new Promise(done => { w.onmessage = e => { const x = new OffscreenCanvas(4, 4).getContext('2d');
        x.drawImage(e.data, 0, 0); done([...x.getImageData(2, 2, 1, 1).data]) } });
      </script>
      """, "result")
  }

  // MARK: Limits

  @Test func oneThatNeverEndsLeavesThePage() throws {
    let result = try evaluate(
      """
      <!doctype html><script>var ended = false;
      const w = new Worker(URL.createObjectURL(new Blob(['for (;;);'])));
      setTimeout(() => ended = true, 50)</script>
      """, "ended"
    ) { $0.limits.scriptTime = 2 }
    #expect(result == .value(json: "true", text: nil))
  }

  @Test func nestedWorkersAreBounded() throws {
    let result = try evaluate(
      """
      <!doctype html><script>var made = 0, alive = 0;
      const text = `const w = new Worker(self.location.href); onmessage = e => postMessage(e.data + 1);
        w.onmessage = e => postMessage(e.data); w.onerror = e => { e.preventDefault(); postMessage(1) }`;
      const w = new Worker(URL.createObjectURL(new Blob([text])));
      const result = new Promise(done => { w.onmessage = e => done('bounded') })</script>
      """, "result")
    #expect(result == .value(json: #""bounded""#, text: "bounded"))
  }

  @Test func sleepingIsNoDeadlock() throws {
    try expectMessages(
      #"[["timed-out",true,"Error"]]"#,
      from: """
        const memory = new Int32Array(new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}).buffer);
        const start = performance.now(), first = Atomics.wait(memory, 0, 0, 20), time = performance.now() - start;
        let name = ''; try { Atomics.wait(memory, 0, 0) } catch (e) { name = e.name }
        postMessage([first, time >= 20, name])
        """)
  }

  @Test func originsOfDataAreOpaque() throws {
    try expect(
      #"["null","none"]"#,
      """
      <script>
      const channel = new BroadcastChannel('c'); let heard = 'none'; channel.onmessage = e => heard = e.data;
      const w = new Worker(`data:text/javascript,new BroadcastChannel('c').postMessage('heard'); postMessage(origin)`);
      const result = new Promise(done => { w.onmessage = e => setTimeout(() => done([e.data, heard]), 20) });
      </script>
      """, "result")
  }
}
