// Typed OM: numbers with units, and mathematics with them. https://drafts.css-houdini.org/css-typed-om-1/#numeric-objects
(function (core) {
  "use strict";
  const { put, error, TypeError, RangeError } = core;
  core.load("typed-values.js");
  const { key, Value, CSSStyleValue, writers, textOf, fieldsOf } = core.typed;
  const { tokens, trimmed, endOfBlock } = core.typedTokens;

  // MARK: Units

  // How many of the canonical unit of its kind each is; 0 where that depends on an element.
  const units = {
    __proto__: null, number: { __proto__: null, kind: "", factor: 1 }, percent: { __proto__: null, kind: "percent", factor: 1 },
  };
  const table = {
    __proto__: null,
    length: { px: 1, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54, "in": 96, pc: 16, pt: 96 / 72 },
    angle: { deg: 1, grad: 0.9, rad: 57.29577951308232, turn: 360 },
    time: { s: 1, ms: 0.001 },
    frequency: { hz: 1, khz: 1000 },
    resolution: { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 },
    flex: { fr: 1 },
  };
  const canonical = { __proto__: null, length: "px", angle: "deg", time: "s", frequency: "hz", resolution: "dppx" };
  const kinds = core.list("length", "angle", "time", "frequency", "resolution", "flex", "percent");
  for (let index = 0; index < kinds.length - 1; index += 1) {
    const names = core.ReflectOwnKeys(table[kinds[index]]);
    for (let place = 0; place < names.length; place += 1) {
      units[names[place]] = { __proto__: null, kind: kinds[index], factor: table[kinds[index]][names[place]] };
    }
  }
  const relative = core.split("em rem ex rex ch rch ic ric cap rcap lh rlh vw vh vi vb vmin vmax svw svh svi svb svmin svmax "
    + "lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax", " ");
  for (let index = 0; index < relative.length; index += 1) units[relative[index]] = { __proto__: null, kind: "length", factor: 0 };

  // MARK: Types: powers by kind, and what percentages stand for
  // https://drafts.css-houdini.org/css-typed-om-1/#numeric-typing

  function typeOfUnit(unit) {
    const found = units[unit];
    if (found === undefined) return null;
    const type = { __proto__: null, hint: null };
    if (found.kind !== "") type[found.kind] = 1;
    return type;
  }
  const power = (type, kind) => type[kind] ?? 0;

  function copy(type) {
    const result = { __proto__: null, hint: type.hint };
    for (let index = 0; index < kinds.length; index += 1) if (power(type, kinds[index]) !== 0) result[kinds[index]] = type[kinds[index]];
    return result;
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#apply-the-percent-hint */
  function hinted(type, hint) {
    const result = copy(type);
    result.hint = hint;
    if (power(type, "percent") !== 0) {
      result[hint] = power(result, hint) + result.percent;
      result.percent = 0;
    }
    return result;
  }

  function isSame(one, other) {
    for (let index = 0; index < kinds.length; index += 1) {
      if (power(one, kinds[index]) !== power(other, kinds[index])) return false;
    }
    return true;
  }

  function hasOthers(type) {
    for (let index = 0; index < kinds.length - 1; index += 1) if (power(type, kinds[index]) !== 0) return true;
    return false;
  }

  /** Both with the same hint; null where they have different ones. */
  function agreeing(one, other) {
    if (one.hint !== null && other.hint !== null && one.hint !== other.hint) return null;
    if (one.hint !== null && other.hint === null) return core.list(one, hinted(other, one.hint));
    if (other.hint !== null && one.hint === null) return core.list(hinted(one, other.hint), other);
    return core.list(one, other);
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#cssnumericvalue-add-two-types */
  function addTypes(one, other) {
    const both = agreeing(one, other);
    if (both === null) return null;
    if (isSame(both[0], both[1])) return copy(both[0]);
    if (power(both[0], "percent") === 0 && power(both[1], "percent") === 0) return null;
    if (!hasOthers(both[0]) && !hasOthers(both[1])) return null;
    for (let index = 0; index < kinds.length - 1; index += 1) {
      const first = hinted(both[0], kinds[index]), second = hinted(both[1], kinds[index]);
      if (isSame(first, second)) return first;
    }
    return null;
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#cssnumericvalue-multiply-two-types */
  function multiplyTypes(one, other) {
    const both = agreeing(one, other);
    if (both === null) return null;
    const result = copy(both[0]);
    for (let index = 0; index < kinds.length; index += 1) {
      const sum = power(both[0], kinds[index]) + power(both[1], kinds[index]);
      if (sum !== 0 || kinds[index] in result) result[kinds[index]] = sum;
    }
    return result;
  }

  function invertType(type) {
    const result = copy(type);
    for (let index = 0; index < kinds.length; index += 1) if (kinds[index] in result) result[kinds[index]] = -result[kinds[index]];
    return result;
  }

  // MARK: Numbers

  const isNumeric = (value) => Value.has(value) && Value.of(value).type !== undefined;

  function numeric(object) {
    const fields = Value.of(object);
    if (fields.type === undefined) throw new TypeError("Illegal invocation");
    return fields;
  }

  const makeUnit = (value, unit) =>
    new CSSUnitValue(key, { __proto__: null, kind: "unit", value, unit, type: typeOfUnit(unit) });

  /** `CSSNumberish`. https://drafts.css-houdini.org/css-typed-om-1/#rectify-a-numberish-value */
  const numberish = (value) => (isNumeric(value) ? value : makeUnit(core.double(value), "number"));

  function numberishList(values) {
    const list = core.list();
    for (let index = 0; index < values.length; index += 1) put(list, numberish(values[index]));
    return list;
  }

  function typeOfAll(items, combine) {
    let type = Value.of(items[0]).type;
    for (let index = 1; index < items.length && type !== null; index += 1) type = combine(type, Value.of(items[index]).type);
    if (type === null) throw new TypeError("The types of the values do not fit.");
    return type;
  }

  const classes = { __proto__: null };
  const operation = (kind, items) => {
    const type = typeOfAll(items, kind === "product" ? multiplyTypes : addTypes);
    return new classes[kind](key, { __proto__: null, kind, items, type });
  };

  /** Fields of what a page makes of arguments. */
  function operationFields(kind, values) {
    const items = numberishList(values);
    if (items.length === 0) throw error("SyntaxError", "There are no values.");
    return { __proto__: null, kind, items, type: typeOfAll(items, kind === "product" ? multiplyTypes : addTypes) };
  }

  const isUnit = (value, unit) => {
    const fields = Value.of(value);
    return fields.kind === "unit" && (unit === undefined || fields.unit === unit);
  };
  const valueOf = (value) => Value.of(value).value;

  function haveOneUnit(items) {
    if (!isUnit(items[0])) return false;
    const { unit } = Value.of(items[0]);
    for (let index = 1; index < items.length; index += 1) if (!isUnit(items[index], unit)) return false;
    return true;
  }

  /** `this` and the values, as the items of one operation: one of the same kind gives its own. */
  function gathered(object, kind, values) {
    const fields = Value.of(object);
    const items = fields.kind === kind ? core.array(fields.items) : core.list(object);
    for (let index = 0; index < values.length; index += 1) put(items, values[index]);
    return items;
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#cssmath-negate */
  function negated(value) {
    const fields = Value.of(value);
    if (fields.kind === "negate") return fields.item;
    if (fields.kind === "unit") return makeUnit(-fields.value, fields.unit);
    return new classes.negate(key, { __proto__: null, kind: "negate", item: value, type: fields.type });
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#cssmath-invert */
  function inverted(value) {
    const fields = Value.of(value);
    if (fields.kind === "invert") return fields.item;
    if (isUnit(value, "number")) {
      if (fields.value === 0) throw new RangeError("Division by zero.");
      return makeUnit(1 / fields.value, "number");
    }
    return new classes.invert(key, { __proto__: null, kind: "invert", item: value, type: invertType(fields.type) });
  }

  function each(values, change) {
    for (let index = 0; index < values.length; index += 1) values[index] = change(values[index]);
    return values;
  }

  function sum(object, values) {
    const items = gathered(object, "sum", values);
    if (!haveOneUnit(items)) return operation("sum", items);
    let total = 0;
    for (let index = 0; index < items.length; index += 1) total += valueOf(items[index]);
    return makeUnit(total, Value.of(items[0]).unit);
  }

  function product(object, values) {
    const items = gathered(object, "product", values);
    let total = 1, unit = "number", areUnits = true;
    for (let index = 0; index < items.length && areUnits; index += 1) {
      areUnits = isUnit(items[index]) && (unit === "number" || isUnit(items[index], "number"));
      if (!areUnits) break;
      total *= valueOf(items[index]);
      if (unit === "number") unit = Value.of(items[index]).unit;
    }
    return areUnits ? makeUnit(total, unit) : operation("product", items);
  }

  function extreme(object, values, kind) {
    const items = gathered(object, kind, values);
    if (!haveOneUnit(items)) return operation(kind, items);
    let found = valueOf(items[0]);
    for (let index = 1; index < items.length; index += 1) {
      found = kind === "min" ? core.MathMin(found, valueOf(items[index])) : core.MathMax(found, valueOf(items[index]));
    }
    return makeUnit(found, Value.of(items[0]).unit);
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#dom-cssnumericvalue-equals */
  function isEqual(one, other) {
    const first = Value.of(one), second = Value.of(other);
    if (first.kind !== second.kind) return false;
    if (first.kind === "unit") return first.unit === second.unit && first.value === second.value;
    const own = partsOf(first), others = partsOf(second);
    if (own.length !== others.length) return false;
    for (let index = 0; index < own.length; index += 1) if (!isEqual(own[index], others[index])) return false;
    return true;
  }

  const partsOf = (fields) => fields.items ?? core.list(fields.item);

  // MARK: Sums of units. https://drafts.css-houdini.org/css-typed-om-1/#create-a-sum-value
  // Lists of `{value, powers}`, in which the powers are by unit; null where there is none.

  const mostParts = 1000;

  function samePowers(one, other) {
    const names = core.ReflectOwnKeys(one);
    if (names.length !== core.ReflectOwnKeys(other).length) return false;
    for (let index = 0; index < names.length; index += 1) if (one[names[index]] !== other[names[index]]) return false;
    return true;
  }

  function multiplyPowers(one, other) {
    const result = { __proto__: null };
    const names = core.ReflectOwnKeys(one);
    for (let index = 0; index < names.length; index += 1) result[names[index]] = one[names[index]];
    const more = core.ReflectOwnKeys(other);
    for (let index = 0; index < more.length; index += 1) {
      const total = (result[more[index]] ?? 0) + other[more[index]];
      if (total === 0) delete result[more[index]];
      else result[more[index]] = total;
    }
    return result;
  }

  function typeOfPowers(powers) {
    let type = { __proto__: null, hint: null };
    const names = core.ReflectOwnKeys(powers);
    for (let index = 0; index < names.length && type !== null; index += 1) {
      const own = typeOfUnit(names[index]), kind = units[names[index]].kind;
      own[kind] = powers[names[index]];
      type = multiplyTypes(type, own);
    }
    return type;
  }

  function sumOf(value) {
    const fields = Value.of(value);
    switch (fields.kind) {
      case "unit": {
        const { kind, factor } = units[fields.unit];
        if (kind === "") return core.list({ __proto__: null, value: fields.value, powers: { __proto__: null } });
        const unit = factor === 0 ? fields.unit : canonical[kind] ?? fields.unit;
        return core.list({ __proto__: null, value: fields.value * (factor === 0 ? 1 : factor), powers: { __proto__: null, [unit]: 1 } });
      }
      case "sum": return sumOfSums(fields.items);
      case "negate": {
        const parts = sumOf(fields.item);
        for (let index = 0; parts !== null && index < parts.length; index += 1) parts[index].value = -parts[index].value;
        return parts;
      }
      case "product": return sumOfProducts(fields.items);
      case "invert": {
        const parts = sumOf(fields.item);
        if (parts === null || parts.length !== 1) return null;
        const powers = { __proto__: null }, names = core.ReflectOwnKeys(parts[0].powers);
        for (let index = 0; index < names.length; index += 1) powers[names[index]] = -parts[0].powers[names[index]];
        return core.list({ __proto__: null, value: 1 / parts[0].value, powers });
      }
      default: return sumOfExtreme(fields);
    }
  }

  function sumOfSums(items) {
    const parts = core.list();
    for (let index = 0; index < items.length; index += 1) {
      const own = sumOf(items[index]);
      if (own === null || parts.length > mostParts) return null;
      for (let place = 0; place < own.length; place += 1) {
        let found = 0;
        while (found < parts.length && !samePowers(parts[found].powers, own[place].powers)) found += 1;
        if (found < parts.length) parts[found].value += own[place].value;
        else put(parts, own[place]);
      }
    }
    let type = typeOfPowers(parts[0].powers);
    for (let index = 1; index < parts.length && type !== null; index += 1) type = addTypes(type, typeOfPowers(parts[index].powers));
    return type === null ? null : parts;
  }

  function sumOfProducts(items) {
    let parts = core.list({ __proto__: null, value: 1, powers: { __proto__: null } });
    for (let index = 0; index < items.length; index += 1) {
      const own = sumOf(items[index]);
      if (own === null || parts.length * own.length > mostParts) return null;
      const next = core.list();
      for (let first = 0; first < parts.length; first += 1) {
        for (let second = 0; second < own.length; second += 1) {
          put(next, { __proto__: null, value: parts[first].value * own[second].value,
            powers: multiplyPowers(parts[first].powers, own[second].powers) });
        }
      }
      parts = next;
    }
    return parts;
  }

  function sumOfExtreme(fields) {
    const values = core.list();
    for (let index = 0; index < fields.items.length; index += 1) {
      const own = sumOf(fields.items[index]);
      if (own === null || own.length !== 1 || (index > 0 && !samePowers(own[0].powers, values[0].powers))) return null;
      put(values, own[0]);
    }
    if (fields.kind === "clamp") {
      values[0].value = core.MathMax(values[0].value, core.MathMin(values[1].value, values[2].value));
      return core.list(values[0]);
    }
    for (let index = 1; index < values.length; index += 1) {
      values[0].value = fields.kind === "min" ? core.MathMin(values[0].value, values[index].value)
        : core.MathMax(values[0].value, values[index].value);
    }
    return core.list(values[0]);
  }

  /** One part of a sum as a unit value; null where it has no unit of its own. */
  function unitOfPart(part) {
    const names = core.ReflectOwnKeys(part.powers);
    if (names.length === 0) return makeUnit(part.value, "number");
    return names.length === 1 && part.powers[names[0]] === 1 ? makeUnit(part.value, names[0]) : null;
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#convert-a-cssunitvalue, null where it cannot be. */
  function converted(value, unit) {
    const fields = Value.of(value);
    if (fields.unit === unit) return value;
    const from = units[fields.unit], to = units[unit];
    if (from.kind !== to.kind || from.factor === 0 || to.factor === 0) return null;
    return makeUnit(fields.value * from.factor / to.factor, unit);
  }

  function requireUnit(unit) {
    unit = core.toASCIILowercase(core.usvString(unit));
    if (units[unit] === undefined) throw error("SyntaxError", "The unit is not known.");
    return unit;
  }

  const notFitting = () => new TypeError("The value has no such unit.");

  class CSSNumericValue extends CSSStyleValue {
    constructor(token = undefined, fields = undefined) { super(token, fields); }
    add(...values) { return numeric(this), sum(this, numberishList(values)); }
    sub(...values) { return numeric(this), sum(this, each(numberishList(values), negated)); }
    mul(...values) { return numeric(this), product(this, numberishList(values)); }
    div(...values) { return numeric(this), product(this, each(numberishList(values), inverted)); }
    min(...values) { return numeric(this), extreme(this, numberishList(values), "min"); }
    max(...values) { return numeric(this), extreme(this, numberishList(values), "max"); }
    equals(...values) {
      numeric(this);
      const list = numberishList(values);
      for (let index = 0; index < list.length; index += 1) if (!isEqual(this, list[index])) return false;
      return true;
    }
    to(unit) {
      numeric(this);
      core.requireArguments(arguments.length, 1);
      unit = requireUnit(unit);
      const parts = sumOf(this);
      if (parts === null || parts.length !== 1) throw notFitting();
      const own = unitOfPart(parts[0]);
      const result = own === null ? null : converted(own, unit);
      if (result === null) throw notFitting();
      return result;
    }
    toSum(...names) {
      numeric(this);
      const wanted = core.list();
      for (let index = 0; index < names.length; index += 1) put(wanted, requireUnit(names[index]));
      const parts = sumOf(this);
      const rest = core.list();
      for (let index = 0; parts !== null && index < parts.length; index += 1) put(rest, unitOfPart(parts[index]));
      if (parts === null || core.ArrayIndexOf(rest, null) >= 0) throw notFitting();
      if (wanted.length === 0) {
        core.ArraySort(rest, (one, other) => (Value.of(one).unit < Value.of(other).unit ? -1 : 1));
        return operation("sum", rest);
      }
      const result = core.list();
      for (let index = 0; index < wanted.length; index += 1) {
        let total = makeUnit(0, wanted[index]);
        for (let place = 0; place < rest.length;) {
          const own = converted(rest[place], wanted[index]);
          if (own === null) {
            place += 1;
            continue;
          }
          total = makeUnit(valueOf(total) + valueOf(own), wanted[index]);
          core.ArraySplice(rest, place, 1);
        }
        put(result, total);
      }
      if (rest.length > 0) throw notFitting();
      return operation("sum", result);
    }
    type() {
      const { type } = numeric(this);
      const result = {};
      for (let index = 0; index < kinds.length; index += 1) {
        if (power(type, kinds[index]) === 0) continue;
        core.ReflectDefineProperty(result, kinds[index],
          { __proto__: null, value: type[kinds[index]], writable: true, enumerable: true, configurable: true });
      }
      if (type.hint !== null) {
        core.ReflectDefineProperty(result, "percentHint",
          { __proto__: null, value: type.hint, writable: true, enumerable: true, configurable: true });
      }
      return result;
    }

    static parse(cssText) {
      core.requireArguments(arguments.length, 1);
      const list = trimmed(tokens(core.usvString(cssText)));
      const isOne = list.length > 0 && endOfBlock(list, 0) === list.length - 1;
      const value = isOne ? reifyNumber(list) : null;
      if (value === null) throw error("SyntaxError", "The text is no number.");
      return value;
    }
  }

  class CSSUnitValue extends CSSNumericValue {
    constructor(value, unit) {
      if (value === key) {
        super(key, unit);
        return;
      }
      core.requireArguments(arguments.length, 2);
      value = core.double(value);
      unit = core.toASCIILowercase(core.usvString(unit));
      const type = typeOfUnit(unit);
      if (type === null) throw new TypeError("The unit is not known.");
      super(key, { __proto__: null, kind: "unit", value, unit, type });
    }
    get value() { return fieldsOf(this, "unit").value; }
    set value(value) { fieldsOf(this, "unit").value = core.double(value); }
    get unit() { return fieldsOf(this, "unit").unit; }
  }

  // MARK: Operations. https://drafts.css-houdini.org/css-typed-om-1/#complex-numeric

  class CSSNumericArray {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return core.collections.stateOf(this, "CSSNumericArray").length(); }
  }
  core.collections.makeIterable(CSSNumericArray, true);

  function arrayOf(fields) {
    const { items } = fields;
    return (fields.array ??= core.collections.makeCollection(CSSNumericArray, {
      __proto__: null, interface: "CSSNumericArray", named: null, length: () => items.length, at: (index) => items[index],
    }));
  }

  class CSSMathValue extends CSSNumericValue {
    constructor(token = undefined, fields = undefined) { super(token, fields); }
    get operator() {
      const fields = Value.of(this);
      if (classes[fields.kind] === undefined) throw new TypeError("Illegal invocation");
      return fields.kind;
    }
  }
  class CSSMathSum extends CSSMathValue {
    constructor(...args) { super(key, args[0] === key ? args[1] : operationFields("sum", args)); }
    get values() { return arrayOf(fieldsOf(this, "sum")); }
  }
  class CSSMathProduct extends CSSMathValue {
    constructor(...args) { super(key, args[0] === key ? args[1] : operationFields("product", args)); }
    get values() { return arrayOf(fieldsOf(this, "product")); }
  }
  class CSSMathMin extends CSSMathValue {
    constructor(...args) { super(key, args[0] === key ? args[1] : operationFields("min", args)); }
    get values() { return arrayOf(fieldsOf(this, "min")); }
  }
  class CSSMathMax extends CSSMathValue {
    constructor(...args) { super(key, args[0] === key ? args[1] : operationFields("max", args)); }
    get values() { return arrayOf(fieldsOf(this, "max")); }
  }
  class CSSMathNegate extends CSSMathValue {
    constructor(arg) {
      core.requireArguments(arguments.length, 1);
      if (arg === key) {
        super(key, arguments[1]);
        return;
      }
      const item = numberish(arg);
      super(key, { __proto__: null, kind: "negate", item, type: Value.of(item).type });
    }
    get value() { return fieldsOf(this, "negate").item; }
  }
  class CSSMathInvert extends CSSMathValue {
    constructor(arg) {
      core.requireArguments(arguments.length, 1);
      if (arg === key) {
        super(key, arguments[1]);
        return;
      }
      const item = numberish(arg);
      super(key, { __proto__: null, kind: "invert", item, type: invertType(Value.of(item).type) });
    }
    get value() { return fieldsOf(this, "invert").item; }
  }
  class CSSMathClamp extends CSSMathValue {
    constructor(lower, value, upper) {
      if (lower === key) {
        super(key, value);
        return;
      }
      core.requireArguments(arguments.length, 3);
      super(key, operationFields("clamp", core.list(lower, value, upper)));
    }
    get lower() { return fieldsOf(this, "clamp").items[0]; }
    get value() { return fieldsOf(this, "clamp").items[1]; }
    get upper() { return fieldsOf(this, "clamp").items[2]; }
  }
  classes.sum = CSSMathSum;
  classes.product = CSSMathProduct;
  classes.min = CSSMathMin;
  classes.max = CSSMathMax;
  classes.negate = CSSMathNegate;
  classes.invert = CSSMathInvert;
  classes.clamp = CSSMathClamp;

  // MARK: Writing

  /** A number as CSS writes it: at most six digits behind the point. */
  function numberText(value) {
    const text = core.NumberToFixed(value, 6);
    if (core.StringIndexOf(text, "e") >= 0 || core.StringIndexOf(text, ".") < 0) return text;
    let end = text.length;
    while (text[end - 1] === "0") end -= 1;
    if (text[end - 1] === ".") end -= 1;
    const short = core.StringSlice(text, 0, end);
    return short === "-0" ? "0" : short;
  }

  writers.unit = function ({ value, unit }) {
    const suffix = unit === "number" ? "" : unit === "percent" ? "%" : unit;
    if (core.NumberIsFinite(value)) return numberText(value) + suffix;
    const word = value !== value ? "NaN" : value > 0 ? "infinity" : "-infinity";
    return "calc(" + word + (suffix === "" ? "" : " * 1" + suffix) + ")";
  };

  /** https://drafts.css-houdini.org/css-typed-om-1/#serialize-a-cssmathvalue */
  function mathText(fields, isNested, isBare) {
    const { kind } = fields;
    if (kind === "unit") return writers.unit(fields);
    const part = (value, isBarePart) => mathText(Value.of(value), true, isBarePart);
    if (kind === "min" || kind === "max" || kind === "clamp") {
      let text = kind + "(";
      for (let index = 0; index < fields.items.length; index += 1) text += (index > 0 ? ", " : "") + part(fields.items[index], true);
      return text + ")";
    }
    const start = isBare ? "" : isNested ? "(" : "calc(", end = isBare ? "" : ")";
    if (kind === "negate") return start + "-" + part(fields.item, false) + end;
    if (kind === "invert") return start + "1 / " + part(fields.item, false) + end;
    const special = kind === "sum" ? "negate" : "invert";
    let text = start + part(fields.items[0], false);
    for (let index = 1; index < fields.items.length; index += 1) {
      const own = Value.of(fields.items[index]);
      if (own.kind === special) text += (kind === "sum" ? " - " : " / ") + part(own.item, false);
      else text += (kind === "sum" ? " + " : " * ") + part(fields.items[index], false);
    }
    return text + end;
  }
  const kindsOfMath = core.ReflectOwnKeys(classes);
  for (let index = 0; index < kindsOfMath.length; index += 1) {
    writers[kindsOfMath[index]] = (fields) => mathText(fields, false, false);
  }

  // MARK: Reading. https://drafts.css-houdini.org/css-typed-om-1/#reify-a-math-expression

  const deepest = 60;
  const constants = { __proto__: null, e: 2.718281828459045, pi: 3.141592653589793, infinity: Infinity, "-infinity": -Infinity, nan: NaN };

  /** Of the only token or block of a list; null where it is no number, or none that is told of in this way. */
  function reifyNumber(list) {
    const first = list[0];
    if (first.kind === "dimension") return units[first.unit] === undefined ? null : makeUnit(first.value, first.unit);
    if (first.kind !== "function") return null;
    try {
      const value = reifyFunction(list, 0, list.length, 0);
      if (value === null || first.name !== "calc" && first.name !== "-webkit-calc") return value;
      return isUnit(value) ? operation("sum", core.list(value)) : value;
    } catch (thrown) {
      if (thrown instanceof TypeError) return null;
      throw thrown;
    }
  }

  /** The function that begins at `start`; `end` is behind its parenthesis. */
  function reifyFunction(list, start, end, depth) {
    if (depth > deepest) return null;
    const { name } = list[start];
    const last = list[end - 1].kind === ")" ? end - 1 : end;
    if (name === "calc" || name === "-webkit-calc") return reifySum(list, start + 1, last, depth);
    if (name !== "min" && name !== "max" && name !== "clamp") return null;
    const items = core.list();
    let from = start + 1;
    for (let index = from; index <= last; index += 1) {
      if (index === last || list[index].kind === ",") {
        const item = reifySum(list, from, index, depth);
        if (item === null) return null;
        put(items, item);
        from = index + 1;
      } else {
        index = core.MathMin(endOfBlock(list, index), last - 1);
      }
    }
    if (items.length === 0 || (name === "clamp" && items.length !== 3)) return null;
    return operation(name, items);
  }

  function skipSpace(list, index, end) {
    while (index < end && list[index].kind === "space") index += 1;
    return index;
  }

  /** Terms with operators between them; `reifyTerm` reads one and tells where it ends. */
  function reifySum(list, start, end, depth) {
    const items = core.list();
    let isNegative = false;
    for (let index = skipSpace(list, start, end);;) {
      // The factors of one term.
      const factors = core.list();
      let isInverse = false;
      for (;;) {
        if (index >= end) return null;
        const last = core.MathMin(endOfBlock(list, index), end - 1);
        const factor = reifyFactor(list, index, last + 1, depth);
        if (factor === null) return null;
        put(factors, isInverse ? new CSSMathInvert(factor) : factor);
        const next = skipSpace(list, last + 1, end);
        if (next < end && (list[next].kind === "*" || list[next].kind === "/")) {
          isInverse = list[next].kind === "/";
          index = skipSpace(list, next + 1, end);
          continue;
        }
        index = next;
        break;
      }
      const term = factors.length === 1 ? factors[0] : operation("product", factors);
      put(items, isNegative ? new CSSMathNegate(term) : term);
      if (index >= end) break;
      // An operator with white space on both sides.
      const { kind } = list[index];
      if ((kind !== "+" && kind !== "-") || list[index - 1].kind !== "space" || list[index + 1]?.kind !== "space") return null;
      isNegative = kind === "-";
      index = skipSpace(list, index + 1, end);
    }
    return items.length === 1 ? items[0] : operation("sum", items);
  }

  function reifyFactor(list, start, end, depth) {
    const token = list[start];
    switch (token.kind) {
      case "dimension": return units[token.unit] === undefined ? null : makeUnit(token.value, token.unit);
      case "identifier": return token.name in constants ? makeUnit(constants[token.name], "number") : null;
      case "(": return depth > deepest ? null : reifySum(list, start + 1, list[end - 1].kind === ")" ? end - 1 : end, depth + 1);
      case "function": return reifyFunction(list, start, end, depth + 1);
      default: return null;
    }
  }

  core.reifyNumber = reifyNumber;
  core.makeUnitValue = makeUnit;
  core.typedNumbers = { numberish, isNumeric, isUnit, isSame, typeOfUnit, valueOf, converted, sumOf, unitOfPart };
  core.define({
    CSSNumericValue, CSSUnitValue, CSSNumericArray, CSSMathValue, CSSMathSum, CSSMathProduct, CSSMathNegate, CSSMathInvert, CSSMathMin,
    CSSMathMax, CSSMathClamp,
  });
})
