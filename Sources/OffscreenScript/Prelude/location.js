// The Location, and how a page goes elsewhere.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface
(function (core) {
  "use strict";
  const { native, global, error, TypeError } = core;

  const parts = { origin: 1, protocol: 2, host: 5, hostname: 6, port: 7, pathname: 8, search: 9, hash: 10 };
  /** What it says: of a document that nothing shows, as if there were none. */
  const address = () => (native.isShown() ? native.documentURL() : "about:blank");
  const locationPart = (index) => native.url(address(), null)[index];

  /** `request`, where it is no plain GET: its method, the type of its body, and the body. */
  core.navigate = function (address, cause, replaces, request = null) {
    if (!native.isShown()) return undefined;
    if (core.StringStartsWith(address, "javascript:")) return void core.queueTask(() => runAddress(address));
    const now = native.documentURL();
    // https://wicg.github.io/scroll-to-text-fragment/#extracting-the-fragment-directive
    const place = hashLength(address) > 0 ? core.StringIndexOf(address, ":~:", address.length - hashLength(address)) : -1;
    if (place >= 0 && request === null && withoutHash(address) === withoutHash(now)) {
      goToFragment(core.StringSlice(address, 0, place), now, replaces);
      core.load("text-directives.js");
      return core.setTextDirectives(core.StringSlice(address, place + 3));
    }
    const isSame = request === null && hashLength(address) > 0 && withoutHash(address) === withoutHash(now);
    if (core.navigation !== undefined && !core.navigation.leads(address, cause, replaces, request, isSame)) return undefined;
    if (isSame) {
      return goToFragment(address, now, replaces);
    }
    return native.navigate(address, cause, replaces, request?.method, request?.type, request?.body);
  };

  core.reload = function () {
    const address = native.documentURL();
    if (!native.isShown()) return;
    if (core.navigation !== undefined && !core.navigation.leads(address, "reload", true, null, false)) return;
    native.navigate(address, "reload", true);
  };

  /** https://html.spec.whatwg.org/multipage/semantics.html#get-an-element's-target, without its own. */
  core.baseTarget = function () {
    const bases = native.elementsByTagName(0, baseAtom, baseAtom, 0);
    for (let index = 0; index < bases.length; index += 1) {
      const target = native.attribute(bases[index], targetAtom, 7);
      if (target !== null) return target;
    }
    return "";
  };

  /**
   * The number of the window that a name stands for; -1 for a new one.
   * https://html.spec.whatwg.org/multipage/document-sequences.html#the-rules-for-choosing-a-navigable
   */
  core.navigable = function (target) {
    switch (core.toASCIILowercase(target)) {
      case "": case "_self": return native.windowNumber();
      case "_parent": return native.parentWindow();
      case "_top": return native.topWindow();
      case "_blank": return -1;
      default: return target === native.windowName() ? native.windowNumber() : native.windowNamed(target);
    }
  };

  core.navigateWindow = function (number, address, cause, sendsReferrer, request = null, replaces = false) {
    if (number === native.windowNumber() && sendsReferrer) return core.navigate(address, cause, replaces, request);
    return native.navigateWindow(number, address, cause, false, sendsReferrer, request?.method, request?.type, request?.body);
  };

  /**
   * Goes elsewhere in the window that a name stands for, as a link or a form does.
   * `noOpener`, `noReferrer`: what the element's relations say.
   */
  core.navigateIn = function (target, address, cause, request = null, relations = noRelations, replaces = false) {
    const number = core.navigable(target);
    if (number >= 0) return core.navigateWindow(number, address, cause, !relations.noReferrer, request, replaces);
    const isBlank = core.toASCIILowercase(target) === "_blank";
    const features = {
      __proto__: null, left: 0, top: 0, width: null, height: null, noReferrer: relations.noReferrer,
      noOpener: relations.noReferrer || relations.noOpener || (isBlank && !relations.opener),
    };
    core.load("window-open.js");
    return core.openNewWindow(address, cause, isBlank ? "" : target, features, request);
  };
  const noRelations = core.ObjectFreeze({ __proto__: null, noOpener: false, noReferrer: false, opener: false });
  const baseAtom = core.atom("base"), targetAtom = core.atom("target");

  /** https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-javascript:-url-special-case */
  function runAddress(address) {
    let value;
    if (core.restrictsScripts && !native.mayRun("navigation", address, -1)) return undefined;
    try {
      value = native.evaluate(decoded(core.StringSlice(address, 11)), native.documentURL(), 1);
    } catch (thrown) {
      return core.report(thrown);
    }
    if (typeof value !== "string") return undefined;
    native.openDocument();
    native.write(value);
    native.closeDocument();
    return undefined;
  }

  function setLocation(href, replaces) {
    // Where nothing shows the document any more, there is nothing to go elsewhere.
    if (!native.isShown()) return;
    const target = native.url(href, native.incumbentBase());
    if (target === null) throw error("SyntaxError", `'${href}' is not a valid URL.`);
    // https://html.spec.whatwg.org/multipage/nav-history-apis.html#location-object-navigate: before it is loaded, it is none to come back to
    core.navigate(target[0], "script", replaces || !native.isComplete());
  }

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-location-hash */
  function setPart(name, href) {
    if (name === "hash") {
      // A fragment that is empty is one nevertheless; what is there already is not gone to again.
      if (hashLength(href) === 0) href += "#";
      const now = native.documentURL();
      if (href === now || (href.length === now.length + 1 && hashLength(href) === 1 && hashLength(now) === 0)) return;
    }
    // Only pages of the network can be of another scheme.
    if (name === "protocol" && core.RegExpExec(networked, href) === null) return;
    setLocation(href, false);
  }
  const networked = /^https?:/;

  function hashLength(href) {
    const place = core.StringIndexOf(href, "#");
    return place < 0 ? 0 : href.length - place;
  }
  function decoded(text) {
    core.load("bytes.js");
    return native.decode("utf-8", core.percentDecode(text));
  }
  const withoutHash = (href) => core.StringSlice(href, 0, href.length - hashLength(href));

  /** https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-fragid */
  core.scrollToFragment = scrollToFragment;
  function scrollToFragment(href) {
    const fragment = core.StringSlice(href, href.length - hashLength(href) + 1);
    native.setFormState(0, "target", fragment);
    const find = (name) => {
      const atom = native.knownAtom(name);
      return atom < 0 ? -1 : native.elementByID(0, atom);
    };
    let element = find(fragment);
    if (element < 0) element = find(decoded(fragment));
    if (element >= 0) core.scrollIntoView(element);
    else if (fragment === "" || core.toASCIILowercase(fragment) === "top") native.scrollTo(-1, 0, 0);
  }

  /** https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid */
  core.goToFragment = goToFragment;
  function goToFragment(href, old, replaces) {
    core.pushEntry(null, href, replaces || href === old);
    core.navigation?.wentToFragment();
    scrollToFragment(href);
    core.fire(global, "popstate", { __proto__: null, state: null }, "PopStateEvent");
    if (href === old) return;
    core.queueTask(() => core.fire(global, "hashchange", { __proto__: null, oldURL: old, newURL: href }, "HashChangeEvent"));
  }

  const LocationBrand = core.brand();
  const check = (value) => {
    LocationBrand.of(value);
    return value;
  };
  class Location {
    constructor() { throw new TypeError("Illegal constructor"); }
  }
  const target = core.ObjectCreate(Location.prototype);
  // Its prototype stays as it is. https://html.spec.whatwg.org/multipage/nav-history-apis.html#location-setprototypeof
  const location = new core.Proxy(target, {
    __proto__: null,
    setPrototypeOf: (object, prototype) => prototype === core.ObjectGetPrototypeOf(object),
    preventExtensions: () => false,
  });
  new LocationBrand(location);
  core.define({ Location });
  core.location = location;
  const members = {
    get href() { check(this); return address(); },
    set href(value) { check(this); setLocation(core.usvString(value), false); },
    assign(url) {
      check(this);
      core.requireArguments(arguments.length, 1);
      setLocation(core.usvString(url), false);
    },
    replace(url) {
      check(this);
      core.requireArguments(arguments.length, 1);
      setLocation(core.usvString(url), true);
    },
    reload() {
      check(this);
      core.reload();
    },
    toString() { check(this); return address(); },
    get ancestorOrigins() { check(this); return ancestorOrigins; },
  };
  const ancestorOrigins = core.ObjectFreeze({ length: 0, item() { return null; }, contains() { return false; } });
  const names = core.ReflectOwnKeys(parts);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index], place = parts[name];
    const accessor = core.descriptor({
      get [name]() { check(this); return locationPart(place); },
      set [name](value) {
        check(this);
        const changed = native.setURLPart(address(), name, core.usvString(value));
        if (changed !== null) setPart(name, changed[0]);
      },
    }, name);
    if (name === "origin") accessor.set = undefined;
    core.ReflectDefineProperty(members, name, accessor);
  }
  const keys = core.ReflectOwnKeys(members);
  for (let index = 0; index < keys.length; index += 1) {
    const descriptor = core.descriptor(members, keys[index]);
    if (descriptor.get) core.conceal(descriptor.get);
    if (descriptor.set) core.conceal(descriptor.set);
    if (descriptor.value) core.conceal(descriptor.value);
    descriptor.configurable = false;
    descriptor.enumerable = true;
    if ("value" in descriptor) descriptor.writable = false;
    core.ReflectDefineProperty(location, keys[index], descriptor);
  }
  // https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface (what makes it unforgeable)
  core.ReflectDefineProperty(location, "valueOf", { __proto__: null, value: core.Object.prototype.valueOf });
  core.ReflectDefineProperty(location, core.SymbolToPrimitive, { __proto__: null, value: undefined });
})
