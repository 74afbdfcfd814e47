import Testing

@testable import Offscreen

/// Nodes have objects from the moment on at which a script first touches one: nothing that the page has done before may
/// show, nor get in the way.
struct LateNodesTests: ScriptTesting {
  /// The same script without the word that has nodes made before it runs.
  private func late(_ script: String) -> String { script.replacing("document", with: #"docu\u006dent"#) }

  private static let use = """
    const p = document.getElementById('a'), b = document.createElement('b');
    p.setAttribute('c', 'd');
    p.appendChild(b).textContent = 'y';
    p.classList.add('e');
    var result = p.outerHTML + ' ' + (p instanceof HTMLParagraphElement) + ' ' + (b.constructor === HTMLElement)
      + ' ' + document.querySelectorAll('b').length + ' ' + taken;
    """

  @Test(arguments: [
    "Array.prototype[Symbol.iterator] = () => { throw 1 }",
    "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }",
    """
    for (const Class of [Map, Set, WeakMap, WeakSet]) {
      for (const name of ['get', 'set', 'has', 'add', 'delete', 'forEach']) Class.prototype[name] = () => { throw 1 };
    }
    """,
    "for (const name of ['split', 'slice', 'indexOf', 'charAt']) String.prototype[name] = () => { throw 1 }",
    """
    for (const name of ['defineProperty', 'ownKeys', 'setPrototypeOf', 'getOwnPropertyDescriptor', 'construct']) {
      Reflect[name] = () => { throw 1 };
      Object[name] = () => { throw 1 };
    }
    """,
    "Proxy = Symbol = Reflect = Map = Set = WeakMap = Int32Array = undefined",
    """
    const setter = {__proto__: null, set() { taken++ }, configurable: true};
    for (const name of ['atoms', 'wants', 'value', 'get', 'set', 'enumerable', 'configurable', 'writable', 0, 1]) {
      for (const {prototype} of [Array, Object, Function]) Object.defineProperty(prototype, name, setter);
    }
    """,
  ])
  func whatAPageHasReplacedIsNotAsked(change: String) throws {
    try expect(
      #""<p id=\"a\" class=\"b e\" c=\"d\">x<b>y</b></p> true true 1 0""#,
      late("<p id=a class=b>x</p><script>var taken = 0; \(change)</script><script>\(Self.use)</script>"), "result")
  }

  @Test func theyAreMadeThoughTheStackWasFull() throws {
    try expect(
      #""<p id=\"a\" class=\"b e\" c=\"d\">x<b>y</b></p> true true 1 0""#,
      late(
        """
        <p id=a class=b>x</p><script>
        var taken = 0;
        (function deep() { try { deep() } catch { try { document.title } catch {} } })();
        \(Self.use)
        </script>
        """), "result")
  }

  @Test(arguments: [
    ("typeof named + named.localName", #""objectdiv""#),
    ("Object.getOwnPropertyNames(Node.prototype)[0]", #""constructor""#),
    ("new Image().localName", #""img""#), ("getComputedStyle(named).display", #""block""#),
    ("HTMLDivElement.prototype.constructor.name", #""HTMLDivElement""#),
    ("Object.getOwnPropertyDescriptor(window, 'document').get.call(window).nodeName", ##""#document""##),
    ("new DOMParser().parseFromString('<p>', 'text/html').body.innerHTML", #""<p></p>""#),
    ("innerWidth > 0 && 'body' in document", "true"),
    ("self.HTMLElement === Object.getPrototypeOf(HTMLDivElement)", "true"),
    ("'Node' in window && typeof Node", #""function""#), ("delete window.Node && typeof Node", #""undefined""#),
    ("Node = 5, document.nodeType + Node", "14"), ("document.readyState", #""loading""#),
    ("document.currentScript.localName", #""script""#),
  ])
  func whateverTouchesThemFirstFindsThem(expression: String, expected: String) throws {
    let page = "<div id=named></div><script>var result = (\(expression))</script>"
    try expect(expected, page, "result")
    try expect(expected, late(page), "result")
  }

  @Test(arguments: [
    ("<style onload='heard = event.target.localName'>p {}</style><script>var heard</script>", #""style""#),
    (
      "<body onload='heard = event.target.nodeName + this.constructor.name'><script>var heard</script>",
      ##""#documentWindow""##
    ),
    ("<img src='data:,' onerror='heard = event.type + this.localName'><script>var heard</script>", #""errorimg""#),
    ("<script>var heard = ''; addEventListener('load', event => heard += event.target.nodeType)</script>", #""9""#),
    ("<script>var heard; addEventListener('DOMContentLoaded', event => heard = event.eventPhase)</script>", "3"),
    ("<style>p {}</style><script>var heard; addEventListener('error', () => {}, true)</script>", "null"),
    (
      "<link rel=stylesheet href='data:text/css,'><script>var heard = ''; addEventListener('load', event => "
        + "{ if (event.target !== document) heard += event.target.localName }, true)</script>", #""""#
    ),
  ])
  func eventsOfOthersAreHeard(page: String, expected: String) throws {
    try expect(expected, late(page), "heard ?? null")
  }
}
