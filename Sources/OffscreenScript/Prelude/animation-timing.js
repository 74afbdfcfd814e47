// Timelines, and the times of animations. https://drafts.csswg.org/web-animations-1/#timing-model
(function (core) {
  "use strict";
  const { native, error, TypeError, MathMin, MathMax } = core;
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
    get currentTime() {
      const origin = this.#origin;
      return typeof origin === "number" ? now() - origin : core.percentOrNull(origin.time());
    }
    get duration() { return typeof this.#origin === "number" ? null : core.percentOrNull(100); }
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

  // Of a timeline of scrolling, what is asked takes the place of its origin: its times are percentages.
  function timelineTime(timeline) {
    if (timeline === null) return null;
    const origin = originOf(timeline);
    return typeof origin === "number" ? now() - origin : origin.time();
  }
  const isScrolled = (state) => state.timeline !== null && typeof originOf(state.timeline) !== "number";
  const timelineOrNull = (value) =>
    (value === null ? null : core.convertInterface(value, animations.isTimeline, "AnimationTimeline"));

  const noAnimation = { __proto__: null, timeline: null };

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
  const effectEnd = (state) => (state.effect === null ? 0 : endTime(timingOf(state)));
  /** The timing of its effect: with a timeline of scrolling, as shares of that. */
  const timingOf = (state) => (isScrolled(state) ? core.scrolledShares(state) : state.effect.timing);

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
    return state.startTime + time / state.rate + (state.timeline === null || isScrolled(state) ? 0 : originOf(state.timeline));
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
    if (isScrolled(state)) {
      // It begins where the timeline says. https://drafts.csswg.org/web-animations-2/#auto-aligning-start-time
      state.holdTime = null;
      state.startTime = null;
    } else if (seek !== null) {
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
    if (state.holdTime === null && !abortsPause && state.pendingRate === null && !isScrolled(state)) return;
    if (state.holdTime !== null) state.startTime = null;
    if (!hadReady) state.ready = null;
    state.pending = "play";
    updateFinished(state, false, false);
    animations.changed(state);
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
    animations.changed(state);
  }

  /** What waits for the first frame after it was asked for. */
  function runPending(state) {
    const time = timelineTime(state.timeline);
    if (state.pending === "play") {
      if (time === null) return;
      if (isScrolled(state)) {
        applyPendingRate(state);
        state.startTime = core.scrolledStart(state);
        state.holdTime = null;
      } else if (state.holdTime !== null) {
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
    animations.changed(state);
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
    animations.changed(state);
  }

  /** https://drafts.csswg.org/web-animations-1/#canceling-an-animation-section */
  function cancel(state) {
    if (playStateOf(state) !== "idle") {
      state.cancelTime = state.effect === null ? 0 : stateAt(timingOf(state), currentTimeOf(state), state.rate).activeTime;
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
    animations.changed(state);
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
    animations.changed(state);
  }

  function setRate(state, rate) {
    state.pendingRate = null;
    const previous = currentTimeOf(state);
    state.rate = rate;
    if (previous !== null) setTime(state, previous);
    animations.changed(state);
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
    animations.changed(state);
  }

  function setEffect(state, effect) {
    if (effect === state.effect) return;
    // What waits goes on waiting; https://drafts.csswg.org/web-animations-1/#setting-the-associated-effect
    if (state.effect !== null) {
      animations.withdraw(state.effect);
      state.effect.animation = null;
    }
    if (effect !== null && effect.animation !== null) setEffect(effect.animation, null);
    state.effect = effect;
    if (effect !== null) effect.animation = state;
    updateFinished(state, false, false);
    animations.changed(state);
  }

  function setTimeline(state, timeline) {
    if (timeline === state.timeline) return;
    state.timeline = timeline;
    if (state.startTime !== null) state.holdTime = null;
    updateFinished(state, false, false);
    animations.changed(state);
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

  core.ObjectAssign(animations, {
    __proto__: null, active, ready, finished, timingOf, effectEnd, originOf, AnimationTimeline, currentTimeOf, effectiveRate, playStateOf, updateFinished, runPending, timelineTime,
    timelineOf, timelineOrNull, play, pause, cancel, finish, reverse, setTime, setStartTime, setRate, updateRate, setEffect,
    setTimeline, timeline: pageTimeline,
    /** The time of an update of animations, or of a picture. */
    moveTo(time) { sampleTime = MathMax(sampleTime, time); },
    makeOrder: () => (lastOrder += 1),
    /** Of the state of an animation, or of its effect. */
    isScrolled: (state) => isScrolled(state.animation === undefined ? state : state.animation ?? noAnimation),
    now,
  });
})
