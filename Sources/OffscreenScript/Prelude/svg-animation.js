// The elements that animate drawings, and their clocks. https://svgwg.org/specs/animations/#DOMInterfaces
(function (core) {
  "use strict";
  const { native, error, Event } = core;
  core.load("svg.js");
  const { checkNames, checkFor, classes, outerSVG } = core.svg;
  const { detail, detailsOf, isDispatched, initialize } = core.events;
  const isAnimation = checkNames("animate animateMotion animateTransform set");
  const noNode = -1;

  core.eventHandlers(classes.SVGAnimationElement, ["begin", "end", "repeat"]);
  core.mixin(classes.SVGAnimationElement, {
    get targetElement() {
      const target = native.animationTarget(isAnimation(this));
      return target === noNode ? null : core.wrap(target);
    },
    getStartTime() {
      const start = native.animationStart(isAnimation(this));
      if (start === null) throw error("InvalidStateError", "The animation has no current interval.");
      return core.float(start);
    },
    getCurrentTime() { return core.float(native.animationTime(isAnimation(this))); },
    getSimpleDuration() {
      const duration = native.animationDuration(isAnimation(this));
      if (duration === null) throw error("NotSupportedError", "The duration is indefinite.");
      return core.float(duration);
    },
    beginElement() { native.beginAnimation(isAnimation(this), 0); },
    beginElementAt(offset) {
      const id = isAnimation(this);
      core.requireArguments(arguments.length, 1);
      native.beginAnimation(id, core.float(offset));
    },
    endElement() { native.endAnimation(isAnimation(this), 0); },
    endElementAt(offset) {
      const id = isAnimation(this);
      core.requireArguments(arguments.length, 1);
      native.endAnimation(id, core.float(offset));
    },
  });

  // MARK: Clocks

  const isRoot = checkFor("svg");

  /** The outermost `svg`, which has the clock. */
  function clockOf(object) {
    let id = isRoot(object);
    for (let outer = outerSVG(id); outer >= 0; outer = outerSVG(outer)) id = outer;
    return id;
  }

  core.mixin(classes.SVGSVGElement, {
    pauseAnimations() { native.pauseTimeline(clockOf(this), true); },
    unpauseAnimations() { native.pauseTimeline(clockOf(this), false); },
    animationsPaused() { return native.isTimelinePaused(clockOf(this)); },
    getCurrentTime() { return core.float(native.timelineTime(clockOf(this))); },
    setCurrentTime(seconds) {
      const id = clockOf(this);
      core.requireArguments(arguments.length, 1);
      native.setTimelineTime(id, core.float(seconds));
    },
  });

  // MARK: Events

  const orNull = (value) => value ?? null;
  core.eventInterface("TimeEvent", Event, { view: [orNull, null], detail: [core.long, 0] }, {
    initTimeEvent(type, view, number) {
      detail(this, "view");
      core.requireArguments(arguments.length, 3);
      type = core.string(type);
      number = core.long(number);
      if (isDispatched(this)) return;
      initialize(this, type, false, false);
      const details = detailsOf(this);
      details.view = orNull(view);
      details.detail = number;
    },
  });

  const awaitedBy = new core.SafeMap();

  /** Begins to listen to an event that animations wait for. */
  function listen(element, type) {
    let types = awaitedBy.get(element);
    if (types === undefined) awaitedBy.set(element, types = new core.SafeSet());
    if (types.has(type)) return;
    types.add(type);
    core.listen(core.wrap(element), type, () => native.drawingHappened(type, element), false, true, undefined);
  }

  /** Elements, types and details of what happened; elements and types of what animations wait for. */
  core.entry.drawingEvents = function (events, awaited) {
    for (let index = 0; index + 1 < awaited.length; index += 2) listen(+awaited[index], awaited[index + 1]);
    for (let index = 0; index + 2 < events.length; index += 3) {
      const init = { __proto__: null, view: core.global, detail: +events[index + 2] };
      core.fire(core.wrap(+events[index]), events[index + 1], init, "TimeEvent");
    }
  };
})
