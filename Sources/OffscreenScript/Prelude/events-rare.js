// Interfaces of events that few pages touch.
(function (core) {
  "use strict";
  core.load("events-ui.js");
  const { TypeError, Event } = core;
  const { detail, detailsOf, isDispatched, initialize } = core.events;
  const { boolean, string, usvString, long, unsignedLong, unsignedShort, double } = core;
  const any = (value) => value;
  const orNull = (convert) => (value) => (value === null ? null : convert(value));

  /** Of an interface that another file defines, which a page may not have touched yet. */
  function instance(name, file = undefined) {
    return (value) => {
      if (file !== undefined && core[name] === undefined) core.load(file);
      if (core[name] === undefined || !core.isObject(value) || !(value instanceof core[name])) {
        throw new TypeError(`The value is not of type ${name}.`);
      }
      return value;
    };
  }

  // MARK: HTML. https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-popstateevent-interface

  core.eventInterface("PopStateEvent", Event, { hasUAVisualTransition: [boolean, false], state: [any, null] });
  core.eventInterface("HashChangeEvent", Event, { newURL: [usvString, ""], oldURL: [usvString, ""] });
  core.eventInterface("PageTransitionEvent", Event, { persisted: [boolean, false] });
  core.eventInterface("PromiseRejectionEvent", Event, { promise: [core.object, undefined, true], reason: [any, undefined] });
  core.eventInterface("CloseEvent", Event, { code: [unsignedShort, 0], reason: [usvString, ""], wasClean: [boolean, false] });
  core.eventInterface("ProgressEvent", Event, {
    lengthComputable: [boolean, false], loaded: [core.double, 0], total: [core.double, 0],
  });
  core.eventInterface("FormDataEvent", Event, { formData: [instance("FormData"), undefined, true] });
  core.eventInterface("ToggleEvent", Event, {
    newState: [string, ""], oldState: [string, ""], source: [orNull(instance("Element")), null],
  });
  core.eventInterface("ContentVisibilityAutoStateChangeEvent", Event, { skipped: [boolean, false] });
  core.eventInterface("MediaQueryListEvent", Event, { matches: [boolean, false], media: [string, ""] });

  core.eventInterface("StorageEvent", Event, {
    key: [orNull(string), null], newValue: [orNull(string), null], oldValue: [orNull(string), null],
    storageArea: [orNull(instance("Storage")), null], url: [usvString, ""],
  }, {
    initStorageEvent(type, bubbles = false, cancelable = false, key = null, oldValue = null, newValue = null, url = "",
      storageArea = null) {
      detail(this, "storageArea");
      core.requireArguments(arguments.length, 1);
      type = string(type);
      key = core.nullable(key, string);
      oldValue = core.nullable(oldValue, string);
      newValue = core.nullable(newValue, string);
      url = usvString(url);
      storageArea = core.nullable(storageArea, instance("Storage"));
      if (isDispatched(this)) return;
      initialize(this, type, !!bubbles, !!cancelable);
      const details = detailsOf(this);
      details.key = key;
      details.oldValue = oldValue;
      details.newValue = newValue;
      details.url = url;
      details.storageArea = storageArea;
    },
  });

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-beforeunloadevent-interface */
  class BeforeUnloadEvent extends Event {
    constructor() {
      core.requireOwn();
      super(arguments[0], arguments[1]);
      core.events.setDetails(this, { __proto__: null, returnValue: "" });
    }
    get returnValue() { return detail(this, "returnValue"); }
    set returnValue(value) {
      detail(this, "returnValue");
      detailsOf(this).returnValue = string(value);
    }
  }
  core.events.addEventClass("BeforeUnloadEvent", BeforeUnloadEvent);

  // MARK: Animations. https://drafts.csswg.org/css-animations/#interface-animationevent

  core.eventInterface("AnimationEvent", Event, {
    animationName: [string, ""], elapsedTime: [double, 0], pseudoElement: [string, ""],
  });
  core.eventInterface("TransitionEvent", Event, {
    elapsedTime: [double, 0], propertyName: [string, ""], pseudoElement: [string, ""],
  });

  core.eventInterface("FontFaceSetLoadEvent", Event, {
    fontfaces: [(value) => core.ObjectFreeze(core.array(core.sequence(value, instance("FontFace", "font-face.js")))),
      core.ObjectFreeze(core.array(core.list()))],
  });

  const numberOrNull = orNull(double);
  core.eventInterface("AnimationPlaybackEvent", Event, {
    currentTime: [numberOrNull, null], timelineTime: [numberOrNull, null],
  });

  // MARK: Devices that are moved, which this one never is. https://w3c.github.io/deviceorientation/

  const orientation = { absolute: [boolean, false], alpha: [numberOrNull, null], beta: [numberOrNull, null], gamma: [numberOrNull, null] };
  core.eventInterface("DeviceOrientationEvent", Event, orientation);

  const readings = core.brand();

  /** An interface of numbers, which an event makes of a dictionary. */
  function readingsInterface(name, names) {
    const Class = { [name]: class { constructor() { core.requireOwn(); } } }[name];
    for (let index = 0; index < names.length; index += 1) {
      core.mixin(Class, { get [names[index]]() { return readings.of(this)[names[index]]; } });
    }
    core.define({ __proto__: null, [name]: Class });
    return orNull((value) => {
      const given = core.dictionary(value), fields = { __proto__: null };
      for (let index = 0; index < names.length; index += 1) {
        fields[names[index]] = core.member(given, names[index], numberOrNull, null);
      }
      const made = core.makeOwn(Class);
      new readings(made, fields);
      return made;
    });
  }
  const acceleration = readingsInterface("DeviceMotionEventAcceleration", core.list("x", "y", "z"));
  const rotationRate = readingsInterface("DeviceMotionEventRotationRate", core.list("alpha", "beta", "gamma"));
  core.eventInterface("DeviceMotionEvent", Event, {
    acceleration: [acceleration, null], accelerationIncludingGravity: [acceleration, null], interval: [double, 0],
    rotationRate: [rotationRate, null],
  });

  // MARK: User interfaces

  core.eventInterface("CompositionEvent", core.UIEvent, { data: [string, ""] }, {
    initCompositionEvent(type, bubbles = false, cancelable = false, view = null, data = "") {
      core.requireArguments(arguments.length, 1);
      initializeText(this, type, bubbles, cancelable, view, data);
    },
  });

  function initializeText(event, type, bubbles, cancelable, view, data) {
    detail(event, "data");
    type = string(type);
    view = windowOrNull(view ?? null);
    data = string(data);
    if (isDispatched(event)) return;
    initialize(event, type, !!bubbles, !!cancelable);
    detailsOf(event).view = view;
    detailsOf(event).data = data;
  }

  function windowOrNull(value) {
    if (value !== null && value !== core.global) throw new TypeError("The view is not a Window.");
    return value;
  }

  class TextEvent extends core.UIEvent {
    constructor() {
      core.requireOwn();
      super(arguments[0], arguments[1]);
      detailsOf(this).data = "";
    }
    get data() { return detail(this, "data"); }
    initTextEvent(type, bubbles = false, cancelable = false, view = null, data = "undefined") {
      core.requireArguments(arguments.length, 1);
      initializeText(this, type, bubbles, cancelable, view, data);
    }
  }
  core.events.addEventClass("TextEvent", TextEvent);

  core.eventInterface("WheelEvent", core.MouseEvent, {
    deltaMode: [unsignedLong, 0], deltaX: [double, 0], deltaY: [double, 0], deltaZ: [double, 0],
  });
  core.constants(core.WheelEvent, { DOM_DELTA_PIXEL: 0, DOM_DELTA_LINE: 1, DOM_DELTA_PAGE: 2 });

  core.eventInterface("DragEvent", core.MouseEvent, { dataTransfer: [orNull(instance("DataTransfer")), null] });
  core.eventInterface("ClipboardEvent", Event, { clipboardData: [orNull(instance("DataTransfer")), null] });
})
