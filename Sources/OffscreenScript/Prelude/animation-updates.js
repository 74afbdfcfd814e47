// The update of animations in each update of the rendering, with its events; which animations there are.
(function (core) {
  "use strict";
  const { native, put, MathAbs } = core;
  const { animations } = core;
  const { active, runPending, updateFinished, timelineTime, currentTimeOf, playStateOf, look, apply, now } = animations;

  // MARK: The update of animations. https://drafts.csswg.org/web-animations-1/#update-animations-and-send-events

  const playbackEvents = core.list();

  animations.queuePlayback = function (state, type, currentTime, scheduled) {
    const time = timelineTime(state.timeline);
    put(playbackEvents, {
      __proto__: null, state, scheduled, rank: 0, order: state.order, target: state.object, type, kind: "AnimationPlaybackEvent",
      init: { __proto__: null, currentTime, timelineTime: time },
    });
    native.requestUpdate();
  };

  core.entry.animate = function (time) {
    animations.moveTo(time);
    animations.update();
    // 1. and 2. What waited for this frame, what has come to its end.
    let isRunning = false;
    active.forEach((state) => {
      if (state.pending !== null) runPending(state);
      else updateFinished(state, false, false);
      const found = apply(state);
      if (state.sheet !== null) state.sheet.queueEvents(state, found, playbackEvents);
      const playState = playStateOf(state);
      if (state.pending !== null || (playState === "running" && state.effect !== null && state.timeline !== null && !animations.isScrolled(state))) {
        isRunning = true;
      }
      if (!found.isCurrent && found.progress === null && state.pending === null && (playState === "finished" || playState === "idle")) {
        active.delete(state);
      }
    });
    if (isRunning) native.requestUpdate();
    // 3. Those that others cover.
    removeReplaced();
  };

  core.entry.animationEvents = function () {
    if (playbackEvents.length === 0) return;
    // 5. Those that are due first come first; of one moment, transitions before animations before scripts.
    const events = core.ArraySplice(playbackEvents, 0, playbackEvents.length);
    const list = core.list();
    for (let index = 0; index < events.length; index += 1) put(list, events[index]);
    core.ArraySort(list, (one, other) => {
      if (one.scheduled !== other.scheduled) {
        if (one.scheduled === null) return -1;
        if (other.scheduled === null) return 1;
        if (MathAbs(one.scheduled - other.scheduled) > 1e-6) return one.scheduled - other.scheduled;
      }
      return one.state === other.state ? 0 : compare(one.state, other.state);
    });
    for (let index = 0; index < list.length; index += 1) {
      const { target, type, init, kind } = list[index];
      core.fire(target, type, init, kind);
    }
  };

  /** Where animations are at the moment of a picture. */
  core.entry.sampleAnimations = function (time) {
    animations.moveTo(time);
    animations.update();
    active.forEach((state) => {
      if (state.pending !== null) runPending(state);
      else updateFinished(state, false, false);
      apply(state);
    });
  };

  // MARK: Replacing. https://drafts.csswg.org/web-animations-1/#replacing-animations

  function isReplaceable(state) {
    return state.kind === "script" && state.effect !== null && state.effect.target !== null && state.timeline !== null
      && playStateOf(state) === "finished" && state.pending === null && look(state).progress !== null
      && state.replaceState !== "removed";
  }

  function removeReplaced() {
    const candidates = core.list();
    active.forEach((state) => { if (isReplaceable(state)) put(candidates, state); });
    if (candidates.length < 2) return;
    core.ArraySort(candidates, compare);
    // By element and pseudo-element, the properties that those above have.
    const covered = new core.SafeMap();
    for (let index = candidates.length - 1; index >= 0; index -= 1) {
      const state = candidates[index];
      const { effect } = state;
      const place = core.id(effect.target) + (effect.pseudo ?? "");
      let above = covered.get(place);
      if (above === undefined) covered.set(place, above = new core.SafeSet());
      state.replaceable ??= animations.changedProperties(animations.keyframesOf(effect));
      let isCovered = true, isEmpty = true;
      state.replaceable.forEach((name) => {
        isEmpty = false;
        if (!above.has(name)) isCovered = false;
        above.add(name);
      });
      if (!isCovered || isEmpty || state.replaceState === "persisted") continue;
      state.replaceState = "removed";
      apply(state);
      active.delete(state);
      animations.queuePlayback(state, "remove", currentTimeOf(state), now());
    }
  }

  // MARK: Which there are. https://drafts.csswg.org/web-animations-1/#dom-animatable-getanimations

  const ranks = { __proto__: null, transition: 0, animation: 1, script: 2 };
  const pseudoRanks = { __proto__: null, "": 0, "::marker": 1, "::before": 2, "::after": 4 };
  const pseudoRank = (pseudo) => pseudoRanks[pseudo ?? ""] ?? 3;

  /** By composite order. https://drafts.csswg.org/web-animations-1/#animation-class */
  function compare(one, other) {
    if (one.kind !== other.kind) return ranks[one.kind] - ranks[other.kind];
    if (one.kind === "script") return one.order - other.order;
    const first = one.sheet, second = other.sheet;
    if (first.element !== second.element) {
      if (first.element === null || second.element === null) return one.order - other.order;
      return core.tree.comparePosition(first.element, second.element) & 4 ? -1 : 1;
    }
    if (first.pseudo !== second.pseudo) return pseudoRank(first.pseudo) - pseudoRank(second.pseudo);
    return one.order - other.order;
  }

  function list(accepts) {
    animations.refresh();
    const found = core.list();
    active.forEach((state) => {
      const { effect } = state;
      if (effect === null || effect.target === null || state.replaceState === "removed" || !accepts(effect)) return;
      const now = look(state);
      if (now.isCurrent || now.progress !== null) put(found, state);
    });
    core.ArraySort(found, compare);
    const result = core.list();
    for (let index = 0; index < found.length; index += 1) {
      found[index].isExposed = true;
      put(result, found[index].object);
    }
    return core.array(result);
  }

  core.animationsOf = function (id, options) {
    const subtree = core.member(core.dictionary(options), "subtree", core.boolean, false);
    return list((effect) => {
      const target = core.id(effect.target);
      return target === id ? effect.pseudo === null || subtree : subtree && core.tree.contains(id, target);
    });
  };
  core.animationsIn = (root) => list((effect) => core.tree.rootOf(core.id(effect.target)) === root);
})
