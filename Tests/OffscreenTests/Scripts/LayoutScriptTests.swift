import Testing

@testable import Offscreen

/// Rules of layout that show only with scripts: what changes, what is scrolled, what was before.
@Suite struct LayoutScriptTests: ScriptTesting {
  // MARK: Containment

  /// What sticks out of it is not scrolled to. https://drafts.csswg.org/css-contain-2/#containment-layout
  @Test func layoutContainmentMakesInkOfOverflow() throws {
    let page = """
      <style>
        body > div { overflow: auto; width: 50px; height: 50px }
        div > * { height: 10px } i { display: block; width: 90px; height: 80px }
      </style>
      <div><p style="contain: layout; margin: 0"><i></i></p></div>
      <div><span style="contain: layout"><i></i></span></div>
      """
    try expect(
      "[50,50,90,80]", page,
      "[...document.querySelectorAll('body > div')].flatMap(e => [e.scrollWidth, e.scrollHeight])")
  }

  // MARK: Whole pixels

  /// A size does not depend on where the box lies. https://drafts.csswg.org/css-viewport/#zoom-om
  @Test func sizesAreRoundedAndNotSnapped() throws {
    let page = """
      <style>
        body { margin: 0 } div > * { width: 44.421875px; height: 10.4375px; overflow: hidden }
        i { display: block; width: 60.46875px; height: 30.53125px }
      </style>
      <div style="padding: .3px 0 0 72.328125px"><p style="margin: 0"><i></i></p></div>
      <div style="padding: .3px 0 0 72.328125px; zoom: 2"><p style="margin: 0"><i></i></p></div>
      <span style="padding-left: .4px"><b style="padding-left: 7.45px"></b></span>
      """
    try expect(
      "[44,10,44,10,60,31,44,10,44,10,60,31,8]", page,
      """
      [...document.querySelectorAll('p')].flatMap(e =>
        [e.offsetWidth, e.offsetHeight, e.clientWidth, e.clientHeight, e.scrollWidth, e.scrollHeight])
        .concat(document.querySelector('span').offsetWidth)
      """)
  }

  /// https://drafts.csswg.org/cssom-view-1/#dom-htmlelement-offsettop
  @Test func offsetsInTablesAreFromWithinTheirBorders() throws {
    let page = """
      <style>table { border: 3px solid; border-spacing: 2px } td { padding: 0; width: 10px; height: 10px }</style>
      <table><tr><td><td></table><table style="border-collapse: collapse"><tr><td><td></table>
      """
    try expect(
      "[2,14,2,0,12,0]", page,
      """
      [...document.querySelectorAll('tr')].flatMap(row =>
        [row.cells[0].offsetLeft, row.cells[1].offsetLeft, row.offsetTop])
      """)
  }

  // MARK: Values and texts

  /// https://drafts.csswg.org/css-content-3/#valdef-content-normal
  @Test func nothingIsGeneratedByDefault() throws {
    try expect(
      #"["none","none","normal","\"x\""]"#, "<style>b::after { content: 'x' }</style><p><b>",
      """
      [getComputedStyle(document.querySelector('p'), '::before').content,
        getComputedStyle(document.querySelector('p'), ':after').content,
        getComputedStyle(document.querySelector('p')).content,
        getComputedStyle(document.querySelector('b'), '::after').content]
      """)
  }

  /// https://drafts.csswg.org/css-flexbox-1/#auto-margins
  @Test func automaticMarginsOfFlexItemsAreWhatTheyTake() throws {
    let page = """
      <style>
        div { display: flex; width: 300px; height: 99px } b { width: 30px; height: 20px; margin: auto }
        b + b { margin: 0 0 0 auto } b + b + b { margin: 3px auto auto 5% }
      </style>
      <div><b></b><b></b><b></b></div>
      <div style="flex-direction: column"><b></b><b></b><b></b></div>
      <div style="flex-direction: row-reverse"><b></b><b></b><b></b></div>
      """
    try expect(
      #"["39.5px 48.75px","0px 0px 0px 48.75px","3px 48.75px 76px 15px","12px 135px","0px 0px 0px 270px","#
        + #""3px 255px 12px 15px","39.5px 48.75px","0px 0px 0px 48.75px","3px 48.75px 76px 15px"]"#,
      page, "[...document.querySelectorAll('b')].map(e => getComputedStyle(e).margin)")
  }

