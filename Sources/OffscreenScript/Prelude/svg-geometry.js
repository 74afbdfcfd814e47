// What SVG's elements tell of their geometry. https://svgwg.org/svg2-draft/types.html#InterfaceSVGGraphicsElement
(function (core) {
  "use strict";
  const { native, error, TypeError, RegExpExec } = core;
  const { get, set } = core.html;
  const { Reflected, make, kept, svgID, checkFor, outerSVG, classes, illegal } = core.svg;
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
  const pathLengthAtom = atom("pathLength");

  function isIn(object, point, ofStroke) {
    const id = isGeometry(object);
    const p = core.pointNumbers(point);
    return native.isInShape(id, p[0], p[1], ofStroke);
  }

  core.mixin(SVGGeometryElement, {
    get pathLength() { return animatedNumber(isGeometry(this), pathLengthAtom); },
    getTotalLength() { return native.pathLength(isGeometry(this)) ?? 0; },
    getPointAtLength(distance) {
      const id = isGeometry(this);
      core.requireArguments(arguments.length, 1);
      const point = native.pathPoint(id, core.float(distance));
      if (point === null) throw error("InvalidStateError", "The element has no path.");
      return core.makePoint(point[0], point[1]);
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
    return core.makePoint(numbers[at + offset], numbers[at + offset + 1]);
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
  core.constants(SVGTextContentElement, { LENGTHADJUST_UNKNOWN: 0, LENGTHADJUST_SPACING: 1, LENGTHADJUST_SPACINGANDGLYPHS: 2 });

  // MARK: Numbers

  class SVGAnimatedNumber {
    constructor() { illegal(); }
    get baseVal() { return numberOf(Reflected.of(this, "animated number")); }
    set baseVal(value) {
      const details = Reflected.of(this, "animated number");
      set(details.id, details.name, "" + core.float(value));
    }
    get animVal() { return numberOf(Reflected.of(this, "animated number")); }
  }

  const plainNumber = /^\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*$/;

  function numberOf(details) {
    const found = RegExpExec(plainNumber, get(details.id, details.name) ?? "");
    return found === null ? 0 : +found[1];
  }

  function animatedNumber(id, name) {
    return kept(id, name, () => make(SVGAnimatedNumber, { kind: "animated number", id, name }));
  }

  class SVGNumber {
    constructor() { illegal(); }
    get value() { return Reflected.of(this, "number").value; }
    set value(value) { Reflected.of(this, "number").value = core.float(value); }
  }

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
    if (details.list !== null) write(details.list);
  }

  const makeTransform = (value, list) => make(SVGTransform, { kind: "transform", value, list });

  /** An item that others may hold stays out of the list that it was in. */
  function take(list, item) {
    const details = Reflected.of(item, "transform");
    const own = details.list === null ? item : makeTransform(details.value, null);
    Reflected.of(own, "transform").list = list;
    return own;
  }

  /** The items of a list, as its attribute is now. */
  function itemsOf(list) {
    const text = get(list.id, list.name) ?? "";
    if (text !== list.text) {
      for (let index = 0; index < list.items.length; index += 1) Reflected.of(list.items[index], "transform").list = null;
      const values = parseTransforms(text);
      list.items = core.list();
      for (let index = 0; index < values.length; index += 1) core.put(list.items, makeTransform(values[index], list));
      list.text = text;
    }
    return list.items;
  }

  function write(list) {
    const texts = core.list();
    for (let index = 0; index < list.items.length; index += 1) {
      const value = Reflected.of(list.items[index], "transform").value;
      core.put(texts, kinds[value.type] + "(" + core.ArrayJoin(value.written, " ") + ")");
    }
    list.text = core.ArrayJoin(texts, " ");
    set(list.id, list.name, list.text);
  }

  function changing(object, count, needed) {
    const list = Reflected.of(object, "transform list");
    core.requireArguments(count, needed);
    if (list.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    itemsOf(list);
    return list;
  }

  function place(list, index) {
    index = core.unsignedLong(index);
    if (index >= list.items.length) throw error("IndexSizeError", "There is no such transform.");
    return index;
  }

  /** Items with one put in, or in the place of `removed` others. */
  function spliced(list, index, removed, item) {
    const items = core.list();
    for (let at = 0; at < index; at += 1) core.put(items, list.items[at]);
    if (item !== null) core.put(items, item);
    for (let at = index; at < list.items.length; at += 1) {
      if (at < index + removed) Reflected.of(list.items[at], "transform").list = null;
      else core.put(items, list.items[at]);
    }
    list.items = items;
    write(list);
  }

  class SVGTransformList {
    constructor() { illegal(); }
    get length() { return itemsOf(Reflected.of(this, "transform list")).length; }
    get numberOfItems() { return itemsOf(Reflected.of(this, "transform list")).length; }
    clear() {
      const list = changing(this, 0, 0);
      spliced(list, 0, list.items.length, null);
    }
    initialize(item) {
      const list = changing(this, arguments.length, 1);
      item = take(list, item);
      spliced(list, 0, list.items.length, item);
      return item;
    }
    getItem(index) {
      const list = Reflected.of(this, "transform list");
      core.requireArguments(arguments.length, 1);
      itemsOf(list);
      return list.items[place(list, index)];
    }
    insertItemBefore(item, index) {
      const list = changing(this, arguments.length, 2);
      item = take(list, item);
      index = core.unsignedLong(index);
      spliced(list, index < list.items.length ? index : list.items.length, 0, item);
      return item;
    }
    replaceItem(item, index) {
      const list = changing(this, arguments.length, 2);
      index = place(list, index);
      item = take(list, item);
      spliced(list, index, 1, item);
      return item;
    }
    removeItem(index) {
      const list = changing(this, arguments.length, 1);
      index = place(list, index);
      const item = list.items[index];
      spliced(list, index, 1, null);
      return item;
    }
    appendItem(item) {
      const list = changing(this, arguments.length, 1);
      item = take(list, item);
      spliced(list, list.items.length, 0, item);
      return item;
    }
    createSVGTransformFromMatrix(other = undefined) {
      Reflected.of(this, "transform list");
      return makeTransform(valueOf(MATRIX, core.matrixNumbers(other)), null);
    }
    consolidate() {
      const list = changing(this, 0, 0);
      if (list.items.length === 0) return null;
      let m = core.list(1, 0, 0, 1, 0, 0);
      for (let index = 0; index < list.items.length; index += 1) {
        m = times(m, Reflected.of(list.items[index], "transform").value.m);
      }
      const item = makeTransform(valueOf(MATRIX, m), list);
      spliced(list, 0, list.items.length, item);
      return item;
    }
  }

  class SVGAnimatedTransformList {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated transforms").base; }
    get animVal() { return Reflected.of(this, "animated transforms").animated; }
  }

  function animatedTransform(id, name) {
    return kept(id, name, () => {
      const list = (isReadOnly) => make(SVGTransformList,
        { kind: "transform list", id, name, text: "", items: core.list(), isReadOnly });
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
      return make(SVGNumber, { kind: "number", value: 0 });
    },
    createSVGPoint() {
      isRoot(this);
      return core.makePoint(0, 0);
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

  /** The points of an attribute, as far as they can be read. */
  function pointsOf(list) {
    const text = get(list.id, pointsAtom) ?? "";
    if (text !== list.text) {
      const numbers = core.list();
      numberIn.lastIndex = 0;
      while (numberIn.lastIndex < text.length) {
        const found = RegExpExec(numberIn, text);
        if (found === null) break;
        core.put(numbers, +found[1]);
      }
      list.items = core.list();
      for (let at = 0; at + 1 < numbers.length; at += 2) core.put(list.items, core.makePoint(numbers[at], numbers[at + 1]));
      list.text = text;
    }
    return list.items;
  }

  function writePoints(list, items) {
    const texts = core.list();
    for (let index = 0; index < items.length; index += 1) {
      const p = core.pointNumbers(items[index]);
      core.put(texts, p[0] + "," + p[1]);
    }
    list.items = items;
    list.text = core.ArrayJoin(texts, " ");
    set(list.id, pointsAtom, list.text);
  }

  function changingPoints(object, count, needed) {
    const list = Reflected.of(object, "point list");
    core.requireArguments(count, needed);
    if (list.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
    pointsOf(list);
    return list;
  }

  function withPoint(list, index, removed, point) {
    const items = core.list();
    for (let at = 0; at < index; at += 1) core.put(items, list.items[at]);
    if (point !== null) core.put(items, point);
    for (let at = index + removed; at < list.items.length; at += 1) core.put(items, list.items[at]);
    writePoints(list, items);
    return point;
  }

  function pointPlace(list, index) {
    index = core.unsignedLong(index);
    if (index >= list.items.length) throw error("IndexSizeError", "There is no such point.");
    return index;
  }

  class SVGPointList {
    constructor() { illegal(); }
    get length() { return pointsOf(Reflected.of(this, "point list")).length; }
    get numberOfItems() { return pointsOf(Reflected.of(this, "point list")).length; }
    clear() { writePoints(changingPoints(this, 0, 0), core.list()); }
    initialize(point) {
      const list = changingPoints(this, arguments.length, 1);
      return withPoint(list, 0, list.items.length, point);
    }
    getItem(index) {
      const list = Reflected.of(this, "point list");
      core.requireArguments(arguments.length, 1);
      pointsOf(list);
      return list.items[pointPlace(list, index)];
    }
    insertItemBefore(point, index) {
      const list = changingPoints(this, arguments.length, 2);
      index = core.unsignedLong(index);
      return withPoint(list, index < list.items.length ? index : list.items.length, 0, point);
    }
    replaceItem(point, index) {
      const list = changingPoints(this, arguments.length, 2);
      return withPoint(list, pointPlace(list, index), 1, point);
    }
    removeItem(index) {
      const list = changingPoints(this, arguments.length, 1);
      index = pointPlace(list, index);
      const point = list.items[index];
      withPoint(list, index, 1, null);
      return point;
    }
    appendItem(point) {
      const list = changingPoints(this, arguments.length, 1);
      return withPoint(list, list.items.length, 0, point);
    }
  }

  function pointList(id, isReadOnly) {
    return kept(id, isReadOnly ? "animatedPoints" : "points",
      () => make(SVGPointList, { kind: "point list", id, text: "", items: core.list(), isReadOnly }));
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

  core.define({ SVGAnimatedNumber, SVGNumber, SVGTransform, SVGTransformList, SVGAnimatedTransformList, SVGPointList });
})
