// Typed OM: values of all kinds, and how texts become them. https://drafts.css-houdini.org/css-typed-om-1/
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, SafeSet, StringSlice, TypeError, RangeError } = core;
  core.load("typed-tokens.js");
  core.load("cssom.js");
  const { tokens, trimmed, endOfBlock, commaParts } = core.typedTokens;
  const { longhandsOf, isCustom } = core.styles;
  const key = core.list();

  // What a value is: `kind`, and what that kind has. `type` is of numbers alone.
  const Value = core.brand();

  /** The fields of a value of one kind; a TypeError for what is of another interface. */
  function fieldsOf(object, kind) {
    const fields = Value.of(object);
    if (fields.kind !== kind) throw new TypeError("Illegal invocation");
    return fields;
  }

  // How each kind is written: functions of its fields.
  const writers = { __proto__: null };

  /** https://drafts.css-houdini.org/css-typed-om-1/#stylevalue-serialization */
  const textOf = (object) => {
    const fields = Value.of(object);
    return writers[fields.kind](fields);
  };

  class CSSStyleValue {
    constructor(token = undefined, fields = undefined) {
      if (token !== key) throw new TypeError("Illegal constructor");
      new Value(this, fields);
    }
    toString() { return textOf(this); }

    static parse(property, cssText) {
      core.requireArguments(arguments.length, 2);
      return parse(nameOf(core.string(property)), core.string(cssText))[0];
    }
    static parseAll(property, cssText) {
      core.requireArguments(arguments.length, 2);
      return core.array(parse(nameOf(core.string(property)), core.string(cssText)));
    }
  }

  class CSSImageValue extends CSSStyleValue {
    constructor(token = undefined, fields = undefined) { super(token, fields); }
  }
  writers.plain = (fields) => fields.text;
  writers.image = (fields) => fields.text;
  const plain = (text, property) => new CSSStyleValue(key, { __proto__: null, kind: "plain", text, property });
  const image = (text, property) => new CSSImageValue(key, { __proto__: null, kind: "image", text, property });

  // MARK: Keywords. https://drafts.css-houdini.org/css-typed-om-1/#keywordvalue-objects

  function keywordText(value) {
    value = core.string(value);
    if (value === "") throw new TypeError("A keyword is not empty.");
    return value;
  }

  class CSSKeywordValue extends CSSStyleValue {
    constructor(value) {
      core.requireArguments(arguments.length, 1);
      super(key, { __proto__: null, kind: "keyword", value: keywordText(value) });
    }
    get value() { return fieldsOf(this, "keyword").value; }
    set value(value) { fieldsOf(this, "keyword").value = keywordText(value); }
  }
  writers.keyword = (fields) => core.escapeIdentifier(fields.value);

  // MARK: What is not parsed. https://drafts.css-houdini.org/css-typed-om-1/#unparsedvalue-objects

  const Variable = core.brand();

  function variableName(value) {
    value = core.usvString(value);
    if (!isCustom(value) || value.length < 3) throw new TypeError("The name is not one of a custom property.");
    return value;
  }

  class CSSVariableReferenceValue {
    constructor(variable, fallback = null) {
      core.requireArguments(arguments.length, 1);
      variable = variableName(variable);
      fallback = core.nullable(fallback, (value) => core.convertInterface(value, isUnparsed, "CSSUnparsedValue"));
      new Variable(this, { __proto__: null, variable, fallback });
    }
    get variable() { return Variable.of(this).variable; }
    set variable(value) { Variable.of(this).variable = variableName(value); }
    get fallback() { return Variable.of(this).fallback; }
  }

  const isUnparsed = (value) => Value.has(value) && Value.of(value).kind === "unparsed";
  const segment = (value) => (Variable.has(value) ? value : core.usvString(value));

  /** An object with indices that a page can set: `fields.list` holds the items. */
  function makeIndexed(Class, name, fields, convert) {
    const { list } = fields;
    const object = core.collections.makeCollection(Class, {
      __proto__: null, interface: name, named: null,
      length: () => list.length,
      at: (index) => list[index],
      set(index, value) {
        value = convert(value);
        if (index > list.length) throw new RangeError("The index is past the end.");
        if (index === list.length) put(list, value);
        else list[index] = value;
      },
    });
    new Value(object, fields);
    return object;
  }

  class CSSUnparsedValue extends CSSStyleValue {
    constructor(members) {
      core.requireArguments(arguments.length, 1);
      return makeIndexed(new.target, "CSSUnparsedValue",
        { __proto__: null, kind: "unparsed", list: core.sequence(members, segment) }, segment);
    }
    get length() { return fieldsOf(this, "unparsed").list.length; }
  }
  core.collections.makeIterable(CSSUnparsedValue, true);

  const makeUnparsed = (list) =>
    makeIndexed(CSSUnparsedValue, "CSSUnparsedValue", { __proto__: null, kind: "unparsed", list }, segment);

  writers.unparsed = function ({ list }) {
    let text = "";
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      if (typeof item === "string") {
        text += item;
        continue;
      }
      const { variable, fallback } = Variable.of(item);
      text += "var(" + variable + (fallback === null ? "" : "," + textOf(fallback)) + ")";
    }
    return text;
  };

  const deepest = 100;

  /** The text between two tokens, with its `var()` as objects. */
  function reifyUnparsed(text, list, start, end, depth) {
    const members = core.list();
    let from = start < end ? list[start].start : 0, until = from;
    for (let index = start; index < end; index += 1) {
      const token = list[index];
      if (token.kind === "function" && token.name === "var" && depth < deepest) {
        const last = endOfBlock(list, index);
        let at = index + 1;
        while (at < last && list[at].kind === "space") at += 1;
        const name = list[at];
        if (name !== undefined && name.kind === "identifier" && isCustom(name.written)) {
          at += 1;
          while (at < last && list[at].kind === "space") at += 1;
          const hasFallback = at < last && list[at].kind === ",";
          if (token.start > from) put(members, StringSlice(text, from, token.start));
          const fallback = hasFallback
            ? reifyUnparsed(text, list, at + 1, list[last].kind === ")" ? last : last + 1, depth + 1) : null;
          put(members, new CSSVariableReferenceValue(name.written, fallback));
          from = list[last].end;
          until = from;
          index = last;
          continue;
        }
      }
      until = token.end;
    }
    if (until > from) put(members, StringSlice(text, from, until));
    return makeUnparsed(members);
  }

  function unparsed(text) {
    const list = tokens(text);
    return reifyUnparsed(text, list, 0, list.length, 0);
  }

  // MARK: Properties

  /** https://drafts.css-houdini.org/css-typed-om-1/#list-valued-properties */
  const listValued = new SafeSet();
  const listNames = core.split("animation-composition animation-delay animation-direction animation-duration "
    + "animation-fill-mode animation-iteration-count animation-name animation-play-state animation-range-end "
    + "animation-range-start animation-timeline animation-timing-function background-attachment background-blend-mode "
    + "background-clip background-image background-origin background-position-x background-position-y background-repeat "
    + "background-size mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-position-x "
    + "mask-position-y mask-repeat mask-size transition-behavior transition-delay transition-duration "
    + "transition-property transition-timing-function", " ");
  for (let index = 0; index < listNames.length; index += 1) listValued.add(listNames[index]);

  const nameOf = (name) => (isCustom(name) ? name : core.toASCIILowercase(name));

  /** The longhands of a property; a TypeError where the name is not known. */
  function requireProperty(name) {
    const longhands = name.length > 2 || !isCustom(name) ? longhandsOf(name) : null;
    if (longhands === null) throw new TypeError("The property is not known.");
    return longhands;
  }
  const isShorthand = (name) => longhandsOf(name).length > 1;

  // Which kinds of values a property takes, by what it accepts.
  const takings = new SafeMap();
  function takesOf(name) {
    let found = takings.get(name);
    if (found === undefined) {
      takings.set(name, found = {
        __proto__: null,
        colors: native.supports(name, "#123"),
        images: native.supports(name, "linear-gradient(red, red)"),
        transforms: name === "transform",
        // Names of a page's own, which no keyword stands for.
        names: name === "transition-property" || name === "font-family" || name === "will-change",
      });
    }
    return found;
  }

  const wide = new SafeSet();
  const wideNames = core.list("inherit", "initial", "revert", "revert-layer", "unset");
  for (let index = 0; index < wideNames.length; index += 1) wide.add(wideNames[index]);
  const referring = /^(?:var|env|attr|if|inherit)$/;

  function hasReferences(list) {
    for (let index = 0; index < list.length; index += 1) {
      if (list[index].kind === "function" && core.RegExpExec(referring, list[index].name) !== null) return true;
    }
    return false;
  }

  const imageFunction = /^(?:url|src|image|(?:-webkit-)?image-set|(?:-webkit-)?cross-fade|element|paint|.*gradient)$/;

  // MARK: Texts to values. https://drafts.css-houdini.org/css-typed-om-1/#reify-stylevalue

  /** The value of a text that is one of a property, as it is serialized. */
  function reify(text, property) {
    const list = tokens(text);
    if (isCustom(property) || hasReferences(list)) return reifyUnparsed(text, list, 0, list.length, 0);
    return reifyAs(text, trimmed(list), property, takesOf(property));
  }

  function reifyAs(text, list, property, takes) {
    const first = list[0];
    if (first === undefined) return plain(text, property);
    const isOne = endOfBlock(list, 0) === list.length - 1;
    if (list.length === 1 && first.kind === "identifier") {
      const isKeyword = wide.has(first.name) || first.name === "currentcolor"
        || !(takes.colors && native.supports("color", first.name)) && (!takes.names || first.name === "none" || first.name === "auto");
      return isKeyword ? new CSSKeywordValue(first.written) : plain(text, property);
    }
    if (isOne && (first.kind === "dimension" || first.kind === "function")) {
      const number = core.reifyNumber(list);
      if (number !== null) return number;
    }
    if (isOne && takes.images && (first.kind === "url"
      || first.kind === "function" && core.RegExpExec(imageFunction, first.name) !== null)) {
      return image(text, property);
    }
    if (takes.transforms) {
      const transform = core.reifyTransform(list);
      if (transform !== null) return transform;
    }
    return plain(text, property);
  }

  /** The values of a property's text, as many as it has. */
  function reifyAll(text, property) {
    const values = core.list();
    if (!listValued.has(property) || hasReferences(tokens(text))) {
      put(values, reify(text, property));
      return values;
    }
    const parts = commaParts(text);
    for (let index = 0; index < parts.length; index += 1) {
      const value = reify(parts[index], property);
      // A list with an item that no kind of value stands for is one value.
      if (parts.length > 1 && Value.of(value).kind === "plain") return core.list(plain(text, property));
      put(values, value);
    }
    return values;
  }

  const everything = { __proto__: null, colors: true, images: true, transforms: true, names: false };

  /** The computed values of a registered custom property. */
  function reifyRegistered(text, property, syntax) {
    const values = core.list();
    if (core.stripASCIIWhitespace(syntax) === "*") {
      put(values, unparsed(text));
      return values;
    }
    const hasCommas = core.StringIndexOf(syntax, "#") >= 0, hasSpaces = core.StringIndexOf(syntax, "+") >= 0;
    const takes = { __proto__: null, ...everything, transforms: core.StringIndexOf(syntax, "<transform-") >= 0,
      colors: core.StringIndexOf(syntax, "<color>") >= 0 };
    const parts = hasCommas ? commaParts(text) : core.list(text);
    for (let index = 0; index < parts.length; index += 1) {
      const list = trimmed(tokens(parts[index]));
      if (!hasSpaces) {
        put(values, reifyAs(parts[index], list, property, takes));
        continue;
      }
      for (let start = 0; start < list.length; start += 1) {
        if (list[start].kind === "space") continue;
        const end = endOfBlock(list, start);
        const part = StringSlice(parts[index], list[start].start, list[end].end);
        put(values, reifyAs(part, core.ArraySlice(list, start, end + 1), property, takes));
        start = end;
      }
    }
    return values;
  }

  /** The text of a value that a property has been given; null where it does not take it. */
  function validText(property, text) {
    const flat = core.styles.parse(property, text);
    if (flat === null) return null;
    if (isCustom(property)) return core.stripASCIIWhitespace(text) === "" ? null : flat[1];
    if (!isShorthand(property)) return flat[1];
    if (hasReferences(tokens(text))) return text;
    const pairs = core.list();
    for (let index = 0; index < flat.length; index += 3) {
      put(pairs, flat[index]);
      put(pairs, flat[index + 1]);
    }
    const whole = native.shorthand(property, pairs);
    return whole === "" ? text : whole;
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#parse-a-cssstylevalue */
  function parse(property, text) {
    requireProperty(property);
    const valid = validText(property, text);
    if (valid === null) throw new TypeError("The property does not take the value.");
    if (isShorthand(property) && !hasReferences(tokens(valid))) return core.list(plain(valid, property));
    return reifyAll(valid, property);
  }

  core.typed = {
    key, Value, CSSStyleValue, CSSKeywordValue, writers, textOf, fieldsOf, makeIndexed, plain, unparsed, parse, nameOf, requireProperty, isShorthand,
    validText, reify, reifyAll, reifyRegistered, hasReferences, listValued, wide,
  };
  core.define({ CSSStyleValue, CSSImageValue, CSSKeywordValue, CSSVariableReferenceValue, CSSUnparsedValue });
})
