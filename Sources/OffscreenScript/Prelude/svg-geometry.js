// What SVG's elements tell of their geometry. https://svgwg.org/svg2-draft/types.html#InterfaceSVGGraphicsElement
(function (core) {
  "use strict";
  const { native, error, TypeError, RegExpExec } = core;
  const { Reflected, make, kept, svgID, checkFor, outerSVG, classes, illegal, animatedNumber, defineList, makeList, makeNumber } = core.svg;
  const { sin, cos, tan, PI } = core.trigonometry;
  const atom = core.atom;
  const { SVGGraphicsElement, SVGGeometryElement, SVGTextContentElement, SVGSVGElement } = classes;

  const matrix = (m) => core.makeMatrix(m[0], m[1], m[2], m[3], m[4], m[5]);

  function checkClass(names) {
    const atoms = core.list();
    for (let index = 0; index < names.length; index += 1) core.put(atoms, atom(names[index]));
    return (object) => {
      const id = svgID(object);
      const name = core.tree.nameOf(id);
      for (let index = 0; index < atoms.length; index += 1) if (atoms[index] === name) return id;
      throw new TypeError("The object has another interface.");
    };
  }

  // MARK: SVGGraphicsElement

  const graphics = core.list("a", "circle", "defs", "ellipse", "foreignObject", "g", "image", "line", "path", "polygon",
    "polyline", "rect", "svg", "switch", "symbol", "text", "textPath", "tspan", "use");
  const isGraphics = checkClass(graphics);

  /** The outermost `svg` around an element, or -1. */
  function farthest(id) {
    let found = -1;
    for (let outer = outerSVG(id); outer >= 0; outer = outerSVG(outer)) found = outer;
    return found;
  }

  core.mixin(SVGGraphicsElement, {
    get transform() { return animatedTransform(isGraphics(this), transformAtom); },
    get nearestViewportElement() { return core.wrap(outerSVG(isGraphics(this))); },
    get farthestViewportElement() { return core.wrap(farthest(isGraphics(this))); },
    getBBox(options = undefined) {
      const id = isGraphics(this);
      core.dictionary(options);
      // As in Chromium, what is not rendered has an empty box.
      const box = native.drawingBox(id);
      return box === null ? core.rect(0, 0, 0, 0) : core.rect(box[0], box[1], box[2], box[3]);
    },
    getCTM() {
      const found = native.drawingMatrix(isGraphics(this), 0);
      return found === null ? null : matrix(found);
    },
    getScreenCTM() {
      const id = isGraphics(this);
      const found = native.drawingMatrix(id, 1) ?? native.drawingMatrix(id, 0);
      return found === null ? null : matrix(found);
    },
  });

  // MARK: SVGGeometryElement

  const isGeometry = checkClass(core.list("circle", "ellipse", "line", "path", "polygon", "polyline", "rect"));

  function isIn(object, point, ofStroke) {
    const id = isGeometry(object);
    const p = core.pointNumbers(point);
    return native.isInShape(id, p[0], p[1], ofStroke);
  }

  core.mixin(SVGGeometryElement, {
    get pathLength() { return animatedNumber(isGeometry(this), "pathLength"); },
    getTotalLength() { return native.pathLength(isGeometry(this)) ?? 0; },
    getPointAtLength(distance) {
      const id = isGeometry(this);
      core.requireArguments(arguments.length, 1);
      const point = native.pathPoint(id, core.float(distance));
      if (point === null) throw error("InvalidStateError", "The element has no path.");
      return makePoint(point[0], point[1], null);
    },
    isPointInFill(point = undefined) { return isIn(this, point, 0); },
    isPointInStroke(point = undefined) { return isIn(this, point, 1); },
  });

  // MARK: SVGTextContentElement. https://svgwg.org/svg2-draft/text.html#InterfaceSVGTextContentElement

  const isText = checkClass(core.list("text", "tspan", "textPath"));
  const PARTS = 10, ADVANCE = 9, ROTATION = 8;
  const noNumbers = core.list(0);

  /** First how many characters there are. */
  const numbersOf = (id) => native.drawnText(id) ?? noNumbers;
  const endOf = (numbers) => 1 + numbers[0] * PARTS;

  /** Where the numbers of a character begin. */
  function character(numbers, index) {
    index = core.unsignedLong(index);
    if (index >= numbers[0]) throw error("IndexSizeError", "There is no such character.");
    return 1 + index * PARTS;
  }

  function advances(numbers, start, end) {
    let sum = 0;
    for (let at = start + ADVANCE; at < end; at += PARTS) sum += numbers[at];
    return sum;
  }

  function pointOf(object, index, offset, count) {
    const numbers = numbersOf(isText(object));
    core.requireArguments(count, 1);
    const at = character(numbers, index);
    return makePoint(numbers[at + offset], numbers[at + offset + 1], null);
  }

  /** The end of a part of a text, in numbers. */
  function partEnd(numbers, start, count) {
    const end = start + core.unsignedLong(count) * PARTS;
    return end < endOf(numbers) ? end : endOf(numbers);
  }

  core.mixin(SVGTextContentElement, {
    getNumberOfChars() { return numbersOf(isText(this))[0]; },
    getComputedTextLength() {
      const numbers = numbersOf(isText(this));
      return advances(numbers, 1, endOf(numbers));
    },
    getSubStringLength(index, count) {
      const numbers = numbersOf(isText(this));
      core.requireArguments(arguments.length, 2);
      const start = character(numbers, index);
      return advances(numbers, start, partEnd(numbers, start, count));
    },
    getStartPositionOfChar(index) { return pointOf(this, index, 0, arguments.length); },
    getEndPositionOfChar(index) { return pointOf(this, index, 2, arguments.length); },
    getExtentOfChar(index) {
      const numbers = numbersOf(isText(this));
      core.requireArguments(arguments.length, 1);
      const at = character(numbers, index);
      return core.rect(numbers[at + 4], numbers[at + 5], numbers[at + 6], numbers[at + 7]);
    },
    getRotationOfChar(index) {
      const numbers = numbersOf(isText(this));
      core.requireArguments(arguments.length, 1);
      return numbers[character(numbers, index) + ROTATION];
    },
    getCharNumAtPosition(point = undefined) {
      const numbers = numbersOf(isText(this));
      const p = core.pointNumbers(point), x = p[0], y = p[1];
      for (let index = numbers[0] - 1; index >= 0; index -= 1) {
        const at = 1 + index * PARTS, left = numbers[at + 4], top = numbers[at + 5];
        if (x >= left && x < left + numbers[at + 6] && y >= top && y < top + numbers[at + 7]) return index;
      }
      return -1;
    },
  });
  core.svg.addLength(SVGTextContentElement, isText, "textLength=0");
  core.constants(SVGTextContentElement, { LENGTHADJUST_UNKNOWN: 0, LENGTHADJUST_SPACING: 1, LENGTHADJUST_SPACINGANDGLYPHS: 2 });

  // MARK: Transforms. https://svgwg.org/svg2-draft/coords.html#InterfaceSVGTransform

  const transformAtom = atom("transform"), gradientTransformAtom = atom("gradientTransform"),
    patternTransformAtom = atom("patternTransform");
  const UNKNOWN = 0, MATRIX = 1, TRANSLATE = 2, SCALE = 3, ROTATE = 4, SKEWX = 5, SKEWY = 6;
  const kinds = core.list("unknown", "matrix", "translate", "scale", "rotate", "skewX", "skewY");
  const functionOf = /\s*(?:,\s*)?(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*/y;
  const numberIn = /\s*,?\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*/y;

  /** The numbers of a function; null where something else is among them. */
  function argumentsOf(text) {
    const numbers = core.list();
    numberIn.lastIndex = 0;
    while (numberIn.lastIndex < text.length) {
      const found = RegExpExec(numberIn, text);
      if (found === null) return null;
      core.put(numbers, +found[1]);
    }
    return numbers;
  }

  const times = (m, n) => core.list(m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3], m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5]);

  /** The value of a function: its kind, its matrix, its angle, and its arguments as they are written. */
  function valueOf(kind, n) {
    const has = (least, most) => n.length >= least && n.length <= most;
    let m = null, angle = 0;
    if (kind === MATRIX && has(6, 6)) m = n;
    else if (kind === TRANSLATE && has(1, 2)) m = core.list(1, 0, 0, 1, n[0], n[1] ?? 0);
    else if (kind === SCALE && has(1, 2)) m = core.list(n[0], 0, 0, n[1] ?? n[0], 0, 0);
    else if (kind === ROTATE && (n.length === 1 || n.length === 3)) {
      angle = n[0];
      const c = cos(angle * PI / 180), s = sin(angle * PI / 180), x = n[1] ?? 0, y = n[2] ?? 0;
      m = core.list(c, s, -s, c, x - c * x + s * y, y - s * x - c * y);
    } else if ((kind === SKEWX || kind === SKEWY) && n.length === 1) {
      angle = n[0];
      const t = tan(angle * PI / 180);
      m = kind === SKEWX ? core.list(1, 0, t, 1, 0, 0) : core.list(1, t, 0, 1, 0, 0);
    }
    return m === null ? null : { type: kind, angle, m, written: n };
  }

  function parseTransforms(text) {
    const values = core.list();
    functionOf.lastIndex = 0;
    while (functionOf.lastIndex < text.length) {
      const found = RegExpExec(functionOf, text);
      if (found === null) return core.list();
      const numbers = argumentsOf(found[2]);
      const value = numbers === null ? null : valueOf(core.ArrayIndexOf(kinds, found[1]), numbers);
      if (value === null) return core.list();
      core.put(values, value);
    }
    return values;
  }

  class SVGTransform {
    constructor() { illegal(); }
    get type() { return Reflected.of(this, "transform").value.type; }
    get angle() { return Reflected.of(this, "transform").value.angle; }
    get matrix() { return matrix(Reflected.of(this, "transform").value.m); }
    setMatrix(other = undefined) { change(this, MATRIX, core.matrixNumbers(other)); }
    setTranslate(x, y) { change(this, TRANSLATE, floats(arguments, 2)); }
    setScale(x, y) { change(this, SCALE, floats(arguments, 2)); }
    setRotate(angle, x, y) {
      const numbers = floats(arguments, 3);
      change(this, ROTATE, numbers[1] === 0 && numbers[2] === 0 ? core.list(numbers[0]) : numbers);
    }
    setSkewX(angle) { change(this, SKEWX, floats(arguments, 1)); }
    setSkewY(angle) { change(this, SKEWY, floats(arguments, 1)); }
  }
  const typeConstants = { SVG_TRANSFORM_UNKNOWN: UNKNOWN, SVG_TRANSFORM_MATRIX: MATRIX, SVG_TRANSFORM_TRANSLATE: TRANSLATE,
    SVG_TRANSFORM_SCALE: SCALE, SVG_TRANSFORM_ROTATE: ROTATE, SVG_TRANSFORM_SKEWX: SKEWX, SVG_TRANSFORM_SKEWY: SKEWY };
  core.constants(SVGTransform, typeConstants);

  function floats(values, count) {
    core.requireArguments(values.length, count);
    const numbers = core.list();
    for (let index = 0; index < count; index += 1) core.put(numbers, core.float(values[index]));
    return numbers;
  }

  function change(transform, kind, numbers) {
    const details = Reflected.of(transform, "transform");
    if (details.list?.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    details.value = valueOf(kind, numbers);
    details.list?.write();
  }

  const makeTransform = (value, list) => make(SVGTransform, { kind: "transform", value, list });

  defineList("SVGTransformList", {
    parse: (text, state) => {
      const values = parseTransforms(text), items = core.list();
      for (let index = 0; index < values.length; index += 1) core.put(items, makeTransform(values[index], state));
      return items;
    },
    details: (item) => Reflected.of(item, "transform"),
    copy: (details) => makeTransform(details.value, null),
    write: (item) => {
      const { value } = Reflected.of(item, "transform");
      return kinds[value.type] + "(" + core.ArrayJoin(value.written, " ") + ")";
    },
  }, (state, change) => ({
    createSVGTransformFromMatrix(other = undefined) {
      state(this);
      return makeTransform(valueOf(MATRIX, core.matrixNumbers(other)), null);
    },
    consolidate() {
      const list = change(this);
      if (list.items.length === 0) return null;
      let m = core.list(1, 0, 0, 1, 0, 0);
      for (let index = 0; index < list.items.length; index += 1) {
        m = times(m, Reflected.of(list.items[index], "transform").value.m);
      }
      const item = makeTransform(valueOf(MATRIX, m), null);
      list.splice(0, list.items.length, item);
      return item;
    },
  }));

  class SVGAnimatedTransformList {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated transforms").base; }
    get animVal() { return Reflected.of(this, "animated transforms").animated; }
  }

  function animatedTransform(id, name) {
    return kept(id, name, () => {
      const list = (isReadOnly) => makeList("SVGTransformList", id, name, isReadOnly);
      return make(SVGAnimatedTransformList, { kind: "animated transforms", base: list(false), animated: list(true) });
    });
  }

  const isGradient = checkClass(core.list("linearGradient", "radialGradient"));
  const isPattern = checkFor("pattern");
  core.mixin(classes.SVGGradientElement, {
    get gradientTransform() { return animatedTransform(isGradient(this), gradientTransformAtom); },
  });
  core.mixin(classes.SVGPatternElement, {
    get patternTransform() { return animatedTransform(isPattern(this), patternTransformAtom); },
  });

  // MARK: SVGSVGElement

  const isRoot = checkFor("svg");
  core.mixin(SVGSVGElement, {
    createSVGNumber() {
      isRoot(this);
      return makeNumber(0, null);
    },
    createSVGPoint() {
      isRoot(this);
      return makePoint(0, 0, null);
    },
    createSVGMatrix() {
      isRoot(this);
      return core.makeMatrix(1, 0, 0, 1, 0, 0);
    },
    createSVGTransform() {
      isRoot(this);
      return makeTransform(valueOf(MATRIX, core.list(1, 0, 0, 1, 0, 0)), null);
    },
    createSVGTransformFromMatrix(other = undefined) {
      isRoot(this);
      return makeTransform(valueOf(MATRIX, core.matrixNumbers(other)), null);
    },
    // They say nothing of the rendering any more. https://svgwg.org/svg2-draft/struct.html#__svg__SVGSVGElement__suspendRedraw
    suspendRedraw(time) {
      isRoot(this);
      core.requireArguments(arguments.length, 1);
      return 1;
    },
    unsuspendRedraw(handle) {
      isRoot(this);
      core.requireArguments(arguments.length, 1);
    },
    unsuspendRedrawAll() { isRoot(this); },
    forceRedraw() { isRoot(this); },
  });

  // MARK: Points. https://svgwg.org/svg2-draft/shapes.html#InterfaceSVGPointList

  const pointsAtom = atom("points");

  class SVGPoint {
    constructor() { illegal(); }
    get x() { return Reflected.of(this, "point").x; }
    set x(value) { movePoint(this, "x", value); }
    get y() { return Reflected.of(this, "point").y; }
    set y(value) { movePoint(this, "y", value); }
    matrixTransform(matrix = undefined) {
      const { x, y } = Reflected.of(this, "point");
      const m = core.matrixNumbers(matrix);
      return makePoint(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5], null);
    }
  }

  function movePoint(point, side, value) {
    const details = Reflected.of(point, "point");
    value = core.float(value);
    if (details.list?.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    details[side] = value;
    details.list?.write();
  }

  function makePoint(x, y, list) { return make(SVGPoint, { kind: "point", x: core.unrestrictedFloat(x), y: core.unrestrictedFloat(y), list }); }

  defineList("SVGPointList", {
    // As far as they can be read.
    parse: (text, state) => {
      const numbers = core.list(), items = core.list();
      numberIn.lastIndex = 0;
      while (numberIn.lastIndex < text.length) {
        const found = RegExpExec(numberIn, text);
        if (found === null) break;
        core.put(numbers, +found[1]);
      }
      for (let at = 0; at + 1 < numbers.length; at += 2) core.put(items, makePoint(numbers[at], numbers[at + 1], state));
      return items;
    },
    details: (item) => Reflected.of(item, "point"),
    copy: ({ x, y }) => makePoint(x, y, null),
    write: (item) => {
      const { x, y } = Reflected.of(item, "point");
      return x + "," + y;
    },
  });

  function pointList(id, isReadOnly) {
    return kept(id, isReadOnly ? "animatedPoints" : "points", () => makeList("SVGPointList", id, pointsAtom, isReadOnly));
  }
  const isPolyline = checkFor("polyline"), isPolygon = checkFor("polygon");
  core.mixin(classes.SVGPolylineElement, {
    get points() { return pointList(isPolyline(this), false); },
    get animatedPoints() { return pointList(isPolyline(this), true); },
  });
  core.mixin(classes.SVGPolygonElement, {
    get points() { return pointList(isPolygon(this), false); },
    get animatedPoints() { return pointList(isPolygon(this), true); },
  });

  core.define({ SVGTransform, SVGAnimatedTransformList, SVGPoint });
})
