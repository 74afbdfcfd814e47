import Testing

@testable import Offscreen

/// What pages keep while they live: databases, storage, caches, locks.
struct PageDataTests: ScriptTesting {
  /// A database with a store of three books and two indexes, as `db`.
  private static let books = """
    const done = request => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = event => { event.preventDefault(); reject(request.error) };
    });
    const ended = transaction => new Promise(resolve => {
      transaction.oncomplete = transaction.onabort = event => resolve(event.type);
    });
    const opening = indexedDB.open('library', 1);
    opening.onupgradeneeded = event => {
      const store = event.target.result.createObjectStore('books', {keyPath: 'id'});
      store.createIndex('title', 'title', {unique: true});
      store.createIndex('tags', 'tags', {multiEntry: true});
      store.put({id: 2, title: 'Water', tags: ['a', 'b']});
      store.put({id: 1, title: 'Quarry', tags: ['b']});
      store.put({id: 10, title: 'Advanced', tags: []});
    };
    const db = await done(opening);
    const store = mode => db.transaction('books', mode).objectStore('books');

    """

  @Test func databasesKeepTheirOrder() throws {
    try expectOfFile(
      #"[[1,2,10],["Advanced","Quarry","Water"],[["a",2],["b",1],["b",2]],2,["books"],1]"#,
      Self.books + """
        const keys = await done(store('readonly').getAllKeys());
        const titles = (await done(store('readonly').index('title').getAll())).map(book => book.title);
        const tags = [];
        const request = store('readonly').index('tags').openCursor();
        await new Promise(resolve => request.onsuccess = () => {
          const cursor = request.result;
          if (!cursor) return resolve();
          tags.push([cursor.key, cursor.primaryKey]);
          cursor.continue();
        });
        const some = await done(store('readonly').count(IDBKeyRange.bound(1, 10, false, true)));
        return [keys, titles, tags, some, [...db.objectStoreNames], db.version];
        """)
  }

  @Test func keysHaveTheStandardsOrder() throws {
    try expectOfFile(
      #"[[-1,"x",[1,"a"]],"DataError"]"#,
      """
      const keys = [[1, 'a'], 'x', new Date(5), new Uint8Array([1]), -1].sort((a, b) => indexedDB.cmp(a, b));
      let name;
      try { indexedDB.cmp({}, 1) } catch (error) { name = error.name }
      return [[keys[0], keys[2], keys[4]], name];
      """)
  }

  @Test func transactionsThatFailChangeNothing() throws {
    try expectOfFile(
      #"["ConstraintError","abort",3,"ReadOnlyError","TransactionInactiveError"]"#,
      Self.books + """
        const writing = db.transaction('books', 'readwrite'), end = ended(writing);
        writing.objectStore('books').put({id: 3, title: 'New', tags: []});
        const adding = writing.objectStore('books').add({id: 4, title: 'Water', tags: []});
        const name = await new Promise(resolve => adding.onerror = () => resolve(adding.error.name));
        const type = await end;
        const count = await done(store('readonly').count());
        const names = [];
        try { store('readonly').clear() } catch (error) { names.push(error.name) }
        const late = store('readonly');
        await new Promise(resolve => setTimeout(resolve));
        try { late.get(1) } catch (error) { names.push(error.name) }
        return [name, type, count, ...names];
        """)
  }

  @Test func transactionsLastAsLongAsTheyAreAskedInMicrotasks() throws {
    try expectOfFile(
      #"["Quarry","Water","complete"]"#,
      Self.books + """
        const reading = db.transaction('books'), end = ended(reading);
        const first = await done(reading.objectStore('books').get(1));
        await null;
        const second = await done(reading.objectStore('books').get(2));
        return [first.title, second.title, await end];
        """)
  }

  @Test func versionsChangeOnceOthersHaveClosed() throws {
    try expectOfFile(
      #"["versionchange 1 2","blocked","upgradeneeded",2]"#,
      Self.books + """
        const log = [];
        db.onversionchange = event => log.push(event.type + ' ' + event.oldVersion + ' ' + event.newVersion);
        const next = indexedDB.open('library', 2);
        next.onblocked = () => { log.push('blocked'); db.close() };
        next.onupgradeneeded = () => log.push('upgradeneeded');
        await done(next);
        return [...log, next.result.version];
        """)
  }

  @Test func documentsWithoutAnOriginHaveNoDatabases() throws {
    try expect(
      #""SecurityError""#, "<script>let name; try { indexedDB.open('x') } catch (error) { name = error.name }</script>",
      "name")
  }

