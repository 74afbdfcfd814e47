// Effects of animations and their timing. https://drafts.csswg.org/web-animations-1/#timing-model
(function (core) {
  "use strict";
  const { native, put, error, TypeError, MathMin, MathMax, MathFloor, NumberIsFinite } = core;
  core.load("keyframes.js");
  const { animations } = core;
  const key = core.list();

  // MARK: Timing

  const fills = ["none", "forwards", "backwards", "both", "auto"];
  const directions = ["normal", "reverse", "alternate", "alternate-reverse"];
  const timingNames = ["delay", "direction", "duration", "easing", "endDelay", "fill", "iterationStart", "iterations"];

  const defaultTiming = () => ({
    __proto__: null, delay: 0, direction: "normal", duration: "auto", easing: "linear", endDelay: 0, fill: "auto",
    iterationStart: 0, iterations: 1,
  });

  function refuse(name) { throw new TypeError(`The ${name} is not valid.`); }

  const convert = {
    __proto__: null,
    delay: core.double,
    endDelay: core.double,
    direction: (value) => core.enumeration(value, directions),
    fill: (value) => core.enumeration(value, fills),
    easing: core.string,
    iterationStart: core.double,
    iterations: core.unrestrictedDouble,
    duration(value) {
      if (typeof value === "number") return value;
      return core.string(value);
    },
  };

  /** Reads the members of a timing dictionary that are there. https://drafts.csswg.org/web-animations-1/#updating-animationeffect-timing */
  function readTiming(input) {
    input = core.dictionary(input);
    const given = { __proto__: null };
    for (let index = 0; index < timingNames.length; index += 1) {
      const name = timingNames[index], value = input[name];
      if (value !== undefined) given[name] = convert[name](value);
    }
    return given;
  }

  function checkTiming(given) {
    if (given.iterationStart < 0) refuse("iterationStart");
    if (given.iterations !== undefined && !(given.iterations >= 0)) refuse("iterations");
    const { duration } = given;
    if (duration !== undefined && duration !== "auto" && (typeof duration !== "number" || !(duration >= 0))) refuse("duration");
    if (given.easing !== undefined) given.easing = animations.easingOf(given.easing);
    return given;
  }

  function assign(timing, given) {
    for (let index = 0; index < timingNames.length; index += 1) {
      if (timingNames[index] in given) timing[timingNames[index]] = given[timingNames[index]];
    }
  }

  const iterationDuration = (timing) => (timing.duration === "auto" ? 0 : timing.duration);

  /** https://drafts.csswg.org/web-animations-1/#calculating-the-active-duration */
  function activeDuration(timing) {
    const duration = iterationDuration(timing);
    return duration === 0 || timing.iterations === 0 ? 0 : duration * timing.iterations;
  }

  const endTime = (timing) => MathMax(timing.delay + activeDuration(timing) + timing.endDelay, 0);

  /**
   * Where an effect stands at a local time, null where it has none: `{phase, progress, directed, iteration, activeTime}`.
   * https://drafts.csswg.org/web-animations-1/#core-animation-effect-calculations
   */
  function stateAt(timing, time, rate, isAtBoundary = false) {
    const result = { __proto__: null, phase: "idle", progress: null, iteration: null, activeTime: null, isBefore: false };
    if (time === null) return result;
    const active = activeDuration(timing), end = endTime(timing), duration = iterationDuration(timing);
    // 1. The phase.
    const beforeActive = MathMax(MathMin(timing.delay, end), 0);
    const activeAfter = MathMax(MathMin(timing.delay + active, end), 0);
    let phase = "active";
    // At the ends of a timeline of scrolling, its animations are in effect.
    if (time < beforeActive || (rate < 0 && time === beforeActive && !isAtBoundary)) phase = "before";
    else if (time > activeAfter || (rate >= 0 && time === activeAfter && !isAtBoundary)) phase = "after";
    result.phase = phase;
    // 2. The active time.
    const fill = timing.fill === "auto" ? "none" : timing.fill;
    let activeTime = null;
    if (phase === "before") {
      if (fill === "backwards" || fill === "both") activeTime = MathMax(time - timing.delay, 0);
    } else if (phase === "active") {
      activeTime = time - timing.delay;
    } else if (fill === "forwards" || fill === "both") {
      activeTime = MathMax(MathMin(time - timing.delay, active), 0);
    }
    result.activeTime = activeTime;
    if (activeTime === null) return result;
    // 3. The overall progress, and that of the iteration.
    let overall;
    if (duration === 0) overall = phase === "before" ? 0 : timing.iterations;
    else overall = activeTime / duration;
    overall += timing.iterationStart;
    let simple = overall === Infinity ? timing.iterationStart % 1 : overall % 1;
    if (simple === 0 && phase !== "before" && activeTime === active && timing.iterations !== 0) simple = 1;
    // 4. The iteration.
    let iteration;
    if (phase === "after" && timing.iterations === Infinity) iteration = Infinity;
    else if (simple === 1) iteration = MathFloor(overall) - 1;
    else iteration = MathFloor(overall);
    result.iteration = iteration;
    // 5. The direction.
    const { direction } = timing;
    let isForwards = true;
    if (direction === "reverse") isForwards = false;
    else if (direction !== "normal") {
      const shifted = direction === "alternate-reverse" ? iteration + 1 : iteration;
      isForwards = shifted % 2 === 0 || shifted === Infinity;
    }
    const directed = isForwards ? simple : 1 - simple;
    // 6. The transformed progress.
    result.isBefore = (phase === "before" && isForwards) || (phase === "after" && !isForwards);
    result.progress = timing.easing === "linear" ? directed : native.ease(timing.easing, directed, result.isBefore);
    return result;
  }

  // MARK: AnimationEffect

  let stateOf, isEffect;

  class AnimationEffect {
    #state;
    constructor(token, state) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#state = state;
    }
    getTiming() {
      const { delay, endDelay, fill, iterationStart, iterations, duration, direction, easing } = current(this.#state).timing;
      return { delay, endDelay, fill, iterationStart, iterations, duration, direction, easing };
    }
    getComputedTiming() {
      const state = current(this.#state);
      if (animations.isScrolled(state)) return core.scrolledTiming(state);
      const { timing } = state;
      const now = stateAt(timing, animations.localTime(state), animations.rateOf(state));
      return {
        delay: timing.delay, endDelay: timing.endDelay, fill: timing.fill === "auto" ? "none" : timing.fill,
        iterationStart: timing.iterationStart, iterations: timing.iterations, duration: iterationDuration(timing),
        direction: timing.direction, easing: timing.easing, endTime: endTime(timing), activeDuration: activeDuration(timing),
        localTime: animations.localTime(state), progress: now.progress, currentIteration: now.iteration,
      };
    }
    updateTiming(timing = undefined) {
      const state = current(this.#state);
      const given = checkTiming(readTiming(timing));
      assign(state.timing, given);
      for (let index = 0; index < timingNames.length; index += 1) {
        if (timingNames[index] in given) state.overridden[timingNames[index]] = true;
      }
      animations.effectChanged(state);
    }
    static {
      stateOf = (effect) => effect.#state;
      isEffect = (value) => core.isObject(value) && #state in value;
    }
  }
  core.ReflectDefineProperty(AnimationEffect, "length", { __proto__: null, value: 0, configurable: true });

  /** Style sheets may have changed what an effect of theirs is. */
  function current(state) {
    if (state.isOfSheet) animations.refresh();
    return state;
  }

  // MARK: KeyframeEffect

  const composites = ["replace", "add", "accumulate"];
  const iterationComposites = ["replace", "accumulate"];
  const pseudoName = /^(?:::?(before|after|first-line|first-letter)|::(marker|placeholder|selection|backdrop|file-selector-button|details-content))$/i;

  function pseudoOf(value) {
    if (value === null || value === undefined) return null;
    const found = core.RegExpExec(pseudoName, core.string(value));
    if (found === null) throw error("SyntaxError", `'${value}' is not a pseudo-element.`);
    return "::" + core.toASCIILowercase(found[1] ?? found[2]);
  }

  const targetOf = (value) => (value === null || value === undefined ? null
    : core.convertInterface(value, (node) => core.isNode(node) && core.tree.isElement(core.id(node)), "Element"));

  const makeState = () => ({
    __proto__: null, timing: defaultTiming(), target: null, pseudo: null, composite: "replace", iterationComposite: "replace",
    keyframes: core.list(), animation: null, number: 0, isOfSheet: false, isRegistered: false, isStale: true,
    overridden: { __proto__: null }, areOverridden: false, object: null,
  });

  let makeEffect;

  class KeyframeEffect extends AnimationEffect {
    constructor(target, keyframes = undefined, options = undefined) {
      if (target === key) {
        super(key, keyframes);
        keyframes.object = this;
        return;
      }
      core.requireArguments(arguments.length, 1);
      const state = makeState();
      super(key, state);
      state.object = this;
      if (arguments.length === 1 && isEffect(target)) {
        copy(state, stateOf(target));
        return;
      }
      core.requireArguments(arguments.length, 2);
      state.target = targetOf(target);
      readOptions(state, options);
      state.keyframes = animations.readKeyframes(keyframes);
    }
    get target() { return stateOf(this).target; }
    set target(value) {
      const state = stateOf(this);
      value = targetOf(value);
      if (value === state.target) return;
      state.target = value;
      moved(state);
    }
    get pseudoElement() { return stateOf(this).pseudo; }
    set pseudoElement(value) {
      const state = stateOf(this);
      state.pseudo = pseudoOf(value);
      moved(state);
    }
    get iterationComposite() { return stateOf(this).iterationComposite; }
    set iterationComposite(value) {
      const state = stateOf(this);
      value = core.string(value);
      if (core.ArrayIndexOf(iterationComposites, value) < 0) return;
      state.iterationComposite = value;
      moved(state);
    }
    get composite() { return current(stateOf(this)).composite; }
    set composite(value) {
      const state = stateOf(this);
      value = core.string(value);
      if (core.ArrayIndexOf(composites, value) < 0) return;
      state.composite = value;
      state.overridden.composite = true;
      moved(state);
    }
    getKeyframes() { return animations.showKeyframes(keyframesOf(current(stateOf(this)))); }
    setKeyframes(keyframes) {
      const state = stateOf(this);
      core.requireArguments(arguments.length, 1);
      state.keyframes = animations.readKeyframes(keyframes);
      state.areOverridden = true;
      moved(state);
    }
    static {
      makeEffect = () => new KeyframeEffect(key, makeState());
    }
  }
  core.ReflectDefineProperty(KeyframeEffect, "length", { __proto__: null, value: 1, configurable: true });

  function copy(state, source) {
    if (source.isOfSheet) animations.refresh();
    assign(state.timing, source.timing);
    state.target = source.target;
    state.pseudo = source.pseudo;
    state.composite = source.composite;
    state.iterationComposite = source.iterationComposite;
    state.keyframes = keyframesOf(source);
  }

  /** What applies is no more what was told. */
  function moved(state) {
    keyframesOf(state);
    state.areOverridden = true;
    state.isStale = true;
    animations.effectChanged(state);
  }

  /** Its keyframes: those of a style sheet are read when they are asked for. */
  function keyframesOf(state) {
    if (state.isOfSheet && !state.areOverridden) state.keyframes = animations.nativeKeyframes(state.number);
    return state.keyframes;
  }

  function readOptions(state, options) {
    if (options === undefined || options === null) return;
    if (!core.isObject(options)) {
      state.timing.duration = core.unrestrictedDouble(options);
      checkTiming(state.timing);
      return;
    }
    const given = readTiming(options);
    const composite = core.member(options, "composite", (value) => core.enumeration(value, composites), "replace");
    const iterationComposite =
      core.member(options, "iterationComposite", (value) => core.enumeration(value, iterationComposites), "replace");
    const pseudo = core.member(options, "pseudoElement", (value) => (value === null ? null : core.string(value)), null);
    assign(state.timing, checkTiming(given));
    state.composite = composite;
    state.iterationComposite = iterationComposite;
    state.pseudo = pseudoOf(pseudo);
  }

  core.define({ AnimationEffect, KeyframeEffect });

  core.ObjectAssign(animations, {
    __proto__: null, stateOf, isEffect, stateAt, endTime, activeDuration, iterationDuration, keyframesOf,
    /** An effect of a style sheet: its state is the prelude's to fill. */
    makeEffect: () => stateOf(makeEffect()),
    constructEffect: (target, keyframes, options) => stateOf(new KeyframeEffect(target, keyframes, options)),
  });
})
