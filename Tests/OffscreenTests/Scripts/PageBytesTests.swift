import Testing

@testable import Offscreen

/// Streams, bodies, messages and encodings, as a page's scripts see them.
struct PageBytesTests: ScriptTesting {
  /// The JSON of what the body of an asynchronous function gives.
  private func expect(_ expected: String, _ body: String, location: SourceLocation = #_sourceLocation) throws {
    try expectOfFile(expected, body, location: location)
  }

  // MARK: Streams

  @Test func streamsArePipedAndIterated() throws {
    try expect(
      #"["A","B"]"#,
      """
      const upper = new TransformStream({transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()) }});
      const found = [];
      for await (const chunk of ReadableStream.from(['a', Promise.resolve('b')]).pipeThrough(upper)) found.push(chunk);
      return found
      """)
  }

  @Test func streamsKeepToWhatPagesHaveNotPatched() throws {
    try expect(
      #"["x"]"#,
      """
      return new Promise(resolve => setTimeout(() => {
        const constructor = Object.getOwnPropertyDescriptor(Promise.prototype, 'constructor');
        Object.defineProperty(Promise.prototype, 'constructor', {get() { throw 'constructor' }, configurable: true});
        Object.defineProperty(Array.prototype, '0', {set() { throw 'index' }, configurable: true});
        Array.prototype[Symbol.iterator] = null;
        const written = {};
        const sink = new WritableStream({write(chunk) { written[chunk] = true }});
        const source = new ReadableStream({start(controller) { controller.enqueue('x'); controller.close() }});
        source.pipeTo(sink);
        delete Array.prototype[0];
        setTimeout(() => {
          Object.defineProperty(Promise.prototype, 'constructor', constructor);
          resolve(Object.keys(written))
        }, 10)
      }, 0))
      """)
  }

  @Test func readersBringTheirBuffers() throws {
    try expect(
      "[[1,2],[3],true]",
      """
      const reader = new Blob([new Uint8Array([1, 2, 3])]).stream().getReader({mode: 'byob'});
      const one = await reader.read(new Uint8Array(2)), two = await reader.read(new Uint8Array(2));
      const three = await reader.read(new Uint8Array(2));
      return [[...one.value], [...two.value], three.done]
      """)
  }

  @Test func bodiesAreStreams() throws {
    try expect(
      #"["abab",true,"TypeError"]"#,
      """
      const source = new ReadableStream({start(controller) {
        controller.enqueue(new TextEncoder().encode('ab')); controller.enqueue(new TextEncoder().encode('ab'));
        controller.close() }});
      const response = new Response(source), copy = response.clone();
      const text = await response.text();
      return [text, (await copy.bytes()).length === 4, await response.text().catch(error => error.name)]
      """)
  }

  @Test func formDataComesBack() throws {
    try expect(
      #"["é","a.txt","text/plain","x\r\ny"]"#,
      """
      const data = new FormData();
      data.append('name"', 'é'); data.append('file', new File(['x\\r\\ny'], 'a.txt', {type: 'text/plain'}));
      const back = await new Response(data).formData(), file = back.get('file');
      return [back.get('name"'), file.name, file.type, await file.text()]
      """)
  }

  @Test(arguments: ["gzip", "deflate", "deflate-raw"])
  func compressionGoesBothWays(_ format: String) throws {
    try expect(
      #"[true,"TypeError"]"#,
      """
      const text = 'hello '.repeat(1000);
      const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('\(format)'))).bytes();
      const open = bytes => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('\(format)'))).text();
      return [await open(packed) === text && packed.length < 200, await open(packed.slice(5)).catch(error => error.name)]
      """)
  }

  // MARK: Messages

  @Test func portsAndStreamsGoThroughChannels() throws {
    try expect(
      #"[["1","2"],"pong"]"#,
      """
      const {port1, port2} = new MessageChannel(), inner = new MessageChannel();
      const stream = ReadableStream.from(['1', '2']);
      const arrived = new Promise(resolve => { port2.onmessage = resolve });
      port1.postMessage({stream}, [stream, inner.port2]);
      const event = await arrived, found = [];
      for await (const chunk of event.data.stream) found.push(chunk);
      const answer = new Promise(resolve => { inner.port1.onmessage = event => resolve(event.data) });
      event.ports[0].postMessage('pong');
      return [found, await answer]
      """)
  }

  @Test func platformObjectsAreCloned() throws {
    try expect(
      #"[[1,2,3,4],"AbortError","a.txt",5,true,"DataCloneError",0]"#,
      """
      const rect = structuredClone(new DOMRect(1, 2, 3, 4)), buffer = new ArrayBuffer(8);
      const error = structuredClone(new RangeError('x', {cause: {deep: 5}}));
      structuredClone(buffer, {transfer: [buffer]});
      let refused; try { structuredClone({a: new WeakMap()}) } catch (thrown) { refused = thrown.name }
      return [[rect.x, rect.y, rect.width, rect.height], structuredClone(new DOMException('', 'AbortError')).name,
        structuredClone(new File([], 'a.txt')).name, error.cause.deep, error instanceof RangeError, refused,
        buffer.byteLength]
      """)
  }

  // MARK: Encodings and digests

  @Test func decodersGoOnFromPieceToPiece() throws {
    try expect(
      #"["€","TypeError","日"]"#,
      """
      const decoder = new TextDecoder(), fatal = new TextDecoder('utf-8', {fatal: true});
      const text = decoder.decode(new Uint8Array([0xE2]), {stream: true}) + decoder.decode(new Uint8Array([0x82, 0xAC]));
      let refused; try { fatal.decode(new Uint8Array([0xFF])) } catch (thrown) { refused = thrown.name }
      return [text, refused, new TextDecoder('shift_jis').decode(new Uint8Array([0x93, 0xFA]))]
      """)
  }

  @Test func digestsAreThoseOfTheStandard() throws {
    try expect(
      #"["a9993e364706816aba3e25717850c26c9cd0d89d","NotSupportedError"]"#,
      """
      const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode('abc'));
      return [new Uint8Array(digest).toHex(), await crypto.subtle.digest('MD5', digest).catch(error => error.name)]
      """)
  }

  // MARK: The timeline and the network

  @Test func observersAreToldOfEntries() throws {
    try expect(
      #"[["one","mark"],"navigate",true]"#,
      """
      const told = new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries()[0]))
        .observe({type: 'mark', buffered: true}));
      performance.mark('one');
      const entry = await told;
      return [[entry.name, entry.entryType], performance.getEntriesByType('navigation')[0].type,
        performance.timing.domLoading >= performance.timing.navigationStart]
      """)
  }

  @Test func socketsFailInTasks() throws {
    try expect(
      #"[0,"error",3,1006,"SyntaxError"]"#,
      """
      const socket = new WebSocket('wss://example.invalid/'), seen = [socket.readyState];
      socket.onerror = event => seen.push(event.type, socket.readyState);
      await new Promise(resolve => { socket.onclose = event => { seen.push(event.code); resolve() } });
      try { new WebSocket('ftp://example.invalid/') } catch (thrown) { seen.push(thrown.name) }
      return seen
      """)
  }
}