  @Test func cachesKeepResponses() throws {
    try expectOfFile(
      #"["kept","text/plain",["https://example.org/a?b"],true,null]"#,
      """
      const cache = await caches.open('v1');
      await cache.put('https://example.org/a?b#c', new Response('kept', {headers: {'Content-Type': 'text/plain'}}));
      const found = await caches.match('https://example.org/a', {ignoreSearch: true});
      const body = await found.text(), type = found.headers.get('content-type');
      const addresses = (await cache.keys()).map(request => request.url);
      const isDeleted = await caches.delete('v1');
      return [body, type, addresses, isDeleted, await caches.match('https://example.org/a?b') ?? null];
      """)
  }

  @Test func locksAreHeldOneAfterTheOther() throws {
    try expectOfFile(
      #"[["first","busy","second"],[1,1],"AbortError"]"#,
      """
      const log = [];
      const first = navigator.locks.request('a', async () => {
        await new Promise(resolve => setTimeout(resolve, 10));
        log.push('first');
      });
      const second = navigator.locks.request('a', () => log.push('second'));
      const {held, pending} = await navigator.locks.query();
      await navigator.locks.request('a', {ifAvailable: true}, lock => { if (!lock) log.push('busy') });
      await first;
      await second;
      const stolen = navigator.locks.request('b', () => new Promise(() => {})).catch(error => error.name);
      await new Promise(resolve => setTimeout(resolve));
      await navigator.locks.request('b', {steal: true}, () => {});
      return [log.sort((a, b) => ['first', 'busy', 'second'].indexOf(a) - ['first', 'busy', 'second'].indexOf(b)),
        [held.length, pending.length], await stolen];
      """)
  }

  // MARK: What needs a user

  @Test func nothingIsGrantedWithoutAUser() throws {
    try expectOfFile(
      #"["prompt","NotAllowedError","denied",1,"NotFoundError",[],"NotAllowedError",false,"TypeError"]"#,
      """
      const name = promise => promise.then(() => 'granted', error => error.name);
      return [
        (await navigator.permissions.query({name: 'geolocation'})).state, await name(navigator.clipboard.readText()),
        Notification.permission, await new Promise(resolve => navigator.geolocation.getCurrentPosition(
          () => resolve(0), error => resolve(error.code))),
        await name(navigator.mediaDevices.getUserMedia({video: true})), await navigator.mediaDevices.enumerateDevices(),
        await name(navigator.wakeLock.request('screen')), await navigator.storage.persist(),
        await name(document.documentElement.requestFullscreen()),
      ];
      """)
  }

  @Test func paintsAreTold() throws {
    try expectOfFile(
      #"[["first-paint","first-contentful-paint"],["large",true]]"#,
      """
      const paints = await new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries()))
        .observe({type: 'paint', buffered: true}));
      const largest = await new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries().at(-1)))
        .observe({type: 'largest-contentful-paint', buffered: true}));
      return [paints.map(entry => entry.name), [largest.id, largest.size > 1000]];
      """, markup: "<p>small</p><h1 id=large style='font-size: 80px'>Large</h1>")
  }

  // MARK: Keys

  @Test func messagesAreEncipheredAndAuthenticated() throws {
    try expectOfFile(
      #"["hello","OperationError","f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",true]"#,
      """
      const text = new TextEncoder(), iv = new Uint8Array(12);
      const key = await crypto.subtle.generateKey({name: 'AES-GCM', length: 256}, false, ['encrypt', 'decrypt']);
      const sealed = new Uint8Array(await crypto.subtle.encrypt({name: 'AES-GCM', iv}, key, text.encode('hello')));
      const open = bytes => crypto.subtle.decrypt({name: 'AES-GCM', iv}, key, bytes);
      const opened = new TextDecoder().decode(await open(sealed));
      sealed[0] ^= 1;
      const name = await open(sealed).catch(error => error.name);
      const mac = await crypto.subtle.importKey('raw', text.encode('key'), {name: 'HMAC', hash: 'SHA-256'}, false,
        ['sign', 'verify']);
      const message = text.encode('The quick brown fox jumps over the lazy dog');
      const signature = await crypto.subtle.sign('HMAC', mac, message);
      return [opened, name, new Uint8Array(signature).toHex(), await crypto.subtle.verify('HMAC', mac, signature, message)];
      """)
  }

