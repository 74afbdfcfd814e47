// Touches, which no pointer of ours makes: pages make them in tests. https://w3c.github.io/touch-events/
(function (core) {
  "use strict";
  core.load("events-ui.js");
  const { list, isObject, TypeError } = core;
  const { boolean, long, double, float } = core;

  let detailsOf;

  const members = {
    altitudeAngle: [double, 0], azimuthAngle: [double, 0], clientX: [double, 0], clientY: [double, 0], force: [float, 0],
    pageX: [double, 0], pageY: [double, 0], radiusX: [float, 0], radiusY: [float, 0], rotationAngle: [float, 0],
    screenX: [double, 0], screenY: [double, 0],
  };
  const names = core.ReflectOwnKeys(members);

  class Touch {
    #details = { __proto__: null };

    constructor(init) {
      core.requireArguments(arguments.length, 1);
      if (!isObject(init)) throw new TypeError("The touch's initialization is not an object.");
      const details = this.#details;
      for (let index = 0; index < names.length; index += 1) {
        const value = init[names[index]];
        details[names[index]] = value === undefined ? members[names[index]][1] : members[names[index]][0](value);
      }
      const { identifier, target } = init;
      if (identifier === undefined || target === undefined) throw new TypeError("Identifier and target are required.");
      details.identifier = long(identifier);
      if (!core.isEventTarget(target)) throw new TypeError("The target is not an EventTarget.");
      details.target = target;
    }

    get identifier() { return this.#details.identifier; }
    get target() { return this.#details.target; }

    static {
      detailsOf = (touch) => touch.#details;
    }
  }
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    if (name !== "altitudeAngle" && name !== "azimuthAngle") {
      core.mixin(Touch, { get [name]() { return detailsOf(this)[name]; } });
    }
  }

  const { makeCollection, stateOf, makeIterable } = core.collections;

  class Touches {
    interface = "TouchList";
    named = null;
    constructor(touches) { this.touches = touches; }
    length() { return this.touches.length; }
    at(index) { return index < this.touches.length ? this.touches[index] : undefined; }
  }

  class TouchList {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return stateOf(this, "TouchList").length(); }
    item(index) {
      const state = stateOf(this, "TouchList");
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }
  }

  core.define({ Touch, TouchList });
  makeIterable(TouchList, false);

  const isTouch = (value) => {
    try {
      return isObject(value) && detailsOf(value) !== undefined;
    } catch {
      return false;
    }
  };
  const touchList = (value) => makeCollection(TouchList, new Touches(value));
  const convert = (value) => touchList(core.sequence(value, (touch) => {
    if (!isTouch(touch)) throw new TypeError("The value is not a Touch.");
    return touch;
  }));
  // An event without touches has the same empty list for all three.
  const none = touchList(list());

  core.eventInterface("TouchEvent", core.UIEvent, {
    altKey: [boolean, false], ctrlKey: [boolean, false], metaKey: [boolean, false], shiftKey: [boolean, false],
    changedTouches: [convert, none], targetTouches: [convert, none], touches: [convert, none],
  });
})
