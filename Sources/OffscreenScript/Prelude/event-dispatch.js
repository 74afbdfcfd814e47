// Events: their interfaces, how they are dispatched, handlers that are texts, and the report of errors. events.js has
// their targets. https://dom.spec.whatwg.org/#events
(function (core) {
  "use strict";
  const {
    native, global, put, list, error, isObject, TypeError, ReflectApply, ReflectDefineProperty, ReflectGetOwnPropertyDescriptor, SafeMap,
  } = core;
  const {
    Path, pathFrom, prefixed, retarget, handlerTypes, findHandler, hasHandlerAttribute, listenersOf, removeListener, handlerValue,
    handlerName,
  } = core.eventing;
  const ELEMENT = 2;
  const kindOf = (id) => core.links[(id << 3) + 6] & 255;

  // MARK: Event

  const BUBBLES = 1, CANCELABLE = 2, COMPOSED = 4, CANCELED = 8, STOPPED = 16, STOPPED_NOW = 32, PASSIVE = 64,
    DISPATCHED = 128, INITIALIZED = 256, TRUSTED = 512, THREW = 1024;
  const CAPTURING = 1, AT_TARGET = 2, BUBBLING = 3;

  const { get: isTrusted } = ReflectGetOwnPropertyDescriptor({
    get isTrusted() { return (flagsOf(this) & TRUSTED) !== 0; },
  }, "isTrusted");
  core.conceal(isTrusted);
  const isTrustedDescriptor = { __proto__: null, get: isTrusted, set: undefined, enumerable: true, configurable: false };

  /** The internal slots of an event, which one window may dispatch to a target of another. */
  const EventSlots = core.ofOrigin("EventSlots", () => class extends core.Stamp {
    #type;
    #flags;
    #target = null;
    #current = null;
    #phase = 0;
    #path = null;
    // What subclasses know: an object without prototype, with a property for each attribute.
    #details = null;
    #time;

    constructor(event, type, flags, time) {
      super(event);
      this.#time = time;
      this.#type = type;
      this.#flags = flags;
    }

    static has(value) { return isObject(value) && #flags in value; }
    static type(event) { return event.#type; }
    static flags(event) { return event.#flags; }
    static setFlags(event, flags) { event.#flags = flags; }
    static setType(event, type) { event.#type = type; }
    static details(event) { return event.#details; }
    static setDetails(event, details) { event.#details = details; }
    static target(event) { return event.#target; }
    static setTarget(event, target) { event.#target = target; }
    static current(event) { return event.#current; }
    static phase(event) { return event.#phase; }
    static path(event) { return event.#path; }
    static setPath(event, path) { event.#path = path; }
    static time(event) { return event.#time; }
    static place(event, current, phase) {
      event.#current = current;
      event.#phase = phase;
    }
    /** https://dom.spec.whatwg.org/#concept-event-initialize */
    static initialize(event, type, bubbles, cancelable) {
      event.#type = type;
      event.#flags = (event.#flags & COMPOSED) | INITIALIZED | (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0);
      event.#target = null;
    }
  });
  const { has: isEvent, type: typeOf, flags: flagsOf, setFlags, details: detailsOf, setDetails, setTarget, path: pathOf,
    setPath, place, initialize } = EventSlots;

  class Event {
    constructor(type, init = undefined) {
      core.requireArguments(arguments.length, 1);
      type = core.string(type);
      let flags = INITIALIZED;
      if (init !== undefined && init !== null) {
        if (!isObject(init)) throw new TypeError("The event's initialization is not an object.");
        if (init.bubbles) flags |= BUBBLES;
        if (init.cancelable) flags |= CANCELABLE;
        if (init.composed) flags |= COMPOSED;
      }
      new EventSlots(this, type, flags, native.now());
      ReflectDefineProperty(this, "isTrusted", isTrustedDescriptor);
    }

    get type() { return typeOf(this); }
    get target() { return EventSlots.target(this); }
    get srcElement() { return EventSlots.target(this); }
    get currentTarget() { return EventSlots.current(this); }
    get eventPhase() { return EventSlots.phase(this); }
    get bubbles() { return (flagsOf(this) & BUBBLES) !== 0; }
    get cancelable() { return (flagsOf(this) & CANCELABLE) !== 0; }
    get composed() { return (flagsOf(this) & COMPOSED) !== 0; }
    get defaultPrevented() { return (flagsOf(this) & CANCELED) !== 0; }
    get timeStamp() { return EventSlots.time(this); }

    get cancelBubble() { return (flagsOf(this) & STOPPED) !== 0; }
    set cancelBubble(value) { setFlags(this, flagsOf(this) | (value ? STOPPED : 0)); }

    get returnValue() { return (flagsOf(this) & CANCELED) === 0; }
    set returnValue(value) { if (!value) cancel(this); else flagsOf(this); }

    composedPath() { return composedPath(this, pathOf(this), EventSlots.current(this)); }
    stopPropagation() { setFlags(this, flagsOf(this) | STOPPED); }
    stopImmediatePropagation() { setFlags(this, flagsOf(this) | STOPPED | STOPPED_NOW); }
    preventDefault() { cancel(this); }

    initEvent(type, bubbles = false, cancelable = false) {
      const flags = flagsOf(this);
      core.requireArguments(arguments.length, 1);
      type = core.string(type);
      if ((flags & DISPATCHED) === 0) initialize(this, type, !!bubbles, !!cancelable);
    }
  }
  core.constants(Event, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 });

  /** https://dom.spec.whatwg.org/#set-the-canceled-flag */
  function cancel(event) {
    const flags = flagsOf(event);
    if ((flags & (CANCELABLE | PASSIVE)) === CANCELABLE) setFlags(event, flags | CANCELED);
  }

  // MARK: Interfaces of events by tables

  const never = () => { throw new TypeError("Illegal constructor"); };
  const makers = new SafeMap();

  /**
   * An interface whose attributes are a dictionary's members: `{name: [convert, otherwise, isRequired]}`, in the order
   * of their names. An event without a constructor has null for `members`.
   */
  core.eventInterface = function (name, Base, members, further = undefined) {
    const names = core.ReflectOwnKeys(members);
    let isRequired = false;
    for (let index = 0; index < names.length; index += 1) if (members[names[index]].length > 2) isRequired = true;
    const make = {
      [name]: class extends Base {
        constructor(type, init = undefined) {
          core.requireArguments(arguments.length, isRequired ? 2 : 1);
          super(type, init);
          let details = detailsOf(this);
          if (details === null) {
            details = { __proto__: null };
            setDetails(this, details);
          }
          const given = init === null || init === undefined ? emptyDetails : init;
          for (let index = 0; index < names.length; index += 1) {
            const member = members[names[index]];
            const value = given === emptyDetails ? undefined : given[names[index]];
            if (value !== undefined) details[names[index]] = member[0](value);
            else if (member.length > 2) throw new TypeError(`The member "${names[index]}" is required.`);
            else details[names[index]] = member[1];
          }
        }
      },
    };
    const Class = make[name];
    if (isRequired) ReflectDefineProperty(Class, "length", { __proto__: null, value: 2, configurable: true });
    for (let index = 0; index < names.length; index += 1) addDetail(Class, names[index]);
    if (further !== undefined) core.mixin(Class, further);
    return addEventClass(name, Class);
  };

  function addEventClass(name, Class) {
    core[name] = Class;
    core.define({ __proto__: null, [name]: Class });
    makers.set(name, Class);
    return Class;
  }

  const emptyDetails = core.ObjectFreeze({ __proto__: null });

  function addDetail(Class, name) {
    core.mixin(Class, { get [name]() { return detail(this, name); } });
  }

  /** An attribute of an event; a TypeError where the event's interface does not have it. */
  function detail(event, name) {
    const details = detailsOf(event);
    if (details === null || !(name in details)) throw new TypeError("The event has another interface.");
    return details[name];
  }

  const isDispatched = (event) => (flagsOf(event) & DISPATCHED) !== 0;

  class CustomEvent extends Event {
    constructor(type, init = undefined) {
      core.requireArguments(arguments.length, 1);
      super(type, init);
      const value = init === undefined || init === null ? undefined : init.detail;
      setDetails(this, { __proto__: null, detail: value === undefined ? null : value, isCustom: true });
    }
    get detail() {
      detail(this, "isCustom");
      return detail(this, "detail");
    }
    initCustomEvent(type, bubbles = false, cancelable = false, detailValue = null) {
      detail(this, "isCustom");
      core.requireArguments(arguments.length, 1);
      type = core.string(type);
      if (isDispatched(this)) return;
      initialize(this, type, !!bubbles, !!cancelable);
      detailsOf(this).detail = detailValue;
    }
  }
  makers.set("Event", Event);
  makers.set("CustomEvent", CustomEvent);

  /** The class of an event's interface, from a lazy file where it is in one. */
  function eventClass(name) {
    let Class = makers.get(name);
    if (Class === undefined) {
      core.load("events-ui.js");
      if (!makers.has(name)) core.load("events-rare.js");
      Class = makers.get(name) ?? Event;
    }
    return Class;
  }

  // https://dom.spec.whatwg.org/#dom-document-createevent
  const created = {
    __proto__: null, beforeunloadevent: "BeforeUnloadEvent", compositionevent: "CompositionEvent", customevent: "CustomEvent",
    devicemotionevent: "DeviceMotionEvent", deviceorientationevent: "DeviceOrientationEvent", dragevent: "DragEvent",
    event: "Event", events: "Event", focusevent: "FocusEvent", hashchangeevent: "HashChangeEvent", htmlevents: "Event",
    keyboardevent: "KeyboardEvent", messageevent: "MessageEvent", mouseevent: "MouseEvent", mouseevents: "MouseEvent",
    storageevent: "StorageEvent", svgevents: "Event", textevent: "TextEvent", uievent: "UIEvent", uievents: "UIEvent",
  };

  core.createEvent = function (name) {
    const known = created[core.toASCIILowercase(name)];
    const Class = known === undefined ? Event : eventClass(known);
    if (known === undefined || (Class === Event && known !== "Event")) {
      throw error("NotSupportedError", `There is no event interface "${name}".`);
    }
    const event = makeEvent(Class, "", undefined);
    setFlags(event, 0);
    return event;
  };

  let makesOwn = false;
  /** An event of an interface that pages may not construct. */
  function makeEvent(Class, type, init) {
    makesOwn = true;
    try {
      return new Class(type, init);
    } finally {
      makesOwn = false;
    }
  }

  /** An object of an interface whose constructor asks `requireOwn`. */
  core.makeOwn = (Class) => makeEvent(Class);

  /** For constructors that pages may not call. */
  core.requireOwn = function () {
    if (!makesOwn) never();
  };

  // MARK: Dispatch. https://dom.spec.whatwg.org/#concept-event-dispatch

  const objectAt = (path, index) => {
    const item = path.targets[index];
    return typeof item === "number" ? core.wrap(item) : item;
  };

  /** `override`: what the event says that its target is. */
  function dispatch(event, target, override = target) {
    const type = typeOf(event);
    setFlags(event, flagsOf(event) | DISPATCHED);
    const details = detailsOf(event);
    const relatedTarget = details?.relatedTarget ?? null;
    let activation = null, activationID = -1;
    let clearsTargets = false;
    const related = retarget(relatedTarget, target);
    if (target !== related || target === relatedTarget) {
      const path = core.shadow === null ? pathFrom(target, type)
        : core.shadowPath(new Path(), target, type, (flagsOf(event) & COMPOSED) !== 0, relatedTarget);
      setPath(event, path);
      if (override !== target && path.adjusted !== null) path.adjusted[0] = override;
      if (type === "click" && core.activation !== null && details !== null && "buttons" in details) {
        const length = flagsOf(event) & BUBBLES ? path.targets.length : 1;
        for (let index = 0; index < length && activation === null; index += 1) {
          const item = path.targets[index];
          activationID = typeof item === "number" ? item : core.idIfNode(item);
          if (activationID >= 0 && kindOf(activationID) === ELEMENT) activation = core.activation(activationID, event);
        }
      }
      clearsTargets = path.adjusted !== null && core.endsInShadow(path);
      if (activation?.before !== undefined) activation.before(event);
      run(event, path, override, type);
    }
    place(event, null, 0);
    setPath(event, null);
    setFlags(event, flagsOf(event) & ~(DISPATCHED | STOPPED | STOPPED_NOW));
    if (clearsTargets) {
      setTarget(event, null);
      if (details !== null && "relatedTarget" in details) details.relatedTarget = null;
    }
    const isCanceled = (flagsOf(event) & CANCELED) !== 0;
    if (activation !== null) {
      if (!isCanceled) activation.run?.(event);
      else activation.canceled?.(event);
    }
    return !isCanceled;
  }

  function run(event, path, target, type) {
    const targets = path.targets, adjusted = path.adjusted;
    const last = targets.length - 1;
    if (adjusted === null) setTarget(event, target);
    for (let index = last; index >= 0; index -= 1) {
      const isAtTarget = adjusted === null ? index === 0 : adjusted[index] !== null;
      invoke(event, path, index, type, isAtTarget ? AT_TARGET : CAPTURING, true);
    }
    const bubbles = (flagsOf(event) & BUBBLES) !== 0;
    for (let index = 0; index <= last; index += 1) {
      const isAtTarget = adjusted === null ? index === 0 : adjusted[index] !== null;
      if (isAtTarget) invoke(event, path, index, type, AT_TARGET, false);
      else if (bubbles) invoke(event, path, index, type, BUBBLING, false);
      else if (adjusted === null) break;
    }
  }

  /** An event that a page has made. */
  core.dispatchOfPage = function (event, target) {
    if (!isEvent(event)) throw new TypeError("The argument is not an Event.");
    const flags = flagsOf(event);
    if (flags & DISPATCHED) throw error("InvalidStateError", "The event is being dispatched.");
    if (!(flags & INITIALIZED)) throw error("InvalidStateError", "The event is not initialized.");
    setFlags(event, flags & ~TRUSTED);
    return dispatch(event, target);
  };

  /** https://dom.spec.whatwg.org/#concept-event-listener-invoke */
  function invoke(event, path, index, type, phase, isCapturing) {
    let target = path.targets[index];
    if (path.adjusted !== null) {
      let place = index;
      while (path.adjusted[place] === null) place -= 1;
      setTarget(event, path.adjusted[place]);
      const details = detailsOf(event);
      if (details !== null && "relatedTarget" in details) details.relatedTarget = path.related[index];
    }
    if (flagsOf(event) & STOPPED) return;
    if (typeof target === "number") {
      // Who has no object has no listener, unless by an attribute.
      if (!core.isMade(target) && !hasHandlerAttribute(target, type)) return;
      target = core.wrap(target);
    }
    if (handlerTypes.has(type)) findHandler(target, type);
    const listeners = listenersOf(target);
    if (listeners === undefined) return;
    place(event, target, phase);
    const isInShadow = path.adjusted !== null && path.inShadow[index];
    const isFound = call(event, target, listeners, type, isCapturing, isInShadow);
    if (!isFound && flagsOf(event) & TRUSTED && prefixed[type] !== undefined) {
      EventSlots.setType(event, prefixed[type]);
      call(event, target, listeners, prefixed[type], isCapturing, isInShadow);
      EventSlots.setType(event, type);
    }
  }

  /** https://dom.spec.whatwg.org/#concept-event-listener-inner-invoke */
  function call(event, target, listeners, type, isCapturing, isInShadow) {
    let isFound = false;
    const count = listeners.length;
    for (let index = 0; index < count; index += 1) {
      const listener = listeners[index];
      if (listener.type !== type || listener.isRemoved) continue;
      isFound = true;
      if (listener.capture !== isCapturing) continue;
      if (listener.once) removeListener(target, listener);
      // The window whose listener it is.
      const owner = core.realmOf(listener.callback);
      const state = owner.currentEvent;
      const before = state.event;
      state.event = isInShadow ? undefined : event;
      if (listener.passive) setFlags(event, flagsOf(event) | PASSIVE);
      try {
        if (listener.isHandler) {
          callHandler(event, target, listener);
        } else if (typeof listener.callback === "function") {
          core.callPage(listener.callback, target, [event]);
        } else {
          const handle = listener.callback.handleEvent;
          if (typeof handle !== "function" || (owner !== core && core.isRevoked(handle))) throw new owner.TypeError("The listener's handleEvent is not a function.");
          core.callPage(handle, listener.callback, [event]);
        }
      } catch (thrown) {
        setFlags(event, flagsOf(event) | THREW);
        (core.cores.length > 1 && core.isRevoked(listener.callback) ? core.realmOf(thrown) : owner).report(thrown);
      }
      if (listener.passive) setFlags(event, flagsOf(event) & ~PASSIVE);
      state.event = before;
      if (flagsOf(event) & STOPPED_NOW) break;
    }
    return isFound;
  }

  /** https://dom.spec.whatwg.org/#dom-event-composedpath */
  function composedPath(event, path, current) {
    if (path === null) return [];
    const length = path.targets.length;
    const result = list();
    if (path.adjusted === null) {
      for (let index = 0; index < length; index += 1) put(result, objectAt(path, index));
      return core.array(result);
    }
    return core.shadowComposedPath(path, current, objectAt);
  }

  // MARK: Events of our own

  function make(type, init, kind, isTrustedEvent = true) {
    const event = makeEvent(kind === "Event" ? Event : eventClass(kind), type, init);
    if (isTrustedEvent) setFlags(event, flagsOf(event) | TRUSTED);
    return event;
  }
  core.makeEvent = make;

  /** Fires a trusted event; gives whether it was not canceled. `init`: an object without prototype. */
  core.fire = (target, type, init = undefined, kind = "Event") => dispatch(make(type, init, kind), target);

  /** Dispatches an event that `core.makeEvent` has made. */
  core.dispatch = dispatch;

  // MARK: Event handlers. https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers

  core.compileHandler = function (target, type, { text, element }) {
    const name = handlerName(type);
    // Documents without scripts have no handlers either.
    if (target !== global && core.tree.documentOf(element) !== 0) return null;
    const isError = type === "error" && target === global;
    const parameters = isError ? "event, source, lineno, colno, error" : "event";
    try {
      if (core.restrictsScripts && !native.mayRun("attribute", text, element)) return null;
      // Alone it must be a whole body: this refuses what would close it.
      native.allowEvaluation(true);
      try {
        new core.Function(parameters, text);
      } finally {
        native.allowEvaluation(false);
      }
      const made = `function(${parameters}) {\n${text}\n}`;
      let handler;
      if (target === global) {
        handler = native.evaluate(`({${name}:${made}}).${name}`, native.documentURL(), 1);
      } else {
        // The scopes of document, form owner and element, by `this`: no other name is seen by the handler.
        const form = core.formOwner?.(element) ?? -1;
        const last = `return({${name}:${made}}).${name}`;
        const inner = `return function(){with(this)${last}}`;
        handler = native.evaluate(`(function(){with(this)${form < 0 ? inner : `return function(){with(this)${inner}}`}})`,
          native.documentURL(), 1);
        handler = ReflectApply(handler, core.wrap(0), noArguments);
        if (form >= 0) handler = ReflectApply(handler, core.wrap(form), noArguments);
        handler = ReflectApply(handler, target, noArguments);
      }
      core.setSourceText(handler, `function ${name}(${parameters}) {\n${text}\n}`);
      return handler;
    } catch (thrown) {
      report(thrown);
      return null;
    }
  };
  const noArguments = list();

  /** https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm */
  function callHandler(event, target, listener) {
    const callback = handlerValue(target, listener);
    if (typeof callback !== "function") return;
    const details = detailsOf(event);
    const type = listener.type;
    if (type === "error" && target === global && details !== null && "lineno" in details) {
      const result = core.callPage(callback, target,
        [details.message, details.filename, details.lineno, details.colno, details.error]);
      if (result === true) cancel(event);
      return;
    }
    const result = core.callPage(callback, target, [event]);
    if (type === "beforeunload" && details !== null && "returnValue" in details) {
      if (result !== null && result !== undefined) {
        cancel(event);
        if (details.returnValue === "") details.returnValue = core.string(result);
      }
    } else if (result === false) {
      cancel(event);
    }
  }

  // MARK: Errors

  let isReporting = false;

  /** What is said of a thrown value. The page's own code may run, and throw. */
  function textOf(value) {
    try {
      return typeof value === "symbol" ? core.uncurryThis(core.Symbol.prototype.toString)(value) : `${value}`;
    } catch {
      return "an exception that has no text";
    }
  }

  function ownValue(object, name, type) {
    const value = isObject(object) ? ReflectGetOwnPropertyDescriptor(object, name)?.value : undefined;
    return typeof value === type ? value : undefined;
  }

  /** Fires `error` at the Window, and tells the page's warnings of what nobody handled. Gives whether it was handled. */
  // https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
  function reportAt(thrown, message, url, line, column) {
    let isHandled = false;
    if (!isReporting) {
      isReporting = true;
      try {
        if (core.isHeard(global, "error", false)) {
          isHandled = !core.fire(global, "error", {
            __proto__: null, cancelable: true, message, filename: url, lineno: line, colno: column, error: thrown,
          }, "ErrorEvent");
        }
      } finally {
        isReporting = false;
      }
    }
    if (!isHandled) core.reportUnhandled(message, url, line, column);
    return isHandled;
  }
  core.reportAt = reportAt;
  function report(thrown) {
    let url = ownValue(thrown, "sourceURL", "string"), line = ownValue(thrown, "line", "number"),
      column = ownValue(thrown, "column", "number");
    // One that the prelude has thrown says no address itself: the page's function that called it does.
    if (!url) ({ url, line, column } = core.position(isObject(thrown) ? thrown : new core.Error()));
    return reportAt(thrown, "Uncaught " + textOf(thrown), url || native.documentURL(), line ?? 0, column ?? 0);
  }
  core.report = report;

  core.reportThrown = function (thrown, message, url, line, column) {
    // It may have been thrown in another script than the one that ran.
    const source = ownValue(thrown, "sourceURL", "string");
    if (source) url = source;
    else if (isObject(thrown)) {
      const found = core.position(thrown);
      if (found.line > 0) ({ url, line, column } = found);
    }
    return reportAt(thrown, "Uncaught " + textOf(thrown), url || native.documentURL(),
      core.unsignedLong(line), core.unsignedLong(column));
  };

  /** https://html.spec.whatwg.org/multipage/webappapis.html#unhandled-promise-rejections */
  core.reportRejection = function (promise, reason) {
    if (core.isHeard(global, "unhandledrejection", false)
      && !core.fire(global, "unhandledrejection", { __proto__: null, cancelable: true, promise, reason },
        "PromiseRejectionEvent")) return true;
    native.report("Uncaught (in promise) " + textOf(reason), ownValue(reason, "sourceURL", "string") ?? "",
      ownValue(reason, "line", "number") ?? 0);
    return false;
  };

  core.define({ Event, CustomEvent });
  core.Event = Event;
  core.CustomEvent = CustomEvent;
  core.isEvent = isEvent;
  const members = {
    __proto__: null, typeOf, detailsOf, setDetails, detail, addEventClass, isDispatched, initialize, eventClass, make, dispatch, cancel,
    isCanceled: (event) => (flagsOf(event) & CANCELED) !== 0,
    isTrusted: (event) => (flagsOf(event) & TRUSTED) !== 0,
    /** Whether a listener has thrown something. */
    hasThrown: (event) => (flagsOf(event) & THREW) !== 0,
  };
  core.ObjectAssign(core.events, members);
})