  @Test(arguments: ["ECDSA", "Ed25519", "RSA-PSS", "RSASSA-PKCS1-v1_5"]) func signaturesAreVerified(name: String) throws
  {
    try expectOfFile(
      #"[true,false,"private",true,"InvalidAccessError"]"#,
      """
      const algorithm = {name: '\(name)', namedCurve: 'P-256', hash: 'SHA-256', saltLength: 32, modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1])};
      const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const message = new Uint8Array([1, 2, 3]);
      const signature = new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, message));
      const isTrue = await crypto.subtle.verify(algorithm, pair.publicKey, signature, message);
      const isOther = await crypto.subtle.verify(algorithm, pair.publicKey, signature, new Uint8Array([1, 2, 4]));
      const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey);
      const again = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
      const second = await crypto.subtle.sign(algorithm, again, message);
      return [isTrue, isOther, again.type, await crypto.subtle.verify(algorithm, pair.publicKey, second, message),
        await crypto.subtle.exportKey('jwk', again).catch(error => error.name)];
      """)
  }

  /// https://www.rfc-editor.org/rfc/rfc6070, the second; and two sides that agree.
  @Test func secretsAreDerived() throws {
    try expectOfFile(
      #"["ea6c014dc72d6f8ccd1ed92ace1d41f0",true,true]"#,
      """
      const text = new TextEncoder();
      const password = await crypto.subtle.importKey('raw', text.encode('password'), 'PBKDF2', false, ['deriveBits']);
      const bits = await crypto.subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: text.encode('salt'), iterations: 2},
        password, 128);
      const agree = async algorithm => {
        const make = () => crypto.subtle.generateKey(algorithm, false, ['deriveBits']);
        const [one, other] = [await make(), await make()];
        const derive = async (mine, theirs) => new Uint8Array(await crypto.subtle.deriveBits(
          {name: algorithm.name, public: theirs.publicKey}, mine.privateKey, 256)).toHex();
        return await derive(one, other) === await derive(other, one);
      };
      return [new Uint8Array(bits).toHex(), await agree({name: 'ECDH', namedCurve: 'P-384'}), await agree({name: 'X25519'})];
      """)
  }

  // MARK: Further

  /// A module with a function that gives 42.
  @Test func modulesOfBytesAreInstantiatedLater() throws {
    try expectOfFile(
      #"[42,42,"CompileError","TypeError"]"#,
      """
      const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 6, 1,
        4, 0, 65, 42, 11]);
      const response = type => new Response(bytes, {headers: {'Content-Type': type}});
      return [
        (await WebAssembly.instantiate(bytes)).instance.exports.f(),
        (await WebAssembly.instantiateStreaming(response('application/wasm'))).instance.exports.f(),
        await WebAssembly.compile(new Uint8Array(3)).catch(error => error.name),
        await WebAssembly.compileStreaming(response('text/plain')).catch(error => error.name),
      ];
      """)
  }

  @Test func patternsMatchAddresses() throws {
    try expectOfFile(
      #"["/books/:id","17",null,true,"TypeError"]"#,
      """
      const pattern = new URLPattern({pathname: '/books/:id'});
      let name;
      try { new URLPattern('https://example.org/(') } catch (error) { name = error.name }
      return [pattern.pathname, pattern.exec('https://example.org/books/17').pathname.groups.id,
        pattern.exec('https://example.org/books/'), new URLPattern('https://*.example.org/:a/b').test(
          'https://www.example.org/x/b'), name];
      """)
  }

  @Test func audioContextsStaySuspended() throws {
    try expectOfFile(
      #"["suspended",0,true,0.5,"EncodingError"]"#,
      """
      const context = new AudioContext(), oscillator = context.createOscillator(), gain = context.createGain();
      const isChained = oscillator.connect(gain).connect(context.destination) === context.destination;
      gain.gain.value = 0.5;
      oscillator.start();
      return [context.state, context.currentTime, isChained, gain.gain.value,
        await context.decodeAudioData(new ArrayBuffer(8)).catch(error => error.name)];
      """)
  }

  @Test func elementsInFramesAreObserved() throws {
    try expect(
      #"[true,true,20]"#,
      "<iframe id=f style='width: 100px; height: 20px; border: 0' srcdoc='<body style=margin:0><p style=height:50px>'></iframe>"
        + "<script>let told; onload = () => new IntersectionObserver(entries => told = entries[0])"
        + ".observe(f.contentDocument.querySelector('p'))</script>",
      "new Promise(resolve => setTimeout(() => resolve([told.isIntersecting, told.rootBounds.width === innerWidth, "
        + "told.intersectionRect.height + told.intersectionRect.y]), 100))")
  }

  @Test func framesAreToldOfTheirSize() throws {
    try expect(
      #"["200 resize"]"#,
      "<iframe id=f srcdoc='x'></iframe><script>const told = []; onload = () => {"
        + "const {visualViewport} = f.contentWindow; visualViewport.onresize = event => "
        + "told.push(visualViewport.width + ' ' + event.type); f.style.width = '200px' }</script>",
      "new Promise(resolve => setTimeout(() => resolve(told), 100))")
  }
}