  /// https://drafts.csswg.org/cssom-1/#resolved-values
  @Test func generatedBoxesHaveUsedValues() throws {
    let page = """
      <style>
        p { width: 200px } p::before { content: ''; display: block; width: 50%; height: 10px }
        p::after { content: 'x'; position: absolute; left: 5px; right: 10%; padding: 8px }
      </style><p>a<br>b
      """
    try expect(
      #"["100px","10px","5px","8px",0,0]"#, page,
      """
      (() => {
        const before = getComputedStyle(document.querySelector('p'), '::before');
        const after = getComputedStyle(document.querySelector('p'), '::after');
        const line = document.querySelector('br');
        return [before.width, before.height, after.left, after.paddingTop, line.offsetTop, line.offsetHeight];
      })()
      """)
  }

  /// Names that come of areas are not told. https://drafts.csswg.org/css-grid-2/#resolved-track-list-standalone
  @Test func tracksHaveTheNamesOfTheirList() throws {
    let page = """
      <style>div { display: grid; width: 50px; grid: [top] "a b" 10px / [left] 20px 30px }</style><div></div>
      """
    try expect(
      #"["[left] 20px 30px","[top] 10px"]"#, page,
      """
      ['grid-template-columns', 'grid-template-rows'].map(name =>
        getComputedStyle(document.querySelector('div')).getPropertyValue(name))
      """)
  }

  @Test func spacesBesideGeneratedTextsAreRendered() throws {
    let page = """
      <style>
        .text::before { content: 'x' } .block::before { content: 'x'; display: block } .empty::before { content: '' }
        .box::after { content: ''; display: inline-block } .away::before { content: 'x'; position: absolute }
        .space::after { content: 'y ' }
      </style>
      <p><i class=text></i> a<p>b <i class=text></i><p class=text> c<p class=block> d<p>e <i class=empty></i> f
      <p>g <i class=box></i><p><i class=away></i> h<p><b class=space>i</b> j<p>k<br><i class=text></i> l
      """
    try expect(
      #"[" a","b "," c","d","e f","g ","h","ij","k\n l"]"#, page,
      "[...document.querySelectorAll('p')].map(e => e.innerText)")
  }

  @Test func drawnTextsAreRendered() throws {
    let page = """
      <p>z <svg width=20 height=20><text>  one <tspan>two</tspan>\n three<title>no</title></text>
      <g><text y=9>four</text></g><text display=none>no</text></svg> w
      <p>z <img width=3> w <canvas width=3></canvas> v<p> <img width=3> q
      """
    try expect(
      #"["z \none two three\nfour\n w","z  w  v"," q"]"#, page,
      "[...document.querySelectorAll('p')].map(e => e.innerText)")
  }

  /// https://html.spec.whatwg.org/multipage/dom.html#rendered-text-collection-steps
  @Test func selectsHaveTheTextsOfTheirOptions() throws {
    let page = """
      <p>a<select><option>one<option> two  three</select>z</p>
      <select multiple><option>x<optgroup label=g><option label=l>y</optgroup></select>
      """
    try expect(
      #"["a\none\ntwo three\nz","x\ny","y","y"]"#, page,
      "[...document.querySelectorAll('p, select[multiple], optgroup, optgroup option')].map(e => e.innerText)")
  }

  // MARK: Container queries

  /// A host's child goes to another document, and the host after it, before anybody asks for styles.
  @Test func whatStoodInASlotMayLeaveItsDocument() throws {
    try expect(
      "[true,true]",
      """
      <iframe id=frame></iframe><div id=host><span id=child>words</span></div><p id=p>x</p><script>
      onload = () => {
        host.attachShadow({ mode: 'open' }).innerHTML = '<slot>';
        host.offsetTop;
        frame.contentDocument.body.appendChild(child);
        host.remove();
      };
      </script>
      """,
      "[frame.contentDocument.getElementById('child').offsetWidth > 0, p.offsetWidth > 0]")
  }

