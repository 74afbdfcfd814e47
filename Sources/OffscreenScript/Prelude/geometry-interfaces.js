// Points, quads and matrices. https://drafts.csswg.org/geometry-1/
(function (core) {
  "use strict";
  const { native, put, TypeError, MathMin, MathMax, MathAbs, NumberIsFinite } = core;
  const { unrestrictedDouble } = core;
  const { sin, cos, tan, atan2, hypot, PI } = core.trigonometry;
  const radians = (degrees) => degrees * PI / 180;

  // MARK: Points

  let isPoint, partsOf, setPart;

  class DOMPointReadOnly {
    #p;
    constructor(x = 0, y = 0, z = 0, w = 1) {
      this.#p = core.list(+x, +y, +z, +w);
    }
    get x() { return this.#p[0]; }
    get y() { return this.#p[1]; }
    get z() { return this.#p[2]; }
    get w() { return this.#p[3]; }
    matrixTransform(matrix = undefined) {
      const p = this.#p;
      return transformed(valuesFrom(matrix), p[0], p[1], p[2], p[3]);
    }
    toJSON() {
      const p = this.#p;
      return { x: p[0], y: p[1], z: p[2], w: p[3] };
    }
    static fromPoint(other) { return pointFrom(DOMPointReadOnly, other); }
    static {
      isPoint = (value) => core.isObject(value) && #p in value;
      partsOf = (point) => point.#p;
      setPart = (point, index, value) => { point.#p[index] = +value; };
    }
  }

  class DOMPoint extends DOMPointReadOnly {
    constructor(x = 0, y = 0, z = 0, w = 1) { super(x, y, z, w); }
    get x() { return partsOf(this)[0]; }
    set x(value) { setPart(this, 0, value); }
    get y() { return partsOf(this)[1]; }
    set y(value) { setPart(this, 1, value); }
    get z() { return partsOf(this)[2]; }
    set z(value) { setPart(this, 2, value); }
    get w() { return partsOf(this)[3]; }
    set w(value) { setPart(this, 3, value); }
    static fromPoint(other) { return pointFrom(DOMPoint, other); }
  }

  function pointFrom(Class, other) {
    other = core.dictionary(other);
    const w = core.member(other, "w", unrestrictedDouble, 1);
    const x = core.member(other, "x", unrestrictedDouble, 0);
    const y = core.member(other, "y", unrestrictedDouble, 0);
    const z = core.member(other, "z", unrestrictedDouble, 0);
    return new Class(x, y, z, w);
  }

  function transformed(m, x, y, z, w) {
    return new DOMPoint(
      m[0] * x + m[4] * y + m[8] * z + m[12] * w, m[1] * x + m[5] * y + m[9] * z + m[13] * w,
      m[2] * x + m[6] * y + m[10] * z + m[14] * w, m[3] * x + m[7] * y + m[11] * z + m[15] * w);
  }

  // MARK: Quads

  let pointsOf;

  class DOMQuad {
    #points;
    static { pointsOf = (quad) => (core.isObject(quad) && #points in quad ? quad.#points : null); }
    constructor(p1 = undefined, p2 = undefined, p3 = undefined, p4 = undefined) {
      this.#points = core.list(pointFrom(DOMPoint, p1), pointFrom(DOMPoint, p2), pointFrom(DOMPoint, p3), pointFrom(DOMPoint, p4));
    }
    get p1() { return this.#points[0]; }
    get p2() { return this.#points[1]; }
    get p3() { return this.#points[2]; }
    get p4() { return this.#points[3]; }
    getBounds() {
      let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
      for (let index = 0; index < 4; index += 1) {
        const p = partsOf(this.#points[index]);
        left = MathMin(left, p[0]);
        top = MathMin(top, p[1]);
        right = MathMax(right, p[0]);
        bottom = MathMax(bottom, p[1]);
      }
      return core.rect(left, top, right - left, bottom - top);
    }
    toJSON() { return { p1: this.#points[0], p2: this.#points[1], p3: this.#points[2], p4: this.#points[3] }; }
    static fromRect(other) {
      other = core.dictionary(other);
      const height = core.member(other, "height", unrestrictedDouble, 0), width = core.member(other, "width", unrestrictedDouble, 0);
      const x = core.member(other, "x", unrestrictedDouble, 0), y = core.member(other, "y", unrestrictedDouble, 0);
      const point = (px, py) => ({ __proto__: null, x: px, y: py, z: 0, w: 1 });
      return new DOMQuad(point(x, y), point(x + width, y), point(x + width, y + height), point(x, y + height));
    }
    static fromQuad(other) {
      other = core.dictionary(other);
      return new DOMQuad(other.p1, other.p2, other.p3, other.p4);
    }
  }

  // MARK: Matrices: sixteen numbers, column by column, and whether it is of the plane

  const identity = () => core.list(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

  function multiply(a, b) {
    const result = core.list();
    for (let column = 0; column < 4; column += 1) {
      for (let row = 0; row < 4; row += 1) {
        let sum = 0;
        for (let k = 0; k < 4; k += 1) sum += a[k * 4 + row] * b[column * 4 + k];
        put(result, sum);
      }
    }
    return result;
  }

  function translation(x, y, z) {
    const m = identity();
    m[12] = x;
    m[13] = y;
    m[14] = z;
    return m;
  }

  function rotation(x, y, z, angle) {
    const length = hypot(x, y, z), m = identity();
    if (length === 0) return m;
    x /= length;
    y /= length;
    z /= length;
    const s = sin(angle), c = cos(angle), t = 1 - c;
    m[0] = t * x * x + c;
    m[1] = t * x * y + s * z;
    m[2] = t * x * z - s * y;
    m[4] = t * x * y - s * z;
    m[5] = t * y * y + c;
    m[6] = t * y * z + s * x;
    m[8] = t * x * z + s * y;
    m[9] = t * y * z - s * x;
    m[10] = t * z * z + c;
    return m;
  }

  /** Null where there is none. */
  function inverse(m) {
    // Gauss and Jordan, with the identity beside the matrix.
    const a = core.list(), b = identity();
    for (let index = 0; index < 16; index += 1) put(a, m[index]);
    for (let column = 0; column < 4; column += 1) {
      let pivot = column;
      for (let row = column + 1; row < 4; row += 1) {
        if (MathAbs(a[column * 4 + row]) > MathAbs(a[column * 4 + pivot])) pivot = row;
      }
      const value = a[column * 4 + pivot];
      if (!(MathAbs(value) > 0) || !NumberIsFinite(value)) return null;
      for (let k = 0; k < 4; k += 1) {
        const first = a[k * 4 + pivot], second = b[k * 4 + pivot];
        a[k * 4 + pivot] = a[k * 4 + column];
        b[k * 4 + pivot] = b[k * 4 + column];
        a[k * 4 + column] = first / value;
        b[k * 4 + column] = second / value;
      }
      for (let row = 0; row < 4; row += 1) {
        if (row === column) continue;
        const factor = a[column * 4 + row];
        if (factor === 0) continue;
        for (let k = 0; k < 4; k += 1) {
          a[k * 4 + row] -= factor * a[k * 4 + column];
          b[k * 4 + row] -= factor * b[k * 4 + column];
        }
      }
    }
    return b;
  }

  const isPlane = (m) => m[2] === 0 && m[3] === 0 && m[6] === 0 && m[7] === 0 && m[8] === 0 && m[9] === 0
    && m[10] === 1 && m[11] === 0 && m[14] === 0 && m[15] === 1;

  /** A transform list as CSS writes it. https://drafts.csswg.org/geometry-1/#parse-a-string-into-an-abstract-matrix */
  function parse(text) {
    text = core.stripASCIIWhitespace(text);
    if (text === "" || core.toASCIILowercase(text) === "none") return { m: identity(), is2D: true };
    const flat = native.declaration("transform", text);
    const value = flat === null ? "" : flat[1];
    if (flat === null || core.RegExpExec(/%|\d(?:em|rem|ch|ex|vw|vh|vmin|vmax|lh|rlh|cap|ic)\b|var\(/, value) !== null) {
      throw core.error("SyntaxError", "The text is no list of transforms.");
    }
    if (value === "none") return { m: identity(), is2D: true };
    let m = identity(), is2D = true, rest = value;
    const one = /^\s*([a-zA-Z0-9]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/;
    for (let found = core.RegExpExec(one, rest); found !== null; found = core.RegExpExec(one, rest)) {
      rest = core.StringSlice(rest, found[0].length);
      const name = core.toASCIILowercase(found[1]);
      const parts = core.split(found[2], ",");
      const v = core.list();
      for (let index = 0; index < parts.length; index += 1) put(v, number(core.stripASCIIWhitespace(parts[index])));
      const step = one2(name, v);
      if (step === null) throw core.error("SyntaxError", "The text is no list of transforms.");
      if (step.is3D) is2D = false;
      m = multiply(m, step.m);
    }
    if (core.stripASCIIWhitespace(rest) !== "") throw core.error("SyntaxError", "The text is no list of transforms.");
    return { m, is2D };
  }

  /** Pixels, degrees or a plain number. */
  function number(text) {
    const found = core.RegExpExec(/^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z]*)$/i, text);
    if (found === null) return core.NumberParseFloat(text);
    const scale = { __proto__: null, "": 1, px: 1, deg: 1, rad: 180 / PI, grad: 0.9, turn: 360, in: 96, cm: 96 / 2.54,
      mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16 }[core.toASCIILowercase(found[2])];
    return +found[1] * (scale ?? NaN);
  }

  function one2(name, v) {
    const m = identity();
    switch (name) {
      case "matrix":
        m[0] = v[0]; m[1] = v[1]; m[4] = v[2]; m[5] = v[3]; m[12] = v[4]; m[13] = v[5];
        return { m };
      case "matrix3d": return { m: v, is3D: true };
      case "translate": return { m: translation(v[0], v[1] ?? 0, 0) };
      case "translatex": return { m: translation(v[0], 0, 0) };
      case "translatey": return { m: translation(0, v[0], 0) };
      case "translatez": return { m: translation(0, 0, v[0]), is3D: true };
      case "translate3d": return { m: translation(v[0], v[1], v[2]), is3D: true };
      case "scale": m[0] = v[0]; m[5] = v[1] ?? v[0]; return { m };
      case "scalex": m[0] = v[0]; return { m };
      case "scaley": m[5] = v[0]; return { m };
      case "scalez": m[10] = v[0]; return { m, is3D: true };
      case "scale3d": m[0] = v[0]; m[5] = v[1]; m[10] = v[2]; return { m, is3D: true };
      case "rotate": return { m: rotation(0, 0, 1, radians(v[0])) };
      case "rotatez": return { m: rotation(0, 0, 1, radians(v[0])), is3D: true };
      case "rotatex": return { m: rotation(1, 0, 0, radians(v[0])), is3D: true };
      case "rotatey": return { m: rotation(0, 1, 0, radians(v[0])), is3D: true };
      case "rotate3d": return { m: rotation(v[0], v[1], v[2], radians(v[3])), is3D: true };
      case "skew": m[4] = tan(radians(v[0])); m[1] = tan(radians(v[1] ?? 0)); return { m };
      case "skewx": m[4] = tan(radians(v[0])); return { m };
      case "skewy": m[1] = tan(radians(v[0])); return { m };
      case "perspective": m[11] = -1 / MathMax(1, v[0]); return { m, is3D: true };
    }
    return null;
  }

  /** https://drafts.csswg.org/geometry-1/#dom-dommatrixreadonly-dommatrixreadonly */
  function fromInit(init) {
    if (init === undefined) return { m: identity(), is2D: true };
    if (core.isObject(init) && init[core.SymbolIterator] !== undefined && init[core.SymbolIterator] !== null) {
      return fromNumbers(core.sequence(init, unrestrictedDouble));
    }
    return parse(core.string(init));
  }

  function fromNumbers(v) {
    if (v.length === 6) {
      const m = identity();
      m[0] = v[0]; m[1] = v[1]; m[4] = v[2]; m[5] = v[3]; m[12] = v[4]; m[13] = v[5];
      return { m, is2D: true };
    }
    if (v.length === 16) return { m: v, is2D: false };
    throw new TypeError("A matrix has six or sixteen numbers.");
  }

  const plane = core.list(["a", "m11", 0, 1], ["b", "m12", 1, 0], ["c", "m21", 4, 0], ["d", "m22", 5, 1],
    ["e", "m41", 12, 0], ["f", "m42", 13, 0]);
  const space = core.list(["m13", 2, 0], ["m14", 3, 0], ["m23", 6, 0], ["m24", 7, 0], ["m31", 8, 0], ["m32", 9, 0],
    ["m33", 10, 1], ["m34", 11, 0], ["m43", 14, 0], ["m44", 15, 1]);

  /** https://drafts.csswg.org/geometry-1/#validate-and-fixup */
  function fromDictionary(other) {
    other = core.dictionary(other);
    const m = identity();
    for (let index = 0; index < 6; index += 1) {
      const short = plane[index][0], long = plane[index][1];
      const a = core.member(other, short, unrestrictedDouble), b = core.member(other, long, unrestrictedDouble);
      if (a !== undefined && b !== undefined && a !== b && !(a !== a && b !== b)) {
        throw new TypeError(`The members "${short}" and "${long}" differ.`);
      }
      m[plane[index][2]] = b ?? a ?? plane[index][3];
    }
    let isFlat = true;
    for (let index = 0; index < space.length; index += 1) {
      const value = core.member(other, space[index][0], unrestrictedDouble);
      if (value === undefined) continue;
      m[space[index][1]] = value;
      if (value !== space[index][2]) isFlat = false;
    }
    const given = core.member(other, "is2D", core.boolean);
    if (given === true && !isFlat) throw new TypeError("The matrix is not of the plane.");
    return { m, is2D: given ?? isFlat };
  }

  const valuesFrom = (value) => {
    if (isMatrix(value)) return valuesOf(value);
    return fromDictionary(value).m;
  };

  let isMatrix, valuesOf, is2DOf, setValues, setValue;
  const own = core.list();
  const make = (m, is2D) => new DOMMatrix(own, m, is2D);

  class DOMMatrixReadOnly {
    #m; #is2D;
    constructor(init = undefined) {
      if (init === own) {
        this.#m = arguments[1];
        this.#is2D = arguments[2];
        return;
      }
      const { m, is2D } = fromInit(init);
      this.#m = m;
      this.#is2D = is2D;
    }
    get is2D() { return this.#is2D; }
    get isIdentity() {
      const m = this.#m;
      for (let index = 0; index < 16; index += 1) if (m[index] !== (index % 5 === 0 ? 1 : 0)) return false;
      return true;
    }
    translate(tx = 0, ty = 0, tz = 0) { return make(multiply(this.#m, translation(+tx, +ty, +tz)), this.#is2D && !(+tz)); }
    scale(x = 1, y = undefined, z = 1, ox = 0, oy = 0, oz = 0) {
      return scaled(this.#m, this.#is2D, +x, y === undefined ? +x : +y, +z, +ox, +oy, +oz);
    }
    scaleNonUniform(x = 1, y = 1) { return scaled(this.#m, this.#is2D, +x, +y, 1, 0, 0, 0); }
    scale3d(scale = 1, ox = 0, oy = 0, oz = 0) { return scaled(this.#m, this.#is2D, +scale, +scale, +scale, +ox, +oy, +oz); }
    rotate(x = 0, y = undefined, z = undefined) { return rotated(this.#m, this.#is2D, x, y, z); }
    rotateFromVector(x = 0, y = 0) { return make(multiply(this.#m, rotation(0, 0, 1, atan2(+y, +x))), this.#is2D); }
    rotateAxisAngle(x = 0, y = 0, z = 0, angle = 0) {
      return make(multiply(this.#m, rotation(+x, +y, +z, radians(+angle))), this.#is2D && !(+x) && !(+y));
    }
    skewX(sx = 0) { return make(multiply(this.#m, one2("skewx", core.list(+sx)).m), this.#is2D); }
    skewY(sy = 0) { return make(multiply(this.#m, one2("skewy", core.list(+sy)).m), this.#is2D); }
    multiply(other = undefined) {
      const found = isMatrix(other) ? { m: valuesOf(other), is2D: is2DOf(other) } : fromDictionary(other);
      return make(multiply(this.#m, found.m), this.#is2D && found.is2D);
    }
    flipX() { return scaled(this.#m, this.#is2D, -1, 1, 1, 0, 0, 0); }
    flipY() { return scaled(this.#m, this.#is2D, 1, -1, 1, 0, 0, 0); }
    inverse() { return inverted(this.#m, this.#is2D); }
    transformPoint(point = undefined) {
      const p = partsOf(pointFrom(DOMPoint, point));
      return transformed(this.#m, p[0], p[1], p[2], p[3]);
    }
    toFloat32Array() { return new core.Float32Array(this.#m); }
    toFloat64Array() { return new core.Float64Array(this.#m); }
    toString() {
      const m = this.#m;
      for (let index = 0; index < 16; index += 1) {
        if (!NumberIsFinite(m[index])) throw core.error("InvalidStateError", "The matrix has numbers that are not finite.");
      }
      if (this.#is2D) return `matrix(${m[0]}, ${m[1]}, ${m[4]}, ${m[5]}, ${m[12]}, ${m[13]})`;
      return "matrix3d(" + core.ArrayJoin(m, ", ") + ")";
    }
    toJSON() {
      const m = this.#m;
      return { a: m[0], b: m[1], c: m[4], d: m[5], e: m[12], f: m[13], m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4],
        m22: m[5], m23: m[6], m24: m[7], m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14],
        m44: m[15], is2D: this.#is2D, isIdentity: this.isIdentity };
    }
    static fromMatrix(other = undefined) { return from(DOMMatrixReadOnly, other); }
    static fromFloat32Array(array) { return fromArray(DOMMatrixReadOnly, array, core.Float32Array); }
    static fromFloat64Array(array) { return fromArray(DOMMatrixReadOnly, array, core.Float64Array); }
    static {
      isMatrix = (value) => core.isObject(value) && #m in value;
      valuesOf = (matrix) => matrix.#m;
      is2DOf = (matrix) => matrix.#is2D;
      setValues = (matrix, other) => {
        matrix.#m = valuesOf(other);
        matrix.#is2D = is2DOf(other);
        return matrix;
      };
      setValue = (matrix, index, value) => {
        matrix.#m[index] = value;
        if (!isPlane(matrix.#m)) {
          if (value !== (index % 5 === 0 ? 1 : 0) && !(index < 2 || index === 4 || index === 5 || index === 12 || index === 13)) {
            matrix.#is2D = false;
          }
        }
      };
    }
  }

  function scaled(m, is2D, x, y, z, ox, oy, oz) {
    const s = identity();
    s[0] = x;
    s[5] = y;
    s[10] = z;
    const all = multiply(multiply(multiply(m, translation(ox, oy, oz)), s), translation(-ox, -oy, -oz));
    return make(all, is2D && z === 1 && !oz);
  }

  function rotated(m, is2D, x, y, z) {
    let rx = +x, ry = y === undefined ? 0 : +y, rz = z === undefined ? 0 : +z;
    if (y === undefined && z === undefined) {
      rz = rx;
      rx = 0;
    }
    const all = multiply(multiply(multiply(m, rotation(0, 0, 1, radians(rz))), rotation(0, 1, 0, radians(ry))),
      rotation(1, 0, 0, radians(rx)));
    return make(all, is2D && !rx && !ry);
  }

  function inverted(m, is2D) {
    const result = inverse(m);
    if (result !== null) return make(result, is2D);
    const nothing = core.list();
    for (let index = 0; index < 16; index += 1) put(nothing, NaN);
    return make(nothing, false);
  }

  function from(Class, other) {
    const { m, is2D } = isMatrix(other) ? { m: core.ArraySlice(valuesOf(other)), is2D: is2DOf(other) } : fromDictionary(other);
    const copy = core.list();
    for (let index = 0; index < 16; index += 1) put(copy, m[index]);
    return new Class(own, copy, is2D);
  }

  function fromArray(Class, array, Kind) {
    core.requireArguments(arguments.length, 1);
    const v = core.list();
    if (!core.ArrayBufferIsView(array) || array[core.SymbolToStringTag] !== (Kind === core.Float32Array ? "Float32Array" : "Float64Array")) {
      throw new TypeError("The value is no array of numbers.");
    }
    for (let index = 0; index < array.length; index += 1) put(v, array[index]);
    const { m, is2D } = fromNumbers(v);
    return new Class(own, m, is2D);
  }

  class DOMMatrix extends DOMMatrixReadOnly {
    constructor(init = undefined) { super(init, arguments[1], arguments[2]); }
    multiplySelf(other = undefined) { return setValues(this, readOnly.multiply(this, other)); }
    preMultiplySelf(other = undefined) {
      const found = isMatrix(other) ? { m: valuesOf(other), is2D: is2DOf(other) } : fromDictionary(other);
      return setValues(this, make(multiply(found.m, valuesOf(this)), is2DOf(this) && found.is2D));
    }
    translateSelf(tx = 0, ty = 0, tz = 0) { return setValues(this, readOnly.translate(this, tx, ty, tz)); }
    scaleSelf(x = 1, y = undefined, z = 1, ox = 0, oy = 0, oz = 0) { return setValues(this, readOnly.scale(this, x, y, z, ox, oy, oz)); }
    scale3dSelf(scale = 1, ox = 0, oy = 0, oz = 0) { return setValues(this, readOnly.scale3d(this, scale, ox, oy, oz)); }
    rotateSelf(x = 0, y = undefined, z = undefined) { return setValues(this, readOnly.rotate(this, x, y, z)); }
    rotateFromVectorSelf(x = 0, y = 0) { return setValues(this, readOnly.rotateFromVector(this, x, y)); }
    rotateAxisAngleSelf(x = 0, y = 0, z = 0, angle = 0) { return setValues(this, readOnly.rotateAxisAngle(this, x, y, z, angle)); }
    skewXSelf(sx = 0) { return setValues(this, readOnly.skewX(this, sx)); }
    skewYSelf(sy = 0) { return setValues(this, readOnly.skewY(this, sy)); }
    invertSelf() { return setValues(this, readOnly.inverse(this)); }
    setMatrixValue(text) {
      core.requireArguments(arguments.length, 1);
      valuesOf(this);
      const { m, is2D } = parse(core.string(text));
      return setValues(this, make(m, is2D));
    }
    static fromMatrix(other = undefined) { return from(DOMMatrix, other); }
    static fromFloat32Array(array) { return fromArray(DOMMatrix, array, core.Float32Array); }
    static fromFloat64Array(array) { return fromArray(DOMMatrix, array, core.Float64Array); }
  }

  const readOnly = { __proto__: null };
  const methods = core.list("multiply", "translate", "scale", "scale3d", "rotate", "rotateFromVector", "rotateAxisAngle",
    "skewX", "skewY", "inverse");
  for (let index = 0; index < methods.length; index += 1) {
    readOnly[methods[index]] = core.uncurryThis(DOMMatrixReadOnly.prototype[methods[index]]);
  }

  function addElements(names, place) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index], at = place[index];
      core.mixin(DOMMatrixReadOnly, { get [name]() { return valuesOf(this)[at]; } });
      core.mixin(DOMMatrix, {
        get [name]() { return valuesOf(this)[at]; },
        set [name](value) { setValue(this, at, +value); },
      });
    }
  }
  addElements(core.list("a", "b", "c", "d", "e", "f"), core.list(0, 1, 4, 5, 12, 13));
  for (let index = 0; index < 16; index += 1) {
    addElements(core.list("m" + (core.MathFloor(index / 4) + 1) + (index % 4 + 1)), core.list(index));
  }

  /** The sixteen numbers of a matrix, or of a dictionary that says the same of one. */
  core.matrixNumbers = valuesFrom;
  core.planeMatrix = function (a, b, c, d, e, f) {
    const m = identity();
    m[0] = a;
    m[1] = b;
    m[4] = c;
    m[5] = d;
    m[12] = e;
    m[13] = f;
    return make(m, true);
  };

  /** For transforms of Typed OM: matrices of sixteen numbers. */
  core.spaceMatrices = {
    make, identity, multiply, translation, rotation, isMatrix,
    parts: (matrix) => ({ __proto__: null, m: core.ArraySlice(valuesOf(matrix)), is2D: is2DOf(matrix) }),
  };

  core.define({ DOMPointReadOnly, DOMPoint, DOMQuad, DOMMatrixReadOnly, DOMMatrix });

  // https://drafts.csswg.org/geometry-1/#structured-serialization
  core.carry("DOMPoint", "geometry-interfaces.js",
    (value) => (isPoint(value) ? { __proto__: null, isMutable: value instanceof DOMPoint, parts: partsOf(value) } : undefined),
    ({ isMutable, parts: p }) => new (isMutable ? DOMPoint : DOMPointReadOnly)(p[0], p[1], p[2], p[3]));
  core.carry("DOMMatrix", "geometry-interfaces.js",
    (value) => (isMatrix(value)
      ? { __proto__: null, isMutable: value instanceof DOMMatrix, values: valuesOf(value), is2D: is2DOf(value) } : undefined),
    ({ isMutable, values, is2D }) => new (isMutable ? DOMMatrix : DOMMatrixReadOnly)(own, core.ArraySlice(values), is2D));
  core.carry("DOMQuad", "geometry-interfaces.js",
    (value) => {
      const points = pointsOf(value);
      if (points === null) return undefined;
      return core.list(partsOf(points[0]), partsOf(points[1]), partsOf(points[2]), partsOf(points[3]));
    },
    (corners) => {
      const point = (index) => {
        const p = corners[index];
        return { __proto__: null, x: p[0], y: p[1], z: p[2], w: p[3] };
      };
      return new DOMQuad(point(0), point(1), point(2), point(3));
    });
  core.alias("WebKitCSSMatrix", DOMMatrix);
  core.alias("SVGMatrix", DOMMatrix);

  core.makePoint = (x, y) => new DOMPoint(x, y);
  core.makeMatrix = (a, b, c, d, e, f) => make(core.list(a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1), true);
  /** a to f of a matrix, or of what can stand for one. */
  core.matrixNumbers = (value) => {
    const m = valuesFrom(value);
    return core.list(m[0], m[1], m[4], m[5], m[12], m[13]);
  };
  /** x and y of a point, or of what can stand for one. */
  core.pointNumbers = (value) => {
    const p = partsOf(isPoint(value) ? value : pointFrom(DOMPoint, value));
    return core.list(p[0], p[1]);
  };
})
