// SVG's elements, as far as they are attributes. https://svgwg.org/svg2-draft/types.html
(function (core) {
  "use strict";
  const { native, error, SafeMap, TypeError, RegExpExec } = core;
  const tree = core.tree;
  const { nameOf, namespaceOf, parentOf, kindOf, ELEMENT } = tree;
  const { get, set, reflect } = core.html;
  const atom = core.atom;
  const NONE = 7, XLINK = 3, SVG = 1;
  const svgAtom = atom("svg"), hrefAtom = atom("href"), classAtom = atom("class"), foreignAtom = atom("foreignObject"),
    imageAtom = atom("image");

  function svgID(object) {
    const id = core.id(object);
    if (kindOf(id) !== ELEMENT || namespaceOf(id) !== SVG) throw new TypeError("The object is no SVGElement.");
    return id;
  }

  const isSVG = (id, name) => id >= 0 && kindOf(id) === ELEMENT && namespaceOf(id) === SVG && nameOf(id) === name;

  /** The nearest `svg` around an element, or -1. */
  function outerSVG(id) {
    let node = parentOf(id);
    while (node >= 0 && kindOf(node) === ELEMENT && namespaceOf(node) === SVG && nameOf(node) !== foreignAtom) {
      if (nameOf(node) === svgAtom) return node;
      node = parentOf(node);
    }
    return -1;
  }

  // MARK: Pictures. https://svgwg.org/svg2-draft/embedded.html#ImageElement

  function imageChanged(id, name, namespace, old, value) {
    if (value !== null && (namespace === NONE || namespace === XLINK) && isSVG(id, imageAtom)) core.loadImage(id);
  }
  imageChanged.wants = (name) => name === hrefAtom;
  core.hooks.attributeChanged ??= core.list();
  core.put(core.hooks.attributeChanged, imageChanged);

  // MARK: Values that animations could change. https://svgwg.org/svg2-draft/types.html#TermReflect

  class Reflected extends core.Stamp {
    #details;
    constructor(object, details) {
      super(object);
      this.#details = details;
    }
    static of(object, kind) {
      const details = object.#details;
      if (details.kind !== kind) throw new TypeError("The object has another interface.");
      return details;
    }
  }

  function make(Class, details) {
    const object = core.ObjectCreate(Class.prototype);
    new Reflected(object, details);
    return object;
  }

  function illegal() { throw new TypeError("Illegal constructor"); }

  /** The text of an attribute; for what shows animated values, as animations have it. */
  function textOf(details) {
    if (details.isReadOnly) {
      const animated = native.animatedAttribute(details.id, details.name);
      if (animated !== null) return animated;
    }
    return get(details.id, details.name);
  }

  class SVGAnimatedString {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "string").read(); }
    set baseVal(value) { Reflected.of(this, "string").write(core.string(value)); }
    get animVal() {
      const details = Reflected.of(this, "string");
      return native.animatedAttribute(details.id, details.name) ?? details.read();
    }
  }

  /** Of an attribute that is a text. */
  function animatedString(id, name) {
    name = atom(name);
    return kept(id, name, () => make(SVGAnimatedString, {
      kind: "string", id, name, read: () => get(id, name) ?? "", write(value) { set(id, name, value); },
    }));
  }

  class SVGAnimatedLength {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated length").base; }
    get animVal() { return Reflected.of(this, "animated length").animated; }
  }

  // From units to their numbers in the interface, and how many pixels they are; what comes after those has no number.
  const units = core.list("", "", "%", "em", "ex", "px", "cm", "mm", "in", "pt", "pc", "q", "ch", "cap", "ic", "lh", "rem", "rex",
    "rch", "rcap", "ric", "rlh", "vw", "vh", "vmin", "vmax");
  const pixels = core.list(0, 1, 0, 0, 0, 1, 96 / 2.54, 96 / 25.4, 96, 96 / 72, 16, 96 / 101.6);
  const known = 10;
  // Where a font has them among its numbers.
  const fontUnits = { __proto__: null, em: 0, ex: 1, ch: 2, cap: 3, ic: 4, lh: 5, rem: 6, rex: 7, rch: 8, rcap: 9, ric: 10, rlh: 11 };
  const length = /^\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(%|[a-z]*)\s*$/i;
  const PERCENT = 2, NUMBER = 1;

  function parse(text) {
    const found = RegExpExec(length, text);
    if (found === null) return null;
    const unit = core.toASCIILowercase(found[2]);
    const place = unit === "" ? NUMBER : core.ArrayIndexOf(units, unit);
    return place < 0 ? null : { number: +found[1], unit: place };
  }

  /** How many user units one unit is for a length of an element. */
  function scaleOf(details, unit) {
    if (unit !== PERCENT && unit < pixels.length && pixels[unit] !== 0) return pixels[unit];
    const place = fontUnits[units[unit]];
    if (place !== undefined) return native.fontUnits(details.id < 0 ? 0 : details.id)[place];
    if (unit > known) {
      const viewport = native.viewport(), width = viewport[0] / 100, height = viewport[1] / 100;
      return unit === 22 ? width : unit === 23 ? height : unit === 24 ? core.MathMin(width, height) : core.MathMax(width, height);
    }
    const outer = details.id < 0 ? -1 : outerSVG(details.id);
    const geometry = outer < 0 ? null : native.geometry(outer);
    const viewport = native.viewport();
    const width = geometry === null ? viewport[0] : geometry[2], height = geometry === null ? viewport[1] : geometry[3];
    const whole = details.direction === "x" ? width : details.direction === "y" ? height
      : core.MathSqrt((width * width + height * height) / 2);
    return whole / 100;
  }

  class SVGLength {
    constructor() { illegal(); }
    get unitType() {
      const { unit } = current(this);
      return unit > known ? 0 : unit;
    }
    get value() {
      const { number, unit } = current(this);
      return core.float(number * scaleOf(Reflected.of(this, "length"), unit));
    }
    set value(value) {
      value = core.float(value);
      const { unit } = current(this), scale = scaleOf(Reflected.of(this, "length"), unit);
      store(this, scale === 0 ? value : value / scale, scale === 0 ? NUMBER : unit);
    }
    get valueInSpecifiedUnits() { return current(this).number; }
    set valueInSpecifiedUnits(value) { store(this, core.float(value), current(this).unit); }
    get valueAsString() {
      const { number, unit } = current(this);
      return number + units[unit];
    }
    set valueAsString(value) {
      const parsed = parse(core.string(value));
      if (parsed === null) throw error("SyntaxError", "The value is no length.");
      store(this, parsed.number, parsed.unit);
    }
    newValueSpecifiedUnits(unitType, value) {
      Reflected.of(this, "length");
      core.requireArguments(arguments.length, 2);
      unitType = core.unsignedShort(unitType);
      value = core.float(value);
      store(this, value, checkUnit(unitType));
    }
    convertToSpecifiedUnits(unitType) {
      const details = Reflected.of(this, "length");
      core.requireArguments(arguments.length, 1);
      unitType = checkUnit(core.unsignedShort(unitType));
      const { number, unit } = current(this);
      store(this, number * scaleOf(details, unit) / scaleOf(details, unitType), unitType);
    }
  }
  core.constants(SVGLength, {
    SVG_LENGTHTYPE_UNKNOWN: 0, SVG_LENGTHTYPE_NUMBER: 1, SVG_LENGTHTYPE_PERCENTAGE: 2, SVG_LENGTHTYPE_EMS: 3,
    SVG_LENGTHTYPE_EXS: 4, SVG_LENGTHTYPE_PX: 5, SVG_LENGTHTYPE_CM: 6, SVG_LENGTHTYPE_MM: 7, SVG_LENGTHTYPE_IN: 8,
    SVG_LENGTHTYPE_PT: 9, SVG_LENGTHTYPE_PC: 10,
  });

  /** A length that is no attribute's: an item of a list, or by itself. */
  function makeLength(text, list, id = -1, direction = "both") {
    return make(SVGLength, { kind: "length", id, name: null, text, otherwise: "0", direction, list, isReadOnly: list !== null && list.isReadOnly });
  }

  function checkUnit(unit) {
    if (unit < 1 || unit > 10) throw error("NotSupportedError", "There is no such unit.");
    return unit;
  }

  function current(object) {
    const details = Reflected.of(object, "length");
    const text = details.list !== undefined && details.list !== null ? details.text
      : details.id < 0 || details.name === null ? details.text : textOf(details);
    return (text === null ? null : parse(text) ?? sumOf(details, text)) ?? parse(details.otherwise);
  }

  const sum = /^calc\(([^ ]+) \+ ([^ ]+)\)$/;

  /** The sum of two lengths of different units, as animations come to, in user units. */
  function sumOf(details, text) {
    const found = RegExpExec(sum, text);
    const first = found === null ? null : parse(found[1]), second = found === null ? null : parse(found[2]);
    if (first === null || second === null) return null;
    return { number: first.number * scaleOf(details, first.unit) + second.number * scaleOf(details, second.unit), unit: NUMBER };
  }

  function store(object, number, unit) {
    const details = Reflected.of(object, "length");
    if (details.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    const text = number + units[unit];
    if (details.list !== undefined) {
      details.text = text;
      if (details.list !== null) details.list.write();
    } else if (details.id < 0) details.text = text;
    else set(details.id, details.name, text);
  }

  const objects = new SafeMap();

  /** The object of an element's property, the same each time. */
  function kept(id, key, build) {
    let own = objects.get(id);
    if (own === undefined) objects.set(id, own = new SafeMap());
    let object = own.get(key);
    if (object === undefined) own.set(key, object = build());
    return object;
  }

  function animatedLength(id, name, otherwise, direction) {
    return kept(id, name, () => {
      const details = (isReadOnly) => ({ kind: "length", id, name: atom(name), otherwise, direction, isReadOnly });
      return make(SVGAnimatedLength, {
        kind: "animated length", base: make(SVGLength, details(false)), animated: make(SVGLength, details(true)),
      });
    });
  }

  // MARK: View boxes. https://svgwg.org/svg2-draft/types.html#InterfaceSVGAnimatedRect

  const viewBoxAtom = atom("viewBox");

  /** The four numbers of a view box; zeros where it is none. */
  function viewBoxOf(details) {
    if (details.id < 0) return details.numbers;
    const numbers = core.list(0, 0, 0, 0);
    const found = RegExpExec(viewBox, textOf(details) ?? "");
    if (found !== null) for (let index = 0; index < 4; index += 1) numbers[index] = +found[index + 1];
    return numbers;
  }
  const viewBoxNumber = "([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)", comma = "(?:\\s*,\\s*|\\s+|(?=[+-]))";
  const viewBox = new core.RegExp("^\\s*" + viewBoxNumber + comma + viewBoxNumber + comma + viewBoxNumber + comma + viewBoxNumber + "\\s*$");

  class SVGRect {
    constructor() { illegal(); }
  }
  const sides = core.list("x", "y", "width", "height");
  for (let index = 0; index < sides.length; index += 1) {
    core.mixin(SVGRect, {
      get [sides[index]]() { return viewBoxOf(Reflected.of(this, "rect"))[index]; },
      set [sides[index]](value) {
        const details = Reflected.of(this, "rect");
        value = core.float(value);
        if (details.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
        const numbers = viewBoxOf(details);
        numbers[index] = value;
        if (details.id >= 0) set(details.id, viewBoxAtom, core.ArrayJoin(numbers, " "));
      },
    });
  }

  class SVGAnimatedRect {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated rect").base; }
    get animVal() { return Reflected.of(this, "animated rect").animated; }
  }

  function animatedViewBox(id) {
    return kept(id, "viewBox", () => make(SVGAnimatedRect, {
      kind: "animated rect", base: make(SVGRect, { kind: "rect", id, name: viewBoxAtom, isReadOnly: false }),
      animated: make(SVGRect, { kind: "rect", id, name: viewBoxAtom, isReadOnly: true }),
    }));
  }

  const hrefOf = (id) => get(id, hrefAtom) ?? native.attribute(id, hrefAtom, XLINK) ?? "";

  /** https://svgwg.org/svg2-draft/linking.html#InterfaceSVGURIReference */
  function animatedHref(id) {
    return kept(id, "href", () => make(SVGAnimatedString, {
      kind: "string", id, name: hrefAtom,
      read: () => hrefOf(id),
      write(value) {
        const isOld = get(id, hrefAtom) === null && native.attribute(id, hrefAtom, XLINK) !== null;
        core.setAttribute(id, hrefAtom, isOld ? XLINK : NONE, value);
      },
    }));
  }

  // MARK: SVGElement

  class SVGElement extends core.Element {
    get className() {
      const id = svgID(this);
      return animatedString(id, "class");
    }
    get ownerSVGElement() { return core.wrap(outerSVG(svgID(this))); }
    get viewportElement() { return core.wrap(outerSVG(svgID(this))); }
  }
  core.mixin(SVGElement, core.sharedElementMembers);
  core.eventHandlers(SVGElement, core.globalEventHandlers);

  class SVGGraphicsElement extends SVGElement {}
  class SVGGeometryElement extends SVGGraphicsElement {}
  class SVGTextContentElement extends SVGGraphicsElement {}
  class SVGTextPositioningElement extends SVGTextContentElement {}
  class SVGGradientElement extends SVGElement {}
  class SVGAnimationElement extends SVGElement {}

  const classes = { SVGElement, SVGGraphicsElement, SVGGeometryElement, SVGTextContentElement, SVGTextPositioningElement,
    SVGGradientElement, SVGAnimationElement };

  // MARK: The others
  // Their element, what they are, and lengths: `name`, `name=default`, measured along x, y or both.

  const directions = { __proto__: null, x: "x", width: "x", cx: "x", x1: "x", x2: "x", rx: "x", fx: "x", textLength: "x", startOffset: "both", refX: "x", markerWidth: "x",
    y: "y", height: "y", cy: "y", y1: "y", y2: "y", ry: "y", fy: "y", refY: "y", markerHeight: "y" };

  const box = "x=0 y=0 width=100% height=100%";
  const rows = {
    SVGAElement: ["a", "SVGGraphicsElement", "", "href"],
    SVGCircleElement: ["circle", "SVGGeometryElement", "cx=0 cy=0 r=0"],
    SVGClipPathElement: ["clipPath", "SVGElement"],
    SVGDefsElement: ["defs", "SVGGraphicsElement"],
    SVGDescElement: ["desc", "SVGElement"],
    SVGEllipseElement: ["ellipse", "SVGGeometryElement", "cx=0 cy=0 rx=0 ry=0"],
    SVGFilterElement: ["filter", "SVGElement", "x=-10% y=-10% width=120% height=120%", "href"],
    SVGForeignObjectElement: ["foreignObject", "SVGGraphicsElement", "x=0 y=0 width=0 height=0"],
    SVGGElement: ["g", "SVGGraphicsElement"],
    SVGImageElement: ["image", "SVGGraphicsElement", "x=0 y=0 width=0 height=0", "href"],
    SVGLineElement: ["line", "SVGGeometryElement", "x1=0 y1=0 x2=0 y2=0"],
    SVGLinearGradientElement: ["linearGradient", "SVGGradientElement", "x1=0% y1=0% x2=100% y2=0%", "href"],
    SVGMarkerElement: ["marker", "SVGElement", "refX=0 refY=0 markerWidth=3 markerHeight=3"],
    SVGMaskElement: ["mask", "SVGElement", "x=-10% y=-10% width=120% height=120%"],
    SVGMetadataElement: ["metadata", "SVGElement"],
    SVGPathElement: ["path", "SVGGeometryElement"],
    SVGPatternElement: ["pattern", "SVGElement", "x=0 y=0 width=0 height=0", "href"],
    SVGPolygonElement: ["polygon", "SVGGeometryElement"],
    SVGPolylineElement: ["polyline", "SVGGeometryElement"],
    SVGRadialGradientElement: ["radialGradient", "SVGGradientElement", "cx=50% cy=50% r=50% fx=50% fy=50% fr=0%", "href"],
    SVGRectElement: ["rect", "SVGGeometryElement", "x=0 y=0 width=0 height=0 rx=0 ry=0"],
    SVGScriptElement: ["script", "SVGElement", "", "href"],
    SVGStopElement: ["stop", "SVGElement"],
    SVGStyleElement: ["style", "SVGElement"],
    SVGSVGElement: ["svg", "SVGGraphicsElement", box],
    SVGSwitchElement: ["switch", "SVGGraphicsElement"],
    SVGSymbolElement: ["symbol", "SVGGraphicsElement"],
    SVGTSpanElement: ["tspan", "SVGTextPositioningElement"],
    SVGTextElement: ["text", "SVGTextPositioningElement"],
    SVGTextPathElement: ["textPath", "SVGTextContentElement", "startOffset=0", "href"],
    SVGTitleElement: ["title", "SVGElement"],
    SVGUseElement: ["use", "SVGGraphicsElement", "x=0 y=0 width=0 height=0", "href"],
    SVGViewElement: ["view", "SVGElement"],
    SVGAnimateElement: ["animate", "SVGAnimationElement"],
    SVGAnimateMotionElement: ["animateMotion", "SVGAnimationElement"],
    SVGAnimateTransformElement: ["animateTransform", "SVGAnimationElement"],
    SVGMPathElement: ["mpath", "SVGElement", "", "href"],
    SVGSetElement: ["set", "SVGAnimationElement"],
  };

  function checkFor(name) {
    const wanted = atom(name);
    return (object) => {
      const id = core.id(object);
      if (!isSVG(id, wanted)) throw new TypeError("The object has another interface.");
      return id;
    };
  }

  function addLength(Class, is, row) {
    const equals = core.StringIndexOf(row, "=");
    const name = core.StringSlice(row, 0, equals), otherwise = core.StringSlice(row, equals + 1);
    core.mixin(Class, { get [name]() { return animatedLength(is(this), name, otherwise, directions[name] ?? "both"); } });
  }

  const names = core.ReflectOwnKeys(rows);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index], row = rows[name];
    const Class = { [name]: class extends classes[row[1]] {} }[name];
    const is = checkFor(row[0]);
    const lengths = row[2] === undefined || row[2] === "" ? core.list() : core.split(row[2], " ");
    for (let place = 0; place < lengths.length; place += 1) addLength(Class, is, lengths[place]);
    if (row[3] === "href") core.mixin(Class, { get href() { return animatedHref(is(this)); } });
    classes[name] = Class;
    core.svgInterfaceOf.set(row[0], Class);
  }

  // MARK: Members of their own

  const isStyle = checkFor("style");
  reflect(classes.SVGStyleElement, isStyle, { string: "type media title" });
  core.mixin(classes.SVGStyleElement, {
    get sheet() {
      const id = isStyle(this);
      return core.sheetOf?.(id) ?? null;
    },
  });
  reflect(classes.SVGScriptElement, checkFor("script"), {
    string: "type", enumeration: { crossOrigin: core.html.crossOrigins },
  });
  const isSVGRoot = checkFor("svg");
  core.mixin(classes.SVGSVGElement, {
    getElementById(elementId) {
      const id = isSVGRoot(this);
      core.requireArguments(arguments.length, 1);
      elementId = core.string(elementId);
      return elementId === "" ? null : core.wrap(native.elementByID(id, atom(elementId)));
    },
    createSVGRect() {
      isSVGRoot(this);
      return make(SVGRect, { kind: "rect", id: -1, numbers: core.list(0, 0, 0, 0), isReadOnly: false });
    },
    createSVGLength() {
      isSVGRoot(this);
      return makeLength("0", null);
    },
  });
  const isImage = checkFor("image");
  const hasHref = (id) => native.attribute(id, hrefAtom, NONE) !== null || native.attribute(id, hrefAtom, XLINK) !== null;
  reflect(classes.SVGImageElement, isImage, { enumeration: { crossOrigin: core.html.crossOrigins } });
  core.mixin(classes.SVGImageElement, {
    decode() { return core.decodeImage(this, isImage, hasHref); },
  });
  reflect(classes.SVGAElement, checkFor("a"), {
    string: "download ping rel hreflang type", tokens: { "relList=rel": "noreferrer noopener opener" },
    enumeration: { referrerPolicy: core.html.policies },
  });

  const boxed = core.list("SVGSVGElement", "SVGSymbolElement", "SVGMarkerElement", "SVGPatternElement", "SVGViewElement");
  for (let index = 0; index < boxed.length; index += 1) {
    const is = checkFor(rows[boxed[index]][0]);
    core.mixin(classes[boxed[index]], { get viewBox() { return animatedViewBox(is(this)); } });
  }

  core.define({ SVGAnimatedString, SVGAnimatedLength, SVGAnimatedRect, SVGLength, SVGRect });
  core.define(classes);
  core.SVGElement = SVGElement;
  core.svg = { Reflected, make, kept, svgID, checkFor, outerSVG, classes, illegal, textOf, animatedString, animatedLength, animatedHref,
    makeLength, parseLength: parse, SVGLength, addLength, isSVG };
  core.load("svg-values.js");
  core.load("svg-lists.js");
  core.load("svg-geometry.js");
  core.load("svg-root.js");
  core.load("svg-animation.js");
  const all = core.ReflectOwnKeys(classes);
  for (let index = 0; index < all.length; index += 1) core[all[index]] = classes[all[index]];
})
