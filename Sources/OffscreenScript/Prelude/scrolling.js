// Scrolling. https://drafts.csswg.org/cssom-view-1/
(function (core) {
  "use strict";
  const { native, put, NumberIsFinite, tree, elementID, boxPart: part } = core;

  const scrollTargets = core.list();
  let watchesScrolling = false;

  /** https://drafts.csswg.org/cssom-view-1/#scrolling-events */
  function fireScrollEvents() {
    if (scrollTargets.length === 0) return;
    const targets = core.ArraySplice(scrollTargets, 0, scrollTargets.length);
    for (let index = 0; index < targets.length; index += 1) {
      const target = targets[index];
      core.fire(core.wrap(target), "scroll", { __proto__: null, bubbles: target === 0, cancelable: false });
    }
    for (let index = 0; index < targets.length; index += 1) {
      const target = targets[index];
      core.fire(core.wrap(target), "scrollend", { __proto__: null, bubbles: target === 0, cancelable: false });
    }
  }

  function noteScroll(target) {
    if (!watchesScrolling) {
      watchesScrolling = true;
      core.rendering.add(core.rendering.SCROLL, fireScrollEvents);
    }
    if (core.ArrayIndexOf(scrollTargets, target) < 0) put(scrollTargets, target);
    core.rendering.request();
  }

  const finite = (value) => (NumberIsFinite(value) ? value : 0);

  // MARK: Snapping

  core.lazyFunctions("scroll-snapping.js", "snapped resnapped");
  // Scrollers that snap, and what the document was like when they last came to rest: -1 is the viewport.
  const snapping = new core.SafeMap();

  function snaps(scroller) {
    const id = scroller < 0 ? core.documentElementOf(0) : scroller;
    if (id < 0) return false;
    const type = native.computedValue(id, "", "scroll-snap-type");
    if (type === "none" || type === "") return false;
    if (snapping.size === 0) core.rendering.add(core.rendering.VIEWPORT, () => snapping.forEach((state, scroller) => settle(scroller)));
    if (!snapping.has(scroller)) snapping.set(scroller, "");
    return true;
  }

  const documentState = () => core.versions[0] + " " + core.versions[2] + " " + core.versions[4];

  /** A scroller whose contents have changed is where it snaps. */
  function settle(scroller) {
    if (!snaps(scroller) || snapping.get(scroller) === documentState()) return;
    snapping.set(scroller, documentState());
    const place = core.resnapped(scroller);
    if (place === null) return;
    if (scroller < 0) moveViewport(place.x, place.y);
    else moveElement(scroller, place.x, place.y);
  }

  function scrollViewport(x, y, directions = undefined) {
    const place = snaps(-1) ? core.snapped(-1, finite(x), finite(y), directions) : null;
    moveViewport(place?.x ?? x, place?.y ?? y);
  }

  function moveViewport(x, y) {
    const before = native.viewport();
    native.scrollTo(-1, finite(x), finite(y));
    const after = native.viewport();
    if (before[2] !== after[2] || before[3] !== after[3]) noteScroll(0);
  }

  /** Whether an element stands for the viewport. https://drafts.csswg.org/cssom-view-1/#dom-element-scrolltop */
  function isViewport(id) {
    if (tree.parentOf(id) === 0) return native.quirks(0) !== 2;
    return native.quirks(0) === 2 && id === core.bodyOf?.(0) && !isOwnScroller(id);
  }

  /** https://drafts.csswg.org/cssom-view-1/#potentially-scrollable */
  function isOwnScroller(body) {
    const parent = tree.parentOf(body);
    return native.geometry(body) !== null && scrolls(body) && scrolls(parent);
  }

  function scrolls(id) {
    const x = native.computedValue(id, "", "overflow-x"), y = native.computedValue(id, "", "overflow-y");
    return x !== "visible" && x !== "clip" && y !== "visible" && y !== "clip";
  }

  function scrollElement(id, x, y, directions = undefined) {
    if (!tree.isInPage(id)) return;
    if (isViewport(id)) {
      scrollViewport(x, y, directions);
      return;
    }
    if (tree.parentOf(id) === 0) return;
    const place = snaps(id) ? core.snapped(id, finite(x), finite(y), directions) : null;
    moveElement(id, place?.x ?? x, place?.y ?? y);
  }

  function moveElement(id, x, y) {
    const before = native.geometry(id);
    if (before === null) return;
    native.scrollTo(id, finite(x), finite(y));
    const after = native.geometry(id);
    if (after !== null && (before[8] !== after[8] || before[9] !== after[9])) noteScroll(id);
  }

  const behaviors = core.list("auto", "instant", "smooth");
  const positions = core.list("start", "center", "end", "nearest");

  /** The two coordinates that `scroll()` and its like are given; undefined for one that is to stay. */
  function target(values) {
    if (values.length >= 2) return { x: finite(+values[0]), y: finite(+values[1]) };
    if (values.length === 1) {
      const options = core.dictionary(values[0]);
      core.member(options, "behavior", (value) => core.enumeration(value, behaviors));
      const left = core.member(options, "left", core.unrestrictedDouble);
      const top = core.member(options, "top", core.unrestrictedDouble);
      return { x: left === undefined ? undefined : finite(left), y: top === undefined ? undefined : finite(top) };
    }
    return { x: undefined, y: undefined };
  }

  /** Scrolling by some way snaps to what is in its direction. https://drafts.csswg.org/css-scroll-snap-1/#scroll-types */
  const directionsOf = (x, y) => core.list(sign(x ?? 0), sign(y ?? 0));
  const sign = (number) => (number > 0 ? 1 : number < 0 ? -1 : 0);

  function scrollWindow(values, isRelative) {
    const { x, y } = target(values);
    const now = native.viewport();
    if (isRelative) scrollViewport(now[2] + (x ?? 0), now[3] + (y ?? 0), directionsOf(x, y));
    else scrollViewport(x ?? now[2], y ?? now[3]);
  }

  function scrollBox(object, values, isRelative) {
    const id = elementID(object);
    const { x, y } = target(values);
    const left = part(id, 8), top = part(id, 9);
    if (isRelative) scrollElement(id, left + (x ?? 0), top + (y ?? 0), directionsOf(x, y));
    else scrollElement(id, x ?? left, y ?? top);
  }

  /** Where to scroll so that from `start` to `end` is seen in a port from 0 to `length`: how much further than now. */
  function distance(position, start, end, length) {
    const size = end - start;
    switch (position) {
      case "start": return start;
      case "end": return end - length;
      case "center": return start + size / 2 - length / 2;
      // What is out of sight comes to the middle, other things are moved no further than they must be.
      case "if-needed": if (end <= 0 || start >= length) return start + size / 2 - length / 2;
    }
    if ((start <= 0 && end >= length) || (start >= 0 && end <= length)) return 0;
    if ((start < 0 && size <= length) || (end > length && size >= length)) return start;
    return end - length;
  }

  const opposite = (position) => (position === "start" ? "end" : position === "end" ? "start" : position);

  /** Positions along the vertical (`block`) and the horizontal axis (`inline`). */
  function physical(id, block, inline) {
    const mode = native.computedValue(id, "", "writing-mode");
    const isRTL = native.computedValue(id, "", "direction") === "rtl";
    if (mode === "" || mode === "horizontal-tb") return { block, inline: isRTL ? opposite(inline) : inline };
    const isFromRight = mode === "vertical-rl" || mode === "sideways-rl";
    const isFromBottom = (mode === "sideways-lr") !== isRTL;
    return { block: isFromBottom ? opposite(inline) : inline, inline: isFromRight ? opposite(block) : block };
  }

  /** https://drafts.csswg.org/cssom-view-1/#scroll-a-target-into-view */
  function scrollIntoView(id, logicalBlock, logicalInline, isNearest = false) {
    if (native.isSkipped(id, false)) return;
    const { block, inline } = physical(id, logicalBlock, logicalInline);
    // What is fixed does not move with the viewport, nor does what is in it.
    let isFixed = native.computedValue(id, "", "position") === "fixed";
    const margin = (side) => core.NumberParseFloat(native.computedValue(id, "", "scroll-margin-" + side)) || 0;
    for (let ancestor = tree.flatParentOf(id); ancestor > 0 && !isFixed; ancestor = tree.flatParentOf(ancestor)) {
      if (tree.kindOf(ancestor) === tree.ELEMENT) isFixed = native.computedValue(ancestor, "", "position") === "fixed";
      if (tree.kindOf(ancestor) !== tree.ELEMENT || isViewport(ancestor) || tree.parentOf(ancestor) === 0) continue;
      const x = native.computedValue(ancestor, "", "overflow-x");
      if (x === "visible" || x === "clip" || x === "") continue;
      const inner = native.geometry(id), outer = native.geometry(ancestor);
      if (inner === null || outer === null) continue;
      const before = { x: scrollPadding(ancestor, "left", outer[6]), y: scrollPadding(ancestor, "top", outer[7]) };
      const left = inner[0] - outer[0] - outer[4] - before.x, top = inner[1] - outer[1] - outer[5] - before.y;
      const width = outer[6] - before.x - scrollPadding(ancestor, "right", outer[6]);
      const height = outer[7] - before.y - scrollPadding(ancestor, "bottom", outer[7]);
      scrollElement(ancestor, outer[8] + distance(inline, left - margin("left"), left + inner[2] + margin("right"), width),
        outer[9] + distance(block, top - margin("top"), top + inner[3] + margin("bottom"), height));
      if (isNearest) return;
    }
    const geometry = native.geometry(id);
    if (geometry === null || isFixed) return;
    const viewport = native.viewport(), root = core.documentElementOf(0);
    const before = { x: scrollPadding(root, "left", viewport[0]), y: scrollPadding(root, "top", viewport[1]) };
    const left = geometry[0] - before.x, top = geometry[1] - before.y;
    const width = viewport[0] - before.x - scrollPadding(root, "right", viewport[0]);
    const height = viewport[1] - before.y - scrollPadding(root, "bottom", viewport[1]);
    scrollViewport(
      viewport[2] + distance(inline, left - margin("left"), left + geometry[2] + margin("right"), width),
      viewport[3] + distance(block, top - margin("top"), top + geometry[3] + margin("bottom"), height));
  }

  /** How much of a port is no good place for what is scrolled into view. https://drafts.csswg.org/css-scroll-snap-1/#scroll-padding */
  function scrollPadding(id, side, length) {
    const value = native.computedValue(id, "", "scroll-padding-" + side), number = core.NumberParseFloat(value) || 0;
    return value[value.length - 1] === "%" ? number * length / 100 : number;
  }

  /** Where nobody says how, things come to where they snap. https://drafts.csswg.org/css-scroll-snap-1/#choosing */
  function scrollAsImplied(id, block, inline) {
    if (!tree.isInPage(id)) return;
    const snapping = core.split(native.computedValue(id, "", "scroll-snap-align"), " ");
    const either = (value, usual) => (value === undefined || value === "" || value === "none" ? usual : value);
    scrollIntoView(id, either(snapping[0], block), either(snapping[1] ?? snapping[0], inline));
  }
  core.scrollIntoView = (id) => scrollAsImplied(id, "start", "nearest");
  /** https://html.spec.whatwg.org/multipage/interaction.html#dom-focus */
  core.scrollToFocus = (id) => scrollAsImplied(id, "if-needed", "if-needed");

  core.scrolling = {
    __proto__: null, behaviors, positions, finite, isViewport, isOwnScroller, scrollViewport, scrollWindow, scrollElement,
    scrollBox, scrollIntoView, scrollPadding, physical, settle,
  };
})
