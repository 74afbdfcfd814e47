import Testing

@testable import Offscreen

/// Animations that scrolling moves, fonts of scripts, and view transitions.
struct ScrollTimelineTests: ScriptTesting {
  private let page = """
    <style>
    body { margin: 0 } @keyframes k { from { left: 0px } to { left: 100px } }
    #s { height: 100px; width: 100px; overflow: auto; scrollbar-width: none } #c { height: 300px }
    p { margin: 0; height: 10px; position: relative; animation: k linear }
    </style>
    """

  @Test func aScrollTimelineFollowsItsScroller() throws {
    try expect(
      #""0px,50px,100px""#, page + "<div id=s><div id=c><p id=p style='animation-timeline: scroll()'></p></div></div>",
      """
      [0, 100, 200].map(top => { s.scrollTop = top; return getComputedStyle(p).left }).join()
      """)
  }

  @Test func aNamedTimelineIsFoundAroundAndInAScope() throws {
    try expect(
      #""50px,50px,0px""#,
      page + """
        <div style='timeline-scope: --t'><div id=s style='scroll-timeline: --t'><div id=c>
        <p id=p style='animation-timeline: --t'></p></div></div><p id=q style='animation-timeline: --t'></p></div>
        <p id=r style='animation-timeline: --t; left: 0px'></p>
        """, "s.scrollTop = 100, [p, q, r].map(element => getComputedStyle(element).left).join()")
  }

  /// The subject goes from 200 to 210 in a port of 100: it enters at 100 and has left at 210.
  @Test func aViewTimelineHasRanges() throws {
    try expect(
      #""0px,50px,100px|0px,100px,100px""#,
      page + """
        <div id=s><div style='height: 200px'></div><p id=p style='animation-timeline: view()'></p>
        <p id=q style='animation-timeline: view(); animation-range: entry; animation-fill-mode: both; margin-top: -10px'></p>
        <div style='height: 300px'></div></div>
        """,
      """
      [p, q].map(element => [100, element === p ? 155 : 110, 210].map(top => {
        s.scrollTop = top; return getComputedStyle(element).left }).join()).join('|')
      """)
  }

  @Test func whatDoesNotScrollHasNoTime() throws {
    try expect(
      #""3px""#, page + "<p id=p style='animation-timeline: scroll(); left: 3px'></p>", "getComputedStyle(p).left")
  }

  @Test func pagesWithoutScriptsShowTheBeginning() throws {
    try expect(
      #""0px""#, page + "<div id=s><div id=c><p id=p style='animation-timeline: scroll(); left: 3px'></p></div></div>",
      "getComputedStyle(p).left")
  }

  @Test func scriptsMakeTimelines() throws {
    try expect(
      #""0% 40% 0.4 40px""#, page + "<div id=s><div id=c><div id=p style='position: relative'></div></div></div>",
      """
      (async () => {
        const animation = p.animate({ left: ['0px', '100px'] }, { timeline: new ScrollTimeline({ source: s }) });
        await animation.ready;
        const before = animation.currentTime;
        s.scrollTop = 80;
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        return [before, animation.currentTime, animation.overallProgress, getComputedStyle(p).left].join(' ');
      })()
      """)
  }

  // MARK: Fonts

  @Test func facesOfSheetsAreInTheSet() throws {
    try expect(
      #""1,A,unloaded,2,1,false,true,error""#,
      "<style id=z>@font-face { font-family: A; src: url(data:font/ttf,x) }</style>",
      """
      (async () => {
        const [face] = document.fonts, out = [document.fonts.size, face.family, face.status];
        document.fonts.add(new FontFace('B', 'url(data:font/ttf,y)'));
        out.push(document.fonts.size);
        document.fonts.clear();
        out.push(document.fonts.size, document.fonts.check('12px A'), document.fonts.check('12px B'));
        await document.fonts.load('12px A').catch(() => {});
        return [...out, face.status].join();
      })()
      """)
  }

  @Test func setsTellOfWhatIsLoaded() throws {
    try expect(
      #""loading,loadingdone,loadingerror 1 NetworkError""#, "",
      """
      (async () => {
        const log = [];
        for (const type of ['loading', 'loadingdone', 'loadingerror'])
          document.fonts.addEventListener(type, event => log.push(type + (type === 'loadingerror' ? ' ' + event.fontfaces.length : '')));
        const face = new FontFace('A', 'local(none-of-this-name)');
        document.fonts.add(face);
        const problem = await face.load().catch(thrown => thrown.name);
        await document.fonts.ready;
        await new Promise(done => setTimeout(done, 10));
        return log + ' ' + problem;
      })()
      """)
  }

  // MARK: View transitions

  @Test func aViewTransitionKeepsItsPromisesInOrder() throws {
    try expect(
      #""called,updated,ready,finished|x""#, "<p id=p></p>",
      """
      (async () => {
        const log = [];
        const transition = document.startViewTransition(() => { log.push('called'); p.textContent = 'x' });
        transition.updateCallbackDone.then(() => log.push('updated'));
        transition.ready.then(() => log.push('ready'));
        await transition.finished;
        log.push('finished');
        return log + '|' + p.textContent;
      })()
      """)
  }

  @Test func aSecondViewTransitionSkipsTheFirst() throws {
    try expect(
      #""AbortError,undefined,1,2|InvalidStateError""#,
      """
      <p id=p></p><i class=n></i><i class=n></i>
      """,
      """
      (async () => {
        const log = [];
        const first = document.startViewTransition(() => { log.push(1) });
        const second = document.startViewTransition(() => { log.push(2) });
        const problem = await first.ready.catch(thrown => thrown.name), done = await first.finished;
        await second.finished;
        for (const element of document.querySelectorAll('.n')) element.style.viewTransitionName = 'same';
        const third = document.startViewTransition();
        return [problem, done + '', ...log].join() + '|' + await third.ready.catch(thrown => thrown.name);
      })()
      """)
  }

  // MARK: Computed values of what no picture shows

  @Test func propertiesThatNoPictureShowsHaveValues() throws {
    try expect(
      #""pointer,pointer|10px 20px|auto|both mandatory|both|1px 2px|trim-both|root""#,
      "<div id=a style='cursor: pointer; font-size: 10px; scroll-margin: 1em 20px; scroll-snap-type: both mandatory'><b id=b></b></div>",
      """
      (() => {
        const style = getComputedStyle(a), out = [style.cursor + ',' + getComputedStyle(b).cursor, style.scrollMargin,
          getComputedStyle(b).scrollPadding, style.scrollSnapType];
        a.style.scrollSnapType = 'both proximity'; out.push(a.style.scrollSnapType);
        a.style.scrollPaddingInline = '1px 2px'; out.push(a.style.scrollPaddingInline);
        a.style.textBox = 'auto'; out.push(a.style.textBoxTrim, getComputedStyle(document.documentElement).viewTransitionName);
        return out.join('|');
      })()
      """)
  }
}
