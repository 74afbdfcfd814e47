// Where things are, and scrolling: what pages ask of elements, documents and windows. geometry.js names it.
// https://drafts.csswg.org/cssom-view-1/
(function (core) {
  "use strict";
  const { native, put, TypeError } = core;
  const { tree, elementID } = core;

  // MARK: Boxes of elements

  const bodyAtom = core.atom("body");
  const containers = core.list("all", "nearest");

  /** A number of an element's geometry; 0 where it has no box. */
  function part(element, index) {
    if (!tree.isInPage(element)) return 0;
    const geometry = native.geometry(element);
    return geometry === null ? 0 : geometry[index];
  }

  core.boxPart = part;

  /** What has moved in a scroller that snaps takes it along. */
  function settle(id) {
    const type = tree.isInPage(id) ? native.computedValue(id, "", "scroll-snap-type") : "none";
    if (type !== "none" && type !== "") core.scrolling.settle(core.scrolling.isViewport(id) ? -1 : id);
  }

  function htmlID(object) {
    const id = elementID(object);
    if (tree.namespaceOf(id) !== 0) throw new TypeError("The object is no HTMLElement.");
    return id;
  }

  // MARK: Element

  core.bring("Element in layout", {
    getClientRects() {
      const id = elementID(this);
      return core.rectList(tree.isInPage(id) ? native.clientRects(id) : core.list());
    },
    getBoundingClientRect() {
      const id = elementID(this);
      const geometry = tree.isInPage(id) ? native.geometry(id) : null;
      return geometry === null ? core.rect(0, 0, 0, 0) : core.rect(geometry[0], geometry[1], geometry[2], geometry[3]);
    },
    /** https://drafts.csswg.org/cssom-view-1/#dom-element-checkvisibility */
    checkVisibility(options = undefined) {
      const id = elementID(this);
      options = core.dictionary(options);
      const checksOpacity = core.member(options, "checkOpacity", core.boolean, false);
      const checksSkipped = core.member(options, "contentVisibilityAuto", core.boolean, false);
      const opacityProperty = core.member(options, "opacityProperty", core.boolean, false);
      const checksVisibility = core.member(options, "checkVisibilityCSS", core.boolean, false);
      const visibilityProperty = core.member(options, "visibilityProperty", core.boolean, false);
      if (!tree.isInPage(id) || !native.isRendered(id)) return false;
      if ((checksVisibility || visibilityProperty) && native.computedValue(id, "", "visibility") !== "visible") return false;
      if (native.isSkipped(id, checksSkipped)) return false;
      if (checksOpacity || opacityProperty) {
        for (let ancestor = id; ancestor > 0; ancestor = tree.parentOf(ancestor)) {
          if (tree.kindOf(ancestor) === tree.ELEMENT && native.computedValue(ancestor, "", "opacity") === "0") return false;
        }
      }
      return true;
    },
    scroll(options, y) { core.scrolling.scrollBox(this, arguments, false); },
    scrollTo(options, y) { core.scrolling.scrollBox(this, arguments, false); },
    scrollBy(options, y) { core.scrolling.scrollBox(this, arguments, true); },
    scrollIntoView(options) {
      const id = elementID(this);
      let block = "start", inline = "nearest", isNearest = false;
      if (core.isObject(options) || options === null) {
        options = core.dictionary(options);
        core.member(options, "behavior", (value) => core.enumeration(value, core.scrolling.behaviors));
        isNearest = core.member(options, "container", (value) => core.enumeration(value, containers), "all") === "nearest";
        block = core.member(options, "block", (value) => core.enumeration(value, core.scrolling.positions), "start");
        inline = core.member(options, "inline", (value) => core.enumeration(value, core.scrolling.positions), "nearest");
      } else if (options !== undefined && !options) {
        block = "end";
      }
      if (tree.isInPage(id)) core.scrolling.scrollIntoView(id, block, inline, isNearest);
    },
    scrollIntoViewIfNeeded(centers = true) {
      const id = elementID(this);
      if (!tree.isInPage(id)) return;
      const geometry = native.geometry(id), viewport = native.viewport();
      const isSeen = geometry !== null && geometry[0] >= 0 && geometry[1] >= 0
        && geometry[0] + geometry[2] <= viewport[0] && geometry[1] + geometry[3] <= viewport[1];
      const position = centers && !isSeen ? "center" : "nearest";
      core.scrolling.scrollIntoView(id, position, position);
    },
    get scrollTop() {
      const id = elementID(this);
      if (tree.parentOf(id) === 0 && native.quirks(0) === 2) return 0;
      settle(id);
      return part(id, 9);
    },
    set scrollTop(value) {
      const id = elementID(this);
      const y = core.scrolling.finite(+value);
      if (tree.isInPage(id)) core.scrolling.scrollElement(id, core.scrolling.isViewport(id) ? native.viewport()[2] : part(id, 8), y);
    },
    get scrollLeft() {
      const id = elementID(this);
      if (tree.parentOf(id) === 0 && native.quirks(0) === 2) return 0;
      settle(id);
      return part(id, 8);
    },
    set scrollLeft(value) {
      const id = elementID(this);
      const x = core.scrolling.finite(+value);
      if (tree.isInPage(id)) core.scrolling.scrollElement(id, x, core.scrolling.isViewport(id) ? native.viewport()[3] : part(id, 9));
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

    core.bring("HTMLElement in layout", {
      get offsetParent() {
        const id = htmlID(this);
        return tree.isInPage(id) ? core.wrap(native.offsetParent(id)) : null;
      },
      get offsetTop() { return part(htmlID(this), 13); },
      get offsetLeft() { return part(htmlID(this), 12); },
      get offsetWidth() { return part(htmlID(this), 14); },
      get offsetHeight() { return part(htmlID(this), 15); },
    });

  // MARK: Points

  const inert = { __proto__: null, structure: -1, attributes: -1, isThere: false };

  /** Whether something may be inert, and so is not hit. https://html.spec.whatwg.org/multipage/interaction.html#inert-subtrees */
  function hasInert() {
    if ((core.dialogs?.topModal() ?? -1) >= 0) return true;
    if (inert.structure !== core.versions[0] || inert.attributes !== core.versions[2]) {
      inert.structure = core.versions[0];
      inert.attributes = core.versions[2];
      inert.isThere = native.query(core.compileSelector("[inert]"), 0) >= 0;
    }
    return inert.isThere;
  }

  const imgAtom = core.atom("img"), usemapAtom = core.atom("usemap");

  /**
   * The elements at a point, as the tree of a document or of a shadow root sees them.
   * https://drafts.csswg.org/cssom-view-1/#dom-documentorshadowroot-elementsfrompoint
   */
  core.elementsSeenAt = function (root, x, y) {
    const found = native.elementsFromPoint(x, y);
    const elements = core.list();
    const mayBeInert = found.length > 0 && hasInert();
    for (let index = 0; index < found.length; index += 1) {
      if (mayBeInert && core.isInert(found[index])) continue;
      const hasMap = core.html.isNamed(found[index], imgAtom) && core.html.has(found[index], usemapAtom);
      const seen = core.retarget(core.wrap(hasMap ? core.areaAt(found[index], x, y) : found[index]), core.wrap(root));
      if (elements.length === 0 || elements[elements.length - 1] !== seen) put(elements, seen);
    }
    // The canvas is the root's, whatever is inert on it.
    if (elements.length === 0 && found.length > 0 && root === 0) put(elements, core.wrap(core.documentElementOf(0)));
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

  core.bring("Document in layout", {
    elementFromPoint(x, y) {
      const found = pointOf(this, x, y, arguments.length);
      return found.length === 0 ? null : found[0];
    },
    elementsFromPoint(x, y) {
      return core.array(pointOf(this, x, y, arguments.length));
    },
    caretPositionFromPoint(x, y, options = undefined) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 2);
      return core.caretPosition(id, core.double(x), core.double(y));
    },
    caretRangeFromPoint(x = 0, y = 0) { return core.caretRange(core.id(this), core.double(x), core.double(y)); },
    /** https://drafts.csswg.org/cssom-view-1/#dom-document-scrollingelement */
    get scrollingElement() {
      const id = core.id(this);
      if (core.quirks(id) === 2) {
        const body = core.bodyOf(id);
        if (body < 0 || (id === 0 && core.scrolling.isOwnScroller(body))) return null;
        return tree.nameOf(body) === bodyAtom ? core.wrap(body) : null;
      }
      const root = core.documentElementOf(id);
      return root < 0 ? null : core.wrap(root);
    },
  });

  // MARK: Window

  core.bring("Window in layout", {
    get innerWidth() { return native.viewport()[0]; },
    get innerHeight() { return native.viewport()[1]; },
    get scrollX() { return native.viewport()[2]; },
    get scrollY() { return native.viewport()[3]; },
    get pageXOffset() { return native.viewport()[2]; },
    get pageYOffset() { return native.viewport()[3]; },
    get devicePixelRatio() { return native.viewport()[4]; },
    get screenX() { return native.windowPlace()[0]; },
    get screenY() { return native.windowPlace()[1]; },
    get screenLeft() { return native.windowPlace()[0]; },
    get screenTop() { return native.windowPlace()[1]; },
    get outerWidth() { return native.viewport()[5]; },
    get outerHeight() { return native.viewport()[6]; },
    scroll(options, y) { core.scrolling.scrollWindow(arguments, false); },
    scrollTo(options, y) { core.scrolling.scrollWindow(arguments, false); },
    scrollBy(options, y) { core.scrolling.scrollWindow(arguments, true); },
  });

  core.bring("Document and its styles", {
    get timeline() {
      core.id(this);
      return core.pageTimeline();
    },
    getAnimations() { return core.animationsIn(core.id(this)); },
    startViewTransition(callbackOptions = undefined) {
      return core.startViewTransition(core.documentElementOf(core.id(this)), callbackOptions);
    },
    get activeViewTransition() { return core.activeViewTransition(core.documentElementOf(core.id(this))); },
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
})
