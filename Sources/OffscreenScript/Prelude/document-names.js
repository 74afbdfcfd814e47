// What windows have of nodes, elements and styles: the names of their interfaces, in order, and what Swift asks of a document
// that no script has touched. The files that make nodes are evaluated when one does.
(function (core) {
  "use strict";
  const { native } = core;

  core.nodeFiles = core.words("node.js attributes.js element.js document.js html.js rendering.js geometry.js");
  // What asks for nodes itself where it meets one.
  core.needNoNodes = new core.SafeSet();
  const independent = core.words("base64.js brands.js console.js conversions.js encoding.js event-dispatch.js exceptions.js "
    + "sheet-loads.js timers.js url.js window-names.js");
  for (let index = 0; index < independent.length; index += 1) core.needNoNodes.add(independent[index]);

  core.lazyFunctions("node.js", "wrap");
  core.wrapLater = core.wrap;
  core.lazyValues("node.js", "tree");
  core.lazyValues("html.js", "html");

  // MARK: The document

  // What is known of it, whether or not it has an object.
  const state = core.documentState = {
    __proto__: null, readyState: native.isLoaded() ? "complete" : "loading", currentScript: -1, designMode: "off",
    // Whether scripts write the document, and whether it has been left.
    isWritten: false, isHidden: false,
  };

  // https://html.spec.whatwg.org/multipage/interaction.html#the-autofocus-attribute
  const wantsFocus = () => native.knownAtom("autofocus") >= 0 && native.query(native.compileSelector("[autofocus]"), 0) >= 0;
  core.entry.flushAutofocus = () => {
    if (!wantsFocus()) return;
    core.load("focus.js");
    core.focusing.flushAutofocus();
  };

  core.entry.readyState = (name) => {
    if (name === "interactive" && wantsFocus()) native.requestFrame();
    state.readyState = name;
    if (name === "complete") state.isWritten = false;
    core.parserPaused?.();
    if (core.isHeard(0, "readystatechange", false)) core.fire(core.wrap(0), "readystatechange");
  };
  core.entry.hide = () => { state.isHidden = true; };
  core.entry.currentScript = (id) => {
    state.currentScript = id;
    core.parserPaused?.();
  };

  // https://drafts.csswg.org/css-contain-2/#content-visibility-auto-state-changed
  core.entry.contentVisibility = (id, skipped) => core.fire(core.wrap(id), "contentvisibilityautostatechange",
    { __proto__: null, bubbles: true, skipped }, "ContentVisibilityAutoStateChangeEvent");

  core.lazyFunctions("sheet-loads.js", "noteLink");

  // The load events of the parser's style sheets.
  function loadParsedSheets() {
    core.load("sheet-loads.js");
    core.noteParsedLinks();
  }
  core.atContentLoaded(() => {
    core.queueTask(() => {
      if (native.query(native.compileSelector("link[href], style"), 0) >= 0) loadParsedSheets();
    });
  });

  // MARK: Interfaces

  core.lazyFiles("node.js Node character-data.js CharacterData Text CDATASection Comment ProcessingInstruction");
  core.lazyFiles("attribute-objects.js Attr element.js Element document.js Document HTMLDocument");
  core.lazyFiles("document-members.js XMLDocument DOMImplementation document.js DocumentFragment");
  core.lazyFiles("document-members.js DocumentType parsing.js DOMParser XMLSerializer");
  core.lazyFiles("xpath.js XPathEvaluator XPathExpression XPathResult html.js HTMLElement HTMLUnknownElement");

  core.provided = core.list();
  const classNamed = (name) => core.html.classNamed(name);

  /**
   * Interfaces that a file makes, with the names of their elements: `HTMLModElement:ins:del:`, one behind the other. The
   * text is looked through when an element of a name is first met.
   */
  function provide(file, text) {
    core.put(core.provided, { __proto__: null, file, text: " " + text });
    const words = core.words(text);
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index];
      core.lazyGlobal(core.beginning(word, word.indexOf(":")), classNamed);
    }
  }

  provide("plain-elements.js", "HTMLHtmlElement:html: HTMLHeadElement:head:");
  provide("elements.js", "HTMLTitleElement:title: HTMLBaseElement:base:");
  provide("plain-elements.js", "HTMLMetaElement:meta:");
  provide("elements.js",
    "HTMLStyleElement:style: HTMLLinkElement:link: HTMLScriptElement:script: HTMLTemplateElement:template:");
  provide("plain-elements.js",
    "HTMLBodyElement:body: HTMLHeadingElement:h1:h2:h3:h4:h5:h6: HTMLParagraphElement:p: HTMLHRElement:hr: "
    + "HTMLPreElement:pre:listing:xmp: HTMLQuoteElement:blockquote:q: HTMLOListElement:ol: HTMLUListElement:ul: "
    + "HTMLMenuElement:menu: HTMLLIElement:li: HTMLDListElement:dl: HTMLDivElement:div: HTMLDataElement:data: "
    + "HTMLTimeElement:time: HTMLSpanElement:span: HTMLBRElement:br: HTMLModElement:ins:del:");
  provide("elements.js",
    "HTMLIFrameElement:iframe: HTMLEmbedElement:embed: HTMLObjectElement:object: HTMLMapElement:map:");
  provide("plain-elements.js", "HTMLDirectoryElement:dir: HTMLFontElement:font:");
  provide("elements.js", "HTMLFrameElement:frame: HTMLFrameSetElement:frameset: HTMLMarqueeElement:marquee:");
  provide("plain-elements.js", "HTMLParamElement:param:");
  provide("links.js", "HTMLAnchorElement:a: HTMLAreaElement:area:");
  provide("tables.js",
    "HTMLTableElement:table: HTMLTableCaptionElement:caption: HTMLTableColElement:col:colgroup: "
    + "HTMLTableSectionElement:tbody:thead:tfoot: HTMLTableRowElement:tr: HTMLTableCellElement:td:th:");
  provide("forms.js",
    "HTMLFormElement:form: HTMLLabelElement:label: HTMLButtonElement:button: HTMLFieldSetElement:fieldset: "
    + "HTMLLegendElement:legend: HTMLOutputElement:output: HTMLProgressElement:progress: HTMLMeterElement:meter: "
    + "HTMLDataListElement:datalist: HTMLFormControlsCollection: RadioNodeList:");
  provide("inputs.js", "HTMLInputElement:input: HTMLTextAreaElement:textarea:");
  provide("selects.js",
    "HTMLSelectElement:select: HTMLOptionElement:option: HTMLOptGroupElement:optgroup: HTMLOptionsCollection:");
  provide("validity.js", "ValidityState:");
  provide("media.js",
    "HTMLPictureElement:picture: HTMLSourceElement:source: HTMLImageElement:img: HTMLTrackElement:track: "
    + "HTMLMediaElement: HTMLVideoElement:video: HTMLAudioElement:audio: MediaError: TimeRanges:");
  provide("shadow.js", "HTMLSlotElement:slot:");
  provide("canvas-element.js", "HTMLCanvasElement:canvas:");
  provide("interactive.js", "HTMLDetailsElement:details: HTMLDialogElement:dialog:");
  core.lazyFiles("dataset.js DOMStringMap");
  core.lazyFiles("media.js Image Audio interactive.js CommandEvent selects.js Option form-data.js FormData");
  core.lazyFiles(
    "svg.js SVGElement SVGGraphicsElement SVGGeometryElement SVGSVGElement SVGAnimatedString "
    + "SVGAnimatedLength SVGAnimatedEnumeration SVGAnimatedNumber SVGAnimatedRect SVGAnimatedTransformList "
    + "SVGNumber SVGPointList SVGTransform SVGTransformList SVGAngle SVGAnimateElement SVGAnimateMotionElement "
    + "SVGAnimateTransformElement SVGAnimatedAngle SVGAnimatedBoolean SVGAnimatedInteger SVGAnimatedLengthList "
    + "SVGAnimatedNumberList SVGAnimatedPreserveAspectRatio SVGAnimationElement SVGLengthList SVGMPathElement "
    + "SVGNumberList SVGPoint SVGPreserveAspectRatio SVGRect SVGSetElement SVGStringList SVGLength SVGAElement "
    + "SVGCircleElement SVGClipPathElement SVGDefsElement SVGDescElement SVGEllipseElement SVGFilterElement "
    + "SVGForeignObjectElement SVGGElement SVGGradientElement SVGImageElement SVGLineElement "
    + "SVGLinearGradientElement SVGMarkerElement SVGMaskElement SVGMetadataElement SVGPathElement "
    + "SVGPatternElement SVGPolygonElement SVGPolylineElement SVGRadialGradientElement SVGRectElement "
    + "SVGScriptElement SVGStopElement SVGStyleElement SVGSwitchElement SVGSymbolElement SVGTSpanElement "
    + "SVGTextContentElement SVGTextElement SVGTextPathElement SVGTextPositioningElement SVGTitleElement "
    + "SVGUnitTypes SVGUseElement SVGViewElement "
    + "svg-animation.js TimeEvent "
    + "svg-filters.js SVGComponentTransferFunctionElement SVGFEBlendElement SVGFEColorMatrixElement "
    + "SVGFEComponentTransferElement SVGFECompositeElement SVGFEConvolveMatrixElement "
    + "SVGFEDiffuseLightingElement SVGFEDisplacementMapElement SVGFEDistantLightElement SVGFEDropShadowElement "
    + "SVGFEFloodElement SVGFEFuncAElement SVGFEFuncBElement SVGFEFuncGElement SVGFEFuncRElement "
    + "SVGFEGaussianBlurElement SVGFEImageElement SVGFEMergeElement SVGFEMergeNodeElement "
    + "SVGFEMorphologyElement SVGFEOffsetElement SVGFEPointLightElement SVGFESpecularLightingElement "
    + "SVGFESpotLightElement SVGFETileElement SVGFETurbulenceElement");

  core.lazyFiles("mathml.js MathMLElement");

  // MARK: Layout and styles

  core.laterReplaceable("Window in layout", "geometry-members.js",
    "innerWidth innerHeight scrollX scrollY pageXOffset pageYOffset devicePixelRatio screenX screenY screenLeft screenTop "
    + "outerWidth outerHeight");
  core.later(core.global, "Window in layout", "geometry-members.js", "scroll:2 scrollTo:2 scrollBy:2");

  core.lazyFiles(
    "css.js CSS "
    + "cssom.js CSSStyleDeclaration CSSPositionTryDescriptors CSSFunctionDescriptors getComputedStyle "
    + "media-queries.js MediaQueryList matchMedia "
    + "rectangles.js DOMRect DOMRectList DOMRectReadOnly "
    + "geometry-interfaces.js DOMPoint DOMPointReadOnly DOMQuad DOMMatrix DOMMatrixReadOnly WebKitCSSMatrix "
    + "SVGMatrix "
    + "font-face.js FontFace "
    + "fonts.js FontFaceSet "
    + "intersection-observer.js IntersectionObserver IntersectionObserverEntry "
    + "resize-observer.js ResizeObserver ResizeObserverEntry ResizeObserverSize "
    + "sheets.js StyleSheet CSSStyleSheet StyleSheetList MediaList CSSRule CSSRuleList CSSStyleRule "
    + "CSSGroupingRule CSSConditionRule CSSMediaRule CSSSupportsRule CSSImportRule CSSFontFaceRule "
    + "CSSKeyframesRule CSSKeyframeRule CSSNamespaceRule CSSPageRule CSSCounterStyleRule CSSLayerBlockRule "
    + "CSSLayerStatementRule CSSContainerRule CSSScopeRule CSSStartingStyleRule CSSPropertyRule "
    + "CSSNestedDeclarations CSSFontFeatureValuesRule CSSFontPaletteValuesRule CSSMarginRule CSSPositionTryRule "
    + "CSSFunctionRule CSSFunctionDeclarations");
})
