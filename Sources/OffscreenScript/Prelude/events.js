// Events: their targets, how they are dispatched, handlers, and the report of errors.
// https://dom.spec.whatwg.org/#events
(function (core) {
  "use strict";
  const {
    native, global, links, put, list, isObject, TypeError, ReflectApply, ReflectDefineProperty, SafeMap, SafeSet, StringToLowerCase,
  } = core;

  // Nodes come later, where there are any.
  core.idIfNode = () => -1;
  core.isNode = core.isMade = () => false;
  const ELEMENT = 2;
  const kindOf = (id) => links[(id << 3) + 6] & 255;

  // MARK: Targets

  class Listener {
    // Pages may put setters on `Object.prototype`.
    static { core.ObjectSetPrototypeOf(this.prototype, null); }

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
  // Whether no target has had a listener or a handler yet.
  let isSilent = true;

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
      return core.dispatchOfPage(event, target);
    }

    static {
      isTarget = (value) => isObject(value) && (#listeners in value || value === global || adoptedListeners.has(value));
      listenersOf = (target) => {
        if (target === global) return windowListeners;
        return #listeners in target ? target.#listeners : adoptedListeners.get(target);
      };
      setListeners = (target, listeners) => {
        isSilent = false;
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
    let id = typeof target === "number" ? target : core.idIfNode(target);
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

  const prefixed = {
    __proto__: null, animationend: "webkitAnimationEnd", animationiteration: "webkitAnimationIteration",
    animationstart: "webkitAnimationStart", transitionend: "webkitTransitionEnd",
  };

  /** What `window.event` gives. */
  const current = core.currentEvent = { __proto__: null, event: undefined };

  // MARK: Events of our own

  /** Whether anyone would hear an event of a type that bubbles, or does not, from a target: an object or a node's number. */
  core.isHeard = function (target, type, bubbles) {
    // Nor is there an attribute for it in the document.
    if (isSilent && !(handlerAtom(type) >= 0)) return false;
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

  const contentLoaded = list();
  /** Calls a function when the document is parsed, before the Window's own listeners hear of it. */
  core.atContentLoaded = (steps) => put(contentLoaded, steps);

  function runContentLoaded() {
    for (let index = 0; index < contentLoaded.length; index += 1) contentLoaded[index]();
  }

  core.entry.fire = function (node, type, bubbles, cancelable, kind) {
    const target = node < 0 ? global : node;
    if (node === 0 && type === "DOMContentLoaded") {
      if (!core.isHeard(target, type, bubbles)) return runContentLoaded(), true;
      // The first of the Window's listeners.
      const others = windowListeners;
      windowListeners = undefined;
      listen(global, type, runContentLoaded, false, false, undefined, true);
      for (let index = 0; index < (others?.length ?? 0); index += 1) put(windowListeners, others[index]);
    }
    if (core.shadow === null && type !== "click" && !core.isHeard(target, type, bubbles)) return true;
    const event = core.makeEvent(type, { __proto__: null, bubbles, cancelable }, kind);
    if (node >= 0) return core.dispatch(event, core.wrap(node), core.wrap(node));
    return core.dispatch(event, global, ofDocument[type] ? core.wrap(0) : global);
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
      listener.callback = core.compileHandler(target, listener.type, source);
    }
    return listener.callback;
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

  function descriptorOf(type, name) {
    let descriptor = descriptors.get(type);
    if (descriptor === undefined) {
      // Interfaces that come late have it too.
      descriptor = core.descriptorToDefine({
        get [name]() {
          const target = handlerTarget(requireTarget(this), type);
          return target === null ? null : handlerValue(target, findHandler(target, type));
        },
        set [name](value) {
          const target = handlerTarget(requireTarget(this), type);
          if (target !== null) setHandler(target, type, isObject(value) ? value : null);
        },
      }, name);
      core.concealDescriptor(descriptor);
      descriptors.set(type, descriptor);
    }
    return descriptor;
  }

  /** Puts event handlers on an interface: names without `on`. For the Window, `Class` is null. */
  core.eventHandlers = function (Class, names) {
    const target = Class === null ? global : Class.prototype;
    const isStarting = core.isStarting();
    for (let index = 0; index < names.length; index += 1) {
      const name = "on" + names[index], descriptor = descriptorOf(typeOfHandler(names[index]), name);
      ReflectDefineProperty(target, name, isStarting ? descriptor : core.ObjectSetPrototypeOf(descriptor, null));
    }
  };

  // https://html.spec.whatwg.org/multipage/webappapis.html#globaleventhandlers, and of the specifications that add to it,
  // as in Chromium.
  core.globalEventHandlers = core.words(
    "abort animationcancel animationend animationiteration animationstart auxclick beforeinput beforematch "
    + "beforetoggle beforexrselect blur cancel canplay canplaythrough change click close command "
    + "contentvisibilityautostatechange contextlost contextmenu contextrestored copy cuechange cut dblclick "
    + "drag dragend dragenter dragleave dragover dragstart drop durationchange emptied ended error focus "
    + "formdata gotpointercapture input invalid keydown keypress keyup load loadeddata loadedmetadata loadstart "
    + "lostpointercapture mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel paste "
    + "pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout "
    + "pointerover pointerrawupdate pointerup progress ratechange reset resize scroll scrollend "
    + "scrollsnapchange scrollsnapchanging securitypolicyviolation seeked seeking select selectionchange "
    + "selectstart slotchange stalled submit suspend timeupdate toggle transitioncancel transitionend "
    + "transitionrun transitionstart volumechange waiting webkitanimationend webkitanimationiteration "
    + "webkitanimationstart webkittransitionend wheel");
  core.windowEventHandlers = core.words(
    "afterprint beforeprint beforeunload hashchange languagechange message messageerror offline online pagehide "
    + "pageshow popstate rejectionhandled storage unhandledrejection unload");

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

  /** What nobody has handled. In workers, whoever made the worker hears of it. */
  core.reportUnhandled = (message, url, line) => native.report(message, url, line);

  core.entry.reportError = (thrown, message, url, line, column) => core.reportThrown(thrown, message, url, line, column);
  core.entry.rejection = (promise, reason) => core.reportRejection(promise, reason);

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
    function Window() { throw new TypeError("Illegal constructor"); }
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

  core.define({ EventTarget });
  core.lazyFiles("event-dispatch.js Event CustomEvent");
  if (isWindow) addWindow();
  core.defineGlobals({
    reportError(thrown) {
      core.requireArguments(arguments.length, 1);
      core.report(thrown);
    },
  });

  core.EventTarget = EventTarget;
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

  // MARK: What is needed once an event is made

  core.eventing = {
    __proto__: null, Path, pathFrom, prefixed, retarget, handlerTypes, findHandler, hasHandlerAttribute, listenersOf, removeListener, handlerValue,
    handlerName,
  };
  core.events = { __proto__: null, setHandler, findHandler, handlerValue, listenersOf };
  core.lazyValues("event-dispatch.js",
    "addEventClass cancel detail detailsOf dispatch eventClass hasThrown initialize isCanceled isDispatched "
      + "isTrusted make setDetails typeOf", core.events);
  core.lazyValues("event-dispatch.js", "CustomEvent Event");
  core.lazyFunctions("event-dispatch.js",
    "compileHandler createEvent dispatch dispatchOfPage eventInterface fire isEvent makeEvent makeOwn report "
      + "reportAt reportRejection reportThrown requireOwn");
})
