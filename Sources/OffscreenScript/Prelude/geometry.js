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
  core.laterReplaceable("Window in layout", "geometry-members.js",
    "innerWidth innerHeight scrollX scrollY pageXOffset pageYOffset devicePixelRatio screenX screenY screenLeft screenTop "
    + "outerWidth outerHeight");
  core.later(core.global, "Window in layout", "geometry-members.js", "scroll:2 scrollTo:2 scrollBy:2");
  core.lazyFunctions("geometry-members.js", ["boxPart", "elementsSeenAt"]);
  core.lazyFunctions("image-maps.js", ["areaAt"]);
  core.lazyFunctions("focus.js", ["isInert"]);

  // MARK: What is seldom used

  core.lazyFunctions("cssom.js", ["inlineStyle"]);
  core.lazyValues("cssom.js", ["styles"]);
  core.lazyFunctions("css.js", ["escapeIdentifier"]);
  core.lazyFunctions("rectangles.js", ["rect", "readOnlyRect", "rectList"]);
  core.lazyFunctions("scrolling.js", ["scrollIntoView", "scrollToFocus"]);
  core.lazyValues("scrolling.js", ["scrolling"]);
  core.lazyFunctions("geometry-interfaces.js", ["makeMatrix", "makePoint", "matrixNumbers", "pointNumbers"]);
  core.lazyFiles({
    "css.js": "CSS",
    "cssom.js": "CSSStyleDeclaration CSSPositionTryDescriptors CSSFunctionDescriptors getComputedStyle",
    "media-queries.js": "MediaQueryList matchMedia",
    "rectangles.js": "DOMRect DOMRectList DOMRectReadOnly",
    "geometry-interfaces.js": "DOMPoint DOMPointReadOnly DOMQuad DOMMatrix DOMMatrixReadOnly WebKitCSSMatrix SVGMatrix",
    "font-face.js": "FontFace",
    "fonts.js": "FontFaceSet",
    "intersection-observer.js": "IntersectionObserver IntersectionObserverEntry",
    "resize-observer.js": "ResizeObserver ResizeObserverEntry ResizeObserverSize",
    "sheets.js": "StyleSheet CSSStyleSheet StyleSheetList MediaList CSSRule CSSRuleList CSSStyleRule CSSGroupingRule "
      + "CSSConditionRule CSSMediaRule CSSSupportsRule CSSImportRule CSSFontFaceRule CSSKeyframesRule "
      + "CSSKeyframeRule CSSNamespaceRule CSSPageRule CSSCounterStyleRule CSSLayerBlockRule "
      + "CSSLayerStatementRule CSSContainerRule CSSScopeRule CSSStartingStyleRule CSSPropertyRule "
      + "CSSNestedDeclarations CSSFontFeatureValuesRule CSSFontPaletteValuesRule CSSMarginRule "
      + "CSSPositionTryRule CSSFunctionRule CSSFunctionDeclarations",
  });

  core.later(core.Document.prototype, "Document and its styles", "geometry-members.js",
    "timeline getAnimations:0 startViewTransition:0 activeViewTransition fonts styleSheets adoptedStyleSheets=");

  // MARK: The load events of style sheets
  // https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet

  core.lazyFunctions("sheet-loads.js", ["noteLink", "noteParsedLinks"]);
  const linkAtom = core.atom("link"), styleAtom = core.atom("style"), relAtom = core.atom("rel"), hrefAtom = core.atom("href");

  const sheetInserted = (root) => {
    if (tree.kindOf(root) === tree.ELEMENT) core.noteLink(root);
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
    core.noteLink(element);
  };
  linkChanged.wants = (atom) => atom === hrefAtom || atom === relAtom || atom === disabledAtom;
  put(core.hooks.attributeChanged, linkChanged);
  // Those of the parser's.
  core.atContentLoaded(() => {
    core.queueTask(() => {
      if (native.query(native.compileSelector("link[href], style"), 0) >= 0) core.noteParsedLinks();
    });
  });

  core.sheetOf = function (id) {
    core.load("sheets.js");
    return core.sheetOwnedBy(id);
  };
})
