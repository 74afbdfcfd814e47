import Testing

@testable import Offscreen

/// Scripts and drawings: their animations, and the values of their attributes.
@Suite struct DrawingScriptTests: ScriptTesting {
  static let moving = """
    <svg id=s><rect id=r width=10 height=10><animate id=a attributeName=x from=0 to=100 dur=4s end=a.click /></rect>
    <rect id=other fill=red><set id=b attributeName=fill to=blue begin=indefinite dur=1s fill=freeze /></rect></svg>
    """

  @Test func scriptsSetTheClock() throws {
    try expect(
      "[[2,50,0],[0,4,4],true,[3,75]]", Self.moving,
      """
      (() => {
        s.pauseAnimations();
        s.setCurrentTime(2);
        const now = [s.getCurrentTime(), r.x.animVal.value, r.x.baseVal.value];
        const own = [a.getStartTime(), a.getSimpleDuration(), a.targetElement === r ? 4 : 0];
        const isPaused = s.animationsPaused();
        s.setCurrentTime(3);
        return [now, own, isPaused, [s.getCurrentTime(), r.x.animVal.value]];
      })()
      """)
  }

  @Test func animationsMoveWithThePage() throws {
    try expect(
      "[25,\"25px\"]", Self.moving,
      "new Promise(done => requestAnimationFrame(() => { s.setCurrentTime(1); done([r.x.animVal.value, getComputedStyle(r).x]) }))"
    )
    // A second after the load event.
    try expect(
      "true", "<script>let told = []</script>" + Self.moving, "Math.abs(r.x.animVal.value - 25) < 0.5")
  }

  @Test func scriptsBeginAnimations() throws {
    try expect(
      "[\"rgb(255, 0, 0)\",\"rgb(0, 0, 255)\",\"red\"]", Self.moving,
      """
      (() => {
        const before = getComputedStyle(other).fill;
        b.beginElement();
        return [before, getComputedStyle(other).fill, other.getAttribute("fill")];
      })()
      """)
    try expect(
      "\"InvalidStateError NotSupportedError\"", Self.moving + "<svg><set id=c begin=indefinite /></svg>",
      "(() => { let names = []; for (const f of [() => c.getStartTime(), () => c.getSimpleDuration()]) try { f() } catch (e) { names.push(e.name) } return names.join(' ') })()"
    )
  }

  @Test func eventsOfAnimations() throws {
    let page = """
      <script>let log = []; addEventListener("load", () => {
        for (const type of ["beginEvent", "endEvent", "repeatEvent"])
          document.getElementById("a").addEventListener(type, e => log.push(type + e.detail)) })</script>
      <svg><rect id=r><animate id=a attributeName=x to=9 dur=.2s repeatCount=2 onend="log.push('handler')" />
      <set id=c attributeName=y begin="r.click+.1s; a.end" to=7 /></rect></svg>
      """
    try expect("[\"beginEvent0\",\"repeatEvent1\",\"handler\",\"endEvent0\"]", page, "log")
    try expect("7", page, "r.y.animVal.value")
    try expect(
      "[0,7]", "<script>let seen = []</script><svg><rect id=r><set attributeName=y begin=click to=7 /></rect></svg>",
      """
      new Promise(done => {
        const before = r.y.animVal.value;
        r.dispatchEvent(new Event("click"));
        requestAnimationFrame(() => done([before, r.y.animVal.value]));
      })
      """)
  }

  /// A drawing loads before its window does, pictures in it load like others.
  @Test func drawingsLoad() throws {
    let picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
    let page = """
      <script>let log = []; addEventListener("load", () => log.push("window"))</script>
      <svg onload="log.push('svg')"><image id=i onload="log.push('image')"
      href="\(picture)" /><image onerror="log.push('error')" href="data:,x" /></svg>
      """
    try expect("[\"image\",\"error\",\"svg\",\"window\"]", page, "log")
    try expect(
      "\"again\"", page,
      """
      new Promise(done => { i.onload = () => done("again"); i.setAttribute("href", "\(picture)#x") })
      """)
  }

  /// https://drafts.csswg.org/selectors-4/#the-target-pseudo
  @Test func fragmentsNameTheTarget() throws {
    try expect(
      "[null,\"a b\",\"rgb(1, 2, 3)\",\"c\",null]",
      "<style>:target { color: rgb(1, 2, 3) }</style><p id='a b'><a name=c></a>",
      """
      (() => {
        const target = () => document.querySelector(":target"), found = [target()];
        location.hash = "#a%20b";
        found.push(target().id, getComputedStyle(target()).color);
        location.hash = "#c";
        found.push(target().name);
        location.hash = "#d";
        return [...found, target()];
      })()
      """)
  }

  @Test func listsOfValues() throws {
    try expect(
      "[3,48,\"1 2 3em 1\",\"9 2 3em 1\",\"IndexSizeError\",2]",
      "<svg><text id=t x='1 2 3em' rotate='5 6'>abc</text></svg>",
      """
      (() => {
        const list = t.x.baseVal, found = [list.length, list[2].value];
        list.appendItem(list[0]);
        found.push(t.getAttribute("x"));
        list[0].value = 9;
        found.push(t.getAttribute("x"));
        try { list.getItem(9) } catch (e) { found.push(e.name) }
        found.push(t.rotate.baseVal.numberOfItems);
        return found;
      })()
      """)
    try expect(
      "[2,\"matrix(2 0 0 2 3 4)\",\"1,2 9,4\",1]",
      "<svg><g id=g transform='translate(3 4) scale(2)'/><polygon id=p points='1,2 3,4'/></svg>",
      """
      (() => {
        const length = g.transform.baseVal.length;
        g.transform.baseVal.consolidate();
        p.points[1].x = 9;
        return [length, g.getAttribute("transform"), p.getAttribute("points"), g.transform.animVal.length];
      })()
      """)
  }

  @Test func valuesOfOtherKinds() throws {
    try expect(
      "[40.5,2,\"auto\",7,4,2,5,\"3 4\",6]",
      """
      <svg id=s><marker id=m orient=45grad /><filter><feBlend id=blend mode=color-dodge />
      <feGaussianBlur id=soft stdDeviation="3 4"/><feFuncR id=f type=gamma tableValues="1 2"/></filter></svg>
      """,
      """
      (() => {
        const found = [m.orientAngle.baseVal.value, m.orientType.baseVal];
        m.setOrientToAuto();
        found.push(m.getAttribute("orient"), blend.mode.baseVal, soft.stdDeviationY.baseVal, f.tableValues.baseVal.length,
          f.type.baseVal, soft.getAttribute("stdDeviation"), s.preserveAspectRatio.baseVal.align);
        return found;
      })()
      """)
  }
}
