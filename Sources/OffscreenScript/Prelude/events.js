// Events: their targets, how they are dispatched, handlers, and the report of errors.
// https://dom.spec.whatwg.org/#events
(function (core) {
  "use strict";
  const {
    native, global, links, put, list, error, isObject, TypeError, ReflectApply, ReflectDefineProperty,
    ReflectGetOwnPropertyDescriptor, SafeMap, SafeSet, StringToLowerCase,
  } = core;

  // The prelude's files begin with this one: nodes come later.
  core.idIfNode ??= () => -1;
  const ELEMENT = 2;
  const kindOf = (id) => links[(id << 3) + 6] & 255;

  // MARK: Event

  const BUBBLES = 1, CANCELABLE = 2, COMPOSED = 4, CANCELED = 8, STOPPED = 16, STOPPED_NOW = 32, PASSIVE = 64,
    DISPATCHED = 128, INITIALIZED = 256, TRUSTED = 512, THREW = 1024;
  const CAPTURING = 1, AT_TARGET = 2, BUBBLING = 3;

  const { get: isTrusted } = ReflectGetOwnPropertyDescriptor({
    get isTrusted() { return (flagsOf(this) & TRUSTED) !== 0; },
  }, "isTrusted");
  core.conceal(isTrusted);
  const isTrustedDescriptor = { __proto__: null, get: isTrusted, set: undefined, enumerable: true, configurable: false };

  /**
   * The internal slots of an event. All realms of a page have the same ones, since an event of one window may be
   * dispatched to a target of another.
   */
  const EventSlots = core.agent.EventSlots ??= class extends core.Stamp {
    #type;
    #flags;
    #target = null;
    #current = null;
    #phase = 0;
    #path = null;
    // What subclasses know: an object without prototype, with a property for each attribute.
    #details = null;
    #time = native.now();

    constructor(event, type, flags) {
      super(event);
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
  };
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
      new EventSlots(this, type, flags);
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

  // MARK: Targets

  class Listener {
    constructor(type, callback, capture, once, passive, isHandler) {
      this.type = type;
      this.callback = callback;
      this.capture = capture;
      this.once = once;
      this.passive = passive;
      this.isHandler = isHandler;
      // Whether a handler that is null has only failed to compile: it keeps its place among the listeners.
      this.isActive = true;
      this.isRemoved = false;
    }
  }

  // The listeners of a target: a list that only grows; a removal makes a new one, since a dispatch may be under way.
  let windowListeners;
  let isTarget, listenersOf, setListeners;

  // The listeners of nodes that another window had: `constructor` gives such a node its further slots.
  const adoptedListeners = new core.SafeWeakMap();
  let adopting = null;

  class EventTarget {
    #listeners = undefined;

    constructor() {
      if (adopting === null) return;
      const object = adopting;
      adopting = null;
      adoptedListeners.set(object, undefined);
      return object;
    }

    addEventListener(type, callback, options = undefined) {
      const realm = realmOfTarget(this);
      if (realm !== core) return ReflectApply(realm.targetMethods.addEventListener, this, arguments);
      const target = requireTarget(this);
      core.requireArguments(arguments.length, 2);
      type = core.string(type);
      requireCallback(callback);
      let capture = false, once = false, passive, signal;
      if (isObject(options)) {
        capture = !!options.capture;
        once = !!options.once;
        passive = options.passive;
        if (passive !== undefined) passive = !!passive;
        signal = options.signal;
        if (signal !== undefined && !core.isAbortSignal(signal)) throw new TypeError("The signal is not an AbortSignal.");
      } else {
        capture = !!options;
      }
      if (signal !== undefined && core.isAborted(signal)) return undefined;
      if (callback === null || callback === undefined) return undefined;
      if (handlerTypes.has(type)) findHandler(target, type);
      if (findListener(target, type, callback, capture) !== undefined) return undefined;
      return listen(target, type, callback, capture, passive, signal, once);
    }

    removeEventListener(type, callback, options = undefined) {
      const realm = realmOfTarget(this);
      if (realm !== core) return ReflectApply(realm.targetMethods.removeEventListener, this, arguments);
      const target = requireTarget(this);
      core.requireArguments(arguments.length, 2);
      type = core.string(type);
      requireCallback(callback);
      const capture = isObject(options) ? !!options.capture : !!options;
      const listener = findListener(target, type, callback, capture);
      if (listener !== undefined) removeListener(target, listener);
      return undefined;
    }

    when(type, options = undefined) {
      const target = requireTarget(this);
      core.requireArguments(arguments.length, 1);
      return core.when(target, core.string(type), options);
    }

    dispatchEvent(event) {
      const realm = realmOfTarget(this);
      if (realm !== core) return ReflectApply(realm.targetMethods.dispatchEvent, this, arguments);
      const target = requireTarget(this);
      core.requireArguments(arguments.length, 1);
      if (!isEvent(event)) throw new TypeError("The argument is not an Event.");
      const flags = flagsOf(event);
      if (flags & DISPATCHED) throw error("InvalidStateError", "The event is being dispatched.");
      if (!(flags & INITIALIZED)) throw error("InvalidStateError", "The event is not initialized.");
      setFlags(event, flags & ~TRUSTED);
      return dispatch(event, target);
    }

    static {
      isTarget = (value) => isObject(value) && (#listeners in value || value === global || adoptedListeners.has(value));
      listenersOf = (target) => {
        if (target === global) return windowListeners;
        return #listeners in target ? target.#listeners : adoptedListeners.get(target);
      };
      setListeners = (target, listeners) => {
        if (target === global) windowListeners = listeners;
        else if (#listeners in target) target.#listeners = listeners;
        else adoptedListeners.set(target, listeners);
      };
    }
  }

  /** The core of the window whose target something is; of what is none, this one. */
  function realmOfTarget(value) {
    if (core.cores.length === 1 || value === undefined || value === null || isTarget(value) || core.isFace?.(value)) return core;
    for (let index = 0; index < core.cores.length; index += 1) {
      if (core.cores[index].isOwnEventTarget?.(value)) return core.cores[index];
    }
    return core;
  }

  function requireTarget(value) {
    value ??= global;
    if (!isTarget(value) && core.isFace?.(value)) value = global;
    if (!isTarget(value)) throw new TypeError("The object is not an EventTarget.");
    return value;
  }

  function requireCallback(callback) {
    if (callback !== null && callback !== undefined && !isObject(callback)) {
      throw new TypeError("The listener is neither a function nor an object.");
    }
  }

  function listen(target, type, callback, capture, passive, signal, once = false) {
    const listener = new Listener(type, callback, capture, once, passive ?? isPassive(target, type), false);
    addListener(target, listener);
    if (signal !== undefined) core.whenAborted(signal, () => removeListener(target, listener));
  }
  core.listen = listen;

  function findListener(target, type, callback, capture) {
    const listeners = listenersOf(target);
    if (listeners === undefined) return undefined;
    for (let index = 0; index < listeners.length; index += 1) {
      const listener = listeners[index];
      if (listener.callback === callback && listener.type === type && listener.capture === capture && !listener.isHandler) {
        return listener;
      }
    }
    return undefined;
  }

  function addListener(target, listener) {
    const listeners = listenersOf(target);
    if (listeners === undefined) setListeners(target, list(listener));
    else put(listeners, listener);
  }

  function removeListener(target, listener) {
    if (listener.isRemoved) return;
    listener.isRemoved = true;
    const listeners = listenersOf(target);
    const rest = list();
    for (let index = 0; index < listeners.length; index += 1) {
      if (listeners[index] !== listener) put(rest, listeners[index]);
    }
    setListeners(target, rest.length === 0 ? undefined : rest);
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#erase-all-event-listeners-and-handlers */
  core.eraseListeners = function (target) {
    const listeners = listenersOf(target);
    if (listeners === undefined) return;
    for (let index = 0; index < listeners.length; index += 1) listeners[index].isRemoved = true;
    setListeners(target, undefined);
  };

  /** https://dom.spec.whatwg.org/#default-passive-value */
  function isPassive(target, type) {
    if (type !== "touchstart" && type !== "touchmove" && type !== "wheel" && type !== "mousewheel") return false;
    if (target === global) return true;
    const id = core.idIfNode(target);
    return id === 0 || (id > 0 && (id === documentElement() || id === bodyElement()));
  }

  function documentElement() {
    let id = links[1];
    while (id >= 0 && kindOf(id) !== ELEMENT) id = links[(id << 3) + 4];
    return id;
  }

  let bodyAtom = -1, framesetAtom = -1;
  const isBody = (id) => {
    if (bodyAtom < 0) {
      bodyAtom = core.atom("body");
      framesetAtom = core.atom("frameset");
    }
    const name = links[(id << 3) + 5];
    return (name === bodyAtom || name === framesetAtom) && (links[(id << 3) + 6] & 0xFFFF) === ELEMENT;
  };

  function bodyElement() {
    const root = documentElement();
    let id = root < 0 ? -1 : links[(root << 3) + 1];
    while (id >= 0 && !isBody(id)) id = links[(id << 3) + 4];
    return id;
  }

  // MARK: Dispatch. https://dom.spec.whatwg.org/#concept-event-dispatch

  // Files that come later set these.
  /** What clicks do: `core.activation(node)` gives null or `{before(event), canceled(event), run(event)}` of an element. */
  core.activation = null;
  /** The target that events of one which is no node bubble to, or null. */
  core.eventParent = null;
  /** Shadow trees: `{hostOf(root), slotOf(node), isClosed(root)}`, by numbers, -1 for none. */
  core.shadow = null;

  /**
   * Where an event goes. `targets` holds objects, or numbers of nodes that may have none. The others are null where
   * there are no shadow trees: then all have the same target.
   */
  class Path {
    targets = list();
    /** The shadow-adjusted target of those that are at it, else null. */
    adjusted = null;
    related = null;
    inShadow = null;
    /** Whether a target is the root of a closed tree, and whether it is a slot in one. */
    closedRoots = null;
    closedSlots = null;
  }

  function pathFrom(target, type) {
    const path = new Path();
    const targets = path.targets;
    targets[0] = target;
    let id = core.idIfNode(target);
    if (id < 0) {
      if (core.eventParent !== null) {
        for (let parent = core.eventParent(target); parent !== null; parent = core.eventParent(parent)) put(targets, parent);
      }
      return path;
    }
    for (let parent = links[id << 3]; parent >= 0; parent = links[parent << 3]) {
      targets[targets.length] = parent;
      id = parent;
    }
    if (id === 0 && type !== "load") targets[targets.length] = global;
    return path;
  }

  /** https://dom.spec.whatwg.org/#retarget, of objects. */
  const retarget = (target, against) => (core.shadow === null || target === null ? target : core.shadowRetarget(target, against));
  core.retarget = retarget;

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

  const prefixed = {
    __proto__: null, animationend: "webkitAnimationEnd", animationiteration: "webkitAnimationIteration",
    animationstart: "webkitAnimationStart", transitionend: "webkitTransitionEnd",
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

  /** What `window.event` gives. */
  const current = core.currentEvent = { __proto__: null, event: undefined };

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

  /** Whether anyone would hear an event of a type that bubbles, or does not, from a target. */
  core.isHeard = function (target, type, bubbles) {
    const targets = pathFrom(target, type).targets;
    for (let index = 0; index < targets.length; index += 1) {
      let item = targets[index];
      if (typeof item === "number") {
        if (!core.isMade(item) && !hasHandlerAttribute(item, type)) continue;
        item = core.wrap(item);
      }
      if (handlerTypes.has(type)) findHandler(item, type);
      const listeners = listenersOf(item);
      if (listeners === undefined) continue;
      for (let place = 0; place < listeners.length; place += 1) {
        const listener = listeners[place];
        const own = prefixed[type];
        if ((listener.type === type || listener.type === own) && (bubbles || index === 0 || listener.capture)) return true;
      }
    }
    return false;
  };

  // Events at the Window that say that the document is their target.
  // https://html.spec.whatwg.org/multipage/webappapis.html#legacy-target-override-flag
  const ofDocument = { __proto__: null, load: true, pageshow: true, pagehide: true, unload: true, beforeunload: true };

  core.entry.fire = function (node, type, bubbles, cancelable, kind) {
    const target = node < 0 ? global : core.wrap(node);
    if (core.shadow === null && type !== "click" && !core.isHeard(target, type, bubbles)) return true;
    const event = make(type, { __proto__: null, bubbles, cancelable }, kind);
    return dispatch(event, target, node < 0 && ofDocument[type] ? core.wrap(0) : target);
  };

  // MARK: Event handlers. https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers

  // Types that have a handler, with the atom of its attribute, or -1 while no document has one.
  const handlerTypes = new SafeMap();
  // Handlers of body and frameset that are the Window's.
  const windowTypes = new SafeSet();

  // Handlers whose events have capitals.
  const capitals = {
    __proto__: null, webkitanimationend: "webkitAnimationEnd", webkitanimationiteration: "webkitAnimationIteration",
    webkitanimationstart: "webkitAnimationStart", webkittransitionend: "webkitTransitionEnd",
    begin: "beginEvent", end: "endEvent", repeat: "repeatEvent",
  };
  // https://svgwg.org/specs/animations/#EventAttributes
  const timeHandlers = { __proto__: null, beginEvent: "begin", endEvent: "end", repeatEvent: "repeat" };
  const typeOfHandler = (name) => capitals[name] ?? name;
  const handlerName = (type) => "on" + (timeHandlers[type] ?? (type[0] === "w" ? StringToLowerCase(type) : type));

  /** A handler attribute's text, until it is compiled. */
  class Source {
    constructor(text, element) {
      this.text = text;
      this.element = element;
    }
  }

  function handlerAtom(type) {
    let atom = handlerTypes.get(type);
    if (atom < 0) {
      const name = handlerName(type);
      atom = native.knownAtom === undefined ? core.atom(name) : native.knownAtom(name);
      if (atom >= 0) handlerTypes.set(type, atom);
    }
    return atom;
  }

  /** Whether a node has an attribute that is a handler of its own. */
  function hasHandlerAttribute(id, type) {
    return handlerTypes.has(type) && handlerText(id, type) !== null;
  }

  function handlerText(id, type) {
    if (kindOf(id) !== ELEMENT) return null;
    const atom = handlerAtom(type);
    if (atom < 0 || (windowTypes.has(type) && isBody(id))) return null;
    return native.attribute(id, atom, 7);
  }

  /** The record of a target's handler: one of an attribute begins when someone first looks. */
  function findHandler(target, type) {
    if (target === global) return findWindowHandler(type);
    const found = knownHandler(target, type);
    if (found !== undefined) return found;
    const id = core.idIfNode(target);
    const text = id > 0 ? handlerText(id, type) : null;
    return text === null ? undefined : addHandler(target, type, new Source(text, id));
  }

  function knownHandler(target, type) {
    const listeners = listenersOf(target);
    if (listeners === undefined) return undefined;
    for (let index = 0; index < listeners.length; index += 1) {
      if (listeners[index].isHandler && listeners[index].type === type) return listeners[index];
    }
    return undefined;
  }

  function addHandler(target, type, value) {
    const listener = new Listener(type, value, false, false, isPassive(target, type), true);
    addListener(target, listener);
    return listener;
  }

  // From a type to the body element whose attribute the Window has taken its handler from.
  const adopted = new SafeMap();

  function findWindowHandler(type) {
    if (windowTypes.has(type) && handlerAtom(type) >= 0) {
      const id = bodyElement();
      if (id >= 0 && adopted.get(type) !== id) {
        adopted.set(type, id);
        const text = native.attribute(id, handlerAtom(type), 7);
        if (text !== null) setHandlerOf(knownHandler(global, type), global, type, new Source(text, id));
      }
    }
    return knownHandler(global, type);
  }

  /** Sets a handler: a function or object, a `Source`, or null. */
  function setHandler(target, type, value) {
    setHandlerOf(findHandler(target, type), target, type, value);
  }

  function setHandlerOf(listener, target, type, value) {
    if (listener === undefined) {
      if (value !== null) addHandler(target, type, value);
      return;
    }
    if (listener.isActive || value === null) {
      listener.callback = value;
      listener.isActive = value !== null;
      return;
    }
    // One that was taken away comes back as the last. Its record stayed: it says that the attribute is no longer asked.
    removeListener(target, listener);
    addHandler(target, type, value);
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#getting-the-current-value-of-the-event-handler */
  function handlerValue(target, listener) {
    if (listener === undefined) return null;
    if (listener.callback instanceof Source) {
      const source = listener.callback;
      listener.callback = null;
      listener.callback = compile(target, listener.type, source);
    }
    return listener.callback;
  }

  function compile(target, type, { text, element }) {
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
  }
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

  /** The target whose handler an element's attribute or property is; null for none. */
  function handlerTarget(target, type) {
    if (target === global || !windowTypes.has(type)) return target;
    const id = core.idIfNode(target);
    if (id <= 0 || kindOf(id) !== ELEMENT || !isBody(id)) return target;
    return core.tree.documentOf(id) === 0 ? global : null;
  }

  // The properties of all interfaces that have a handler are the same: by type.
  const descriptors = new SafeMap();

  function descriptorOf(type) {
    let descriptor = descriptors.get(type);
    if (descriptor === undefined) {
      const name = handlerName(type);
      descriptor = core.descriptor({
        get [name]() {
          const target = handlerTarget(requireTarget(this), type);
          return target === null ? null : handlerValue(target, findHandler(target, type));
        },
        set [name](value) {
          const target = handlerTarget(requireTarget(this), type);
          if (target !== null) setHandler(target, type, isObject(value) ? value : null);
        },
      }, name);
      core.conceal(descriptor.get);
      core.conceal(descriptor.set);
      descriptors.set(type, descriptor);
    }
    return descriptor;
  }

  /** Puts event handlers on an interface: names without `on`. For the Window, `Class` is null. */
  core.eventHandlers = function (Class, names) {
    const target = Class === null ? global : Class.prototype;
    for (let index = 0; index < names.length; index += 1) {
      ReflectDefineProperty(target, "on" + names[index], descriptorOf(typeOfHandler(names[index])));
    }
  };

  // https://html.spec.whatwg.org/multipage/webappapis.html#globaleventhandlers, and of the specifications that add to it,
  // as in Chromium.
  core.globalEventHandlers = ["abort", "animationcancel", "animationend", "animationiteration", "animationstart", "auxclick", "beforeinput",
    "beforematch", "beforetoggle", "beforexrselect", "blur", "cancel", "canplay", "canplaythrough", "change", "click", "close",
    "command", "contentvisibilityautostatechange", "contextlost", "contextmenu", "contextrestored", "copy", "cuechange",
    "cut", "dblclick", "drag", "dragend", "dragenter", "dragleave", "dragover", "dragstart", "drop", "durationchange",
    "emptied", "ended",
    "error", "focus", "formdata", "gotpointercapture", "input", "invalid", "keydown", "keypress", "keyup", "load",
    "loadeddata", "loadedmetadata", "loadstart", "lostpointercapture", "mousedown", "mouseenter", "mouseleave",
    "mousemove", "mouseout", "mouseover", "mouseup", "mousewheel", "paste", "pause", "play", "playing", "pointercancel",
    "pointerdown", "pointerenter", "pointerleave", "pointermove", "pointerout", "pointerover", "pointerrawupdate", "pointerup",
    "progress", "ratechange", "reset", "resize", "scroll", "scrollend", "scrollsnapchange", "scrollsnapchanging",
    "securitypolicyviolation", "seeked", "seeking", "select", "selectionchange", "selectstart", "slotchange", "stalled",
    "submit", "suspend", "timeupdate", "toggle", "transitioncancel", "transitionend", "transitionrun", "transitionstart",
    "volumechange", "waiting", "webkitanimationend", "webkitanimationiteration", "webkitanimationstart",
    "webkittransitionend", "wheel"];
  core.windowEventHandlers = ["afterprint", "beforeprint", "beforeunload", "hashchange", "languagechange", "message",
    "messageerror", "offline", "online", "pagehide", "pageshow", "popstate", "rejectionhandled", "storage",
    "unhandledrejection", "unload"];

  const isWindow = core.scope === "Window";
  const globalNames = core.globalEventHandlers, windowNames = core.windowEventHandlers;
  for (let index = 0; index < globalNames.length; index += 1) handlerTypes.set(typeOfHandler(globalNames[index]), -1);
  for (let index = 0; index < windowNames.length; index += 1) {
    handlerTypes.set(windowNames[index], -1);
    if (isWindow) windowTypes.add(windowNames[index]);
  }
  const timeTypes = ["beginEvent", "endEvent", "repeatEvent"];
  for (let index = 0; index < timeTypes.length; index += 1) handlerTypes.set(timeTypes[index], -1);
  const reflecting = ["blur", "error", "focus", "load", "resize", "scroll"];
  for (let index = 0; isWindow && index < reflecting.length; index += 1) windowTypes.add(reflecting[index]);

  // https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-content-attributes
  function changeHandler(element, atom, namespace, old, value) {
    if (namespace !== 7) return;
    const type = typeOfHandler(core.StringSlice(core.spelling(atom), 2));
    handlerAtom(type);
    const isOfWindow = windowTypes.has(type) && isBody(element);
    if (isOfWindow && core.tree.documentOf(element) !== 0) return;
    // An element without an object has its handler by the attribute alone, when it is first asked for.
    if (!isOfWindow && !core.isMade(element)) return;
    if (isOfWindow) adopted.set(type, element);
    setHandler(isOfWindow ? global : core.wrap(element), type, value === null ? null : new Source(value, element));
  }

  changeHandler.wants = function (atom) {
    const name = core.spelling(atom);
    return name[0] === "o" && name[1] === "n" && handlerTypes.has(typeOfHandler(core.StringSlice(name, 2)));
  };
  core.hooks.attributeChanged ??= list();
  put(core.hooks.attributeChanged, changeHandler);

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
  /** What nobody has handled. In workers, whoever made the worker hears of it. */
  core.reportUnhandled = (message, url, line) => native.report(message, url, line);

  function report(thrown) {
    let url = ownValue(thrown, "sourceURL", "string"), line = ownValue(thrown, "line", "number"),
      column = ownValue(thrown, "column", "number");
    // One that the prelude has thrown says no address itself: the page's function that called it does.
    if (!url) ({ url, line, column } = core.position(isObject(thrown) ? thrown : new core.Error()));
    return reportAt(thrown, "Uncaught " + textOf(thrown), url || native.documentURL(), line ?? 0, column ?? 0);
  }
  core.report = report;

  core.entry.reportError = function (thrown, message, url, line, column) {
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
  core.entry.rejection = function (promise, reason) {
    if (core.isHeard(global, "unhandledrejection", false)
      && !core.fire(global, "unhandledrejection", { __proto__: null, cancelable: true, promise, reason },
        "PromiseRejectionEvent")) return true;
    native.report("Uncaught (in promise) " + textOf(reason), ownValue(reason, "sourceURL", "string") ?? "",
      ownValue(reason, "line", "number") ?? 0);
    return false;
  };

  /** Calls a page's function, and reports what it throws. */
  core.callAndReport = function (callback, thisValue, parameters) {
    try {
      return core.callPage(callback, thisValue, parameters);
    } catch (thrown) {
      core.realmOf(callback).report(thrown);
      return undefined;
    }
  };

  // MARK: Window

  function addWindow() {
    function Window() { never(); }
    const windowPrototype = core.ReflectGetPrototypeOf(global);
    ReflectDefineProperty(Window, "prototype", { __proto__: null, value: windowPrototype, writable: false });
    ReflectDefineProperty(windowPrototype, "constructor",
      { __proto__: null, value: Window, writable: true, enumerable: false, configurable: true });
    core.ReflectSetPrototypeOf(Window, EventTarget);
    core.define({ Window });
    // https://webidl.spec.whatwg.org/#named-properties-object
    core.windowProperties = native.makeNamedProperties(
      (name) => (core.ReflectHas(EventTarget.prototype, name) ? undefined : core.findNamed?.(name)));
    core.ReflectSetPrototypeOf(core.windowProperties, EventTarget.prototype);
    ReflectDefineProperty(core.windowProperties, core.SymbolToStringTag,
      { __proto__: null, value: "WindowProperties", configurable: true });
    core.ReflectSetPrototypeOf(windowPrototype, core.windowProperties);
    core.eventHandlers(null, globalNames);
    core.eventHandlers(null, windowNames);
    core.defineReplaceable({ get event() { return current.event; } });
    core.Window = Window;
  }

  core.define({ EventTarget, Event, CustomEvent });
  if (isWindow) addWindow();
  core.defineGlobals({
    reportError(thrown) {
      core.requireArguments(arguments.length, 1);
      report(thrown);
    },
  });

  core.EventTarget = EventTarget;
  core.Event = Event;
  core.CustomEvent = CustomEvent;
  core.isOwnEventTarget = isTarget;
  core.targetMethods = {
    __proto__: null, addEventListener: EventTarget.prototype.addEventListener,
    removeEventListener: EventTarget.prototype.removeEventListener, dispatchEvent: EventTarget.prototype.dispatchEvent,
  };
  core.listenersOf = listenersOf;
  core.setListeners = setListeners;
  /** The next target that is constructed is this object. */
  core.willAdopt = (object) => { adopting = object; };
  /** Whether a value is a target of events, of whichever window. */
  core.isEventTarget = (value) => isTarget(value) || core.isOfSomeRealm((other) => other.isOwnEventTarget?.(value));
  core.isEvent = isEvent;
  core.events = {
    typeOf, detailsOf, setDetails, detail, addEventClass, isDispatched, initialize, eventClass, make, dispatch, cancel,
    isCanceled: (event) => (flagsOf(event) & CANCELED) !== 0,
    isTrusted: (event) => (flagsOf(event) & TRUSTED) !== 0,
    /** Whether a listener has thrown something. */
    hasThrown: (event) => (flagsOf(event) & THREW) !== 0,
    setHandler, findHandler, handlerValue, listenersOf,
  };
})