  /// However what has the focus leaves the shadow tree, its host has it no more.
  @Test func aHostLosesTheFocusWithWhatLeavesIt() throws {
    try expect(
      #"["4px","0px","4px","0px","4px","0px"]"#,
      """
      <!doctype html><style>:focus + p { margin: 4px } p { margin: 0 }</style>
      <div><div id=host></div><p id=after>x</p></div><div id=elsewhere></div><script>
      const root = host.attachShadow({ mode: 'open' }), margins = [];
      for (const leave of [
        (outer, field) => field.remove(), (outer, field) => { field.remove(); outer.remove(); },
        outer => elsewhere.append(outer)
      ]) {
        root.innerHTML = '<div><input></div>';
        root.firstChild.firstChild.focus();
        margins.push(getComputedStyle(after).marginTop);
        leave(root.firstChild, root.firstChild.firstChild);
        margins.push(getComputedStyle(after).marginTop);
      }
      </script>
      """,
      "margins")
  }

  /// Beside one that keeps its anchor: neither is where it was before.
  @Test func whatNoAnchorPlacesAnyMoreIsWhereItsStyleSays() throws {
    try expect(
      "[150,50,50]",
      """
      <!doctype html><style>body { margin: 0 } .f { anchor-name: --f; height: 100px }
      .d { position-anchor: --f; top: anchor(bottom) } #d, #e { position: absolute; align-self: anchor-center }</style>
      <div style="height: 50px"></div><div id=d class=d>one</div><div id=e class=d>two</div><div class=f></div>
      <script>
      const places = [d.offsetTop];
      d.className = '';
      d.style.alignSelf = 'auto';
      places.push(d.offsetTop);
      e.style.cssText = 'position: static';
      places.push(e.offsetTop);
      </script>
      """,
      "places")
  }

  /// A button that leaves is no menu's, whatever happens to its content before or after.
  @Test func aButtonMayLeaveWithWhatWasInIt() throws {
    try expect(
      "true",
      """
      <button id=one><span id=inside>x</span></button><button id=two>y</button><p id=p>t</p><script>
      const [first, second, content] = [one, two, inside];
      p.offsetWidth;
      content.remove();
      first.remove();
      second.remove();
      second.textContent = 'z';
      </script>
      """,
      "p.offsetWidth > 0")
  }

  /// https://drafts.csswg.org/css-conditional-5/#the-csscontainerrule-interface
  @Test func containerRulesAreWrittenInOneWay() throws {
    let sheet = """
      <style>
        @container  name   ( WIDTH>10px ) AND (height) {}
        @container STYLE( --a:  b c ) or scroll-STATE(stuck:top) {}
        @container (width), other (height) {}
        @container foo foo (width) {}
        @container none (width) {}
        @container (width), {}
        @container inherit (width) {}
      </style>
      """
    try expect(
      #"["(width > 10px) and (height)","name","style(--a: b c) or scroll-state(stuck: top)","","",0,"(width), other (height)"]"#,
      sheet,
      """
      (() => {
        const [a, b, c, ...rest] = document.styleSheets[0].cssRules;
        return [a.containerQuery, a.containerName, b.conditionText, c.containerName, c.containerQuery, rest.length,
          c.conditionText];
      })()
      """)
  }

  /// Also before anything has asked for style sheets.
  @Test(arguments: [
    "CSSStyleRule", "CSSPositionTryRule", "CSSPositionTryDescriptors", "CSSFunctionRule", "CSSFunctionDeclarations",
    "CSSFunctionDescriptors",
  ])
  func interfacesOfRulesAreThere(_ name: String) throws {
    try expect("[true,\"function\"]", "", "['\(name)' in window, typeof \(name)]")
  }

