import Foundation
import Testing

@testable import Offscreen

/// When microtasks run, what observers hear of, what keeps its state.
struct EventScriptTests: ScriptTesting {
  @Test func microtasksRunBetweenListenersOfOneEvent() throws {
    let note =
      "const said = []; const say = (n) => () => { said.push(n); Promise.resolve().then(() => said.push(n + 'p')) };"
    try expect(
      #"["a","ap","b","bp"]"#,
      "<script>\(note) addEventListener('load', say('a')); addEventListener('load', say('b'))</script>", "said")
    // While a script runs they wait for its end.
    try expect(
      #"["a","b","end","ap","bp"]"#,
      "<script>\(note) const t = new EventTarget(); t.addEventListener('x', say('a')); t.addEventListener('x', say('b'));"
        + "t.dispatchEvent(new Event('x')); said.push('end')</script>", "said")
    // The same in a timer and in a microtask.
    try expect(
      #"["a","b","end","ap","bp"]"#,
      "<script>\(note) const t = new EventTarget(); t.addEventListener('x', say('a')); t.addEventListener('x', say('b'));"
        + "setTimeout(() => { t.dispatchEvent(new Event('x')); said.push('end') })</script>", "said")
    try expect(
      #"["a","b","end","ap","bp"]"#,
      "<script>\(note) const t = new EventTarget(); t.addEventListener('x', say('a')); t.addEventListener('x', say('b'));"
        + "addEventListener('load', () => Promise.resolve().then(() => { t.dispatchEvent(new Event('x')); said.push('end') }))"
        + "</script>", "said")
  }

  @Test func eachFrameCallbackIsFollowedByItsMicrotasks() throws {
    try expect(
      #"[1,"p",2]"#,
      "<script>var said = []; requestAnimationFrame(() => { said.push(1); Promise.resolve().then(() => said.push('p')) });"
        + "requestAnimationFrame(() => said.push(2))</script>", "said")
  }

  @Test func errorsAreToldBeforeMicrotasks() throws {
    try expect(
      #"["body","error","microtask"]"#,
      "<script>var said = []; onerror = () => { said.push('error'); return true }</script>"
        + "<script>said.push('body'); queueMicrotask(() => said.push('microtask')); throw 1</script>", "said")
  }

  @Test func observersHearOfTheParser() throws {
    try expect(
      #"["BODY>P","P>#text","BODY>#text","BODY>DIV","DIV>B","DIV>SCRIPT","SCRIPT>#text"]"#,
      "<body><script>var said = []; new MutationObserver((all) => all.forEach((r) => said.push(r.target.nodeName + '>'"
        + " + r.addedNodes[0].nodeName))).observe(document.body, {childList: true, subtree: true})</script>"
        + "<p>x</p> <div><b></b><script>window.seen = said.slice()</script></div>", "seen")
  }

  @Test func disabledBoxesChangeByDispatchedClicks() throws {
    try expect(
      "[true,false]", "<input type=checkbox id=a disabled><input type=checkbox id=b disabled>",
      "a.dispatchEvent(new MouseEvent('click')); b.click(); [a.checked, b.checked]")
  }

  @Test func transitionsGoOnWhereAnElementIsMoved() throws {
    let markup =
      "<style>#i { transition: translate 60s steps(1, jump-both); translate: 0 }</style>"
      + "<p id=a><b id=i></b></p><p id=b></p><script>window.result = new Promise((done) => {"
      + "getComputedStyle(i).translate; i.style.translate = '400px';"
      + "i.addEventListener('transitionstart', () => { b.%(i, null); done(i.getAnimations().length) }) })</script>"
    try expect("1", markup.replacingOccurrences(of: "%", with: "moveBefore"), "result")
    try expect("0", markup.replacingOccurrences(of: "%", with: "insertBefore"), "result")
  }

  @Test func focusIsLostByWhatIsNotShownAnyMore() throws {
    try expect(
      #"["A",["blur"],"BODY"]"#,
      "<a href=x id=a>a</a><script>var said = []; window.result = new Promise((done) => { a.focus();"
        + "a.onblur = () => said.push('blur'); a.style.display = 'none'; const before = document.activeElement.tagName;"
        + "requestAnimationFrame(() => requestAnimationFrame(() => done([before, said, document.activeElement.tagName])))"
        + "})</script>", "result")
  }

  @Test func datesAreInTheirRanges() throws {
    try expect(
      #"["b","d"]"#,
      "<input type=date min=2010-10-10 value=2011-01-01 id=a><input type=date min=2010-10-10 value=2009-12-31 id=b>"
        + "<input type=time min=22:00 max=02:00 value=23:00 id=c><input type=week max=2016-W10 value=2016-W26 id=d>",
      "[...document.querySelectorAll(':out-of-range')].map((e) => e.id)")
  }

  @Test func stylesOfElementsInFrames() throws {
    try expect(
      #""rgb(1, 2, 3)""#, "<iframe srcdoc=\"<p style='color: rgb(1, 2, 3)'>x\" id=f></iframe>",
      "getComputedStyle(f.contentDocument.querySelector('p')).color")
  }
}
