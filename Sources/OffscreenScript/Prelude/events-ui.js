// Events of user interfaces, and the others that pages often make or get. https://w3c.github.io/uievents/
(function (core) {
  "use strict";
  const { native, global, TypeError } = core;
  const { detail, detailsOf, isDispatched, initialize } = core.events;
  const { boolean, string, long, unsignedLong, short, unsignedShort, double, usvString } = core;
  const any = (value) => value;

  function windowOrNull(value) {
    if (value === null) return null;
    if (!core.isOfSomeRealm((other) => other.global === value)) throw new TypeError("The view is not a Window.");
    return value;
  }

  function targetOrNull(value) {
    if (value === null) return null;
    if (!core.isEventTarget(value) && !core.isRestrictedWindow?.(value)) throw new TypeError("The value is not an EventTarget.");
    return value;
  }

  // MARK: UIEvent

  const UIEvent = core.eventInterface("UIEvent", core.Event, {
    detail: [long, 0], sourceCapabilities: [any, null], view: [windowOrNull, null], which: [unsignedLong, 0],
  }, {
    get which() {
      const details = detailsOf(this);
      if (details !== null && "keyCode" in details) return details.which || details.keyCode;
      if (details !== null && "buttons" in details) return details.which || (details.button < 0 ? 0 : details.button + 1);
      return detail(this, "which");
    },
    initUIEvent(type, bubbles = false, cancelable = false, view = null, detailValue = 0) {
      detail(this, "view");
      core.requireArguments(arguments.length, 1);
      type = string(type);
      view = windowOrNull(view ?? null);
      detailValue = long(detailValue);
      if (isDispatched(this)) return;
      initialize(this, type, !!bubbles, !!cancelable);
      const details = detailsOf(this);
      details.view = view;
      details.detail = detailValue;
    },
  });

  // MARK: Modifiers

  const modifiers = {
    altKey: [boolean, false], ctrlKey: [boolean, false], metaKey: [boolean, false], modifierAltGraph: [boolean, false],
    modifierCapsLock: [boolean, false], modifierFn: [boolean, false], modifierFnLock: [boolean, false],
    modifierHyper: [boolean, false], modifierNumLock: [boolean, false], modifierScrollLock: [boolean, false],
    modifierSuper: [boolean, false], modifierSymbol: [boolean, false], modifierSymbolLock: [boolean, false],
    shiftKey: [boolean, false],
  };
  const modifierNames = {
    __proto__: null, Alt: "altKey", Control: "ctrlKey", Meta: "metaKey", Shift: "shiftKey", AltGraph: "modifierAltGraph",
    CapsLock: "modifierCapsLock", Fn: "modifierFn", FnLock: "modifierFnLock", Hyper: "modifierHyper",
    NumLock: "modifierNumLock", ScrollLock: "modifierScrollLock", Super: "modifierSuper", Symbol: "modifierSymbol",
    SymbolLock: "modifierSymbolLock",
  };
  const getModifierState = {
    getModifierState(key) {
      detail(this, "ctrlKey");
      core.requireArguments(arguments.length, 1);
      const name = modifierNames[string(key)];
      return name !== undefined && detail(this, name);
    },
  };

  /** Takes away attributes that only the dictionary has. */
  function hideModifiers(Class) {
    for (const name in modifiers) {
      if (name[0] === "m" && name !== "metaKey") delete Class.prototype[name];
    }
  }

  // MARK: MouseEvent

  const scroll = (index) => native.viewport()[index];

  /** How far the target's padding edge lies from the viewport's. As in Chromium, that of an inline box is its block's border edge. */
  function paddingEdge(event, index) {
    let id = core.idIfNode(event.target);
    if (id > 0 && isInline(id)) {
      while (id > 0 && isInline(id)) id = core.tree.flatParentOf(id);
      const block = id > 0 ? native.geometry(id) : null;
      if (block !== null) return block[index];
    }
    const geometry = id > 0 ? native.geometry(id) : null;
    return geometry === null ? -scroll(2 + index) : geometry[index] + geometry[4 + index];
  }

  const replaced = core.html?.atomSet("img video audio canvas iframe embed object input textarea select button");
  function isInline(id) {
    if (core.html.isHTML(id) && replaced.has(core.tree.nameOf(id))) return false;
    const display = core.tree.isElement(id) ? native.computedValue(id, "", "display") : "";
    return display === "inline" || display === "contents";
  }

  const MouseEvent = core.eventInterface("MouseEvent", UIEvent, {
    ...modifiers,
    button: [short, 0], buttons: [unsignedShort, 0], clientX: [double, 0], clientY: [double, 0], movementX: [double, 0],
    movementY: [double, 0], relatedTarget: [targetOrNull, null], screenX: [double, 0], screenY: [double, 0],
  }, {
    get x() { return coordinate(this, "clientX"); },
    get y() { return coordinate(this, "clientY"); },
    get clientX() { return coordinate(this, "clientX"); },
    get clientY() { return coordinate(this, "clientY"); },
    get screenX() { return coordinate(this, "screenX"); },
    get screenY() { return coordinate(this, "screenY"); },
    get movementX() { return core.MathTrunc(detail(this, "movementX")); },
    get movementY() { return core.MathTrunc(detail(this, "movementY")); },
    get pageX() { return coordinate(this, "clientX") + scroll(2); },
    get pageY() { return coordinate(this, "clientY") + scroll(3); },
    get layerX() { return coordinate(this, "clientX") + scroll(2); },
    get layerY() { return coordinate(this, "clientY") + scroll(3); },
    get offsetX() { return coordinate(this, "clientX") - paddingEdge(this, 0); },
    get offsetY() { return coordinate(this, "clientY") - paddingEdge(this, 1); },
    ...getModifierState,
    initMouseEvent(type, bubbles = false, cancelable = false, view = null, detailValue = 0, screenX = 0, screenY = 0,
      clientX = 0, clientY = 0, ctrlKey = false, altKey = false, shiftKey = false, metaKey = false, button = 0,
      relatedTarget = null) {
      detail(this, "buttons");
      core.requireArguments(arguments.length, 1);
      const given = {
        __proto__: null, type: string(type), view: windowOrNull(view ?? null), detail: long(detailValue),
        screenX: long(screenX), screenY: long(screenY), clientX: long(clientX), clientY: long(clientY), ctrlKey: !!ctrlKey,
        altKey: !!altKey, shiftKey: !!shiftKey, metaKey: !!metaKey, button: short(button),
        relatedTarget: targetOrNull(relatedTarget ?? null),
      };
      if (isDispatched(this)) return;
      initialize(this, given.type, !!bubbles, !!cancelable);
      const details = detailsOf(this);
      for (const name in given) if (name !== "type") details[name] = given[name];
    },
  });
  hideModifiers(MouseEvent);

  // Pointer events have fractions; mouse events, and those that once were mouse events, have not.
  function coordinate(event, name) {
    const value = detail(event, name);
    const type = core.events.typeOf(event);
    return "pointerId" in detailsOf(event) && type !== "click" && type !== "auxclick" && type !== "contextmenu" ? value
      : core.MathFloor(value);
  }

  // https://w3c.github.io/pointerevents/
  const PointerEvent = core.eventInterface("PointerEvent", MouseEvent, {
    altitudeAngle: [double, null], azimuthAngle: [double, null],
    coalescedEvents: [(value) => core.sequence(value), core.list()], height: [double, 1], isPrimary: [boolean, false],
    persistentDeviceId: [long, 0], pointerId: [long, 0], pointerType: [string, ""],
    predictedEvents: [(value) => core.sequence(value), core.list()], pressure: [core.float, 0],
    tangentialPressure: [core.float, 0], tiltX: [long, null], tiltY: [long, null], twist: [long, 0], width: [double, 1],
  }, {
    get altitudeAngle() { return inclination(this).altitudeAngle; },
    get azimuthAngle() { return inclination(this).azimuthAngle; },
    get tiltX() { return inclination(this).tiltX; },
    get tiltY() { return inclination(this).tiltY; },
    getCoalescedEvents() { return core.array(detail(this, "coalescedEvents")); },
    getPredictedEvents() { return core.array(detail(this, "predictedEvents")); },
  });
  delete PointerEvent.prototype.coalescedEvents;
  delete PointerEvent.prototype.predictedEvents;

  const { PI, tan, atan, atan2, sqrt, round, sin, cos, abs } = Math;

  /** A pen's angles, of which those that were not given follow from the others. */
  // https://w3c.github.io/pointerevents/#converting-between-tiltx-tilty-and-altitudeangle-azimuthangle
  function inclination(event) {
    const details = detailsOf(event);
    const altitude = detail(event, "altitudeAngle"), { azimuthAngle: azimuth, tiltX, tiltY } = details;
    const hasTilt = tiltX !== null || tiltY !== null, hasAngles = altitude !== null || azimuth !== null;
    if (hasTilt && !hasAngles) assign(details, anglesOf(tiltX ?? 0, tiltY ?? 0));
    else if (hasAngles && !hasTilt) assign(details, tiltOf(altitude ?? PI / 2, azimuth ?? 0));
    details.altitudeAngle ??= PI / 2;
    details.azimuthAngle ??= 0;
    details.tiltX ??= 0;
    details.tiltY ??= 0;
    return details;
  }
  const assign = core.ObjectAssign;

  function anglesOf(tiltX, tiltY) {
    const x = tiltX * PI / 180, y = tiltY * PI / 180;
    let azimuthAngle = 0;
    if (tiltX === 0) {
      azimuthAngle = tiltY > 0 ? PI / 2 : tiltY < 0 ? 3 * PI / 2 : 0;
    } else if (tiltY === 0) {
      azimuthAngle = tiltX < 0 ? PI : 0;
    } else if (abs(tiltX) !== 90 && abs(tiltY) !== 90) {
      azimuthAngle = atan2(tan(y), tan(x));
      if (azimuthAngle < 0) azimuthAngle += 2 * PI;
    }
    let altitudeAngle = 0;
    if (abs(tiltX) !== 90 && abs(tiltY) !== 90) {
      altitudeAngle = tiltX === 0 ? PI / 2 - abs(y) : tiltY === 0 ? PI / 2 - abs(x)
        : atan(1 / sqrt(tan(x) * tan(x) + tan(y) * tan(y)));
    }
    return { __proto__: null, altitudeAngle, azimuthAngle };
  }

  function tiltOf(altitude, azimuth) {
    let x = 0, y = 0;
    if (altitude === 0) {
      if (azimuth === 0 || azimuth === 2 * PI) x = PI / 2;
      else if (azimuth === PI / 2) y = PI / 2;
      else if (azimuth === PI) x = -PI / 2;
      else if (azimuth === 3 * PI / 2) y = -PI / 2;
      else {
        const isRight = azimuth < PI / 2 || azimuth > 3 * PI / 2;
        x = isRight ? PI / 2 : -PI / 2;
        y = azimuth < PI ? PI / 2 : -PI / 2;
      }
    } else {
      const tangent = tan(altitude);
      x = atan(cos(azimuth) / tangent);
      y = atan(sin(azimuth) / tangent);
    }
    return { __proto__: null, tiltX: round(x * 180 / PI) + 0, tiltY: round(y * 180 / PI) + 0 };
  }

  // MARK: KeyboardEvent

  const KeyboardEvent = core.eventInterface("KeyboardEvent", UIEvent, {
    ...modifiers,
    charCode: [unsignedLong, 0], code: [string, ""], isComposing: [boolean, false], key: [string, ""],
    keyCode: [unsignedLong, 0], location: [unsignedLong, 0], repeat: [boolean, false],
  }, {
    ...getModifierState,
    initKeyboardEvent(type, bubbles = false, cancelable = false, view = null, key = "", location = 0, ctrlKey = false,
      altKey = false, shiftKey = false, metaKey = false) {
      detail(this, "keyCode");
      core.requireArguments(arguments.length, 1);
      const given = {
        __proto__: null, type: string(type), view: windowOrNull(view ?? null), key: string(key),
        location: unsignedLong(location), ctrlKey: !!ctrlKey, altKey: !!altKey, shiftKey: !!shiftKey, metaKey: !!metaKey,
      };
      if (isDispatched(this)) return;
      initialize(this, given.type, !!bubbles, !!cancelable);
      const details = detailsOf(this);
      for (const name in given) if (name !== "type") details[name] = given[name];
    },
  });
  hideModifiers(KeyboardEvent);
  core.constants(KeyboardEvent, {
    DOM_KEY_LOCATION_STANDARD: 0, DOM_KEY_LOCATION_LEFT: 1, DOM_KEY_LOCATION_RIGHT: 2, DOM_KEY_LOCATION_NUMPAD: 3,
  });

  // MARK: Others

  core.eventInterface("FocusEvent", UIEvent, { relatedTarget: [targetOrNull, null] });

  core.eventInterface("InputEvent", UIEvent, {
    data: [(value) => (value === null ? null : string(value)), null], dataTransfer: [any, null],
    inputType: [string, ""], isComposing: [boolean, false],
    targetRanges: [(value) => core.sequence(value), core.list()],
  }, {
    getTargetRanges() { return core.array(detail(this, "targetRanges")); },
  });
  delete core.InputEvent.prototype.targetRanges;

  // https://html.spec.whatwg.org/multipage/webappapis.html#errorevent
  core.eventInterface("ErrorEvent", core.Event, {
    colno: [unsignedLong, 0], error: [any, undefined], filename: [usvString, ""], lineno: [unsignedLong, 0],
    message: [string, ""],
  });

  function elementOrNull(value) {
    if (value === null) return null;
    const id = core.idIfNode(value);
    if (id < 0 || !(value instanceof core.HTMLElement)) throw new TypeError("The submitter is not an HTMLElement.");
    return value;
  }

  // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#the-submitevent-interface
  core.eventInterface("SubmitEvent", core.Event, { submitter: [elementOrNull, null] });

  // https://html.spec.whatwg.org/multipage/comms.html#messageevent
  const convertSource = (value) => targetOrNull(value);
  core.eventInterface("MessageEvent", core.Event, {
    data: [any, null], lastEventId: [string, ""], origin: [usvString, ""],
    ports: [(value) => core.sequence(value, convertPort), core.list()], source: [convertSource, null],
  }, {
    get ports() {
      const details = detailsOf(this);
      const ports = detail(this, "ports");
      return (details.frozenPorts ??= core.ObjectFreeze(core.array(ports)));
    },
    initMessageEvent(type, bubbles = false, cancelable = false, data = null, origin = "", lastEventId = "", source = null,
      ports = undefined) {
      detail(this, "lastEventId");
      core.requireArguments(arguments.length, 1);
      type = string(type);
      origin = usvString(origin);
      lastEventId = string(lastEventId);
      source = convertSource(source ?? null);
      ports = ports === undefined ? core.list() : core.sequence(ports, convertPort);
      if (isDispatched(this)) return;
      initialize(this, type, !!bubbles, !!cancelable);
      const details = detailsOf(this);
      details.data = data;
      details.origin = origin;
      details.lastEventId = lastEventId;
      details.source = source;
      details.ports = ports;
      details.frozenPorts = undefined;
    },
  });

  function convertPort(value) {
    if (core.isMessagePort === undefined || !core.isMessagePort(value)) throw new TypeError("The value is not a MessagePort.");
    return value;
  }
})