  @Test func scrollStatesFollowTheScrolling() throws {
    let page = """
      <style>
        #box { container-type: scroll-state; overflow: auto; width: 50px; height: 50px }
        #box div { height: 200px; --top: no; --bottom: no }
        @container scroll-state(scrollable: top) { #box div { --top: yes } }
        @container scroll-state(scrollable: block-end) { #box div { --bottom: yes } }
        #stuck { container-type: scroll-state; position: sticky; top: 0; height: 10px }
        #stuck span { --stuck: no }
        @container scroll-state(stuck: top) { #stuck span { --stuck: yes } }
        body { margin: 0; height: 5000px }
      </style>
      <div id="box"><div></div></div><div id="stuck"><span></span></div>
      """
    try expect(
      #"["noyesno","yesyesno","yesnoyes"]"#, page,
      """
      (() => {
        const value = (selector, name) => getComputedStyle(document.querySelector(selector)).getPropertyValue(name);
        const all = () => value("#box div", "--top") + value("#box div", "--bottom") + value("#stuck span", "--stuck");
        const states = [all()];
        box.scrollTop = 10;
        states.push(all());
        box.scrollTop = 1000;
        scrollTo(0, 300);
        states.push(all());
        return states;
      })()
      """)
  }

  // MARK: Skipped contents

  /// https://drafts.csswg.org/css-sizing-4/#last-remembered
  @Test func sizesAreRememberedWhileContentsAreSkipped() throws {
    let page = """
      <style>
        .auto { contain-intrinsic-size: auto 1px auto 2px; width: max-content; height: max-content }
        .skip { content-visibility: hidden }
        .vertical { writing-mode: vertical-lr }
      </style>
      <div id="box" class="auto"><div style="width: 100px; height: 50px"></div></div>
      """
    try expect(
      #"["1 2","100 50","100 50","50 100","1 2"]"#, page,
      """
      (async () => {
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const size = () => box.clientWidth + " " + box.clientHeight;
        const sizes = [];
        box.className = "auto skip";
        sizes.push(size());
        box.className = "auto";
        sizes.push(size());
        await frames();
        box.className = "auto skip";
        box.firstChild.style.width = "10px";
        sizes.push(size());
        box.className = "auto skip vertical";
        sizes.push(size());
        box.className = "";
        size();
        await frames();
        box.className = "auto skip";
        sizes.push(size());
        return sizes;
      })()
      """)
  }

  /// https://drafts.csswg.org/css-contain-2/#content-visibility-auto-state-changed
  @Test func farContentsAreSkippedUntilTheyAreNear() throws {
    let page = """
      <style>
        #far { content-visibility: auto; contain-intrinsic-size: 10px 30px }
        #far div { height: 500px }
      </style>
      <div style="height: 5000px"></div><div id="far"><div><input id="input"></div></div><div style="height: 5000px"></div>
      """
    try expect(
      #"[30,false,true,500,true,"false"]"#, page,
      """
      (async () => {
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const events = [];
        far.addEventListener("contentvisibilityautostatechange", (event) => events.push(event.skipped));
        const seen = () => input.checkVisibility({ contentVisibilityAuto: true });
        const states = [];
        await frames();
        states.push(far.offsetHeight, seen(), input.checkVisibility());
        scrollTo(0, 4800);
        await frames();
        states.push(far.offsetHeight, seen(), String(events.pop()));
        return states;
      })()
      """)
  }

  @Test func hiddenContentsHaveNoTextAndNoFocus() throws {
    try expect(
      #"["a",false,false]"#,
      #"<div id="all">a<div style="content-visibility: hidden">b<button id="button">c</button></div></div>"#,
      """
      (() => {
        button.focus();
        return [all.innerText.trim(), document.activeElement === button, button.checkVisibility()];
      })()
      """)
  }

  // MARK: The top layer

  /// https://drafts.csswg.org/css-position-4/#top-styling
  @Test func theTopLayerIsAboveAllInItsOrder() throws {
    let page = """
      <style>
        dialog { width: 100px; height: 100px; left: 0; top: 0; margin: 0 }
        body > div { position: fixed; inset: 0; z-index: 2147483647 }
      </style>
      <div></div>
      <section style="overflow: hidden; width: 0; transform: scale(2)">
        <dialog id="a" style="position: sticky"></dialog><dialog id="b"></dialog>
      </section>
      """
    try expect(
      #"["b","absolute","a","a","rgba(0, 0, 0, 0.1)","DIV"]"#, page,
      """
      (() => {
        const top = () => document.elementFromPoint(50, 50).id || document.elementFromPoint(50, 50).tagName;
        const states = [];
        a.showModal();
        b.showModal();
        states.push(top(), getComputedStyle(a).position);
        a.close();
        a.showModal();
        states.push(top());
        b.close();
        states.push(top(), getComputedStyle(a, "::backdrop").backgroundColor);
        a.close();
        states.push(top());
        return states;
      })()
      """)
  }

