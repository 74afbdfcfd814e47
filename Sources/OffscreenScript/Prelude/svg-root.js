// What `svg` elements say of what is in them. https://svgwg.org/svg2-draft/struct.html#InterfaceSVGSVGElement
(function (core) {
  "use strict";
  const { native, TypeError } = core;
  const { checkFor, svgID, classes } = core.svg;
  const { staticNodeList } = core.collections;
  const { nameOf, namespaceOf, kindOf, ELEMENT } = core.tree;
  const { links } = core;
  const SVG = 1;
  const isRoot = checkFor("svg");

  function atoms(names) {
    const set = new core.SafeSet();
    names = core.split(names, " ");
    for (let index = 0; index < names.length; index += 1) set.add(core.atom(names[index]));
    return set;
  }
  const leaves = atoms("circle ellipse image line path polygon polyline rect text use");
  const shapes = atoms("circle ellipse line path polygon polyline rect");
  const containers = atoms("a g svg switch");

  /** x, y, width and height of a rectangle that a page gives. */
  function rectangle(value) {
    if (!core.isObject(value)) throw new TypeError("The value is no rectangle.");
    return core.list(core.double(value.x), core.double(value.y), core.double(value.width), core.double(value.height));
  }

  /** What is shown in an element that has a place of its own, in tree order. */
  function leavesIn(id) {
    const found = core.list();
    const visit = (node) => {
      if (kindOf(node) !== ELEMENT || namespaceOf(node) !== SVG) return;
      if (leaves.has(nameOf(node))) {
        if (native.drawingBox(node) !== null && native.isRendered(node)) core.put(found, node);
      } else if (containers.has(nameOf(node))) {
        for (let child = links[8 * node + 1]; child >= 0; child = links[8 * child + 4]) visit(child);
      }
    };
    visit(id);
    return found;
  }

  /** The matrix from an element's space to that inside of an `svg` element; null where there is none. */
  function matrixTo(root, id) {
    const inner = native.drawingMatrix(id, 1), outer = native.drawingMatrix(root, 1);
    if (inner === null || outer === null) return null;
    const a = outer[0], b = outer[1], c = outer[2], d = outer[3], e = outer[4], f = outer[5];
    const determinant = a * d - b * c;
    if (determinant === 0) return null;
    const x = inner[4] - e, y = inner[5] - f;
    const line = (p, q) => core.list((d * p - c * q) / determinant, (a * q - b * p) / determinant);
    const one = line(inner[0], inner[1]), two = line(inner[2], inner[3]), three = line(x, y);
    return core.list(one[0], one[1], two[0], two[1], three[0], three[1]);
  }

  const at = (m, x, y) => core.list(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
  const isInside = (p, r) => p[0] >= r[0] && p[1] >= r[1] && p[0] <= r[0] + r[2] && p[1] <= r[1] + r[3];

  /** The bounding box of an element in the space inside of an `svg` element. */
  function boxIn(id, m) {
    const box = native.drawingBox(id);
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (let corner = 0; corner < 4; corner += 1) {
      const p = at(m, box[0] + (corner & 1) * box[2], box[1] + (corner >> 1) * box[3]);
      left = core.MathMin(left, p[0]);
      top = core.MathMin(top, p[1]);
      right = core.MathMax(right, p[0]);
      bottom = core.MathMax(bottom, p[1]);
    }
    return core.list(left, top, right - left, bottom - top);
  }

  const STEPS = 128, GRID = 8;

  function inverse(m) {
    const determinant = m[0] * m[3] - m[1] * m[2];
    if (determinant === 0) return null;
    const a = m[3] / determinant, b = -m[1] / determinant, c = -m[2] / determinant, d = m[0] / determinant;
    return core.list(a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]));
  }

  function intersects(root, id, rect) {
    const m = matrixTo(root, id);
    if (m === null || rect[2] <= 0 || rect[3] <= 0) return false;
    const box = boxIn(id, m);
    if (box[0] > rect[0] + rect[2] || box[1] > rect[1] + rect[3] || box[0] + box[2] < rect[0] || box[1] + box[3] < rect[1]) return false;
    if (!shapes.has(nameOf(id))) return true;
    // Of a shape, what is painted: points along it, and points of the rectangle.
    const isFilled = native.computedValue(id, "", "fill") !== "none";
    if (isFilled && (nameOf(id) === core.atom("rect") || nameOf(id) === core.atom("image"))) return true;
    const length = native.pathLength(id) ?? 0;
    for (let step = 0; step <= STEPS; step += 1) {
      const p = native.pathPoint(id, length * step / STEPS);
      if (p !== null && isInside(at(m, p[0], p[1]), rect)) return true;
    }
    const back = inverse(m);
    for (let row = 0; row <= GRID && back !== null; row += 1) {
      for (let column = 0; column <= GRID; column += 1) {
        const p = at(back, rect[0] + rect[2] * column / GRID, rect[1] + rect[3] * row / GRID);
        if ((isFilled && native.isInShape(id, p[0], p[1], 0)) || native.isInShape(id, p[0], p[1], 1)) return true;
      }
    }
    return false;
  }

  function isEnclosed(root, id, rect) {
    const m = matrixTo(root, id);
    if (m === null) return false;
    const box = boxIn(id, m);
    return box[0] >= rect[0] && box[1] >= rect[1] && box[0] + box[2] <= rect[0] + rect[2] && box[1] + box[3] <= rect[1] + rect[3];
  }

  /** Whether a test holds for all that is shown in an element. */
  function all(root, element, rect, test) {
    const found = leavesIn(element);
    for (let index = 0; index < found.length; index += 1) if (!test(root, found[index], rect)) return false;
    return found.length > 0;
  }

  function list(root, reference, rect, test) {
    const found = leavesIn(root), result = core.list();
    for (let index = 0; index < found.length; index += 1) {
      const id = found[index];
      if (reference >= 0 && !core.tree.contains(reference, id)) continue;
      if (native.computedValue(id, "", "pointer-events") === "none") continue;
      if (test(root, id, rect)) core.put(result, id);
    }
    return staticNodeList(result);
  }

  const referenceOf = (value) => value === null || value === undefined ? -1 : svgID(value);

  core.mixin(classes.SVGSVGElement, {
    getIntersectionList(rect, referenceElement) {
      const id = isRoot(this);
      core.requireArguments(arguments.length, 2);
      rect = rectangle(rect);
      return list(id, referenceOf(referenceElement), rect, intersects);
    },
    getEnclosureList(rect, referenceElement) {
      const id = isRoot(this);
      core.requireArguments(arguments.length, 2);
      rect = rectangle(rect);
      return list(id, referenceOf(referenceElement), rect, isEnclosed);
    },
    checkIntersection(element, rect) {
      const id = isRoot(this);
      core.requireArguments(arguments.length, 2);
      element = svgID(element);
      return all(id, element, rectangle(rect), intersects);
    },
    checkEnclosure(element, rect) {
      const id = isRoot(this);
      core.requireArguments(arguments.length, 2);
      element = svgID(element);
      return all(id, element, rectangle(rect), isEnclosed);
    },
  });
})
