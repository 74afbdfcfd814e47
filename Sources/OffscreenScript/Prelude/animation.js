// Animations, and what styles see of them. https://drafts.csswg.org/web-animations-1/#the-animation-interface
(function (core) {
  "use strict";
  const { native, put, error, TypeError } = core;
  core.load("animation-timing.js");
  const { animations } = core;
  const {
    stateAt, active, ready, finished, currentTimeOf, effectiveRate, playStateOf, updateFinished, timelineOrNull, play, pause, cancel,
    finish, reverse, setTime, setStartTime, setRate, updateRate, setEffect, setTimeline, timeline: pageTimeline,
  } = animations;

  // MARK: What styles see

  /** Takes an effect out of its element's style. */
  function withdraw(effect) {
    if (effect.isRegistered) {
      // A script may play it again: its keyframes are in the script's hands from now on.
      animations.keyframesOf(effect);
      effect.areOverridden = true;
      native.removeEffect(effect.number);
    }
    effect.isRegistered = false;
  }

  /** https://drafts.csswg.org/web-animations-1/#current ; gives the effect's state too. */
  function look(state) {
    const { effect } = state;
    if (effect === null) return { __proto__: null, phase: "idle", progress: null, iteration: null, isCurrent: false };
    const rate = effectiveRate(state);
    const isScrolled = animations.isScrolled(state);
    const found = stateAt(animations.timingOf(state), currentTimeOf(state), rate, isScrolled && core.isAtBoundary(state));
    const playState = playStateOf(state);
    found.isCurrent = (found.phase === "active" && playState !== "finished")
      || (found.phase === "before" && rate > 0) || (found.phase === "after" && rate < 0);
    return found;
  }

  /** Tells styles where the effect of an animation stands. */
  function apply(state) {
    const { effect } = state;
    const found = look(state);
    if (effect === null) return found;
    const applies = (found.progress !== null || found.isCurrent) && effect.target !== null && state.replaceState !== "removed";
    if (!applies) {
      // Those of style sheets are taken away where they came from.
      if (effect.isRegistered && effect.isOfSheet && !effect.isStale && found.phase !== "idle") tell(effect, found, true);
      else withdraw(effect);
      return found;
    }
    if (effect.isStale || !effect.isRegistered) {
      if (effect.number === 0) effect.number = native.makeEffect();
      native.setEffect(effect.number, state.kind, state.order, core.id(effect.target), effect.pseudo ?? "", effect.composite,
        effect.iterationComposite === "accumulate", animations.flatKeyframes(animations.keyframesOf(effect)));
      effect.isRegistered = true;
      effect.isStale = false;
    }
    tell(effect, found, found.phase === "after");
    return found;
  }

  function tell(effect, found, isFinished) {
    native.setEffectState(effect.number, found.progress ?? NaN, found.iteration ?? 0,
      (found.isBefore ? 1 : 0) + (found.isCurrent ? 2 : 0) + (isFinished ? 4 : 0));
  }

  /** Something of an animation is another: styles see it at once, its events come with the next frame. */
  function changed(state) {
    state.replaceable = null;
    active.add(state);
    apply(state);
    native.requestUpdate();
  }

  /** An effect's timing, target or keyframes are others. */
  animations.effectChanged = function (effect) {
    const state = effect.animation;
    if (state === null) return;
    updateFinished(state, false, false);
    changed(state);
  };
  animations.localTime = (effect) => (effect.animation === null ? null : currentTimeOf(effect.animation));
  animations.rateOf = (effect) => (effect.animation === null ? 1 : effect.animation.rate);

  // MARK: Animation

  const makeState = (kind) => ({
    __proto__: null, kind, order: animations.makeOrder(), id: "", effect: null, timeline: null, startTime: null, holdTime: null,
    previousTime: null, rate: 1, pendingRate: null, pending: null, ready: null, finished: null, willFinish: false,
    isDone: false, replaceState: "active", replaceable: null, object: null, cancelTime: null,
    // Its place among all, where what began it says another one.
    position: 0,
    // Of style sheets; whether a script has seen it.
    sheet: null, isExposed: false,
    // The part of a timeline of scrolling, as CSS says it; undefined for all.
    range: undefined,
  });

  let stateOf, isAnimation;
  /** `CSSNumberish?`: milliseconds, or percentages of a timeline of scrolling. */
  function number(value, state) {
    if (value === null || value === undefined) return null;
    if (animations.isScrolled(state)) return core.percentFrom(value);
    return core.isObject(value) ? core.millisecondsFrom(value) : core.double(value);
  }
  const shown = (value, state) => (animations.isScrolled(state) ? core.percentOrNull(value) : value);

  class Animation extends core.EventTarget {
    #state;
    constructor(effect = null, timeline = undefined) {
      super();
      const state = this.#state = makeState("script");
      state.object = this;
      effect = effect === null || effect === undefined ? null
        : core.convertInterface(effect, animations.isEffect, "AnimationEffect");
      state.timeline = timeline === undefined ? pageTimeline : timelineOrNull(timeline);
      if (effect !== null) setEffect(state, animations.stateOf(effect));
    }
    get id() { return this.#state.id; }
    set id(value) { this.#state.id = core.string(value); }
    get effect() { return this.#state.effect === null ? null : this.#state.effect.object; }
    set effect(value) {
      const state = this.#state;
      setEffect(state, value === null || value === undefined ? null
        : animations.stateOf(core.convertInterface(value, animations.isEffect, "AnimationEffect")));
    }
    get timeline() { return this.#state.timeline; }
    set timeline(value) { setTimeline(this.#state, timelineOrNull(value ?? null)); }
    get startTime() { return shown(update(this.#state).startTime, this.#state); }
    set startTime(value) {
      value = number(value, this.#state);
      overriding(this.#state, (state) => setStartTime(state, value));
    }
    get currentTime() { return shown(currentTimeOf(update(this.#state)), this.#state); }
    set currentTime(value) { setTime(update(this.#state), number(value, this.#state)); }
    /** https://drafts.csswg.org/web-animations-2/#dom-animation-overallprogress */
    get overallProgress() {
      const state = update(this.#state), time = currentTimeOf(state);
      if (state.effect === null || time === null) return null;
      const end = animations.effectEnd(state);
      if (end === 0) return time < 0 ? 0 : 1;
      return end === Infinity ? 0 : core.MathMax(0, core.MathMin(time / end, 1));
    }
    get rangeStart() { return core.rangeBoundary(this.#state, 0); }
    set rangeStart(value) { core.setRangeBoundary(this.#state, 0, value); }
    get rangeEnd() { return core.rangeBoundary(this.#state, 1); }
    set rangeEnd(value) { core.setRangeBoundary(this.#state, 1, value); }
    get playbackRate() { return this.#state.rate; }
    set playbackRate(value) { setRate(this.#state, core.double(value)); }
    get playState() { return playStateOf(update(this.#state)); }
    get replaceState() { return this.#state.replaceState; }
    get pending() { return update(this.#state).pending !== null; }
    get ready() { return promiseOf(this, ready); }
    get finished() { return promiseOf(this, finished); }
    cancel() { cancel(update(this.#state)); }
    finish() { overriding(this.#state, finish); }
    play() {
      play(update(this.#state), true);
      override(this.#state);
    }
    pause() {
      pause(update(this.#state));
      override(this.#state);
    }
    updatePlaybackRate(rate) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      updateRate(state, core.double(rate));
    }
    reverse() {
      const state = this.#state;
      if (state.timeline === null) throw error("InvalidStateError", "The animation has no timeline.");
      overriding(state, reverse);
    }
    persist() {
      if (this.#state.replaceState !== "persisted") {
        this.#state.replaceState = "persisted";
        changed(this.#state);
      }
    }
    commitStyles() { commit(this.#state); }
    static {
      stateOf = (animation) => animation.#state;
      isAnimation = (value) => core.isObject(value) && #state in value;
    }
  }
  core.eventHandlers(Animation, core.list("finish", "cancel", "remove"));
  core.ReflectDefineProperty(Animation, "length", { __proto__: null, value: 0, configurable: true });
  core.define({ Animation });

  /** Promises are refused by promises. */
  function promiseOf(animation, made) {
    if (!isAnimation(animation)) return core.PromiseReject(new TypeError("Illegal invocation"));
    return made(update(stateOf(animation))).promise;
  }

  /** What a style sheet says of it may have changed. */
  function update(state) {
    if (state.sheet !== null) animations.refresh();
    return state;
  }

  /**
   * What scripts make of playing and pausing stands against `animation-play-state` from then on.
   * https://drafts.csswg.org/css-animations-2/#interaction-between-animation-play-state-and-web-animations-API
   */
  function override(state) {
    if (state.sheet !== null) state.sheet.isOverridden = true;
  }

  /** The same of steps that may do so. */
  function overriding(state, steps) {
    const wasPaused = playStateOf(update(state)) === "paused";
    steps(state);
    if ((playStateOf(state) === "paused") !== wasPaused) override(state);
  }

  /** https://drafts.csswg.org/web-animations-1/#dom-animation-commitstyles */
  function commit(state) {
    const { effect } = state;
    if (effect === null || effect.target === null) return;
    if (effect.pseudo !== null) throw error("NoModificationAllowedError", "A pseudo-element has no style attribute.");
    const target = core.id(effect.target);
    if (core.tree.namespaceOf(target) > 2) throw error("NoModificationAllowedError", "The element has no style attribute.");
    native.updateStyles();
    if (!core.tree.isInPage(target) || !native.isRendered(target)) {
      throw error("InvalidStateError", "The element is not rendered.");
    }
    const wasRemoved = state.replaceState === "removed";
    if (wasRemoved) {
      state.replaceState = "active";
      apply(state);
    }
    const names = core.list(), values = core.list();
    animations.changedProperties(animations.keyframesOf(effect)).forEach((name) => {
      put(names, name);
      put(values, native.computedValue(target, "", name));
    });
    core.styles.setAll(target, names, values);
    if (wasRemoved) {
      state.replaceState = "removed";
      apply(state);
    }
  }

  // MARK: Element.animate. https://drafts.csswg.org/web-animations-1/#dom-animatable-animate

  core.animate = function (element, keyframes, options) {
    const effect = animations.constructEffect(element, keyframes, options);
    let timeline = pageTimeline, id = "";
    if (core.isObject(options)) {
      id = core.member(options, "id", core.string, "");
      timeline = core.member(options, "timeline", timelineOrNull, pageTimeline);
    }
    const state = make(Animation, "script", effect, timeline);
    state.id = id;
    if (core.isObject(options)) {
      const start = options.rangeStart, end = options.rangeEnd;
      if (start !== undefined) core.setRangeBoundary(state, 0, start);
      if (end !== undefined) core.setRangeBoundary(state, 1, end);
    }
    play(state, true);
    return state.object;
  };

  /** An animation of ours. */
  function make(Class, kind, effect, timeline) {
    const state = stateOf(core.ReflectConstruct(Animation, core.list(null, timeline), Class));
    state.kind = kind;
    state.position = state.order;
    state.effect = effect;
    effect.animation = state;
    return state;
  }

  core.ObjectAssign(animations, {
    __proto__: null, Animation, make, changed, withdraw, stateOfAnimation: stateOf, look, apply,
  });
  /** Styles are brought up to date, and with them what style sheets have begun. */
  animations.refresh = function () {
    native.updateStyles();
    animations.update();
  };
  core.load("animation-css.js");
  core.load("animation-updates.js");
})
