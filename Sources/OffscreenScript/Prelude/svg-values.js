// Attributes of SVG's elements that are one of some words. https://svgwg.org/svg2-draft/types.html#InterfaceSVGAnimatedEnumeration
(function (core) {
  "use strict";
  const { TypeError } = core;
  const { get, set } = core.html;
  const { Reflected, make, kept, svgID, classes, illegal } = core.svg;
  const atom = core.atom;

  class SVGAnimatedEnumeration {
    constructor() { illegal(); }
    get baseVal() { return valueOf(Reflected.of(this, "enumeration")); }
    set baseVal(value) {
      const details = Reflected.of(this, "enumeration");
      value = core.unsignedShort(value);
      if (value < 1 || value > details.words.length) throw new TypeError("There is no such value.");
      set(details.id, details.name, details.words[value - 1]);
    }
    get animVal() { return valueOf(Reflected.of(this, "enumeration")); }
  }

  /** The words count from 1. */
  function valueOf(details) {
    const found = core.ArrayIndexOf(details.words, get(details.id, details.name) ?? "");
    return found < 0 ? details.otherwise : found + 1;
  }

  class SVGUnitTypes {
    constructor() { illegal(); }
  }
  core.constants(SVGUnitTypes, { SVG_UNIT_TYPE_UNKNOWN: 0, SVG_UNIT_TYPE_USERSPACEONUSE: 1, SVG_UNIT_TYPE_OBJECTBOUNDINGBOX: 2 });

  const units = "userSpaceOnUse objectBoundingBox";
  // Class, attribute, words, and which one stands where there is none; elements are checked by their names.
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

  function add(Class, owners, name, words, otherwise) {
    const atoms = core.list();
    for (let index = 0; index < owners.length; index += 1) core.put(atoms, atom(owners[index]));
    const attribute = atom(name);
    core.mixin(Class, {
      get [name]() {
        const id = svgID(this);
        if (core.ArrayIndexOf(atoms, core.tree.nameOf(id)) < 0) throw new TypeError("The object has another interface.");
        return kept(id, name, () => make(SVGAnimatedEnumeration, { kind: "enumeration", id, name: attribute, words, otherwise }));
      },
    });
  }
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    add(classes[row[0]], core.split(row[1], " "), row[2], core.split(row[3], " "), row[4]);
  }

  core.constants(classes.SVGGradientElement,
    { SVG_SPREADMETHOD_UNKNOWN: 0, SVG_SPREADMETHOD_PAD: 1, SVG_SPREADMETHOD_REFLECT: 2, SVG_SPREADMETHOD_REPEAT: 3 });
  core.constants(classes.SVGMarkerElement,
    { SVG_MARKERUNITS_UNKNOWN: 0, SVG_MARKERUNITS_USERSPACEONUSE: 1, SVG_MARKERUNITS_STROKEWIDTH: 2 });
  core.constants(classes.SVGTextPathElement, {
    TEXTPATH_METHODTYPE_UNKNOWN: 0, TEXTPATH_METHODTYPE_ALIGN: 1, TEXTPATH_METHODTYPE_STRETCH: 2,
    TEXTPATH_SPACINGTYPE_UNKNOWN: 0, TEXTPATH_SPACINGTYPE_AUTO: 1, TEXTPATH_SPACINGTYPE_EXACT: 2,
  });

  core.define({ SVGAnimatedEnumeration, SVGUnitTypes });
})
