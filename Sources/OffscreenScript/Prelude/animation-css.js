// Animations and transitions of style sheets, and their events.
// https://drafts.csswg.org/css-animations-2/ https://drafts.csswg.org/css-transitions-2/
(function (core) {
  "use strict";
  const { native, put, TypeError, MathMin, MathMax, SafeMap } = core;
  const { animations } = core;
  const { Animation, stateOfAnimation, stateAt, endTime, activeDuration, timelineOf } = animations;

  const refuse = () => { throw new TypeError("Illegal constructor"); };

  function sheetOf(animation, kind) {
    const state = stateOfAnimation(animation);
    if (state.sheet === null || state.sheet.kind !== kind) throw new TypeError("Illegal invocation");
    return state.sheet;
  }

  class CSSAnimation extends Animation {
    constructor() {
      super();
      refuse();
    }
    get animationName() { return sheetOf(this, "animation").name; }
  }
  class CSSTransition extends Animation {
    constructor() {
      super();
      refuse();
    }
    get transitionProperty() { return sheetOf(this, "transition").name; }
  }
  core.define({ CSSAnimation, CSSTransition });

  // MARK: What style sheets have begun

  // Their states, by the number of their effect.
  const begun = new SafeMap();
  const rowLength = 13;

  /** Takes over what began, changed and ended while styles were found. */
  animations.update = function () {
    const rows = native.animationChanges();
    for (let index = 0; index + rowLength <= rows.length; index += rowLength) {
      const kind = rows[index], number = +rows[index + 1];
      if (kind === "end") {
        end(begun.get(number));
        begun.delete(number);
        continue;
      }
      const timing = {
        __proto__: null, delay: +rows[index + 5], duration: +rows[index + 6], iterations: +rows[index + 7],
        direction: rows[index + 8], fill: rows[index + 9], easing: rows[index + 10],
      };
      const isPaused = rows[index + 11] === "1", order = +rows[index + 12];
      if (kind === "timing") retime(begun.get(number), timing, isPaused, order);
      else begin(kind, number, +rows[index + 2], rows[index + 3], rows[index + 4], timing, isPaused, order);
    }
  };

  function begin(kind, number, element, pseudo, name, timing, isPaused, order) {
    const effect = animations.makeEffect();
    effect.number = number;
    effect.target = core.wrap(element);
    effect.pseudo = pseudo === "" ? null : pseudo;
    effect.isOfSheet = effect.isRegistered = true;
    effect.isStale = false;
    core.ObjectAssign(effect.timing, timing);
    const state = animations.make(kind === "transition" ? CSSTransition : CSSAnimation, kind, effect, animations.timeline);
    state.order = order;
    state.sheet = {
      __proto__: null, kind, name, element, pseudo, isOverridden: false, isPaused, phase: "idle", iteration: 0,
      queueEvents: kind === "transition" ? queueTransitionEvents : queueAnimationEvents,
    };
    begun.set(number, state);
    if (isPaused) animations.pause(state);
    else animations.play(state, true);
  }

  /** https://drafts.csswg.org/css-animations-2/#animations : what scripts have set stays. */
  function retime(state, timing, isPaused, order) {
    if (state === undefined) return;
    state.order = order;
    const { effect, sheet } = state;
    if (effect !== null) {
      const names = core.ReflectOwnKeys(timing);
      for (let index = 0; index < names.length; index += 1) {
        if (names[index] !== "easing" && !effect.overridden[names[index]]) effect.timing[names[index]] = timing[names[index]];
      }
    }
    animations.updateFinished(state, false, false);
    if (isPaused !== sheet.isPaused) {
      sheet.isPaused = isPaused;
      if (!sheet.isOverridden && animations.playStateOf(state) !== "idle") {
        if (isPaused) animations.pause(state);
        else animations.play(state, false);
      }
    }
    animations.changed(state);
  }

  function end(state) {
    if (state === undefined) return;
    const { effect } = state;
    if (effect !== null && effect.isOfSheet) {
      if (state.isExposed) animations.keyframesOf(effect);
      effect.isRegistered = false;
    }
    animations.cancel(state);
    if (effect !== null && effect.isOfSheet) {
      effect.isOfSheet = false;
      effect.isStale = true;
    }
    // It belongs to no element any more.
    state.kind = "script";
    state.order = state.position;
  }

  core.takeAnimationChanges = () => animations.update();

  // MARK: Events

  /** Queues an event for what an effect's time has come to. */
  function queue(events, state, type, elapsed, scheduled) {
    const { sheet } = state;
    const target = core.wrap(sheet.element);
    const isTransition = sheet.kind === "transition";
    if (!core.isHeard(target, type, true)) return;
    const init = { __proto__: null, bubbles: true, elapsedTime: elapsed / 1000, pseudoElement: sheet.pseudo };
    init[isTransition ? "propertyName" : "animationName"] = sheet.name;
    put(events, {
      __proto__: null, state, scheduled, target, type, init, kind: isTransition ? "TransitionEvent" : "AnimationEvent",
    });
  }

  /** When the active interval begins and ends, from its beginning. */
  function interval(state) {
    const { timing } = state.effect;
    const active = activeDuration(timing);
    return {
      __proto__: null, delay: timing.delay,
      start: MathMax(MathMin(-timing.delay, active), 0), end: MathMax(MathMin(endTime(timing) - timing.delay, active), 0),
    };
  }

  /** https://drafts.csswg.org/css-animations-2/#event-dispatch */
  function queueAnimationEvents(state, found, events) {
    const { sheet } = state;
    const before = sheet.phase;
    const phase = state.effect === null ? "idle" : found.phase;
    sheet.phase = phase;
    const iteration = found.iteration ?? 0;
    const last = sheet.iteration;
    sheet.iteration = iteration;
    if (phase === "idle") {
      if (before !== "idle" && before !== "after") queue(events, state, "animationcancel", state.cancelTime ?? 0, null);
      return;
    }
    const { start, end, delay } = interval(state);
    const fire = (type, elapsed) => queue(events, state, type, elapsed, timelineOf(state, delay + elapsed));
    const isEarly = before === "idle" || before === "before";
    if (isEarly && phase === "active") fire("animationstart", start);
    if (isEarly && phase === "after") {
      fire("animationstart", start);
      fire("animationend", end);
    }
    if (before === "active" && phase === "before") fire("animationend", start);
    if (before === "active" && phase === "active" && iteration !== last) {
      const { timing } = state.effect;
      const boundary = last > iteration ? iteration + 1 : iteration;
      fire("animationiteration", boundary * animations.iterationDuration(timing) - timing.iterationStart);
    }
    if (before === "active" && phase === "after") fire("animationend", end);
    if (before === "after" && phase === "active") fire("animationstart", end);
    if (before === "after" && phase === "before") {
      fire("animationstart", end);
      fire("animationend", start);
    }
  }

  /** https://drafts.csswg.org/css-transitions-2/#event-dispatch */
  function queueTransitionEvents(state, found, events) {
    const { sheet } = state;
    const before = sheet.phase;
    let phase = state.effect === null ? "idle" : found.phase;
    if (state.pending !== null && (before === "idle" || before === "pending") && phase !== "idle") phase = "pending";
    sheet.phase = phase;
    if (phase === "idle") {
      if (before !== "idle" && before !== "after") queue(events, state, "transitioncancel", state.cancelTime ?? 0, null);
      return;
    }
    const { start, end, delay } = interval(state);
    const fire = (type, elapsed) => queue(events, state, type, elapsed, timelineOf(state, delay + elapsed));
    if (before === "idle") queue(events, state, "transitionrun", start, timelineOf(state, 0));
    const isEarly = before === "idle" || before === "pending" || before === "before";
    if (isEarly && (phase === "active" || phase === "after")) fire("transitionstart", start);
    if ((isEarly || before === "active") && phase === "after") fire("transitionend", end);
    if (before === "active" && phase === "before") fire("transitionend", start);
    // Nothing more will be told of it.
    if (phase === "after") begun.delete(state.effect.number);
    if (before === "after" && phase === "active") fire("transitionstart", end);
    if (before === "after" && phase === "before") {
      fire("transitionstart", end);
      fire("transitionend", start);
    }
  }
})
