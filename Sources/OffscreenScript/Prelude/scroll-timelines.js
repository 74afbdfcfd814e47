// Timelines of scrolling for scripts. https://drafts.csswg.org/scroll-animations-1/
//
// The engine knows where they stand (`native.timelineState`), by the layout; times on them are percentages. Those that
// style sheets make move the animations of style sheets without a script's part in it.
(function (core) {
  "use strict";
  const { native, TypeError } = core;
  core.load("animation.js");
  core.load("typed-numbers.js");
  const { animations } = core;
  const { active, runPending, updateFinished, apply, currentTimeOf, effectEnd, originOf, stateAt } = animations;
  const { isNumeric, converted, isUnit, valueOf } = core.typedNumbers;
  const { textOf } = core.typed;
  const { AnimationTimeline } = animations;

  const axes = core.list("block", "inline", "x", "y");

  // MARK: Where they stand

  /** `[position, start, end, start of the range, its end]` in pixels; null where it does not scroll. */
  const stateOf = (origin, range) => {
    const element = origin.element();
    return element < 0 ? null : native.timelineState(element, origin.text(), range?.[0] ?? "normal", range?.[1] ?? "normal");
  };
  const percent = (state, place) => 100 * (state[place] - state[1]) / (state[2] - state[1]);

  function timeOf(origin) {
    const state = stateOf(origin, undefined);
    return state === null || state[2] <= state[1] ? null : percent(state, 0);
  }

  /** The range of an animation, in percent of its timeline. */
  function rangeOf(state) {
    const found = stateOf(originOf(state.timeline), state.range);
    if (found === null || found[2] <= found[1]) return { __proto__: null, start: 0, end: 100 };
    return { __proto__: null, start: percent(found, 3), end: percent(found, 4) };
  }

  core.scrolledStart = function (state) {
    const range = rangeOf(state);
    return state.rate >= 0 ? range.start : range.end;
  };

  core.isAtBoundary = function (state) {
    const time = originOf(state.timeline).time();
    return time !== null && (time <= 0 || time >= 100);
  };

  /** The timing of an effect as shares of the range. https://drafts.csswg.org/web-animations-2/#normalize-specified-timing */
  core.scrolledShares = function (state) {
    const { timing } = state.effect, range = rangeOf(state), length = core.MathMax(0, range.end - range.start);
    const result = core.ObjectAssign({ __proto__: null }, timing);
    const total = timing.duration === "auto" ? 0 : animations.endTime(timing);
    if (total > 0 && total < Infinity) {
      result.delay = timing.delay * length / total;
      result.endDelay = timing.endDelay * length / total;
      result.duration = timing.duration * length / total;
    } else {
      result.delay = result.endDelay = 0;
      result.duration = timing.iterations > 0 && timing.iterations < Infinity ? length / timing.iterations : 0;
    }
    return result;
  };

  const percentOrNull = (value) => (value === null ? null : core.makeUnitValue(value, "percent"));
  core.percentOrNull = percentOrNull;

  /** What `getComputedTiming()` tells of an effect. */
  core.scrolledTiming = function (effect) {
    const state = effect.animation, timing = core.scrolledShares(state), time = currentTimeOf(state);
    const now = stateAt(timing, time, state.rate, core.isAtBoundary(state));
    const active = animations.activeDuration(timing);
    return {
      delay: percentOrNull(timing.delay), endDelay: percentOrNull(timing.endDelay), fill: timing.fill === "auto" ? "none" : timing.fill,
      iterationStart: timing.iterationStart, iterations: timing.iterations, duration: percentOrNull(timing.duration),
      direction: timing.direction, easing: timing.easing, endTime: percentOrNull(effectEnd(state)),
      activeDuration: percentOrNull(active), localTime: percentOrNull(time), progress: now.progress, currentIteration: now.iteration,
    };
  };

  core.percentFrom = function (value) {
    if (!isNumeric(value) || !isUnit(value, "percent")) throw new TypeError("Times on such a timeline are percentages.");
    return valueOf(value);
  };
  core.millisecondsFrom = function (value) {
    if (isNumeric(value) && isUnit(value, "number")) return valueOf(value);
    const found = isNumeric(value) && isUnit(value) ? converted(value, "ms") : null;
    if (found === null) throw new TypeError("The value is no time.");
    return valueOf(found);
  };

  // MARK: Ranges of animations. https://drafts.csswg.org/scroll-animations-1/#dom-animation-rangestart

  const rangeNames = core.list("cover", "contain", "entry", "exit", "entry-crossing", "exit-crossing");
  const properties = core.list("animation-range-start", "animation-range-end");

  core.rangeBoundary = function (state, end) {
    const text = state.range?.[end] ?? "normal";
    if (text === "normal") return text;
    const space = core.StringIndexOf(text, " "), name = space < 0 ? text : core.StringSlice(text, 0, space);
    const isNamed = core.ArrayIndexOf(rangeNames, name) >= 0;
    const offset = !isNamed ? text : space < 0 ? (end === 0 ? "0%" : "100%") : core.StringSlice(text, space + 1);
    const tokens = core.typedTokens.trimmed(core.typedTokens.tokens(offset));
    return { rangeName: isNamed ? name : null, offset: core.reifyNumber(tokens) };
  };

  core.setRangeBoundary = function (state, end, value) {
    let text;
    if (core.isObject(value) && !isNumeric(value)) {
      const name = core.member(value, "rangeName", (given) => core.nullable(given, core.string), null);
      const offset = value.offset;
      text = (name ?? "") + (offset === undefined ? "" : " " + (isNumeric(offset) ? textOf(offset) : core.string(offset)));
    } else {
      text = isNumeric(value) ? textOf(value) : core.string(value);
    }
    const flat = core.styles.parse(properties[end], core.stripASCIIWhitespace(text));
    if (flat === null || flat.length !== 3 || core.StringIndexOf(flat[1], ",") >= 0) throw new TypeError("The value is no part of a timeline.");
    state.range ??= core.list("normal", "normal");
    state.range[end] = flat[1];
    if (animations.isScrolled(state) && state.startTime !== null) state.startTime = core.scrolledStart(state);
    animations.changed(state);
  };

  // MARK: Timelines

  let isWatching = false;
  /** They move with the rendering, when something has scrolled or is laid out otherwise. */
  function watch() {
    if (isWatching) return;
    isWatching = true;
    core.rendering.add(core.rendering.SCROLL + 0.5, () => active.forEach((state) => {
      if (!animations.isScrolled(state)) return;
      if (state.pending !== null) runPending(state);
      else updateFinished(state, false, false);
      apply(state);
    }));
  }

  const key = core.list();
  const Fields = core.brand();

  function makeOrigin(fields) {
    watch();
    const origin = { __proto__: null, time: () => timeOf(origin), ...fields };
    return origin;
  }

  const isElement = (value) => core.isNode(value) && core.tree.isElement(core.id(value));
  const elementOrNull = (value) => core.nullable(value, (given) => core.convertInterface(given, isElement, "Element"));
  const rootElement = () => core.documentElementOf(0);
  /** What stands for the viewport. */
  const pageScroller = () => core.wrap(core.quirks(0) === 2 ? core.bodyOf(0) : rootElement());

  class ScrollTimeline extends AnimationTimeline {
    constructor(options = undefined) {
      if (options === key) {
        super(arguments[1]);
        return;
      }
      options = core.dictionary(options);
      const axis = core.member(options, "axis", (value) => core.enumeration(value, axes), "block");
      const given = options.source;
      const source = given === undefined ? pageScroller() : elementOrNull(given);
      super(makeOrigin({
        __proto__: null, element: () => (source === null ? -1 : core.id(source)),
        text: () => (core.scrolling.isViewport(core.id(source)) ? "scroll(root " : "scroll(self ") + axis + ")",
      }));
      new Fields(this, { __proto__: null, source, axis });
    }
    get source() {
      const fields = Fields.of(this);
      return fields.subject === undefined ? fields.source : scrollerOf(fields.subject);
    }
    get axis() { return Fields.of(this).axis; }
  }

  /** The nearest scroll container around an element. */
  function scrollerOf(subject) {
    if (subject === null || !core.tree.isInPage(core.id(subject))) return null;
    for (let ancestor = core.tree.flatParentOf(core.id(subject)); ancestor > 0; ancestor = core.tree.flatParentOf(ancestor)) {
      if (core.scrolling.isViewport(ancestor) || ancestor === rootElement()) break;
      const overflow = native.computedValue(ancestor, "", "overflow-x");
      if (overflow !== "visible" && overflow !== "clip" && overflow !== "") return core.wrap(ancestor);
    }
    return pageScroller();
  }

  /** https://drafts.csswg.org/scroll-animations-1/#dom-viewtimelineoptions-inset */
  function insetText(value) {
    if (value === undefined) return "auto";
    if (typeof value === "string") {
      const flat = core.styles.parse("view-timeline-inset", value);
      if (flat === null || core.StringIndexOf(flat[1], ",") >= 0) throw new TypeError("The value is no inset.");
      return flat[1];
    }
    const sides = core.sequence(value);
    if (sides.length < 1 || sides.length > 2) throw new TypeError("There are one or two insets.");
    let text = "";
    for (let index = 0; index < sides.length; index += 1) {
      text += (index > 0 ? " " : "") + (isNumeric(sides[index]) ? textOf(sides[index]) : core.string(sides[index]));
    }
    return insetText(text);
  }

  class ViewTimeline extends ScrollTimeline {
    constructor(options = undefined) {
      options = core.dictionary(options);
      const axis = core.member(options, "axis", (value) => core.enumeration(value, axes), "block");
      const inset = insetText(options.inset);
      const subject = core.member(options, "subject", (value) => core.convertInterface(value, isElement, "Element"), null);
      super(key, makeOrigin({
        __proto__: null, element: () => (subject === null ? -1 : core.id(subject)), text: () => "view(" + axis + " " + inset + ")",
      }));
      new Fields(this, { __proto__: null, subject, axis });
    }
    get subject() { return Fields.of(this).subject; }
    get startOffset() { return offsetOf(this, 1); }
    get endOffset() { return offsetOf(this, 2); }
  }

  function offsetOf(timeline, place) {
    if (Fields.of(timeline).subject === undefined) throw new TypeError("Illegal invocation");
    const state = stateOf(originOf(timeline), undefined);
    return state === null ? null : core.makeUnitValue(state[place], "px");
  }
  core.define({ ScrollTimeline, ViewTimeline });
})
