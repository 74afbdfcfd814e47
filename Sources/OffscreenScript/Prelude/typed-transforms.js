// Typed OM: transforms. https://drafts.css-houdini.org/css-typed-om-1/#transformvalue-objects
(function (core) {
  "use strict";
  const { put, TypeError } = core;
  core.load("typed-numbers.js");
  core.load("geometry-interfaces.js");
  const { key, Value, CSSStyleValue, writers, textOf, fieldsOf, makeIndexed } = core.typed;
  const { endOfBlock, trimmed } = core.typedTokens;
  const { numberish, isNumeric, isUnit, valueOf, sumOf, unitOfPart, converted } = core.typedNumbers;
  const { make, identity, multiply, translation, rotation, isMatrix, parts } = core.spaceMatrices;

  // MARK: Types of the arguments

  /** Whether the type of a number is one kind's, and nothing else. */
  function isOf(value, kind) {
    const { type } = Value.of(value);
    const names = core.ReflectOwnKeys(type);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      if (name !== "hint" && type[name] !== (name === kind ? 1 : 0)) return false;
    }
    return kind === "" || type[kind] === 1;
  }

  const converter = (kinds) => function (value) {
    value = numberish(value);
    for (let index = 0; index < kinds.length; index += 1) {
      if (isOf(value, kinds[index]) && (kinds.length > 1 || Value.of(value).type.hint === null)) return value;
    }
    throw new TypeError("The number has another type.");
  };
  const number = converter(core.list("")), angle = converter(core.list("angle"));
  const length = converter(core.list("length")), lengthPercentage = converter(core.list("length", "percent"));

  function perspectiveLength(value) {
    if (isNumeric(value)) return length(value);
    const keyword = Value.has(value) ? textOf(value) : core.string(value);
    if (core.toASCIILowercase(keyword) !== "none") throw new TypeError("The value is neither a length nor none.");
    return Value.has(value) ? value : new core.typed.CSSKeywordValue(keyword);
  }

  const unit = (value, name) => core.makeUnitValue(value, name);

  /** A number in a unit; a TypeError where that depends on an element. */
  function inUnit(value, name) {
    const found = sumOf(value);
    const own = found !== null && found.length === 1 ? unitOfPart(found[0]) : null;
    const result = own === null ? null : converted(own, name);
    if (result === null) throw new TypeError("The length is not an absolute one.");
    return valueOf(result);
  }
  const radians = (value) => inUnit(value, "deg") * 3.141592653589793 / 180;

  // MARK: Components

  const Component = core.brand();
  // By kind: how it is written, and its matrix.
  const componentTexts = { __proto__: null }, matrices = { __proto__: null };

  function componentOf(object, kind) {
    const fields = Component.of(object);
    if (fields.kind !== kind) throw new TypeError("Illegal invocation");
    return fields;
  }

  class CSSTransformComponent {
    constructor(token = undefined, fields = undefined) {
      if (token !== key) throw new TypeError("Illegal constructor");
      new Component(this, fields);
    }
    toString() {
      const fields = Component.of(this);
      return componentTexts[fields.kind](fields);
    }
    get is2D() { return Component.of(this).is2D; }
    set is2D(value) {
      const fields = Component.of(this);
      value = core.boolean(value);
      // Of skews and perspectives it is always the same.
      if (!fields.isFixed) fields.is2D = value;
    }
    toMatrix() {
      const fields = Component.of(this);
      const m = matrices[fields.kind](fields);
      return make(m, fields.is2D);
    }
  }

  /** Members of a component that a page may set. */
  function addMembers(Class, kind, names, convert) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      core.mixin(Class, {
        get [name]() { return componentOf(this, kind)[name]; },
        set [name](value) { componentOf(this, kind)[name] = convert(value); },
      });
    }
  }

  class CSSTranslate extends CSSTransformComponent {
    constructor(x, y, z = undefined) {
      core.requireArguments(arguments.length, 2);
      super(key, { __proto__: null, kind: "translate", x: lengthPercentage(x), y: lengthPercentage(y),
        z: z === undefined ? unit(0, "px") : length(z), is2D: z === undefined });
    }
  }
  addMembers(CSSTranslate, "translate", core.list("x", "y"), lengthPercentage);
  addMembers(CSSTranslate, "translate", core.list("z"), length);
  componentTexts.translate = ({ x, y, z, is2D }) => (is2D
    ? "translate(" + textOf(x) + ", " + textOf(y) + ")"
    : "translate3d(" + textOf(x) + ", " + textOf(y) + ", " + textOf(z) + ")");
  matrices.translate = ({ x, y, z, is2D }) => translation(inUnit(x, "px"), inUnit(y, "px"), is2D ? 0 : inUnit(z, "px"));

  class CSSRotate extends CSSTransformComponent {
    constructor(x, y = undefined, z = undefined, turn = undefined) {
      core.requireArguments(arguments.length, 1);
      if (arguments.length < 4) {
        super(key, { __proto__: null, kind: "rotate", x: unit(0, "number"), y: unit(0, "number"), z: unit(1, "number"),
          angle: angle(x), is2D: true });
      } else {
        super(key, { __proto__: null, kind: "rotate", x: number(x), y: number(y), z: number(z), angle: angle(turn), is2D: false });
      }
    }
  }
  addMembers(CSSRotate, "rotate", core.list("x", "y", "z"), number);
  addMembers(CSSRotate, "rotate", core.list("angle"), angle);
  componentTexts.rotate = (fields) => (fields.is2D
    ? "rotate(" + textOf(fields.angle) + ")"
    : "rotate3d(" + textOf(fields.x) + ", " + textOf(fields.y) + ", " + textOf(fields.z) + ", " + textOf(fields.angle) + ")");
  matrices.rotate = ({ x, y, z, angle: turn, is2D }) => (is2D
    ? rotation(0, 0, 1, radians(turn))
    : rotation(inUnit(x, "number"), inUnit(y, "number"), inUnit(z, "number"), radians(turn)));

  class CSSScale extends CSSTransformComponent {
    constructor(x, y, z = undefined) {
      core.requireArguments(arguments.length, 2);
      super(key, { __proto__: null, kind: "scale", x: number(x), y: number(y), z: z === undefined ? unit(1, "number") : number(z),
        is2D: z === undefined });
    }
  }
  addMembers(CSSScale, "scale", core.list("x", "y", "z"), number);
  componentTexts.scale = function ({ x, y, z, is2D }) {
    if (!is2D) return "scale3d(" + textOf(x) + ", " + textOf(y) + ", " + textOf(z) + ")";
    return "scale(" + textOf(x) + (textOf(x) === textOf(y) ? "" : ", " + textOf(y)) + ")";
  };
  matrices.scale = function ({ x, y, z, is2D }) {
    const m = identity();
    m[0] = inUnit(x, "number");
    m[5] = inUnit(y, "number");
    m[10] = is2D ? 1 : inUnit(z, "number");
    return m;
  };

  function skewed(x, y) {
    const m = identity();
    m[4] = x === null ? 0 : core.trigonometry.tan(radians(x));
    m[1] = y === null ? 0 : core.trigonometry.tan(radians(y));
    return m;
  }

  class CSSSkew extends CSSTransformComponent {
    constructor(ax, ay) {
      core.requireArguments(arguments.length, 2);
      super(key, { __proto__: null, kind: "skew", ax: angle(ax), ay: angle(ay), is2D: true, isFixed: true });
    }
  }
  addMembers(CSSSkew, "skew", core.list("ax", "ay"), angle);
  componentTexts.skew = ({ ax, ay }) =>
    "skew(" + textOf(ax) + (isUnit(ay) && valueOf(ay) === 0 ? "" : ", " + textOf(ay)) + ")";
  matrices.skew = ({ ax, ay }) => skewed(ax, ay);

  class CSSSkewX extends CSSTransformComponent {
    constructor(ax) {
      core.requireArguments(arguments.length, 1);
      super(key, { __proto__: null, kind: "skewX", ax: angle(ax), is2D: true, isFixed: true });
    }
  }
  addMembers(CSSSkewX, "skewX", core.list("ax"), angle);
  componentTexts.skewX = ({ ax }) => "skewX(" + textOf(ax) + ")";
  matrices.skewX = ({ ax }) => skewed(ax, null);

  class CSSSkewY extends CSSTransformComponent {
    constructor(ay) {
      core.requireArguments(arguments.length, 1);
      super(key, { __proto__: null, kind: "skewY", ay: angle(ay), is2D: true, isFixed: true });
    }
  }
  addMembers(CSSSkewY, "skewY", core.list("ay"), angle);
  componentTexts.skewY = ({ ay }) => "skewY(" + textOf(ay) + ")";
  matrices.skewY = ({ ay }) => skewed(null, ay);

  class CSSPerspective extends CSSTransformComponent {
    constructor(distance) {
      core.requireArguments(arguments.length, 1);
      super(key, { __proto__: null, kind: "perspective", length: perspectiveLength(distance), is2D: false, isFixed: true });
    }
  }
  addMembers(CSSPerspective, "perspective", core.list("length"), perspectiveLength);
  componentTexts.perspective = function ({ length: distance }) {
    // Negative distances are none that could be parsed.
    const text = textOf(distance);
    return "perspective(" + (isUnit(distance) && valueOf(distance) < 0 ? "calc(" + text + ")" : text) + ")";
  };
  matrices.perspective = function ({ length: distance }) {
    const m = identity();
    if (isNumeric(distance)) m[11] = -1 / core.MathMax(1, inUnit(distance, "px"));
    return m;
  };

  const matrixOf = (value) => core.convertInterface(value, isMatrix, "DOMMatrixReadOnly");

  class CSSMatrixComponent extends CSSTransformComponent {
    constructor(matrix, options = undefined) {
      core.requireArguments(arguments.length, 1);
      const own = parts(matrixOf(matrix));
      const is2D = core.member(core.dictionary(options), "is2D", core.boolean, own.is2D);
      super(key, { __proto__: null, kind: "matrix", matrix: make(own.m, own.is2D), is2D });
    }
  }
  addMembers(CSSMatrixComponent, "matrix", core.list("matrix"), matrixOf);
  const planePlaces = core.list(0, 1, 4, 5, 12, 13);
  componentTexts.matrix = function ({ matrix, is2D }) {
    const { m } = parts(matrix);
    let text = "";
    for (let index = 0; index < (is2D ? 6 : 16); index += 1) {
      text += (index > 0 ? ", " : "") + m[is2D ? planePlaces[index] : index];
    }
    return (is2D ? "matrix(" : "matrix3d(") + text + ")";
  };
  matrices.matrix = function ({ matrix, is2D }) {
    const { m } = parts(matrix);
    if (!is2D) return m;
    const plane = identity();
    for (let index = 0; index < 6; index += 1) plane[planePlaces[index]] = m[planePlaces[index]];
    return plane;
  };

  // MARK: Lists of them

  const component = (value) => core.convertInterface(value, Component.has, "CSSTransformComponent");

  const makeTransform = (Class, list) =>
    makeIndexed(Class, "CSSTransformValue", { __proto__: null, kind: "transform", list }, component);

  class CSSTransformValue extends CSSStyleValue {
    constructor(transforms) {
      core.requireArguments(arguments.length, 1);
      const list = core.sequence(transforms, component);
      if (list.length === 0) throw new TypeError("There are no transforms.");
      return makeTransform(new.target, list);
    }
    get length() { return fieldsOf(this, "transform").list.length; }
    get is2D() {
      const { list } = fieldsOf(this, "transform");
      for (let index = 0; index < list.length; index += 1) if (!Component.of(list[index]).is2D) return false;
      return true;
    }
    toMatrix() {
      const { list } = fieldsOf(this, "transform");
      let m = identity(), is2D = true;
      for (let index = 0; index < list.length; index += 1) {
        const fields = Component.of(list[index]);
        m = multiply(m, matrices[fields.kind](fields));
        is2D &&= fields.is2D;
      }
      return make(m, is2D);
    }
  }
  core.collections.makeIterable(CSSTransformValue, true);
  writers.transform = function ({ list }) {
    let text = "";
    for (let index = 0; index < list.length; index += 1) {
      const fields = Component.of(list[index]);
      text += (index > 0 ? " " : "") + componentTexts[fields.kind](fields);
    }
    return text;
  };

  // MARK: Reading

  const px = () => unit(0, "px"), one = () => unit(1, "number"), none = () => unit(0, "number");
  // By function in lower case: its arguments to a component.
  const readers = {
    __proto__: null,
    translate: (a) => new CSSTranslate(a[0], a[1] ?? px()),
    translatex: (a) => new CSSTranslate(a[0], px()),
    translatey: (a) => new CSSTranslate(px(), a[0]),
    translatez: (a) => new CSSTranslate(px(), px(), a[0]),
    translate3d: (a) => new CSSTranslate(a[0], a[1], a[2]),
    scale: (a) => new CSSScale(a[0], a[1] ?? a[0]),
    scalex: (a) => new CSSScale(a[0], one()),
    scaley: (a) => new CSSScale(one(), a[0]),
    scalez: (a) => new CSSScale(one(), one(), a[0]),
    scale3d: (a) => new CSSScale(a[0], a[1], a[2]),
    rotate: (a) => new CSSRotate(a[0]),
    rotatex: (a) => new CSSRotate(one(), none(), none(), a[0]),
    rotatey: (a) => new CSSRotate(none(), one(), none(), a[0]),
    rotatez: (a) => new CSSRotate(none(), none(), one(), a[0]),
    rotate3d: (a) => new CSSRotate(a[0], a[1], a[2], a[3]),
    skew: (a) => new CSSSkew(a[0], a[1] ?? unit(0, "deg")),
    skewx: (a) => new CSSSkewX(a[0]),
    skewy: (a) => new CSSSkewY(a[0]),
    perspective: (a) => new CSSPerspective(a[0]),
    matrix: (a) => matrixFrom(a, 6),
    matrix3d: (a) => matrixFrom(a, 16),
  };

  function matrixFrom(values, count) {
    if (values.length !== count) throw new TypeError("The matrix has another size.");
    const m = identity();
    for (let index = 0; index < count; index += 1) m[count === 6 ? planePlaces[index] : index] = inUnit(values[index], "number");
    return new CSSMatrixComponent(make(m, count === 6));
  }

  /** The value of a list of transform functions; null for what is none. */
  core.reifyTransform = function (list) {
    const components = core.list();
    for (let index = 0; index < list.length; index += 1) {
      if (list[index].kind === "space") continue;
      const read = list[index].kind === "function" ? readers[list[index].name] : undefined;
      if (read === undefined) return null;
      const end = endOfBlock(list, index);
      const values = argumentsOf(list, index + 1, end);
      if (values === null) return null;
      try {
        put(components, read(values));
      } catch {
        return null;
      }
      index = end;
    }
    return components.length === 0 ? null : makeTransform(CSSTransformValue, components);
  };

  function argumentsOf(list, start, end) {
    const values = core.list();
    let from = start;
    for (let index = start; index <= end; index += 1) {
      if (index < end && list[index].kind !== ",") {
        index = core.MathMin(endOfBlock(list, index), end - 1);
        continue;
      }
      const part = trimmed(core.ArraySlice(list, from, index));
      if (part.length === 0 || endOfBlock(part, 0) !== part.length - 1) return null;
      const value = part[0].kind === "identifier" && part[0].name === "none" ? "none" : core.reifyNumber(part);
      if (value === null) return null;
      put(values, value);
      from = index + 1;
    }
    return values;
  }

  core.define({
    CSSTransformComponent, CSSTranslate, CSSRotate, CSSScale, CSSSkew, CSSSkewX, CSSSkewY, CSSPerspective, CSSMatrixComponent,
    CSSTransformValue,
  });
})
