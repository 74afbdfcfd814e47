// Animations and their timelines. https://drafts.csswg.org/web-animations-1/#animations
(function (core) {
  "use strict";
  const { native, put, error, TypeError, MathMin, MathMax } = core;
  core.load("animation-effect.js");
  const { animations } = core;
  const { stateAt, endTime } = animations;

  // MARK: Timelines. https://drafts.csswg.org/web-animations-1/#timelines

  // Of the last update of animations, which may be later than that of the rendering: the end of what is shown.
  let sampleTime = 0;
  const now = () => MathMax(sampleTime, native.frameTime());

  let originOf;

  class AnimationTimeline {
    #origin;
    constructor() {
      if (new.target === AnimationTimeline) throw new TypeError("Illegal constructor");
      this.#origin = arguments[0];
    }
    get currentTime() { return now() - this.#origin; }
    get duration() {
      this.#origin;
      return null;
    }
    static {
      originOf = (timeline) => timeline.#origin;
      animations.isTimeline = (value) => core.isObject(value) && #origin in value;
    }
  }

  class DocumentTimeline extends AnimationTimeline {
    constructor(options = undefined) {
      super(core.member(core.dictionary(options), "originTime", core.double, 0));
    }
  }
  core.define({ AnimationTimeline, DocumentTimeline });
  const pageTimeline = new DocumentTimeline();
  core.pageTimeline = () => pageTimeline;

  const timelineTime = (timeline) => (timeline === null ? null : now() - originOf(timeline));
  const timelineOrNull = (value) =>
    (value === null ? null : core.convertInterface(value, animations.isTimeline, "AnimationTimeline"));

  // MARK: What is under way

  // States of animations that the next update looks at, in the order in which they were made.
  const active = new core.SafeSet();
  let lastOrder = 0;

  /** A promise with what settles it. */
  function makePromise() {
    const made = { __proto__: null, promise: null, resolve: null, reject: null, isSettled: false };
    made.promise = new core.Promise((resolve, reject) => {
      made.resolve = resolve;
      made.reject = reject;
    });
    return made;
  }

  function resolve(made, state) {
    if (made.isSettled) return;
    made.isSettled = true;
    made.resolve(state.object);
  }

  function rejectQuietly(made) {
    if (made.isSettled) return;
    made.isSettled = true;
    core.PromiseThen(made.promise, undefined, () => {});
    made.reject(error("AbortError", "The animation was cancelled."));
  }

  // Promises are made when they are asked for: most animations have none that anybody sees.
  const ready = (state) => {
    if (state.ready === null) {
      state.ready = makePromise();
      if (state.pending === null) resolve(state.ready, state);
    }
    return state.ready;
  };
  const finished = (state) => {
    if (state.finished === null) {
      state.finished = makePromise();
      if (state.isDone) resolve(state.finished, state);
    }
    return state.finished;
  };

  // MARK: Its times

  /** https://drafts.csswg.org/web-animations-1/#the-current-time-of-an-animation */
  function currentTimeOf(state) {
    if (state.holdTime !== null) return state.holdTime;
    const time = timelineTime(state.timeline);
    if (time === null || state.startTime === null) return null;
    return (time - state.startTime) * state.rate;
  }

  const effectiveRate = (state) => (state.pendingRate !== null ? state.pendingRate : state.rate);
  const effectEnd = (state) => (state.effect === null ? 0 : endTime(state.effect.timing));

  /** https://drafts.csswg.org/web-animations-1/#play-states */
  function playStateOf(state) {
    const time = currentTimeOf(state);
    if (time === null && state.startTime === null && state.pending === null) return "idle";
    if (state.pending === "pause" || (state.startTime === null && state.pending !== "play")) return "paused";
    const rate = effectiveRate(state);
    if (time !== null && ((rate > 0 && time >= effectEnd(state)) || (rate < 0 && time <= 0))) return "finished";
    return "running";
  }

  function applyPendingRate(state) {
    if (state.pendingRate === null) return;
    state.rate = state.pendingRate;
    state.pendingRate = null;
  }

  /** https://drafts.csswg.org/web-animations-1/#update-an-animations-finished-state */
  function updateFinished(state, didSeek, isSynchronous) {
    // 1. and 2. The time as it would be without limits.
    let time;
    const now = timelineTime(state.timeline);
    if (!didSeek) {
      time = now === null || state.startTime === null ? null : (now - state.startTime) * state.rate;
    } else {
      time = currentTimeOf(state);
    }
    // 3. It stops at its ends.
    if (time !== null && state.startTime !== null && state.pending === null) {
      const end = effectEnd(state);
      if (state.rate > 0 && time >= end) {
        if (didSeek) state.holdTime = time;
        else state.holdTime = state.previousTime === null ? end : MathMax(state.previousTime, end);
      } else if (state.rate < 0 && time <= 0) {
        if (didSeek) state.holdTime = time;
        else state.holdTime = state.previousTime === null ? 0 : MathMin(state.previousTime, 0);
      } else if (state.rate !== 0) {
        if (now !== null) {
          if (didSeek && state.holdTime !== null) state.startTime = now - state.holdTime / state.rate;
          state.holdTime = null;
        }
      }
    }
    // 4. to 6. Whether it is over.
    state.previousTime = currentTimeOf(state);
    const isFinished = playStateOf(state) === "finished";
    if (isFinished && !state.isDone) {
      if (isSynchronous) {
        state.willFinish = false;
        notifyFinished(state);
      } else if (!state.willFinish) {
        state.willFinish = true;
        core.queueMicrotask(() => {
          if (!state.willFinish) return;
          state.willFinish = false;
          notifyFinished(state);
        });
      }
    } else if (!isFinished) {
      state.willFinish = false;
      if (state.isDone) {
        state.isDone = false;
        if (state.finished !== null) state.finished = null;
      }
    }
  }

  /** https://drafts.csswg.org/web-animations-1/#finish-notification-steps */
  function notifyFinished(state) {
    if (playStateOf(state) !== "finished" || state.isDone) return;
    state.isDone = true;
    if (state.finished !== null) resolve(state.finished, state);
    const end = effectEnd(state);
    const time = state.timeline === null || state.startTime === null ? null
      : timelineOf(state, effectiveRate(state) < 0 ? 0 : end);
    animations.queuePlayback(state, "finish", currentTimeOf(state), time);
  }

  /** When an animation's time is that of its timeline. https://drafts.csswg.org/web-animations-1/#animation-time-to-timeline-time */
  function timelineOf(state, time) {
    if (time === null || time === Infinity || state.rate === 0 || state.startTime === null) return null;
    return state.startTime + time / state.rate + (state.timeline === null ? 0 : originOf(state.timeline));
  }

  // MARK: What happens to it

  /** https://drafts.csswg.org/web-animations-1/#reset-an-animations-pending-tasks */
  function resetPending(state) {
    if (state.pending === null) return;
    state.pending = null;
    applyPendingRate(state);
    if (state.ready === null) return;
    rejectQuietly(state.ready);
    state.ready = null;
  }

  /** https://drafts.csswg.org/web-animations-1/#playing-an-animation-section */
  function play(state, rewinds) {
    const abortsPause = state.pending === "pause";
    const rate = effectiveRate(state), time = currentTimeOf(state), end = effectEnd(state);
    let seek = null;
    // 3. Where it begins.
    if (rate >= 0 && rewinds && (time === null || time < 0 || time >= end)) {
      seek = 0;
    } else if (rate < 0 && rewinds && (time === null || time <= 0 || time > end)) {
      if (end === Infinity) throw error("InvalidStateError", "An animation without an end cannot be played backwards.");
      seek = end;
    } else if (rate === 0 && time === null) {
      seek = 0;
    }
    if (seek !== null) {
      state.holdTime = seek;
      state.startTime = null;
    } else if (state.holdTime !== null) {
      state.startTime = null;
    }
    // 6. and 7. What waits is not waited for any more.
    let hadReady = false;
    if (state.pending !== null) {
      state.pending = null;
      hadReady = true;
    }
    if (state.holdTime === null && !abortsPause && state.pendingRate === null) return;
    if (state.holdTime !== null) state.startTime = null;
    if (!hadReady) state.ready = null;
    state.pending = "play";
    updateFinished(state, false, false);
    changed(state);
  }

  /** https://drafts.csswg.org/web-animations-1/#pausing-an-animation-section */
  function pause(state) {
    if (state.pending === "pause" || playStateOf(state) === "paused") return;
    const rate = effectiveRate(state);
    if (currentTimeOf(state) === null) {
      let seek = 0;
      if (rate < 0) {
        seek = effectEnd(state);
        if (seek === Infinity) throw error("InvalidStateError", "An animation without an end has no last moment.");
      }
      state.holdTime = seek;
    }
    if (state.pending === "play") state.pending = null;
    else state.ready = null;
    state.pending = "pause";
    updateFinished(state, false, false);
    changed(state);
  }

  /** What waits for the first frame after it was asked for. */
  function runPending(state) {
    const time = timelineTime(state.timeline);
    if (state.pending === "play") {
      if (time === null) return;
      if (state.holdTime !== null) {
        applyPendingRate(state);
        state.startTime = state.rate === 0 ? time : time - state.holdTime / state.rate;
        if (state.rate !== 0) state.holdTime = null;
      } else if (state.startTime !== null && state.pendingRate !== null) {
        const match = (time - state.startTime) * state.rate;
        applyPendingRate(state);
        if (state.rate === 0) state.holdTime = match;
        state.startTime = state.rate === 0 ? time : time - match / state.rate;
      }
    } else {
      if (time === null) return;
      if (state.startTime !== null && state.holdTime === null) state.holdTime = (time - state.startTime) * state.rate;
      applyPendingRate(state);
      state.startTime = null;
    }
    state.pending = null;
    if (state.ready !== null) resolve(state.ready, state);
    updateFinished(state, false, false);
  }

  /** https://drafts.csswg.org/web-animations-1/#silently-set-the-current-time */
  function setTimeSilently(state, time) {
    if (time === null) {
      if (currentTimeOf(state) !== null) throw new TypeError("The current time cannot be null.");
      return;
    }
    if (state.holdTime !== null || state.startTime === null || state.timeline === null || state.rate === 0) {
      state.holdTime = time;
    } else {
      state.startTime = timelineTime(state.timeline) - time / state.rate;
    }
    if (state.timeline === null) state.startTime = null;
    state.previousTime = null;
  }

  function setTime(state, time) {
    setTimeSilently(state, time);
    if (state.pending === "pause") {
      state.holdTime = time;
      applyPendingRate(state);
      state.startTime = null;
      state.pending = null;
      if (state.ready !== null) resolve(state.ready, state);
    }
    updateFinished(state, true, false);
    changed(state);
  }

  /** https://drafts.csswg.org/web-animations-1/#setting-the-start-time-of-an-animation */
  function setStartTime(state, start) {
    const time = timelineTime(state.timeline);
    if (time === null && start !== null) state.holdTime = null;
    const previous = currentTimeOf(state);
    applyPendingRate(state);
    state.startTime = start;
    if (start !== null) {
      if (state.rate !== 0) state.holdTime = null;
    } else {
      state.holdTime = previous;
    }
    if (state.pending !== null) {
      state.pending = null;
      if (state.ready !== null) resolve(state.ready, state);
    }
    updateFinished(state, true, false);
    changed(state);
  }

  /** https://drafts.csswg.org/web-animations-1/#canceling-an-animation-section */
  function cancel(state) {
    if (playStateOf(state) !== "idle") {
      state.cancelTime = state.effect === null ? 0 : stateAt(state.effect.timing, currentTimeOf(state), state.rate).activeTime;
      resetPending(state);
      if (state.finished !== null) {
        rejectQuietly(state.finished);
        state.finished = null;
      }
      state.willFinish = false;
      state.isDone = false;
      animations.queuePlayback(state, "cancel", null, state.timeline === null ? null : now());
    }
    state.holdTime = null;
    state.startTime = null;
    changed(state);
  }

  function finish(state) {
    const rate = effectiveRate(state), end = effectEnd(state);
    if (rate === 0 || (rate > 0 && end === Infinity)) {
      throw error("InvalidStateError", "The animation has no end that it could come to.");
    }
    applyPendingRate(state);
    const limit = rate > 0 ? end : 0;
    setTimeSilently(state, limit);
    const time = timelineTime(state.timeline);
    if (state.startTime === null && time !== null) state.startTime = time - limit / state.rate;
    if (state.pending === "pause" && state.startTime !== null) {
      state.holdTime = null;
      state.pending = null;
      if (state.ready !== null) resolve(state.ready, state);
    }
    if (state.pending === "play" && state.startTime !== null) {
      state.pending = null;
      if (state.ready !== null) resolve(state.ready, state);
    }
    updateFinished(state, true, true);
    changed(state);
  }

  function setRate(state, rate) {
    state.pendingRate = null;
    const previous = currentTimeOf(state);
    state.rate = rate;
    if (previous !== null) setTime(state, previous);
    changed(state);
  }

  /** https://drafts.csswg.org/web-animations-1/#seamlessly-updating-the-playback-rate-of-an-animation */
  function updateRate(state, rate) {
    const before = playStateOf(state);
    const previous = currentTimeOf(state);
    state.pendingRate = rate;
    if (state.pending !== null) return;
    if (before === "idle" || before === "paused") {
      applyPendingRate(state);
    } else if (before === "finished") {
      const unconstrained = timelineTime(state.timeline) === null || state.startTime === null ? previous
        : (timelineTime(state.timeline) - state.startTime) * state.rate;
      const time = timelineTime(state.timeline);
      if (rate === 0) state.startTime = time;
      else state.startTime = time === null || unconstrained === null ? null : time - unconstrained / rate;
      applyPendingRate(state);
      updateFinished(state, false, false);
    } else {
      play(state, false);
    }
    changed(state);
  }

  function setEffect(state, effect) {
    if (effect === state.effect) return;
    // What waits goes on waiting; https://drafts.csswg.org/web-animations-1/#setting-the-associated-effect
    if (state.effect !== null) {
      withdraw(state.effect);
      state.effect.animation = null;
    }
    if (effect !== null && effect.animation !== null) setEffect(effect.animation, null);
    state.effect = effect;
    if (effect !== null) effect.animation = state;
    updateFinished(state, false, false);
    changed(state);
  }

  function setTimeline(state, timeline) {
    if (timeline === state.timeline) return;
    state.timeline = timeline;
    if (state.startTime !== null) state.holdTime = null;
    updateFinished(state, false, false);
    changed(state);
  }

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
    const found = stateAt(effect.timing, currentTimeOf(state), rate);
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
    __proto__: null, kind, order: (lastOrder += 1), id: "", effect: null, timeline: null, startTime: null, holdTime: null,
    previousTime: null, rate: 1, pendingRate: null, pending: null, ready: null, finished: null, willFinish: false,
    isDone: false, replaceState: "active", replaceable: null, object: null, cancelTime: null,
    // Its place among all, where what began it says another one.
    position: 0,
    // Of style sheets; whether a script has seen it.
    sheet: null, isExposed: false,
  });

  let stateOf, isAnimation;
  const number = (value) => (value === null || value === undefined ? null : core.double(value));

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
    get startTime() { return update(this.#state).startTime; }
    set startTime(value) {
      value = number(value);
      overriding(this.#state, (state) => setStartTime(state, value));
    }
    get currentTime() { return currentTimeOf(update(this.#state)); }
    set currentTime(value) { setTime(update(this.#state), number(value)); }
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

  /** https://drafts.csswg.org/web-animations-1/#dom-animation-reverse */
  function reverse(state) {
    const old = state.pendingRate;
    state.pendingRate = -effectiveRate(state);
    try {
      play(state, true);
    } catch (thrown) {
      state.pendingRate = old;
      throw thrown;
    }
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
    for (let index = 0; index < names.length; index += 1) core.styles.set(target, names[index], values[index]);
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
    __proto__: null, Animation, make, play, pause, cancel, changed, active, updateFinished, runPending, timelineOf, timelineTime,
    timeline: pageTimeline, currentTimeOf, playStateOf, stateOfAnimation: stateOf, look, apply, now,
    /** The time of an update of animations, or of a picture. */
    moveTo(time) { sampleTime = MathMax(sampleTime, time); },
  });
  /** Styles are brought up to date, and with them what style sheets have begun. */
  animations.refresh = function () {
    native.updateStyles();
    animations.update();
  };
  core.load("animation-css.js");
  core.load("animation-updates.js");
})