  // MARK: Used values

  @Test func usedMarginsAndPaddings() throws {
    let page = """
      <div style="display: grid; grid-template-columns: 100px 60px; width: 400px">
        <p id="a" style="margin: 10% 5%; padding: 50%"></p><p id="b" style="margin: 10%"></p>
      </div>
      <div style="writing-mode: vertical-rl; height: 200px; width: 100px"><p id="c" style="margin: 10%; padding: 5%"></p></div>
      <div style="position: relative; width: 100px; height: 100px">
        <p id="d" style="position: absolute; inset: 30px; width: 80px; height: 80px; margin: auto"></p>
      </div>
      """
    try expect(
      #"["10px 5px 50px","6px 6px 0px","20px 20px 10px","-20px 0px 0px"]"#, page,
      """
      [a, b, c, d].map((element) => {
        const { marginTop, marginLeft, paddingTop } = getComputedStyle(element);
        return [marginTop, marginLeft, paddingTop].join(" ");
      })
      """)
  }

  // MARK: Snapping

  /// https://drafts.csswg.org/css-scroll-snap-2/#scroll-initial-target
  @Test func scrollContainersBeginAtTheirTargets() throws {
    let page = """
      <style>
        .s { overflow: auto; width: 100px; height: 100px; padding: 5px; border: 3px solid }
        .s > div { height: 60px; width: 300px } .t { scroll-initial-target: nearest }
      </style>
      <div class=s><div></div><div class=t></div><div></div><div></div></div>
      <div class=s style="scroll-padding: 7px"><div></div><div class=t style="scroll-margin-top: 4px"></div>
        <div class=t></div><div></div></div>
      <div class=s style="scroll-snap-type: y mandatory"><div style="scroll-snap-align: start"></div>
        <div class=t></div><div style="scroll-snap-align: start"></div><div></div></div>
      <div class=s><div class=s style="width: 50px; height: 50px"><div></div><div class=t></div></div>
        <div></div><div></div></div>
      <div class=s style="direction: rtl"><div></div><div></div>
        <div class=t style="width: 50px; margin-right: 120px"></div><div></div><div></div></div>
      <div class=s id=scrolled><div></div><div class=t></div><div></div><div></div></div>
      <script>scrolled.scrollTo(1, 2)</script>
      """
    try expect(
      #"["5,65","0,58","5,5","0,0","5,65","-125,125","1,2"]"#, page,
      "[...document.querySelectorAll('.s')].map(e => [e.scrollLeft, e.scrollTop].join())")
  }

  /// https://drafts.csswg.org/css-scroll-snap-1/#choosing
  @Test func scrollingComesToRestWhereThingsSnap() throws {
    let page = """
      <style>
        #box { width: 100px; height: 100px; overflow: auto; scroll-snap-type: x mandatory }
        #box div { position: relative; width: 300px; height: 50px }
        b { position: absolute; top: 0; width: 20px; height: 50px; scroll-snap-align: start }
      </style>
      <div id=box><div><b style="left: 0"></b><b style="left: 120px"></b><b id=last style="left: 160px"></b></div></div>
      """
    try expect(
      "[120,160,140]", page,
      """
      (() => {
        const places = [];
        box.scrollTo(100, 0);
        places.push(box.scrollLeft);
        box.scrollBy(10, 0);
        places.push(box.scrollLeft);
        last.style.left = "140px";
        places.push(box.scrollLeft);
        return places;
      })()
      """)
  }

