// When the page first showed something, and the largest that it has shown.
// https://w3c.github.io/paint-timing/ https://w3c.github.io/largest-contentful-paint/
//
// Nothing is looked for until somebody asks; each update of the rendering counts as a paint. Deviation: the first paint is
// the first contentful one.
(function (core) {
  "use strict";
  core.load("performance-timing.js");
  const { native, list, put, rendering, tree, SafeMap, SafeSet } = core;
  const { timeline } = core;
  const { State, PerformanceEntry, make } = timeline;
  const { ELEMENT, TEXT } = tree;

  // Updates after which a page that changes all the time is no longer looked through.
  const mostLooks = 60;

  // MARK: Interfaces

  /** https://w3c.github.io/paint-timing/#sec-paint-timing-mixin: nobody knows when the picture is seen. */
  const moments = { get paintTime() { return State.of(this).startTime; }, get presentationTime() { return State.of(this) && null; } };

  function jsonMembers(more) {
    const names = list();
    for (let index = 0; index < timeline.entryMembers.length; index += 1) put(names, timeline.entryMembers[index]);
    for (let index = 0; index < more.length; index += 1) put(names, more[index]);
    return names;
  }

  class PerformancePaintTiming extends PerformanceEntry {
    toJSON() {
      State.of(this);
      return timeline.json(this, paintMembers);
    }
  }
  core.mixin(PerformancePaintTiming, moments);
  const paintMembers = jsonMembers(["paintTime", "presentationTime"]);

  const ofLargest = ["renderTime", "loadTime", "size", "id", "url"];
  class LargestContentfulPaint extends PerformanceEntry {
    get element() {
      const { node } = State.of(this);
      return tree.isInPage(node) ? core.wrap(node) : null;
    }
    get id() { return State.of(this).elementID; }
    toJSON() {
      State.of(this);
      return timeline.json(this, largestMembers);
    }
  }
  for (let index = 0; index < ofLargest.length; index += 1) {
    const name = ofLargest[index];
    if (name !== "id") core.mixin(LargestContentfulPaint, { get [name]() { return State.of(this)[name]; } });
  }
  core.mixin(LargestContentfulPaint, moments);
  const largestMembers = jsonMembers(["renderTime", "loadTime", "size", "url", "paintTime", "presentationTime"]);

  core.define({ PerformancePaintTiming, LargestContentfulPaint });

  // MARK: What is painted

  const names = { __proto__: null };
  const kinds = ["canvas", "img", "svg", "video"];
  for (let index = 0; index < kinds.length; index += 1) names[kinds[index]] = core.atom(kinds[index]);
  const idAtom = core.atom("id"), posterAtom = core.atom("poster"), sourceAtom = core.atom("src"), NO_NAMESPACE = 7;

  const style = (element, name) => native.computedValue(element, "", name);
  const isBlank = /^[\t\n\f\r ]*$/;

  /** Whether an element and those around it let what is in it be seen. */
  function isShown(element) {
    if (!native.isRendered(element) || style(element, "visibility") !== "visible") return false;
    for (let node = element; node >= 0 && tree.isElement(node); node = tree.flatParentOf(node)) {
      if (style(node, "opacity") === "0") return false;
    }
    return true;
  }

  /** An address in an attribute. */
  function addressIn(element, atom) {
    const text = native.attribute(element, atom, NO_NAMESPACE);
    return text === null || text === "" ? "" : native.url(text, native.baseURL(), true)?.[0] ?? "";
  }

  /** The picture that an element shows: where it is from and how large it is itself. */
  function pictureOf(element) {
    if (tree.nameOf(element) === names.video) {
      const url = addressIn(element, posterAtom);
      return url === "" ? null : { __proto__: null, url, width: Infinity, height: Infinity };
    }
    const state = native.imageState(element);
    if (!state[0] || state[1] === 0) return null;
    return { __proto__: null, url: state[3] || addressIn(element, sourceAtom), width: state[1], height: state[2] };
  }

  const isPicture = (element) => tree.nameOf(element) === names.img || tree.nameOf(element) === names.video;

  function hasGeneratedText(element) {
    const quoted = (pseudo) => {
      const content = native.computedValue(element, pseudo, "content");
      return content !== "" && content !== "none" && content !== "normal" && content !== '""';
    };
    return quoted("::before") || quoted("::after");
  }

  /** https://w3c.github.io/paint-timing/#contentful */
  function isContentful(node) {
    if (tree.kindOf(node) === TEXT) {
      const parent = tree.flatParentOf(node);
      return parent >= 0 && core.RegExpExec(isBlank, native.text(node)) === null && native.textRects(node, 0, 1_000_000).length > 0
        && isShown(parent);
    }
    if (!tree.isElement(node) || !native.isRendered(node)) return false;
    const name = tree.nameOf(node);
    const isOne = name === names.svg ? tree.namespaceOf(node) === 1
      : name === names.canvas ? core.hasDrawn?.(node) === true
      : isPicture(node) && tree.namespaceOf(node) === 0 ? pictureOf(node) !== null : hasGeneratedText(node);
    return isOne && isShown(node);
  }

  function findContent() {
    for (let node = tree.link(0, tree.FIRST); node >= 0; node = tree.nextNode(node, 0)) if (isContentful(node)) return true;
    return false;
  }

  function addPaint(time) {
    const entries = ["first-paint", "first-contentful-paint"];
    for (let index = 0; index < entries.length; index += 1) {
      const entry = make(PerformancePaintTiming,
        { __proto__: null, name: entries[index], entryType: "paint", startTime: time, duration: 0 });
      core.notifyObservers?.(entry);
      put(timeline.entries, entry);
    }
  }

  // MARK: The largest. https://w3c.github.io/largest-contentful-paint/#sec-report-largest-contentful-paint

  const reported = new SafeSet(), reportedPictures = new SafeSet();
  let largest = 0;
  timeline.largest = list();

  /** The area of rectangles together, as far as the viewport shows it: of their bounds. */
  function visibleArea(rects, viewport) {
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (let index = 0; index + 3 < rects.length; index += 4) {
      if (rects[index + 2] <= 0 || rects[index + 3] <= 0) continue;
      left = core.MathMin(left, rects[index]);
      top = core.MathMin(top, rects[index + 1]);
      right = core.MathMax(right, rects[index] + rects[index + 2]);
      bottom = core.MathMax(bottom, rects[index + 1] + rects[index + 3]);
    }
    const width = core.MathMin(right, viewport[0]) - core.MathMax(left, 0);
    const height = core.MathMin(bottom, viewport[1]) - core.MathMax(top, 0);
    return width > 0 && height > 0 ? width * height : 0;
  }

  /** The element that texts are counted of: the nearest that is no part of a line. */
  function blockOf(text) {
    let node = tree.flatParentOf(text);
    while (node >= 0 && tree.isElement(node)) {
      const display = style(node, "display");
      if (display !== "inline" && display !== "contents") break;
      node = tree.flatParentOf(node);
    }
    return node >= 0 && tree.isElement(node) ? node : -1;
  }

  function consider(candidate) {
    if (candidate.size <= largest || candidate.size <= 0 || !isShown(candidate.node)) return;
    largest = candidate.size;
    const entry = make(LargestContentfulPaint, {
      __proto__: null, name: "", entryType: "largest-contentful-paint", startTime: candidate.time, duration: 0,
      renderTime: candidate.time, loadTime: candidate.url === "" ? 0 : candidate.time, size: candidate.size, url: candidate.url,
      elementID: native.attribute(candidate.node, idAtom, NO_NAMESPACE) ?? "", node: candidate.node,
    });
    put(timeline.largest, entry);
    core.notifyObservers?.(entry);
  }

  function considerPicture(node, viewport, time) {
    const picture = pictureOf(node);
    if (picture === null || reportedPictures.has(`${node} ${picture.url}`) || !native.isRendered(node)) return;
    const rects = native.clientRects(node);
    let size = visibleArea(rects, viewport);
    // What fills the whole viewport is a background.
    if (size === 0 || size >= viewport[0] * viewport[1]) return;
    reportedPictures.add(`${node} ${picture.url}`);
    // What is enlarged counts as large as it is itself.
    const shown = rects[2] * rects[3], natural = picture.width * picture.height;
    if (shown > natural) size *= natural / shown;
    consider({ __proto__: null, node, size: core.MathRound(size), url: picture.url, time });
  }

  function considerAll(time) {
    const viewport = native.viewport(), texts = new SafeMap();
    for (let node = tree.link(0, tree.FIRST); node >= 0; node = tree.nextNode(node, 0)) {
      const kind = tree.kindOf(node);
      if (kind === ELEMENT && isPicture(node) && tree.namespaceOf(node) === 0) considerPicture(node, viewport, time);
      if (kind !== TEXT || core.RegExpExec(isBlank, native.text(node)) !== null) continue;
      const rects = native.textRects(node, 0, 1_000_000);
      const block = rects.length === 0 ? -1 : blockOf(node);
      if (block < 0 || reported.has(block)) continue;
      const all = texts.get(block) ?? list();
      for (let index = 0; index < rects.length; index += 1) put(all, rects[index]);
      texts.set(block, all);
    }
    texts.forEach((rects, block) => {
      const size = visibleArea(rects, viewport);
      if (size === 0) return;
      reported.add(block);
      const isSeen = style(block, "color") !== "rgba(0, 0, 0, 0)" || style(block, "text-shadow") !== "none";
      if (isSeen) consider({ __proto__: null, node: block, size: core.MathRound(size), url: "", time });
    });
  }

  // MARK: Looking

  let hasContent = false, looks = 0;

  function look(time) {
    if (looks >= mostLooks) return;
    looks += 1;
    if (!hasContent && findContent()) {
      hasContent = true;
      addPaint(time);
    }
    if (hasContent) considerAll(time);
  }

  // What was there before anybody asked was painted when the document had been read.
  const { domContentLoadedEventEnd } = core.moments;
  if (domContentLoadedEventEnd > 0) look(domContentLoadedEventEnd);
  looks = 0;
  rendering.add(rendering.PAINT, () => look(native.now()));
  rendering.request();
  // A picture that has come is painted, though the document is as it was.
  const { noteResource } = core;
  core.noteResource = function (node) {
    noteResource(node);
    rendering.request();
  };

  core.trackPaints = () => {};
})
