// Paths of canvases, and Path2D. https://html.spec.whatwg.org/multipage/canvas.html#building-paths
(function (core) {
  "use strict";
  const { native, put, error, Float64Array, NumberIsFinite, MathMin, MathMax, MathAbs, MathSqrt, MathCeil, TypeError } = core;
  const { sin, cos, tan, atan2, PI } = core.trigonometry;

  // Segments, each its kind and its points, as `DrawingInstructions.path` reads them.
  const MOVE = 0, LINE = 1, CURVE = 2, CLOSE = 3;
  // Swift leaves out what is more than this.
  const mostNumbers = 1400000;

  const allFinite = function () {
    for (let index = 0; index < arguments.length; index += 1) if (!NumberIsFinite(arguments[index])) return false;
    return true;
  };

  /** A transform: x' = a x + c y + e, y' = b x + d y + f. */
  class Matrix {
    a = 1;
    b = 0;
    c = 0;
    d = 1;
    e = 0;
    f = 0;
    /** Whether it makes everything a line or a point, or cannot be counted with. */
    isSingular = false;

    set(a, b, c, d, e, f) {
      this.a = a;
      this.b = b;
      this.c = c;
      this.d = d;
      this.e = e;
      this.f = f;
      const determinant = a * d - b * c;
      this.isSingular = determinant === 0 || determinant !== determinant || !allFinite(a, b, c, d, e, f);
    }

    take(other) {
      this.a = other.a;
      this.b = other.b;
      this.c = other.c;
      this.d = other.d;
      this.e = other.e;
      this.f = other.f;
      this.isSingular = other.isSingular;
    }

    /** The one that applies (a ... f) first. */
    multiply(a, b, c, d, e, f) {
      const m = this;
      m.set(m.a * a + m.c * b, m.b * a + m.d * b, m.a * c + m.c * d, m.b * c + m.d * d, m.a * e + m.c * f + m.e,
        m.b * e + m.d * f + m.f);
    }
  }
  const identity = new Matrix();

  class Path {
    data = new Float64Array(64);
    capacity = 64;
    length = 0;
    startX = 0;
    startY = 0;
    lastX = 0;
    lastY = 0;

    clear() { this.length = 0; }

    room(count) {
      if (this.length + count <= this.capacity) return true;
      if (this.length + count > mostNumbers) return false;
      this.capacity = MathMax(2 * this.capacity, this.length + count);
      const data = new Float64Array(this.capacity), old = this.data;
      for (let index = 0; index < this.length; index += 1) data[index] = old[index];
      this.data = data;
      return true;
    }

    move(x, y) {
      if (!this.room(3)) return;
      const data = this.data, at = this.length;
      data[at] = MOVE;
      data[at + 1] = x;
      data[at + 2] = y;
      this.length = at + 3;
      this.startX = this.lastX = x;
      this.startY = this.lastY = y;
    }

    line(x, y) {
      if (this.length === 0) return this.move(x, y);
      if (!this.room(3)) return;
      const data = this.data, at = this.length;
      data[at] = LINE;
      data[at + 1] = x;
      data[at + 2] = y;
      this.length = at + 3;
      this.lastX = x;
      this.lastY = y;
    }

    curve(x1, y1, x2, y2, x, y) {
      if (!this.room(7)) return;
      const data = this.data, at = this.length;
      data[at] = CURVE;
      data[at + 1] = x1;
      data[at + 2] = y1;
      data[at + 3] = x2;
      data[at + 4] = y2;
      data[at + 5] = x;
      data[at + 6] = y;
      this.length = at + 7;
      this.lastX = x;
      this.lastY = y;
    }

    close() {
      if (this.length === 0 || !this.room(1)) return;
      this.data[this.length] = CLOSE;
      this.length += 1;
      this.lastX = this.startX;
      this.lastY = this.startY;
    }

    /** Adds another path's segments, transformed. */
    append(other, m) {
      const data = other.data, count = other.length;
      const x = (at) => m.a * data[at] + m.c * data[at + 1] + m.e, y = (at) => m.b * data[at] + m.d * data[at + 1] + m.f;
      let at = 0;
      while (at < count) {
        const kind = data[at];
        if (kind === MOVE) this.move(x(at + 1), y(at + 1));
        else if (kind === LINE) this.line(x(at + 1), y(at + 1));
        else if (kind === CURVE) this.curve(x(at + 1), y(at + 1), x(at + 3), y(at + 3), x(at + 5), y(at + 5));
        else this.close();
        at += kind === CURVE ? 7 : kind === CLOSE ? 1 : 3;
      }
    }

    /** Takes segments as Swift gives them. */
    take(numbers) {
      this.data = numbers;
      this.length = this.capacity = core.TypedArrayLength(numbers);
      let at = 0;
      while (at < this.length) {
        const kind = numbers[at], size = kind === CURVE ? 7 : kind === CLOSE ? 1 : 3;
        if (kind === CLOSE) {
          this.lastX = this.startX;
          this.lastY = this.startY;
        } else {
          this.lastX = numbers[at + size - 2];
          this.lastY = numbers[at + size - 1];
          if (kind === MOVE) {
            this.startX = this.lastX;
            this.startY = this.lastY;
          }
        }
        at += size;
      }
    }
  }

  // MARK: Adding to paths. The points are in the space of a transform.

  const moveTo = (path, m, x, y) => path.move(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f);
  const lineTo = (path, m, x, y) => path.line(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f);

  function curveTo(path, m, x1, y1, x2, y2, x, y) {
    if (path.length === 0) moveTo(path, m, x1, y1);
    path.curve(m.a * x1 + m.c * y1 + m.e, m.b * x1 + m.d * y1 + m.f, m.a * x2 + m.c * y2 + m.e, m.b * x2 + m.d * y2 + m.f,
      m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f);
  }

  function quadraticTo(path, m, x1, y1, x, y) {
    if (path.length === 0) moveTo(path, m, x1, y1);
    const cx = m.a * x1 + m.c * y1 + m.e, cy = m.b * x1 + m.d * y1 + m.f;
    const ex = m.a * x + m.c * y + m.e, ey = m.b * x + m.d * y + m.f, sx = path.lastX, sy = path.lastY;
    path.curve(sx + (cx - sx) * 2 / 3, sy + (cy - sy) * 2 / 3, ex + (cx - ex) * 2 / 3, ey + (cy - ey) * 2 / 3, ex, ey);
  }

  const tau = 2 * PI;

  /**
   * How far an arc turns, clockwise where that is positive. One that has to go against its direction goes on to where it
   * ends: once around where that is where it starts, as in Chromium.
   */
  function sweepOf(start, end, isCounterclockwise) {
    const sweep = end - start;
    if (isCounterclockwise) return sweep > 0 ? sweep % tau - tau : MathMax(sweep, -tau);
    return sweep < 0 ? sweep % tau + tau : MathMin(sweep, tau);
  }

  /** https://html.spec.whatwg.org/multipage/canvas.html#ellipse-method-steps */
  function ellipse(path, m, x, y, radiusX, radiusY, rotation, start, end, isCounterclockwise) {
    const sweep = sweepOf(start, end, isCounterclockwise), turnX = cos(rotation), turnY = sin(rotation);
    const px = (s, c) => x + c * radiusX * turnX - s * radiusY * turnY, py = (s, c) => y + c * radiusX * turnY + s * radiusY * turnX;
    lineTo(path, m, px(sin(start), cos(start)), py(sin(start), cos(start)));
    if (radiusX === 0 && radiusY === 0) return;
    // Curves of a quarter at most.
    const count = MathCeil(MathAbs(sweep) / (PI / 2) - 1e-9), step = sweep / count, reach = 4 / 3 * tan(step / 4);
    let s0 = sin(start), c0 = cos(start);
    for (let index = 1; index <= count; index += 1) {
      const angle = start + step * index, s1 = sin(angle), c1 = cos(angle);
      const ax = c0 - reach * s0, ay = s0 + reach * c0, bx = c1 + reach * s1, by = s1 - reach * c1;
      curveTo(path, m, px(ay, ax), py(ay, ax), px(by, bx), py(by, bx), px(s1, c1), py(s1, c1));
      s0 = s1;
      c0 = c1;
    }
  }

  /** https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-arcto */
  function arcTo(path, m, x1, y1, x2, y2, radius) {
    if (path.length === 0) moveTo(path, m, x1, y1);
    // 1. Where the path is, in the space of the points.
    const determinant = m.a * m.d - m.b * m.c, dx = path.lastX - m.e, dy = path.lastY - m.f;
    const x0 = (m.d * dx - m.c * dy) / determinant, y0 = (m.a * dy - m.b * dx) / determinant;
    // 2. Points in one place or on one line.
    const ax = x0 - x1, ay = y0 - y1, bx = x2 - x1, by = y2 - y1;
    const a = MathSqrt(ax * ax + ay * ay), b = MathSqrt(bx * bx + by * by), cross = ax * by - ay * bx;
    if (radius === 0 || a < 1e-9 || b < 1e-9 || MathAbs(cross) < 1e-9 * a * b) return lineTo(path, m, x1, y1);
    // 3. The circle that touches both lines.
    const cosine = (ax * bx + ay * by) / (a * b), sine = MathAbs(cross) / (a * b);
    const distance = radius * MathSqrt((1 + cosine) / (1 - cosine));
    const sx = x1 + ax / a * distance, sy = y1 + ay / a * distance, ex = x1 + bx / b * distance, ey = y1 + by / b * distance;
    const cx = x1 + (ax / a + bx / b) * radius / sine, cy = y1 + (ay / a + by / b) * radius / sine;
    ellipse(path, m, cx, cy, radius, radius, 0, atan2(sy - cy, sx - cx), atan2(ey - cy, ex - cx), cross > 0);
  }

  function rect(path, m, x, y, width, height) {
    moveTo(path, m, x, y);
    lineTo(path, m, x + width, y);
    lineTo(path, m, x + width, y + height);
    lineTo(path, m, x, y + height);
    path.close();
  }

  // MARK: Rounded rectangles

  function toRadius(value) {
    if (core.isObject(value)) {
      const x = core.member(value, "x", core.unrestrictedDouble, 0), y = core.member(value, "y", core.unrestrictedDouble, 0);
      core.member(value, "w", core.unrestrictedDouble, 1);
      core.member(value, "z", core.unrestrictedDouble, 0);
      return { __proto__: null, x, y };
    }
    const radius = value === null ? 0 : +value;
    return { __proto__: null, x: radius, y: radius };
  }

  function toRadii(value) {
    if (value === undefined) return core.list(toRadius(0));
    if (core.isObject(value)) {
      const method = value[core.SymbolIterator];
      if (method !== undefined && method !== null) return core.iterate(value, method, toRadius);
    }
    return core.list(toRadius(value));
  }

  /** https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-roundrect */
  function roundRect(path, m, x, y, width, height, radii) {
    const count = radii.length;
    if (count < 1 || count > 4) throw new core.RangeError("There must be one to four radii.");
    for (let index = 0; index < count; index += 1) {
      if (!allFinite(radii[index].x, radii[index].y)) return;
      if (radii[index].x < 0 || radii[index].y < 0) throw new core.RangeError("A radius must not be negative.");
    }
    const at = (index) => ({ __proto__: null, x: radii[index].x, y: radii[index].y });
    // Clockwise from the upper left.
    const corners = core.list(at(0), at(count === 1 ? 0 : 1), at(count > 2 ? 2 : 0), at(count === 4 ? 3 : count === 1 ? 0 : 1));
    const exchange = (one, other) => {
      const corner = corners[one];
      corners[one] = corners[other];
      corners[other] = corner;
    };
    const isMirrored = (width < 0) !== (height < 0);
    if (width < 0) {
      x += width;
      width = -width;
      exchange(0, 1);
      exchange(2, 3);
    }
    if (height < 0) {
      y += height;
      height = -height;
      exchange(0, 3);
      exchange(1, 2);
    }
    const scale = MathMin(1, width / (corners[0].x + corners[1].x), height / (corners[1].y + corners[2].y),
      width / (corners[2].x + corners[3].x), height / (corners[0].y + corners[3].y));
    if (scale < 1) {
      for (let index = 0; index < 4; index += 1) {
        corners[index].x *= scale;
        corners[index].y *= scale;
      }
    }
    const k = 1 - 0.5522847498307934;
    moveTo(path, m, x + corners[0].x, y);
    for (let step = 0; step < 4; step += 1) {
      // What is mirrored is drawn the other way round.
      const index = isMirrored ? (4 - step) % 4 : (step + 1) % 4, isRight = index === 1 || index === 2, isLower = index > 1;
      const cornerX = isRight ? x + width : x, cornerY = isLower ? y + height : y;
      const dx = isRight ? -corners[index].x : corners[index].x, dy = isLower ? -corners[index].y : corners[index].y;
      // From a level side to an upright one, and in turn.
      const fromX = step % 2 === 0 ? dx : 0, fromY = step % 2 === 0 ? 0 : dy, toX = dx - fromX, toY = dy - fromY;
      lineTo(path, m, cornerX + fromX, cornerY + fromY);
      if (dx !== 0 && dy !== 0) {
        curveTo(path, m, cornerX + fromX * k, cornerY + fromY * k, cornerX + toX * k, cornerY + toY * k, cornerX + toX, cornerY + toY);
      } else {
        lineTo(path, m, cornerX + toX, cornerY + toY);
      }
    }
    path.close();
    moveTo(path, m, x, y);
  }

  // MARK: Members that paths and contexts share

  const negative = () => error("IndexSizeError", "A radius must not be negative.");

  /** `of` gives an object with a path and the matrix that points are in the space of. */
  const members = (of) => ({
    closePath() { of(this).path.close(); },
    moveTo(x, y) {
      const target = of(this);
      core.requireArguments(arguments.length, 2);
      x = +x;
      y = +y;
      if (NumberIsFinite(x) && NumberIsFinite(y) && !target.matrix.isSingular) moveTo(target.path, target.matrix, x, y);
    },
    lineTo(x, y) {
      const target = of(this);
      core.requireArguments(arguments.length, 2);
      x = +x;
      y = +y;
      if (NumberIsFinite(x) && NumberIsFinite(y) && !target.matrix.isSingular) lineTo(target.path, target.matrix, x, y);
    },
    quadraticCurveTo(cpx, cpy, x, y) {
      const target = of(this);
      core.requireArguments(arguments.length, 4);
      cpx = +cpx;
      cpy = +cpy;
      x = +x;
      y = +y;
      if (allFinite(cpx, cpy, x, y) && !target.matrix.isSingular) quadraticTo(target.path, target.matrix, cpx, cpy, x, y);
    },
    bezierCurveTo(cp1x, cp1y, cp2x, cp2y, x, y) {
      const target = of(this);
      core.requireArguments(arguments.length, 6);
      cp1x = +cp1x;
      cp1y = +cp1y;
      cp2x = +cp2x;
      cp2y = +cp2y;
      x = +x;
      y = +y;
      if (allFinite(cp1x, cp1y, cp2x, cp2y, x, y) && !target.matrix.isSingular) {
        curveTo(target.path, target.matrix, cp1x, cp1y, cp2x, cp2y, x, y);
      }
    },
    arcTo(x1, y1, x2, y2, radius) {
      const target = of(this);
      core.requireArguments(arguments.length, 5);
      x1 = +x1;
      y1 = +y1;
      x2 = +x2;
      y2 = +y2;
      radius = +radius;
      if (!allFinite(x1, y1, x2, y2, radius)) return;
      if (radius < 0) throw negative();
      if (!target.matrix.isSingular) arcTo(target.path, target.matrix, x1, y1, x2, y2, radius);
    },
    rect(x, y, w, h) {
      const target = of(this);
      core.requireArguments(arguments.length, 4);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      if (allFinite(x, y, w, h) && !target.matrix.isSingular) rect(target.path, target.matrix, x, y, w, h);
    },
    roundRect(x, y, w, h, radii = undefined) {
      const target = of(this);
      core.requireArguments(arguments.length, 4);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      radii = toRadii(radii);
      if (allFinite(x, y, w, h) && !target.matrix.isSingular) roundRect(target.path, target.matrix, x, y, w, h, radii);
    },
    arc(x, y, radius, startAngle, endAngle, counterclockwise = false) {
      const target = of(this);
      core.requireArguments(arguments.length, 5);
      x = +x;
      y = +y;
      radius = +radius;
      startAngle = +startAngle;
      endAngle = +endAngle;
      if (!allFinite(x, y, radius, startAngle, endAngle)) return;
      if (radius < 0) throw negative();
      if (!target.matrix.isSingular) {
        ellipse(target.path, target.matrix, x, y, radius, radius, 0, startAngle, endAngle, !!counterclockwise);
      }
    },
    ellipse(x, y, radiusX, radiusY, rotation, startAngle, endAngle, counterclockwise = false) {
      const target = of(this);
      core.requireArguments(arguments.length, 7);
      x = +x;
      y = +y;
      radiusX = +radiusX;
      radiusY = +radiusY;
      rotation = +rotation;
      startAngle = +startAngle;
      endAngle = +endAngle;
      if (!allFinite(x, y, radiusX, radiusY, rotation, startAngle, endAngle)) return;
      if (radiusX < 0 || radiusY < 0) throw negative();
      if (!target.matrix.isSingular) {
        ellipse(target.path, target.matrix, x, y, radiusX, radiusY, rotation, startAngle, endAngle, !!counterclockwise);
      }
    },
  });

  // MARK: Path2D. https://html.spec.whatwg.org/multipage/canvas.html#path2d-objects

  const Fields = core.brand();

  class Path2D {
    constructor(path = undefined) {
      const fields = { __proto__: null, path: new Path(), matrix: identity };
      if (Fields.has(path)) fields.path.append(Fields.of(path).path, identity);
      else if (path !== undefined) fields.path.take(native.pathSegments(core.string(path)));
      new Fields(this, fields);
    }
    addPath(path, transform = undefined) {
      const fields = Fields.of(this);
      core.requireArguments(arguments.length, 1);
      if (!Fields.has(path)) throw new TypeError("The value is not a Path2D.");
      const matrix = toMatrix(transform);
      if (!allFinite(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)) return;
      const added = new Path();
      added.append(Fields.of(path).path, matrix);
      fields.path.append(added, identity);
    }
  }
  core.mixin(Path2D, members(Fields.of));
  core.define({ Path2D });

  /** What a `DOMMatrix2DInit` says. https://drafts.csswg.org/geometry-1/#matrix-validate-and-fixup-2d */
  function toMatrix(value) {
    core.load("geometry-interfaces.js");
    const m = core.matrixNumbers(value);
    const matrix = new Matrix();
    matrix.set(m[0], m[1], m[4], m[5], m[12], m[13]);
    return matrix;
  }

  core.canvasPaths = {
    __proto__: null, Path, Matrix, identity, members, rect, toMatrix, isPath: Fields.has, pathOf: (value) => Fields.of(value).path,
  };
})
