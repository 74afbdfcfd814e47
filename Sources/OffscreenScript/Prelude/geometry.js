// Where things are, and scrolling: which members there are. https://drafts.csswg.org/cssom-view-1/
(function (core) {
  "use strict";
  const { native, put, tree } = core;

  core.later(core.Element.prototype, "Element in layout", "geometry-members.js",
    "getClientRects:0 getBoundingClientRect:0 checkVisibility:0 scroll:0 scrollTo:0 scrollBy:0 scrollIntoView:0 "
    + "scrollIntoViewIfNeeded:0 scrollTop= scrollLeft= scrollWidth scrollHeight clientTop clientLeft clientWidth clientHeight "
    + "currentCSSZoom");
  core.later(core.HTMLElement.prototype, "HTMLElement in layout", "geometry-members.js",
    "offsetParent offsetTop offsetLeft offsetWidth offsetHeight");
  core.later(core.Document.prototype, "Document in layout", "geometry-members.js",
    "elementFromPoint:2 elementsFromPoint:2 caretPositionFromPoint:2 caretRangeFromPoint:0 scrollingElement");
  core.lazyFunctions("geometry-members.js", "boxPart elementsSeenAt");
  core.lazyFunctions("image-maps.js", "areaAt");
  core.lazyFunctions("focus.js", "isInert");

  // MARK: What is seldom used

  core.lazyFunctions("cssom.js", "inlineStyle");
  core.lazyValues("cssom.js", "styles");
  core.lazyFunctions("css.js", "escapeIdentifier");
  core.lazyFunctions("rectangles.js", "rect readOnlyRect rectList");
  core.lazyFunctions("scrolling.js", "scrollIntoView scrollToFocus");
  core.lazyValues("scrolling.js", "scrolling");
  core.lazyFunctions("geometry-interfaces.js", "makeMatrix makePoint matrixNumbers pointNumbers");
  core.later(core.Document.prototype, "Document and its styles", "geometry-members.js",
    "timeline getAnimations:0 startViewTransition:0 activeViewTransition fonts styleSheets adoptedStyleSheets=");

  // MARK: The load events of style sheets
  // https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet

  const linkAtom = core.atom("link"), styleAtom = core.atom("style"), relAtom = core.atom("rel"), hrefAtom = core.atom("href");

  const sheetInserted = (root) => {
    if (tree.kindOf(root) === tree.ELEMENT) core.noteLink(root);
  };
  const sheetAtoms = new core.SafeSet();
  sheetAtoms.add(linkAtom).add(styleAtom);
  // Pages may put setters on what functions inherit from.
  core.ReflectDefineProperty(sheetInserted, "atoms", { __proto__: null, value: sheetAtoms });
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
    core.noteLink(element);
  };
  const wants = (atom) => atom === hrefAtom || atom === relAtom || atom === disabledAtom;
  core.ReflectDefineProperty(linkChanged, "wants", { __proto__: null, value: wants });
  put(core.hooks.attributeChanged, linkChanged);
  core.sheetOf = function (id) {
    core.load("sheets.js");
    return core.sheetOwnedBy(id);
  };

  // MARK: On the screen

  core.later(core.Element.prototype, "Element on the screen", "window-members.js", "requestFullscreen:0 requestPointerLock:0");
  core.later(core.Document.prototype, "Document on the screen", "window-members.js",
    "fullscreenEnabled= fullscreen= fullscreenElement= pointerLockElement exitFullscreen:0 exitPointerLock:0");
  core.eventHandlers(core.Element, ["fullscreenchange", "fullscreenerror"]);
  core.eventHandlers(core.Document, ["fullscreenchange", "fullscreenerror", "pointerlockchange", "pointerlockerror"]);
})
