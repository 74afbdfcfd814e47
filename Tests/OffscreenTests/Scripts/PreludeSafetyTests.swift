import Testing

@testable import Offscreen

/// Pages that look for a way past the prelude, whose files are read when they are first needed: by then a page may have
/// changed what they use.
struct PreludeSafetyTests: ScriptTesting {
  /// The errors of brand checks lead to the globals of the realm that has made them.
  @Test func framesOfOtherOriginsThrowErrorsOfTheirOwn() throws {
    let attack = """
      <script>
      const seen = [];
      for (const [Class, name] of [[Event, 'type'], [Event, 'timeStamp'], [History, 'length'], [History, 'state']]) {
        try { Object.getOwnPropertyDescriptor(Class.prototype, name).get.call({}); }
        catch (error) {
          seen.push(error.constructor === TypeError);
          error.constructor.constructor("document.title = 'taken'")();
        }
      }
      parent.postMessage(seen.join(), '*');
      </script>
      """.replacing("\"", with: "&quot;")
    try expect(
      #""mine true,true,true,true""#,
      """
      <title>mine</title><script>
      new Event('x').timeStamp; history.state;
      var answer; onmessage = event => answer = event.data;
      </script><iframe sandbox=allow-scripts srcdoc="\(attack)"></iframe>
      """, "document.title + ' ' + answer")
  }

  /// They are made when they are first asked for: what all objects inherit by then has their names.
  @Test func primitivesAreNotPutOnWhatObjectsInherit() throws {
    try expect(
      #"["true,false,true",0,"B"]"#,
      """
      <p id=a class=x>t</p><script>
      const taken = [], define = (name, rest) =>
        Object.defineProperty(Object.prototype, name, { configurable: true, ...rest });
      define('matches', { value: () => false });
      const matched = [a.matches('p'), a.matches('.y'), a.matches('p.x')].join();
      for (const name of ['spelling', 'createElement', 'atom', 'knownAtom', 'query', 'serialize', 'setTimer', 'aes'])
        define(name, { set(value) { taken.push(this); } });
      const made = self['docu' + 'ment'].createElement('b').tagName;
      self['docu' + 'ment'].querySelector('b');
      setTimeout(() => {});
      crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
      </script>
      """, "[matched, taken.length, made]")
  }

  /// A worker that ends has what is left of them made.
  @Test func whatIsLeftOfAWorkerCallsNothing() throws {
    try expectOfFile(
      #""set""#,
      """
      const text = `Object.defineProperty(Object.prototype, 'openDrawing', {
        set() { postMessage('alive ' + typeof this); } }); postMessage('set'); close();`;
      const heard = [], worker = new Worker(URL.createObjectURL(new Blob([text])));
      worker.onmessage = event => heard.push(event.data);
      await new Promise(done => setTimeout(done, 500));
      return heard.join();
      """)
  }

  /// Before the file is read that defines them.
  @Test func interfacesThatThePageHasFixedAreThere() throws {
    try expect(
      #"["function","function",true]"#,
      """
      <p id=a>t</p><script>
      for (const name of ['Node', 'Element', 'HTMLElement'])
        Object.defineProperty(window, name, { configurable: false });
      </script>
      """, "[typeof Node, typeof Element, a instanceof HTMLElement]")
  }

  @Test func eventsHaveTheTimeOfTheirWindow() throws {
    try expectOfFile(
      "[true,true]",
      """
      await new Promise(done => setTimeout(done, 1000));
      const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(new Event('x').timeStamp)"])));
      const time = await new Promise(done => worker.onmessage = event => done(event.timeStamp));
      worker.terminate();
      return [time >= 1000, new Event('x').timeStamp >= 1000];
      """)
  }

  @Test func namesOfElementsHaveColons() throws {
    try expect(
      #""HTMLUnknownElement,HTMLUnknownElement,HTMLUnknownElement,HTMLHeadingElement""#, "<p>x<ins:del id=a></ins:del>",
      """
      [document.createElement('h1:h2'), document.createElement('abbr:acronym'), a, document.createElement('h1')]
        .map(element => element.constructor.name).join()
      """)
  }

  @Test(arguments: ["writable", "get", "value", "configurable"])
  func lateFilesAreDefinedDespiteWhatObjectsInherit(name: String) throws {
    try expect(
      "[true,true,true,1]",
      """
      <script>
      Object.prototype.\(name) = 5;
      const isNative = String(document.createElement).includes('[native code]');
      new XMLHttpRequest;
      const type = typeof document.body;
      delete Object.prototype.\(name);
      </script>
      """,
      """
      (() => {
        let heard = 0;
        Object.defineProperty(Object.prototype, 'type', { set() {}, configurable: true });
        addEventListener('x', () => heard++);
        dispatchEvent(new Event('x'));
        delete Object.prototype.type;
        return [isNative, type === 'object', new XMLHttpRequest instanceof EventTarget, heard];
      })()
      """)
  }
}
