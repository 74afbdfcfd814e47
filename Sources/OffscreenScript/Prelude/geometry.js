// Where things are, and scrolling. https://drafts.csswg.org/cssom-view-1/
(function (core) {
  "use strict";
  const { native, put, TypeError, MathMax, MathMin, NumberIsFinite } = core;
  const { tree, elementID } = core;
  const key = core.list();

  // MARK: Rectangles. https://drafts.csswg.org/geometry-1/#DOMRect

  const minimum = (a, b) => (a !== a || b !== b ? NaN : MathMin(a, b));
  const maximum = (a, b) => (a !== a || b !== b ? NaN : MathMax(a, b));

  let isRect, setRect;

  class DOMRectReadOnly {
    #x; #y; #width; #height;
    constructor(x = 0, y = 0, width = 0, height = 0) {
      this.#x = +x;
      this.#y = +y;
      this.#width = +width;
      this.#height = +height;
    }
    get x() { return this.#x; }
    get y() { return this.#y; }
    get width() { return this.#width; }
    get height() { return this.#height; }
    get top() { return minimum(this.#y, this.#y + this.#height); }
    get right() { return maximum(this.#x, this.#x + this.#width); }
    get bottom() { return maximum(this.#y, this.#y + this.#height); }
    get left() { return minimum(this.#x, this.#x + this.#width); }
    toJSON() {
      return { x: this.#x, y: this.#y, width: this.#width, height: this.#height,
        top: minimum(this.#y, this.#y + this.#height), right: maximum(this.#x, this.#x + this.#width),
        bottom: maximum(this.#y, this.#y + this.#height), left: minimum(this.#x, this.#x + this.#width) };
    }
    static fromRect(other) { return fromRect(DOMRectReadOnly, other); }
    static {
      isRect = (value) => core.isObject(value) && #x in value;
      setRect = {
        x(rect, value) { rect.#x = value; }, y(rect, value) { rect.#y = value; },
        width(rect, value) { rect.#width = value; }, height(rect, value) { rect.#height = value; },
      };
    }
  }

  function fromRect(Class, other) {
    other = core.dictionary(other);
    const height = core.member(other, "height", core.unrestrictedDouble, 0);
    const width = core.member(other, "width", core.unrestrictedDouble, 0);
    const x = core.member(other, "x", core.unrestrictedDouble, 0);
    const y = core.member(other, "y", core.unrestrictedDouble, 0);
    return new Class(x, y, width, height);
  }

  const { x: readX, y: readY, width: readWidth, height: readHeight } =
    getters(DOMRectReadOnly.prototype, "x", "y", "width", "height");

  function getters(prototype) {
    const result = { __proto__: null };
    for (let index = 1; index < arguments.length; index += 1) {
      result[arguments[index]] = core.uncurryThis(core.ReflectGetOwnPropertyDescriptor(prototype, arguments[index]).get);
    }
    return result;
  }

  class DOMRect extends DOMRectReadOnly {
    constructor(x = 0, y = 0, width = 0, height = 0) { super(x, y, width, height); }
    get x() { return readX(this); }
    set x(value) { setRect.x(this, +value); }
    get y() { return readY(this); }
    set y(value) { setRect.y(this, +value); }
    get width() { return readWidth(this); }
    set width(value) { setRect.width(this, +value); }
    get height() { return readHeight(this); }
    set height(value) { setRect.height(this, +value); }
    static fromRect(other) { return fromRect(DOMRect, other); }
  }

  core.serializers = core.serializers ?? core.list();
  core.put(core.serializers, (value) => {
    if (!isRect(value)) return undefined;
    const Class = value instanceof DOMRect ? DOMRect : DOMRectReadOnly;
    return new Class(readX(value), readY(value), readWidth(value), readHeight(value));
  });

  class DOMRectList {
    #rects;
    constructor(token, rects) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#rects = rects;
      for (let index = 0; index < rects.length; index += 1) {
        core.ReflectDefineProperty(this, index,
          { __proto__: null, value: rects[index], writable: false, enumerable: true, configurable: true });
      }
    }
    get length() { return this.#rects.length; }
    item(index) {
      const rects = this.#rects;
      core.requireArguments(arguments.length, 1);
      return rects[core.unsignedLong(index)] ?? null;
    }
  }
  core.ReflectDefineProperty(DOMRectList, "length", { __proto__: null, value: 0, configurable: true });
  core.define({ DOMRectReadOnly, DOMRect, DOMRectList });
  core.alias("SVGRect", DOMRect);
  core.ReflectDefineProperty(DOMRectList.prototype, core.SymbolIterator,
    { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });

  const rect = (x, y, width, height) => new DOMRect(x, y, width, height);
  core.rect = rect;
  core.readOnlyRect = (x, y, width, height) => new DOMRectReadOnly(x, y, width, height);
  core.isRect = isRect;
  core.rectParts = { x: readX, y: readY, width: readWidth, height: readHeight };
  core.DOMRectReadOnly = DOMRectReadOnly;

  /** A list of x, y, width, height, x, y, ... */
  core.rectList = function (flat) {
    const rects = core.list();
    for (let index = 0; index + 3 < flat.length; index += 4) {
      put(rects, rect(flat[index], flat[index + 1], flat[index + 2], flat[index + 3]));
    }
    return new DOMRectList(key, rects);
  };

  // MARK: Boxes of elements

  const bodyAtom = core.atom("body");

  /** A number of an element's geometry; 0 where it has no box. */
  function part(element, index) {
    if (!tree.isInPage(element)) return 0;
    const geometry = native.geometry(element);
    return geometry === null ? 0 : geometry[index];
  }

  function htmlID(object) {
    const id = elementID(object);
    if (tree.namespaceOf(id) !== 0) throw new TypeError("The object is no HTMLElement.");
    return id;
  }

  // MARK: Scrolling

  const scrollTargets = core.list();
  let watchesScrolling = false;

  /** https://drafts.csswg.org/cssom-view-1/#scrolling-events */
  function fireScrollEvents() {
    if (scrollTargets.length === 0) return;
    const targets = core.ArraySplice(scrollTargets, 0, scrollTargets.length);
    for (let index = 0; index < targets.length; index += 1) {
      const target = targets[index];
      core.fire(core.wrap(target), "scroll", { __proto__: null, bubbles: target === 0, cancelable: false });
    }
    for (let index = 0; index < targets.length; index += 1) {
      const target = targets[index];
      core.fire(core.wrap(target), "scrollend", { __proto__: null, bubbles: target === 0, cancelable: false });
    }
  }

  function noteScroll(target) {
    if (!watchesScrolling) {
      watchesScrolling = true;
      core.rendering.add(core.rendering.SCROLL, fireScrollEvents);
    }
    if (core.ArrayIndexOf(scrollTargets, target) < 0) put(scrollTargets, target);
    core.rendering.request();
  }

  const finite = (value) => (NumberIsFinite(value) ? value : 0);

  function scrollViewport(x, y) {
    const before = native.viewport();
    native.scrollTo(-1, finite(x), finite(y));
    const after = native.viewport();
    if (before[2] !== after[2] || before[3] !== after[3]) noteScroll(0);
  }

  /** Whether an element stands for the viewport. https://drafts.csswg.org/cssom-view-1/#dom-element-scrolltop */
  function isViewport(id) {
    if (tree.parentOf(id) === 0) return native.quirks(0) !== 2;
    return native.quirks(0) === 2 && id === core.bodyOf?.(0) && !isOwnScroller(id);
  }

  /** https://drafts.csswg.org/cssom-view-1/#potentially-scrollable */
  function isOwnScroller(body) {
    const parent = tree.parentOf(body);
    return native.geometry(body) !== null && scrolls(body) && scrolls(parent);
  }

  function scrolls(id) {
    const x = native.computedValue(id, "", "overflow-x"), y = native.computedValue(id, "", "overflow-y");
    return x !== "visible" && x !== "clip" && y !== "visible" && y !== "clip";
  }

  function scrollElement(id, x, y) {
    if (!tree.isInPage(id)) return;
    if (isViewport(id)) {
      scrollViewport(x, y);
      return;
    }
    if (tree.parentOf(id) === 0) return;
    const before = native.geometry(id);
    if (before === null) return;
    native.scrollTo(id, finite(x), finite(y));
    const after = native.geometry(id);
    if (after !== null && (before[8] !== after[8] || before[9] !== after[9])) noteScroll(id);
  }

  const behaviors = core.list("auto", "instant", "smooth");
  const positions = core.list("start", "center", "end", "nearest");

  /** The two coordinates that `scroll()` and its like are given; undefined for one that is to stay. */
  function target(values) {
    if (values.length >= 2) return { x: finite(+values[0]), y: finite(+values[1]) };
    if (values.length === 1) {
      const options = core.dictionary(values[0]);
      core.member(options, "behavior", (value) => core.enumeration(value, behaviors));
      const left = core.member(options, "left", core.unrestrictedDouble);
      const top = core.member(options, "top", core.unrestrictedDouble);
      return { x: left === undefined ? undefined : finite(left), y: top === undefined ? undefined : finite(top) };
    }
    return { x: undefined, y: undefined };
  }

  function scrollWindow(values, isRelative) {
    const { x, y } = target(values);
    const now = native.viewport();
    if (isRelative) scrollViewport(now[2] + (x ?? 0), now[3] + (y ?? 0));
    else scrollViewport(x ?? now[2], y ?? now[3]);
  }

  function scrollBox(object, values, isRelative) {
    const id = elementID(object);
    const { x, y } = target(values);
    const left = part(id, 8), top = part(id, 9);
    if (isRelative) scrollElement(id, left + (x ?? 0), top + (y ?? 0));
    else scrollElement(id, x ?? left, y ?? top);
  }

  /** Where to scroll so that from `start` to `end` is seen in a port from 0 to `length`: how much further than now. */
  function distance(position, start, end, length) {
    const size = end - start;
    switch (position) {
      case "start": return start;
      case "end": return end - length;
      case "center": return start + size / 2 - length / 2;
    }
    if ((start <= 0 && end >= length) || (start >= 0 && end <= length)) return 0;
    if ((start < 0 && size <= length) || (end > length && size >= length)) return start;
    return end - length;
  }

  const opposite = (position) => (position === "start" ? "end" : position === "end" ? "start" : position);

  /** Positions along the vertical (`block`) and the horizontal axis (`inline`). */
  function physical(id, block, inline) {
    const mode = native.computedValue(id, "", "writing-mode");
    const isRTL = native.computedValue(id, "", "direction") === "rtl";
    if (mode === "" || mode === "horizontal-tb") return { block, inline: isRTL ? opposite(inline) : inline };
    const isFromRight = mode === "vertical-rl" || mode === "sideways-rl";
    const isFromBottom = (mode === "sideways-lr") !== isRTL;
    return { block: isFromBottom ? opposite(inline) : inline, inline: isFromRight ? opposite(block) : block };
  }

  /** https://drafts.csswg.org/cssom-view-1/#scroll-a-target-into-view */
  function scrollIntoView(id, logicalBlock, logicalInline) {
    const { block, inline } = physical(id, logicalBlock, logicalInline);
    let ancestor = tree.parentOf(id);
    for (; ancestor > 0; ancestor = tree.parentOf(ancestor)) {
      if (tree.kindOf(ancestor) !== tree.ELEMENT || isViewport(ancestor) || tree.parentOf(ancestor) === 0) continue;
      const x = native.computedValue(ancestor, "", "overflow-x");
      if (x === "visible" || x === "clip" || x === "") continue;
      const inner = native.geometry(id), outer = native.geometry(ancestor);
      if (inner === null || outer === null) continue;
      const left = inner[0] - outer[0] - outer[4], top = inner[1] - outer[1] - outer[5];
      scrollElement(ancestor, outer[8] + distance(inline, left, left + inner[2], outer[6]),
        outer[9] + distance(block, top, top + inner[3], outer[7]));
    }
    const geometry = native.geometry(id);
    if (geometry === null || native.computedValue(id, "", "position") === "fixed") return;
    const viewport = native.viewport();
    const margin = (side) => core.NumberParseFloat(native.computedValue(id, "", "scroll-margin-" + side)) || 0;
    scrollViewport(
      viewport[2] + distance(inline, geometry[0] - margin("left"), geometry[0] + geometry[2] + margin("right"), viewport[0]),
      viewport[3] + distance(block, geometry[1] - margin("top"), geometry[1] + geometry[3] + margin("bottom"), viewport[1]));
  }
  core.scrollIntoView = (id) => { if (tree.isInPage(id)) scrollIntoView(id, "start", "nearest"); };

  // MARK: Element

  core.mixin(core.Element, {
    getClientRects() {
      const id = elementID(this);
      return core.rectList(tree.isInPage(id) ? native.clientRects(id) : core.list());
    },
    getBoundingClientRect() {
      const id = elementID(this);
      const geometry = tree.isInPage(id) ? native.geometry(id) : null;
      return geometry === null ? rect(0, 0, 0, 0) : rect(geometry[0], geometry[1], geometry[2], geometry[3]);
    },
    /** https://drafts.csswg.org/cssom-view-1/#dom-element-checkvisibility */
    checkVisibility(options = undefined) {
      const id = elementID(this);
      options = core.dictionary(options);
      const checksOpacity = core.member(options, "checkOpacity", core.boolean, false);
      core.member(options, "contentVisibilityAuto", core.boolean, false);
      const opacityProperty = core.member(options, "opacityProperty", core.boolean, false);
      const checksVisibility = core.member(options, "checkVisibilityCSS", core.boolean, false);
      const visibilityProperty = core.member(options, "visibilityProperty", core.boolean, false);
      if (!tree.isInPage(id) || !native.isRendered(id)) return false;
      if ((checksVisibility || visibilityProperty) && native.computedValue(id, "", "visibility") !== "visible") return false;
      for (let ancestor = tree.parentOf(id); ancestor > 0; ancestor = tree.parentOf(ancestor)) {
        if (tree.kindOf(ancestor) !== tree.ELEMENT) continue;
        if (native.computedValue(ancestor, "", "content-visibility") === "hidden") return false;
      }
      if (checksOpacity || opacityProperty) {
        for (let ancestor = id; ancestor > 0; ancestor = tree.parentOf(ancestor)) {
          if (tree.kindOf(ancestor) === tree.ELEMENT && native.computedValue(ancestor, "", "opacity") === "0") return false;
        }
      }
      return true;
    },
    scroll(options, y) { scrollBox(this, arguments, false); },
    scrollTo(options, y) { scrollBox(this, arguments, false); },
    scrollBy(options, y) { scrollBox(this, arguments, true); },
    scrollIntoView(options) {
      const id = elementID(this);
      let block = "start", inline = "nearest";
      if (core.isObject(options) || options === null) {
        options = core.dictionary(options);
        core.member(options, "behavior", (value) => core.enumeration(value, behaviors));
        block = core.member(options, "block", (value) => core.enumeration(value, positions), "start");
        inline = core.member(options, "inline", (value) => core.enumeration(value, positions), "nearest");
      } else if (options !== undefined && !options) {
        block = "end";
      }
      if (tree.isInPage(id)) scrollIntoView(id, block, inline);
    },
    scrollIntoViewIfNeeded(centers = true) {
      const id = elementID(this);
      if (!tree.isInPage(id)) return;
      const geometry = native.geometry(id), viewport = native.viewport();
      const isSeen = geometry !== null && geometry[0] >= 0 && geometry[1] >= 0
        && geometry[0] + geometry[2] <= viewport[0] && geometry[1] + geometry[3] <= viewport[1];
      const position = centers && !isSeen ? "center" : "nearest";
      scrollIntoView(id, position, position);
    },
    get scrollTop() {
      const id = elementID(this);
      if (tree.parentOf(id) === 0 && native.quirks(0) === 2) return 0;
      return part(id, 9);
    },
    set scrollTop(value) {
      const id = elementID(this);
      const y = finite(+value);
      if (tree.isInPage(id)) scrollElement(id, isViewport(id) ? native.viewport()[2] : part(id, 8), y);
    },
    get scrollLeft() {
      const id = elementID(this);
      if (tree.parentOf(id) === 0 && native.quirks(0) === 2) return 0;
      return part(id, 8);
    },
    set scrollLeft(value) {
      const id = elementID(this);
      const x = finite(+value);
      if (tree.isInPage(id)) scrollElement(id, x, isViewport(id) ? native.viewport()[3] : part(id, 9));
    },
    get scrollWidth() { return part(elementID(this), 10); },
    get scrollHeight() { return part(elementID(this), 11); },
    get clientTop() { return part(elementID(this), 5); },
    get clientLeft() { return part(elementID(this), 4); },
    get clientWidth() { return part(elementID(this), 6); },
    get clientHeight() { return part(elementID(this), 7); },
    get currentCSSZoom() {
      const zoom = core.NumberParseFloat(native.computedValue(elementID(this), "", "zoom"));
      return zoom > 0 ? zoom : 1;
    },
  });

  if (core.HTMLElement !== undefined) {
    core.mixin(core.HTMLElement, {
      get offsetParent() {
        const id = htmlID(this);
        return tree.isInPage(id) ? core.wrap(native.offsetParent(id)) : null;
      },
      get offsetTop() { return part(htmlID(this), 13); },
      get offsetLeft() { return part(htmlID(this), 12); },
      get offsetWidth() { return part(htmlID(this), 14); },
      get offsetHeight() { return part(htmlID(this), 15); },
    });
  }

  // MARK: Points

  /**
   * The elements at a point, as the tree of a document or of a shadow root sees them.
   * https://drafts.csswg.org/cssom-view-1/#dom-documentorshadowroot-elementsfrompoint
   */
  core.elementsSeenAt = function (root, x, y) {
    const found = native.elementsFromPoint(x, y);
    const elements = core.list();
    for (let index = 0; index < found.length; index += 1) {
      const seen = core.retarget(core.wrap(found[index]), core.wrap(root));
      if (elements.length === 0 || elements[elements.length - 1] !== seen) put(elements, seen);
    }
    return elements;
  };

  // MARK: Document

  function pointOf(document, x, y, count) {
    const id = core.id(document);
    core.requireArguments(count, 2);
    x = core.double(x);
    y = core.double(y);
    return id === 0 ? core.elementsSeenAt(0, x, y) : core.list();
  }

  core.mixin(core.Document, {
    elementFromPoint(x, y) {
      const found = pointOf(this, x, y, arguments.length);
      return found.length === 0 ? null : found[0];
    },
    elementsFromPoint(x, y) {
      return core.array(pointOf(this, x, y, arguments.length));
    },
    /** https://drafts.csswg.org/cssom-view-1/#dom-document-scrollingelement */
    get scrollingElement() {
      const id = core.id(this);
      if (core.quirks(id) === 2) {
        const body = core.bodyOf(id);
        if (body < 0 || (id === 0 && isOwnScroller(body))) return null;
        return tree.nameOf(body) === bodyAtom ? core.wrap(body) : null;
      }
      const root = core.documentElementOf(id);
      return root < 0 ? null : core.wrap(root);
    },
  });

  // MARK: Window

  core.defineReplaceable({
    get innerWidth() { return native.viewport()[0]; },
    get innerHeight() { return native.viewport()[1]; },
    get scrollX() { return native.viewport()[2]; },
    get scrollY() { return native.viewport()[3]; },
    get pageXOffset() { return native.viewport()[2]; },
    get pageYOffset() { return native.viewport()[3]; },
    get devicePixelRatio() { return native.viewport()[4]; },
    get screenX() { return 0; },
    get screenY() { return 0; },
    get screenLeft() { return 0; },
    get screenTop() { return 0; },
    get outerWidth() { return native.viewport()[5]; },
    get outerHeight() { return native.viewport()[6]; },
  });
  core.defineGlobals({
    scroll(options, y) { scrollWindow(arguments, false); },
    scrollTo(options, y) { scrollWindow(arguments, false); },
    scrollBy(options, y) { scrollWindow(arguments, true); },
  });

  core.scrollTo = (x, y) => scrollViewport(x, y);

  // MARK: What is seldom used

  const { sin, cos, tan, atan2, hypot, PI } = Math;
  core.trigonometry = { sin, cos, tan, atan2, hypot, PI };

  core.lazyFunctions("geometry-interfaces.js", ["makeMatrix", "makePoint", "matrixNumbers", "pointNumbers"]);
  core.lazyFiles({
    "geometry-interfaces.js": ["DOMPoint", "DOMPointReadOnly", "DOMQuad", "DOMMatrix", "DOMMatrixReadOnly", "WebKitCSSMatrix",
      "SVGMatrix", "SVGPoint"],
    "fonts.js": ["FontFace", "FontFaceSet"],
    "observers.js": ["ResizeObserver", "ResizeObserverEntry", "ResizeObserverSize", "IntersectionObserver",
      "IntersectionObserverEntry"],
    "sheets.js": ["StyleSheet", "CSSStyleSheet", "StyleSheetList", "MediaList", "CSSRule", "CSSRuleList", "CSSStyleRule",
      "CSSGroupingRule", "CSSConditionRule", "CSSMediaRule", "CSSSupportsRule", "CSSImportRule", "CSSFontFaceRule",
      "CSSKeyframesRule", "CSSKeyframeRule", "CSSNamespaceRule", "CSSPageRule", "CSSCounterStyleRule", "CSSLayerBlockRule",
      "CSSLayerStatementRule", "CSSContainerRule", "CSSScopeRule", "CSSStartingStyleRule", "CSSPropertyRule",
      "CSSNestedDeclarations", "CSSFontFeatureValuesRule"],
  });

  const setsLength = (prototype, names, length) => {
    for (let index = 0; index < names.length; index += 1) {
      core.ReflectDefineProperty(prototype[names[index]], "length", { __proto__: null, value: length, configurable: true });
    }
  };
  setsLength(core.Element.prototype, core.list("scroll", "scrollTo", "scrollBy", "scrollIntoView"), 0);

  core.mixin(core.Document, {
    get timeline() {
      core.id(this);
      return core.pageTimeline();
    },
    getAnimations() { return core.animationsIn(core.id(this)); },
    get fonts() {
      core.id(this);
      core.load("fonts.js");
      return core.fontSet();
    },
    get styleSheets() {
      const id = core.id(this);
      core.load("sheets.js");
      return core.styleSheetList(id);
    },
    get adoptedStyleSheets() {
      const id = core.id(this);
      core.load("sheets.js");
      return core.adoptedSheets(id);
    },
    set adoptedStyleSheets(value) {
      const id = core.id(this);
      core.load("sheets.js");
      core.setAdoptedSheets(id, value);
    },
  });
  // MARK: The load events of style sheets
  // https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet

  const linkAtom = core.atom("link"), styleAtom = core.atom("style"), relAtom = core.atom("rel"), hrefAtom = core.atom("href");
  const waiting = core.list();

  function fireLoad(id) {
    const object = core.wrap(id);
    if (!core.isHeard(object, "load", false) && !core.isHeard(object, "error", false)) return;
    const isThere = tree.isInPage(id) && native.sheetText(id).length > 0;
    if (tree.isInPage(id)) core.fire(object, isThere ? "load" : "error");
  }

  const isOwner = (id) => tree.nameOf(id) === styleAtom
    || (tree.nameOf(id) === linkAtom && native.attribute(id, hrefAtom, 7) !== null
      && core.RegExpExec(/(?:^|\s)stylesheet(?:\s|$)/i, native.attribute(id, relAtom, 7) ?? "") !== null);

  function noteSheet(id) {
    if (core.ArrayIndexOf(waiting, id) >= 0) return;
    put(waiting, id);
    core.queueTask(() => {
      core.ArraySplice(waiting, core.ArrayIndexOf(waiting, id), 1);
      fireLoad(id);
    });
  }

  // https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload
  const asksForModule = (id) => tree.nameOf(id) === linkAtom && native.attribute(id, hrefAtom, 7) !== null
    && core.RegExpExec(/(?:^|\s)modulepreload(?:\s|$)/i, native.attribute(id, relAtom, 7) ?? "") !== null;

  function noteLink(id) {
    if (tree.namespaceOf(id) !== 0 || !tree.isInPage(id)) return;
    if (isOwner(id)) noteSheet(id);
    else if (asksForModule(id)) core.entry.preloadModule(id);
  }

  core.hooks.inserted ??= core.list();
  const sheetInserted = (root) => {
    if (tree.kindOf(root) === tree.ELEMENT) noteLink(root);
  };
  sheetInserted.atoms = new core.SafeSet();
  sheetInserted.atoms.add(linkAtom);
  sheetInserted.atoms.add(styleAtom);
  put(core.hooks.inserted, sheetInserted);
  const disabledAtom = core.atom("disabled");
  const linkChanged = (element, atom, namespace, old, value) => {
    if (namespace !== 7 || tree.nameOf(element) !== linkAtom) return;
    if (atom === disabledAtom) {
      if (old === null || value !== null) return;
      native.setSheetDisabled(element, false);
    } else if (value === null) {
      return;
    }
    noteLink(element);
  };
  linkChanged.wants = (atom) => atom === hrefAtom || atom === relAtom || atom === disabledAtom;
  put(core.hooks.attributeChanged, linkChanged);
  // Those of the parser's.
  core.call(core.EventTarget.prototype.addEventListener, core.global, "DOMContentLoaded", () => {
    core.queueTask(() => {
      const owners = native.queryAll(native.compileSelector("link[href], style"), 0);
      for (let index = 0; index < owners.length; index += 1) {
        if (isOwner(owners[index])) fireLoad(owners[index]);
        else if (asksForModule(owners[index])) core.entry.preloadModule(owners[index]);
      }
    });
  });

  core.sheetOf = function (id) {
    core.load("sheets.js");
    return core.sheetOwnedBy(id);
  };
})
