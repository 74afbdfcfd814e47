// Rectangles. https://drafts.csswg.org/geometry-1/#DOMRect
(function (core) {
  "use strict";
  const { put, TypeError, MathMax, MathMin } = core;
  const key = core.list();

  const minimum = (a, b) => (a !== a || b !== b ? NaN : MathMin(a, b));
  const maximum = (a, b) => (a !== a || b !== b ? NaN : MathMax(a, b));

  let isRect, setRect;

  class DOMRectReadOnly {
    #x; #y; #width; #height;
    constructor(x = 0, y = 0, width = 0, height = 0) {
      this.#x = +x;
      this.#y = +y;
      this.#width = +width;
      this.#height = +height;
    }
    get x() { return this.#x; }
    get y() { return this.#y; }
    get width() { return this.#width; }
    get height() { return this.#height; }
    get top() { return minimum(this.#y, this.#y + this.#height); }
    get right() { return maximum(this.#x, this.#x + this.#width); }
    get bottom() { return maximum(this.#y, this.#y + this.#height); }
    get left() { return minimum(this.#x, this.#x + this.#width); }
    toJSON() {
      return { x: this.#x, y: this.#y, width: this.#width, height: this.#height,
        top: minimum(this.#y, this.#y + this.#height), right: maximum(this.#x, this.#x + this.#width),
        bottom: maximum(this.#y, this.#y + this.#height), left: minimum(this.#x, this.#x + this.#width) };
    }
    static fromRect(other) { return fromRect(DOMRectReadOnly, other); }
    static {
      isRect = (value) => core.isObject(value) && #x in value;
      setRect = {
        x(rect, value) { rect.#x = value; }, y(rect, value) { rect.#y = value; },
        width(rect, value) { rect.#width = value; }, height(rect, value) { rect.#height = value; },
      };
    }
  }

  function fromRect(Class, other) {
    other = core.dictionary(other);
    const height = core.member(other, "height", core.unrestrictedDouble, 0);
    const width = core.member(other, "width", core.unrestrictedDouble, 0);
    const x = core.member(other, "x", core.unrestrictedDouble, 0);
    const y = core.member(other, "y", core.unrestrictedDouble, 0);
    return new Class(x, y, width, height);
  }

  const { x: readX, y: readY, width: readWidth, height: readHeight } =
    getters(DOMRectReadOnly.prototype, "x", "y", "width", "height");

  function getters(prototype) {
    const result = { __proto__: null };
    for (let index = 1; index < arguments.length; index += 1) {
      result[arguments[index]] = core.uncurryThis(core.ReflectGetOwnPropertyDescriptor(prototype, arguments[index]).get);
    }
    return result;
  }

  class DOMRect extends DOMRectReadOnly {
    constructor(x = 0, y = 0, width = 0, height = 0) { super(x, y, width, height); }
    get x() { return readX(this); }
    set x(value) { setRect.x(this, +value); }
    get y() { return readY(this); }
    set y(value) { setRect.y(this, +value); }
    get width() { return readWidth(this); }
    set width(value) { setRect.width(this, +value); }
    get height() { return readHeight(this); }
    set height(value) { setRect.height(this, +value); }
    static fromRect(other) { return fromRect(DOMRect, other); }
  }

  core.carry("DOMRect", "rectangles.js",
    (value) => (isRect(value)
      ? { __proto__: null, Class: value instanceof DOMRect ? "DOMRect" : "", values: core.list(readX(value), readY(value), readWidth(value), readHeight(value)) }
      : undefined),
    ({ Class, values }) => new (Class === "DOMRect" ? DOMRect : DOMRectReadOnly)(values[0], values[1], values[2], values[3]));

  class DOMRectList {
    #rects;
    constructor(token, rects) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#rects = rects;
      for (let index = 0; index < rects.length; index += 1) {
        core.ReflectDefineProperty(this, index,
          { __proto__: null, value: rects[index], writable: false, enumerable: true, configurable: true });
      }
    }
    get length() { return this.#rects.length; }
    item(index) {
      const rects = this.#rects;
      core.requireArguments(arguments.length, 1);
      return rects[core.unsignedLong(index)] ?? null;
    }
  }
  core.ReflectDefineProperty(DOMRectList, "length", { __proto__: null, value: 0, configurable: true });
  core.define({ DOMRectReadOnly, DOMRect, DOMRectList });
  core.ReflectDefineProperty(DOMRectList.prototype, core.SymbolIterator,
    { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });

  const rect = (x, y, width, height) => new DOMRect(x, y, width, height);
  core.rect = rect;
  core.readOnlyRect = (x, y, width, height) => new DOMRectReadOnly(x, y, width, height);
  core.isRect = isRect;
  core.rectParts = { x: readX, y: readY, width: readWidth, height: readHeight };
  core.DOMRectReadOnly = DOMRectReadOnly;

  /** A list of x, y, width, height, x, y, ... */
  core.rectList = function (flat) {
    const rects = core.list();
    for (let index = 0; index + 3 < flat.length; index += 4) {
      put(rects, rect(flat[index], flat[index + 1], flat[index + 2], flat[index + 3]));
    }
    return new DOMRectList(key, rects);
  };
})
