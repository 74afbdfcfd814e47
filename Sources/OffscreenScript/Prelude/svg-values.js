// Attributes of SVG's elements that are words, whole numbers, angles or yes and no.
// https://svgwg.org/svg2-draft/types.html#InterfaceSVGAnimatedEnumeration
(function (core) {
  "use strict";
  const { TypeError, RegExpExec, error, native } = core;
  const { get, set } = core.html;
  const { Reflected, make, kept, svgID, classes, illegal, textOf, checkFor } = core.svg;
  const atom = core.atom;

  /** What the details of an attribute say of its animated value. */
  const animated = (details) => ({ __proto__: details, isReadOnly: true });

  // MARK: Words

  class SVGAnimatedEnumeration {
    constructor() { illegal(); }
    get baseVal() { return wordOf(Reflected.of(this, "enumeration")); }
    set baseVal(value) {
      const details = Reflected.of(this, "enumeration");
      value = core.unsignedShort(value);
      if (value < 1 || value > details.words.length) throw new TypeError("There is no such value.");
      set(details.id, details.name, details.words[value - 1]);
    }
    get animVal() { return wordOf(animated(Reflected.of(this, "enumeration"))); }
  }

  /** The words count from 1. */
  function wordOf(details) {
    const text = textOf(details);
    if (details.read !== undefined) return details.read(text);
    const found = core.ArrayIndexOf(details.words, text ?? "");
    return found < 0 ? details.otherwise : found + 1;
  }

  /** `read`: how the attribute is read where it is not one of the words alone. */
  function animatedEnumeration(id, name, words, otherwise, read = undefined) {
    return kept(id, "enumeration " + name, () => make(SVGAnimatedEnumeration,
      { kind: "enumeration", id, name: atom(name), words, otherwise, read }));
  }

  class SVGUnitTypes {
    constructor() { illegal(); }
  }
  core.constants(SVGUnitTypes, { SVG_UNIT_TYPE_UNKNOWN: 0, SVG_UNIT_TYPE_USERSPACEONUSE: 1, SVG_UNIT_TYPE_OBJECTBOUNDINGBOX: 2 });

  const units = "userSpaceOnUse objectBoundingBox";
  // Class, elements, attribute, words, and which one stands where there is none.
  const rows = core.list(
    core.list("SVGGradientElement", "linearGradient radialGradient", "gradientUnits", units, 2),
    core.list("SVGGradientElement", "linearGradient radialGradient", "spreadMethod", "pad reflect repeat", 1),
    core.list("SVGPatternElement", "pattern", "patternUnits", units, 2),
    core.list("SVGPatternElement", "pattern", "patternContentUnits", units, 1),
    core.list("SVGClipPathElement", "clipPath", "clipPathUnits", units, 1),
    core.list("SVGMaskElement", "mask", "maskUnits", units, 2),
    core.list("SVGMaskElement", "mask", "maskContentUnits", units, 1),
    core.list("SVGFilterElement", "filter", "filterUnits", units, 2),
    core.list("SVGFilterElement", "filter", "primitiveUnits", units, 1),
    core.list("SVGMarkerElement", "marker", "markerUnits", "userSpaceOnUse strokeWidth", 2),
    core.list("SVGTextContentElement", "text tspan textPath", "lengthAdjust", "spacing spacingAndGlyphs", 1),
    core.list("SVGTextPathElement", "textPath", "method", "align stretch", 1),
    core.list("SVGTextPathElement", "textPath", "spacing", "auto exact", 2));

  /** A check for elements of several names. */
  function checkNames(owners) {
    const atoms = core.list();
    owners = core.split(owners, " ");
    for (let index = 0; index < owners.length; index += 1) core.put(atoms, atom(owners[index]));
    return (object) => {
      const id = svgID(object);
      if (core.ArrayIndexOf(atoms, core.tree.nameOf(id)) < 0) throw new TypeError("The object has another interface.");
      return id;
    };
  }

  /** Puts an attribute on a class: `build` gives the object of an element. */
  function addMember(Class, is, member, build) {
    core.mixin(Class, { get [member]() { return build(is(this)); } });
  }

  function addEnumeration(Class, is, name, words, otherwise) {
    words = core.split(words, " ");
    addMember(Class, is, name, (id) => animatedEnumeration(id, name, words, otherwise));
  }
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    addEnumeration(classes[row[0]], checkNames(row[1]), row[2], row[3], row[4]);
  }

  core.constants(classes.SVGGradientElement,
    { SVG_SPREADMETHOD_UNKNOWN: 0, SVG_SPREADMETHOD_PAD: 1, SVG_SPREADMETHOD_REFLECT: 2, SVG_SPREADMETHOD_REPEAT: 3 });
  core.constants(classes.SVGTextPathElement, {
    TEXTPATH_METHODTYPE_UNKNOWN: 0, TEXTPATH_METHODTYPE_ALIGN: 1, TEXTPATH_METHODTYPE_STRETCH: 2,
    TEXTPATH_SPACINGTYPE_UNKNOWN: 0, TEXTPATH_SPACINGTYPE_AUTO: 1, TEXTPATH_SPACINGTYPE_EXACT: 2,
  });

  // MARK: Yes and no

  class SVGAnimatedBoolean {
    constructor() { illegal(); }
    get baseVal() { return textOf(Reflected.of(this, "boolean")) === "true"; }
    set baseVal(value) {
      const details = Reflected.of(this, "boolean");
      set(details.id, details.name, value ? "true" : "false");
    }
    get animVal() { return textOf(animated(Reflected.of(this, "boolean"))) === "true"; }
  }

  const animatedBoolean = (id, name) =>
    kept(id, "boolean " + name, () => make(SVGAnimatedBoolean, { kind: "boolean", id, name: atom(name) }));

  // MARK: Numbers, one or two in an attribute

  const pair = /^\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?:(?:\s+|\s*,\s*)([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?))?\s*$/;

  function numberOf(details) {
    const text = textOf(details) ?? "";
    const part = details.takesPercentages === true ? RegExpExec(percentage, text) : null;
    if (part !== null) return core.float(+part[1] / 100);
    const found = RegExpExec(pair, text);
    if (found === null || (details.place === undefined && found[2] !== undefined)) return details.otherwise;
    const value = details.place === 1 && found[2] !== undefined ? +found[2] : +found[1];
    return details.isWhole ? core.long(value) : core.float(value);
  }

  function writeNumber(details, value) {
    if (details.place === undefined) return set(details.id, details.name, "" + value);
    const other = numberOf({ __proto__: details, place: 1 - details.place });
    const first = details.place === 0 ? value : other, second = details.place === 0 ? other : value;
    set(details.id, details.name, first === second ? "" + first : first + " " + second);
  }

  class SVGAnimatedNumber {
    constructor() { illegal(); }
    get baseVal() { return numberOf(Reflected.of(this, "animated number")); }
    set baseVal(value) { writeNumber(Reflected.of(this, "animated number"), core.float(value)); }
    get animVal() { return numberOf(animated(Reflected.of(this, "animated number"))); }
  }

  class SVGAnimatedInteger {
    constructor() { illegal(); }
    get baseVal() { return numberOf(Reflected.of(this, "integer")); }
    set baseVal(value) { writeNumber(Reflected.of(this, "integer"), core.long(value)); }
    get animVal() { return numberOf(animated(Reflected.of(this, "integer"))); }
  }

  /** `place`: of the first or the second number in the attribute. */
  function animatedNumber(id, name, otherwise = 0, place = undefined) {
    return kept(id, "number " + name + (place ?? ""),
      () => make(SVGAnimatedNumber, { kind: "animated number", id, name: atom(name), otherwise, place, isWhole: false }));
  }

  function animatedInteger(id, name, otherwise = 0, place = undefined) {
    return kept(id, "integer " + name + (place ?? ""),
      () => make(SVGAnimatedInteger, { kind: "integer", id, name: atom(name), otherwise, place, isWhole: true }));
  }

  const isStop = checkFor("stop");
  const percentage = /^\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)%\s*$/;
  addMember(classes.SVGStopElement, isStop, "offset", (id) => kept(id, "offset", () => make(SVGAnimatedNumber,
    { kind: "animated number", id, name: atom("offset"), otherwise: 0, isWhole: false, takesPercentages: true })));

  // MARK: Angles. https://svgwg.org/svg2-draft/types.html#InterfaceSVGAngle

  const angle = /^\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(deg|rad|grad|turn|)\s*$/i;
  const angleUnits = core.list("", "", "deg", "rad", "grad");
  const degrees = core.list(0, 1, 1, 180 / core.trigonometry.PI, 0.9);
  const orientAtom = atom("orient");

  function parseAngle(text) {
    const found = RegExpExec(angle, text);
    if (found === null) return null;
    const unit = core.toASCIILowercase(found[2]);
    if (unit === "turn") return { number: +found[1] * 360, unit: 2 };
    return { number: +found[1], unit: unit === "" ? 1 : core.ArrayIndexOf(angleUnits, unit) };
  }

  function angleOf(object) {
    const details = Reflected.of(object, "angle");
    return parseAngle((details.id < 0 ? details.text : textOf(details)) ?? "") ?? { number: 0, unit: 1 };
  }

  function writeAngle(object, number, unit) {
    const details = Reflected.of(object, "angle");
    if (details.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    const text = number + angleUnits[unit];
    if (details.id < 0) details.text = text;
    else set(details.id, details.name, text);
  }

  function checkAngleUnit(unit) {
    if (unit < 1 || unit > 4) throw error("NotSupportedError", "There is no such unit.");
    return unit;
  }

  class SVGAngle {
    constructor() { illegal(); }
    get unitType() { return angleOf(this).unit; }
    get value() {
      const { number, unit } = angleOf(this);
      return core.float(number * degrees[unit]);
    }
    set value(value) {
      const { unit } = angleOf(this);
      writeAngle(this, core.float(value) / degrees[unit], unit);
    }
    get valueInSpecifiedUnits() { return core.float(angleOf(this).number); }
    set valueInSpecifiedUnits(value) { writeAngle(this, core.float(value), angleOf(this).unit); }
    get valueAsString() {
      const { number, unit } = angleOf(this);
      return number + angleUnits[unit];
    }
    set valueAsString(value) {
      const parsed = parseAngle(core.string(value));
      if (parsed === null) throw error("SyntaxError", "The value is no angle.");
      writeAngle(this, parsed.number, parsed.unit);
    }
    newValueSpecifiedUnits(unitType, valueInSpecifiedUnits) {
      Reflected.of(this, "angle");
      core.requireArguments(arguments.length, 2);
      unitType = core.unsignedShort(unitType);
      const value = core.float(valueInSpecifiedUnits);
      writeAngle(this, value, checkAngleUnit(unitType));
    }
    convertToSpecifiedUnits(unitType) {
      Reflected.of(this, "angle");
      core.requireArguments(arguments.length, 1);
      unitType = checkAngleUnit(core.unsignedShort(unitType));
      const { number, unit } = angleOf(this);
      writeAngle(this, number * degrees[unit] / degrees[unitType], unitType);
    }
  }
  core.constants(SVGAngle, { SVG_ANGLETYPE_UNKNOWN: 0, SVG_ANGLETYPE_UNSPECIFIED: 1, SVG_ANGLETYPE_DEG: 2, SVG_ANGLETYPE_RAD: 3,
    SVG_ANGLETYPE_GRAD: 4 });

  class SVGAnimatedAngle {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated angle").base; }
    get animVal() { return Reflected.of(this, "animated angle").animated; }
  }

  // https://svgwg.org/svg2-draft/painting.html#InterfaceSVGMarkerElement
  const isMarker = checkFor("marker");
  const AUTO = 1, ANGLE = 2;
  core.mixin(classes.SVGMarkerElement, {
    get orientType() {
      return animatedEnumeration(isMarker(this), "orient", core.list("auto", "0"), ANGLE,
        (text) => (text === "auto" ? AUTO : text === "auto-start-reverse" ? 0 : ANGLE));
    },
    get orientAngle() {
      const id = isMarker(this);
      return kept(id, "orientAngle", () => make(SVGAnimatedAngle, {
        kind: "animated angle", base: make(SVGAngle, { kind: "angle", id, name: orientAtom, isReadOnly: false }),
        animated: make(SVGAngle, { kind: "angle", id, name: orientAtom, isReadOnly: true }),
      }));
    },
    get orient() { return get(isMarker(this), orientAtom) ?? ""; },
    set orient(value) { set(isMarker(this), orientAtom, core.string(value)); },
    setOrientToAuto() { set(isMarker(this), orientAtom, "auto"); },
    setOrientToAngle(angle) {
      const id = isMarker(this);
      core.requireArguments(arguments.length, 1);
      if (!core.isObject(angle)) throw new TypeError("The value is not of type SVGAngle.");
      const { number, unit } = angleOf(angle);
      set(id, orientAtom, number + angleUnits[unit]);
    },
  });
  core.constants(classes.SVGMarkerElement, {
    SVG_MARKERUNITS_UNKNOWN: 0, SVG_MARKERUNITS_USERSPACEONUSE: 1, SVG_MARKERUNITS_STROKEWIDTH: 2,
    SVG_MARKER_ORIENT_UNKNOWN: 0, SVG_MARKER_ORIENT_AUTO: AUTO, SVG_MARKER_ORIENT_ANGLE: ANGLE,
  });
  core.mixin(classes.SVGSVGElement, {
    createSVGAngle() {
      checkFor("svg")(this);
      return make(SVGAngle, { kind: "angle", id: -1, name: null, text: "0", isReadOnly: false });
    },
  });

  // MARK: https://svgwg.org/svg2-draft/coords.html#InterfaceSVGPreserveAspectRatio

  const alignments = core.list("none", "xMinYMin", "xMidYMin", "xMaxYMin", "xMinYMid", "xMidYMid", "xMaxYMid", "xMinYMax", "xMidYMax",
    "xMaxYMax");
  const fit = /^\s*(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?\s*$/;
  const fitAtom = atom("preserveAspectRatio");

  function fitOf(object) {
    const found = RegExpExec(fit, textOf(Reflected.of(object, "fit")) ?? "");
    if (found === null) return { align: 6, meetOrSlice: 1 };
    return { align: core.ArrayIndexOf(alignments, found[1]) + 1, meetOrSlice: found[2] === "slice" ? 2 : 1 };
  }

  function writeFit(object, { align, meetOrSlice }) {
    const details = Reflected.of(object, "fit");
    if (details.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    set(details.id, details.name, alignments[align - 1] + (align === 1 ? "" : meetOrSlice === 2 ? " slice" : " meet"));
  }

  class SVGPreserveAspectRatio {
    constructor() { illegal(); }
    get align() { return fitOf(this).align; }
    set align(value) {
      const { meetOrSlice } = fitOf(this);
      value = core.unsignedShort(value);
      if (value < 1 || value > 10) throw new TypeError("There is no such alignment.");
      writeFit(this, { align: value, meetOrSlice });
    }
    get meetOrSlice() { return fitOf(this).meetOrSlice; }
    set meetOrSlice(value) {
      const { align } = fitOf(this);
      value = core.unsignedShort(value);
      if (value < 1 || value > 2) throw new TypeError("There is no such value.");
      writeFit(this, { align, meetOrSlice: value });
    }
  }
  core.constants(SVGPreserveAspectRatio, {
    SVG_PRESERVEASPECTRATIO_UNKNOWN: 0, SVG_PRESERVEASPECTRATIO_NONE: 1, SVG_PRESERVEASPECTRATIO_XMINYMIN: 2,
    SVG_PRESERVEASPECTRATIO_XMIDYMIN: 3, SVG_PRESERVEASPECTRATIO_XMAXYMIN: 4, SVG_PRESERVEASPECTRATIO_XMINYMID: 5,
    SVG_PRESERVEASPECTRATIO_XMIDYMID: 6, SVG_PRESERVEASPECTRATIO_XMAXYMID: 7, SVG_PRESERVEASPECTRATIO_XMINYMAX: 8,
    SVG_PRESERVEASPECTRATIO_XMIDYMAX: 9, SVG_PRESERVEASPECTRATIO_XMAXYMAX: 10, SVG_MEETORSLICE_UNKNOWN: 0,
    SVG_MEETORSLICE_MEET: 1, SVG_MEETORSLICE_SLICE: 2,
  });

  class SVGAnimatedPreserveAspectRatio {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated fit").base; }
    get animVal() { return Reflected.of(this, "animated fit").animated; }
  }

  function animatedFit(id) {
    const fit = (isReadOnly) => make(SVGPreserveAspectRatio, { kind: "fit", id, name: fitAtom, isReadOnly });
    return kept(id, "fit", () => make(SVGAnimatedPreserveAspectRatio, { kind: "animated fit", base: fit(false), animated: fit(true) }));
  }
  const fitted = { SVGSVGElement: "svg", SVGSymbolElement: "symbol", SVGMarkerElement: "marker", SVGPatternElement: "pattern",
    SVGViewElement: "view", SVGImageElement: "image" };
  const fittedNames = core.ReflectOwnKeys(fitted);
  for (let index = 0; index < fittedNames.length; index += 1) {
    addMember(classes[fittedNames[index]], checkFor(fitted[fittedNames[index]]), "preserveAspectRatio", animatedFit);
  }

  core.define({ SVGAnimatedEnumeration, SVGUnitTypes, SVGAnimatedBoolean, SVGAnimatedNumber, SVGAnimatedInteger, SVGAngle,
    SVGAnimatedAngle, SVGPreserveAspectRatio, SVGAnimatedPreserveAspectRatio });
  const { svg } = core;
  svg.animated = animated;
  svg.addMember = addMember;
  svg.addEnumeration = addEnumeration;
  svg.checkNames = checkNames;
  svg.animatedBoolean = animatedBoolean;
  svg.animatedNumber = animatedNumber;
  svg.animatedInteger = animatedInteger;
})
