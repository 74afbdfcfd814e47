// The elements of filters. https://drafts.fxtf.org/filter-effects-1/#DOMInterfaces
(function (core) {
  "use strict";
  core.load("svg.js");
  const { set } = core.html;
  const { classes, checkFor, addMember, addEnumeration, addLength, animatedString, animatedNumber, animatedInteger, animatedBoolean,
    animatedNumbers, animatedHref, animatedFit } = core.svg;
  const atom = core.atom;

  // Whole numbers of an enumeration by the words of its attribute; a constant's name has the word in capitals.
  const blend = "normal multiply screen darken lighten overlay color-dodge color-burn hard-light soft-light difference exclusion hue "
    + "saturation color luminosity";
  const edge = "duplicate wrap none";
  const transfer = "identity table discrete linear gamma";

  // Element, whether it is a primitive, and attributes: kind, name in the interface, and what the kind needs.
  // "in1" is an attribute of another name; "X" and "Y" are the two numbers of one attribute.
  const rows = {
    SVGFEBlendElement: ["feBlend", true, "in1 in2", { mode: [blend, 1, "SVG_FEBLEND_MODE_"] }],
    SVGFEColorMatrixElement: ["feColorMatrix", true, "in1",
      { type: ["matrix saturate hueRotate luminanceToAlpha", 1, "SVG_FECOLORMATRIX_TYPE_"] }, "", "values"],
    SVGFEComponentTransferElement: ["feComponentTransfer", true, "in1"],
    SVGFECompositeElement: ["feComposite", true, "in1 in2",
      { operator: ["over in out atop xor arithmetic", 1, "SVG_FECOMPOSITE_OPERATOR_"] }, "k1=0 k2=0 k3=0 k4=0"],
    SVGFEConvolveMatrixElement: ["feConvolveMatrix", true, "in1", { edgeMode: [edge, 1, "SVG_EDGEMODE_"] },
      "divisor=1 bias=0 kernelUnitLengthX=0 kernelUnitLengthY=0", "kernelMatrix", "orderX=3 orderY=3 targetX=0 targetY=0", "preserveAlpha"],
    SVGFEDiffuseLightingElement: ["feDiffuseLighting", true, "in1", {},
      "surfaceScale=1 diffuseConstant=1 kernelUnitLengthX=0 kernelUnitLengthY=0"],
    SVGFEDistantLightElement: ["feDistantLight", false, "", {}, "azimuth=0 elevation=0"],
    SVGFEPointLightElement: ["fePointLight", false, "", {}, "x=0 y=0 z=0"],
    SVGFESpotLightElement: ["feSpotLight", false, "", {},
      "x=0 y=0 z=0 pointsAtX=0 pointsAtY=0 pointsAtZ=0 specularExponent=1 limitingConeAngle=0"],
    SVGFEDisplacementMapElement: ["feDisplacementMap", true, "in1 in2",
      { xChannelSelector: ["R G B A", 4, "SVG_CHANNEL_"], yChannelSelector: ["R G B A", 4, "SVG_CHANNEL_"] }, "scale=0"],
    SVGFEDropShadowElement: ["feDropShadow", true, "in1", {}, "dx=2 dy=2 stdDeviationX=2 stdDeviationY=2"],
    SVGFEFloodElement: ["feFlood", true, ""],
    SVGFEGaussianBlurElement: ["feGaussianBlur", true, "in1", { edgeMode: [edge, 3, "SVG_EDGEMODE_"] },
      "stdDeviationX=0 stdDeviationY=0"],
    SVGFEImageElement: ["feImage", true, "crossOrigin"],
    SVGFEMergeElement: ["feMerge", true, ""],
    SVGFEMergeNodeElement: ["feMergeNode", false, "in1"],
    SVGFEMorphologyElement: ["feMorphology", true, "in1", { operator: ["erode dilate", 1, "SVG_MORPHOLOGY_OPERATOR_"] },
      "radiusX=0 radiusY=0"],
    SVGFEOffsetElement: ["feOffset", true, "in1", {}, "dx=0 dy=0"],
    SVGFESpecularLightingElement: ["feSpecularLighting", true, "in1", {},
      "surfaceScale=1 specularConstant=1 specularExponent=1 kernelUnitLengthX=0 kernelUnitLengthY=0"],
    SVGFETileElement: ["feTile", true, "in1"],
    SVGFETurbulenceElement: ["feTurbulence", true, "", {
      stitchTiles: ["stitch noStitch", 2, "SVG_STITCHTYPE_"], type: ["fractalNoise turbulence", 2, "SVG_TURBULENCE_TYPE_"],
    }, "baseFrequencyX=0 baseFrequencyY=0 seed=0", "", "numOctaves=1"],
    SVGFEFuncRElement: ["feFuncR", null], SVGFEFuncGElement: ["feFuncG", null], SVGFEFuncBElement: ["feFuncB", null],
    SVGFEFuncAElement: ["feFuncA", null],
  };

  const { SVGElement } = classes;
  const made = {};

  /** The attribute and the place in it of a member: "stdDeviationY" is the second number of "stdDeviation". */
  function split(member) {
    const last = member[member.length - 1], stem = core.StringSlice(member, 0, member.length - 1);
    const isPair = (last === "X" || last === "Y") && (stem === "order" || stem === "kernelUnitLength" || stem === "stdDeviation"
      || stem === "radius" || stem === "baseFrequency");
    return isPair ? { attribute: stem, place: last === "X" ? 0 : 1 } : { attribute: member, place: undefined };
  }

  function addNumbers(Class, is, row, build) {
    const numbers = row === undefined || row === "" ? core.list() : core.split(row, " ");
    for (let index = 0; index < numbers.length; index += 1) {
      const equals = core.StringIndexOf(numbers[index], "=");
      const member = core.StringSlice(numbers[index], 0, equals), otherwise = +core.StringSlice(numbers[index], equals + 1);
      const { attribute, place } = split(member);
      addMember(Class, is, member, (id) => build(id, attribute, otherwise, place));
    }
  }

  function constantName(word) {
    const capitals = core.StringToUpperCase(word);
    let name = "";
    for (let index = 0; index < capitals.length; index += 1) name += capitals[index] === "-" ? "_" : capitals[index];
    return name;
  }

  function addConstants(Class, prefix, words) {
    const constants = { [prefix + "UNKNOWN"]: 0 };
    for (let index = 0; index < words.length; index += 1) {
      constants[prefix + constantName(words[index])] = index + 1;
    }
    core.constants(Class, constants);
  }

  function addEnumerations(Class, is, row) {
    const members = core.ReflectOwnKeys(row ?? {});
    for (let index = 0; index < members.length; index += 1) {
      const member = row[members[index]], words = member[0], otherwise = member[1], prefix = member[2];
      addEnumeration(Class, is, members[index], words, otherwise);
      if (index === 0 || row[members[index - 1]][2] !== prefix) addConstants(Class, prefix, core.split(words, " "));
    }
  }

  class SVGComponentTransferFunctionElement extends SVGElement {}
  const isFunction = core.svg.checkNames("feFuncR feFuncG feFuncB feFuncA");
  addEnumerations(SVGComponentTransferFunctionElement, isFunction, { type: [transfer, 1, "SVG_FECOMPONENTTRANSFER_TYPE_"] });
  addMember(SVGComponentTransferFunctionElement, isFunction, "tableValues", (id) => animatedNumbers(id, "tableValues"));
  addNumbers(SVGComponentTransferFunctionElement, isFunction, "slope=1 intercept=0 amplitude=1 exponent=1 offset=0", animatedNumber);
  made.SVGComponentTransferFunctionElement = SVGComponentTransferFunctionElement;

  const region = core.list("x=0%", "y=0%", "width=100%", "height=100%");
  const names = core.ReflectOwnKeys(rows);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index], row = rows[name];
    const isPrimitive = row[1] === true;
    const Base = row[1] === null ? SVGComponentTransferFunctionElement : SVGElement;
    const Class = { [name]: class extends Base { constructor() { super(); } } }[name];
    const is = checkFor(row[0]);
    if (isPrimitive) {
      for (let side = 0; side < region.length; side += 1) addLength(Class, is, region[side]);
      addMember(Class, is, "result", (id) => animatedString(id, "result"));
    }
    const texts = row[2] === undefined || row[2] === "" ? core.list() : core.split(row[2], " ");
    for (let place = 0; place < texts.length; place += 1) {
      const attribute = texts[place] === "in1" ? "in" : texts[place] === "crossOrigin" ? "crossorigin" : texts[place];
      addMember(Class, is, texts[place], (id) => animatedString(id, attribute));
    }
    addEnumerations(Class, is, row[3]);
    addNumbers(Class, is, row[4], animatedNumber);
    if (row[5] !== undefined && row[5] !== "") addMember(Class, is, row[5], (id) => animatedNumbers(id, row[5]));
    addNumbers(Class, is, row[6], animatedInteger);
    if (row[7] !== undefined) addMember(Class, is, row[7], (id) => animatedBoolean(id, row[7]));
    made[name] = Class;
    core.svgInterfaceOf.set(row[0], Class);
  }

  const isImage = checkFor("feImage");
  addMember(made.SVGFEImageElement, isImage, "href", animatedHref);
  addMember(made.SVGFEImageElement, isImage, "preserveAspectRatio", animatedFit);

  function addDeviation(Class, is) {
    core.mixin(Class, {
      setStdDeviation(stdDeviationX, stdDeviationY) {
        const id = is(this);
        core.requireArguments(arguments.length, 2);
        const x = core.float(stdDeviationX), y = core.float(stdDeviationY);
        set(id, atom("stdDeviation"), x === y ? "" + x : x + " " + y);
      },
    });
  }
  addDeviation(made.SVGFEGaussianBlurElement, checkFor("feGaussianBlur"));
  addDeviation(made.SVGFEDropShadowElement, checkFor("feDropShadow"));

  core.define(made);
})