  /// What Chromium gives at the same width, without scroll bars.
  /// https://drafts.csswg.org/cssom-view-1/#scrolling-area
  @Test(arguments: [
    ("<html dir=rtl><div id=s style='width:3000px;height:50px'></div>", "[-150,3008,-150,0,-1]"),
    ("<html><body dir=rtl><div id=s style='width:3000px;height:50px'></div>", "[-150,3008,-150,0,-1]"),
    (
      "<html style='writing-mode:vertical-rl'><div id=s style='width:3000px;height:50px'></div>",
      "[-150,3016,-150,0,-1]"
    ),
    ("<html dir=rtl><div id=s style='width:9px;height:9px;position:absolute;left:2000px'></div>", "[0,1,0,0,0]"),
    ("<html><div id=s style='width:9px;height:9px;position:absolute;left:-2000px'></div>", "[0,1,0,0,0]"),
  ])
  func documentsThatBeginAtTheRightAreScrolledToTheLeft(_ page: String, _ wanted: String) throws {
    try expect(
      wanted, page,
      """
      (() => {
        const left = () => s.getBoundingClientRect().left, first = left(), width = document.documentElement.scrollWidth;
        const result = [];
        scrollTo(-150, 0);
        result.push(scrollX, width === innerWidth ? 1 : width, first - left());
        scrollTo(1e6, 0);
        result.push(scrollX);
        scrollTo(-1e6, 0);
        result.push(scrollX === innerWidth - width ? Math.sign(scrollX) : scrollX);
        return result;
      })()
      """)
  }

  // MARK: Points

  /// https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model
  @Test func areasOfImageMapsAreAtPoints() throws {
    let page = """
      <style>body { margin: 0 } img { display: block }</style>
      <img id=image usemap="#map" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'/>">
      <map name=map><area id=square coords="0,0,50,50"><area id=circle shape=circle coords="75,75,20"></map>
      """
    try expect(
      #"["square","image","circle"]"#, page,
      "[[10, 10], [60, 10], [75, 75]].map(([x, y]) => document.elementFromPoint(x, y).id)")
  }

  /// https://html.spec.whatwg.org/multipage/interaction.html#inert-subtrees
  @Test func whatIsInertIsNotAtAPoint() throws {
    let page = """
      <style>body { margin: 0 } div { position: absolute; top: 0; left: 0; width: 50px; height: 50px }</style>
      <div id=below></div><div id=above inert></div>
      """
    try expect(
      #"["below","above"]"#, page,
      """
      (() => {
        const first = document.elementFromPoint(10, 10).id;
        above.inert = false;
        return [first, document.elementFromPoint(10, 10).id];
      })()
      """)
  }

  // MARK: Siblings

  /// https://drafts.csswg.org/css-values-5/#tree-counting
  @Test func lengthsCountSiblings() throws {
    let page =
      "<style>li { width: calc(10px * sibling-index()); height: calc(1px * sibling-count()) }</style><ul><li><li><li></ul>"
    try expect(
      #"["10px 3px","20px 3px","30px 3px","10px 2px","20px 2px"]"#, page,
      """
      (() => {
        const sizes = () => [...document.querySelectorAll("li")].map((item) => {
          const { width, height } = getComputedStyle(item);
          return `${width} ${height}`;
        });
        const before = sizes();
        document.querySelector("li").remove();
        return [...before, ...sizes()];
      })()
      """)
  }

  // MARK: Custom highlights

  /// https://drafts.csswg.org/css-highlight-api-1/
  @Test func highlightsAreSetsInARegistry() throws {
    try expect(
      #"[1,true,"x,y",2,"highlight","y"]"#, #"<p id="p">text</p>"#,
      """
      (() => {
        const range = new StaticRange({ startContainer: p, startOffset: 0, endContainer: p, endOffset: 1 });
        const highlight = new Highlight(range, range);
        CSS.highlights.set("x", highlight).set("y", new Highlight());
        const names = [...CSS.highlights.keys()].join();
        const size = CSS.highlights.size;
        const seen = [];
        for (const [name] of CSS.highlights) {
          if (name === "x") CSS.highlights.delete("x"); else seen.push(name);
        }
        return [highlight.size, [...highlight][0] === range, names, size, highlight.type, seen.join()];
      })()
      """)
  }
}
