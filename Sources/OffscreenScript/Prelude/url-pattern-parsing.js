// Patterns as text: tokens, parts, regular expressions. https://urlpattern.spec.whatwg.org/#patterns
(function (core) {
  "use strict";
  const { list, put, TypeError } = core;

  const refuse = (what) => { throw new TypeError(`The pattern is not valid: ${what}.`); };

  /** The code points of a text, as strings. */
  function pointsOf(text) {
    const points = list();
    for (let index = 0; index < text.length;) {
      const point = core.StringFromCodePoint(core.StringCodePointAt(text, index));
      put(points, point);
      index += point.length;
    }
    return points;
  }

  const firstName = /^[$_\p{ID_Start}]$/u, furtherName = /^[$_\u200c\u200d\p{ID_Continue}]$/u, digit = /^[0-9]/;
  const isNamePoint = (point, isFirst) => core.RegExpExec(isFirst ? firstName : furtherName, point) !== null;
  const isASCII = (point) => core.StringCharCodeAt(point, 0) < 128;

  // MARK: Tokens. https://urlpattern.spec.whatwg.org/#tokenizing

  const single = { __proto__: null, "*": "asterisk", "+": "modifier", "?": "modifier", "{": "open", "}": "close" };

  /** `{type, index, value}` each. Where it is lenient, what is wrong becomes a token of the type "invalid". */
  function tokenize(text, isLenient) {
    const points = pointsOf(text), tokens = list();
    const join = (from, to) => core.ArrayJoin(core.ArraySlice(points, from, to), "");
    let index = 0;
    const add = (type, next, from = index, to = next) => {
      put(tokens, { __proto__: null, type, index, value: join(from, to) });
      index = next;
    };
    const fail = (next, from) => {
      if (!isLenient) refuse(`at ${index}`);
      add("invalid", next, from);
    };
    while (index < points.length) {
      const point = points[index];
      if (single[point] !== undefined) {
        add(single[point], index + 1);
      } else if (point === "\\") {
        if (index === points.length - 1) fail(index + 1, index);
        else add("escaped", index + 2, index + 1);
      } else if (point === ":") {
        let end = index + 1;
        while (end < points.length && isNamePoint(points[end], end === index + 1)) end += 1;
        if (end === index + 1) fail(end, index);
        else add("name", end, index + 1);
      } else if (point === "(") {
        const end = endOfGroup(points, index + 1);
        if (end < 0) fail(index + 1, index);
        else add("regexp", end, index + 1, end - 1);
      } else {
        add("char", index + 1);
      }
    }
    put(tokens, { __proto__: null, type: "end", index, value: "" });
    return tokens;
  }

  /** The place behind a regular expression in parentheses, or -1 where there is none. */
  function endOfGroup(points, start) {
    let depth = 1;
    for (let index = start; index < points.length; index += 1) {
      const point = points[index];
      if (!isASCII(point) || (index === start && point === "?")) return -1;
      if (point === "\\") {
        index += 1;
        if (index === points.length || !isASCII(points[index])) return -1;
      } else if (point === ")") {
        depth -= 1;
        if (depth === 0) return index === start ? -1 : index + 1;
      } else if (point === "(") {
        depth += 1;
        // Groups that capture are the pattern's own.
        if (points[index + 1] !== "?") return -1;
      }
    }
    return -1;
  }

  // MARK: Parts. https://urlpattern.spec.whatwg.org/#parsing-patterns

  function escaper(special) {
    return function (text) {
      let result = "";
      for (let index = 0; index < text.length; index += 1) {
        result += (core.StringIndexOf(special, text[index]) >= 0 ? "\\" : "") + text[index];
      }
      return result;
    };
  }
  const escapeRegExp = escaper(".+*?^${}()[]|/\\"), escapePattern = escaper("+*?:{}()\\");

  const wildcardOf = (options) => `[^${escapeRegExp(options.delimiter)}]+?`;

  /** `options`: the delimiter and the prefix of groups. `encode` makes fixed text as an address has it. */
  class Parser {
    #tokens;
    #options;
    #encode;
    #index = 0;
    #pending = "";
    #nextNumber = 0;
    #names = new core.SafeSet();
    parts = list();

    constructor(text, options, encode) {
      this.#tokens = tokenize(text, false);
      this.#options = options;
      this.#encode = encode;
    }

    parse() {
      while (this.#index < this.#tokens.length) {
        const char = this.#take("char"), name = this.#take("name"), matcher = this.#takeMatcher(name);
        if (name !== null || matcher !== null) {
          let prefix = char === null ? "" : char.value;
          if (prefix !== "" && prefix !== this.#options.prefix) {
            this.#pending += prefix;
            prefix = "";
          }
          this.#addPending();
          this.#add(prefix, name, matcher, "", this.#takeModifier());
          continue;
        }
        const fixed = char ?? this.#take("escaped");
        if (fixed !== null) {
          this.#pending += fixed.value;
        } else if (this.#take("open") !== null) {
          const prefix = this.#takeText(), groupName = this.#take("name"), groupMatcher = this.#takeMatcher(groupName);
          const suffix = this.#takeText();
          this.#require("close");
          this.#add(prefix, groupName, groupMatcher, suffix, this.#takeModifier());
        } else {
          this.#addPending();
          this.#require("end");
        }
      }
      return this.parts;
    }

    #take(type) {
      const token = this.#tokens[this.#index];
      if (token === undefined || token.type !== type) return null;
      this.#index += 1;
      return token;
    }
    #require(type) { if (this.#take(type) === null) refuse(`there is no ${type} where one must be`); }
    #takeMatcher(name) {
      const token = this.#take("regexp");
      return token === null && name === null ? this.#take("asterisk") : token;
    }
    #takeModifier() {
      const token = this.#take("modifier") ?? this.#take("asterisk");
      return token === null ? "" : token.value;
    }
    #takeText() {
      let text = "";
      for (;;) {
        const token = this.#take("char") ?? this.#take("escaped");
        if (token === null) return text;
        text += token.value;
      }
    }
    #addPending() {
      if (this.#pending === "") return;
      const text = this.#encode(this.#pending);
      this.#pending = "";
      put(this.parts, makePart("fixed", text, ""));
    }
    #add(prefix, name, matcher, suffix, modifier) {
      if (name === null && matcher === null && modifier === "") {
        this.#pending += prefix;
        return;
      }
      this.#addPending();
      if (name === null && matcher === null) {
        if (prefix !== "") put(this.parts, makePart("fixed", this.#encode(prefix), modifier));
        return;
      }
      const wildcard = wildcardOf(this.#options);
      const source = matcher === null ? wildcard : matcher.type === "asterisk" ? ".*" : matcher.value;
      const type = source === wildcard ? "segment" : source === ".*" ? "full" : "regexp";
      let title = name?.value;
      if (title === undefined) {
        title = "" + this.#nextNumber;
        this.#nextNumber += 1;
      }
      if (this.#names.has(title)) refuse(`there are two groups '${title}'`);
      this.#names.add(title);
      const part = makePart(type, type === "regexp" ? source : "", modifier);
      part.name = title;
      part.prefix = this.#encode(prefix);
      part.suffix = this.#encode(suffix);
      put(this.parts, part);
    }
  }

  const makePart = (type, value, modifier) => ({ __proto__: null, type, value, modifier, name: "", prefix: "", suffix: "" });

  // MARK: What they become

  const sourceOf = (part, options) => (part.type === "segment" ? wildcardOf(options) : part.type === "full" ? ".*" : part.value);

  /** https://urlpattern.spec.whatwg.org/#generate-a-regular-expression-and-name-list */
  function expressionOf(parts, options, names) {
    let text = "^";
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index], { modifier } = part;
      if (part.type === "fixed") {
        text += modifier === "" ? escapeRegExp(part.value) : `(?:${escapeRegExp(part.value)})${modifier}`;
        continue;
      }
      put(names, part.name);
      const source = sourceOf(part, options), prefix = escapeRegExp(part.prefix), suffix = escapeRegExp(part.suffix);
      const isRepeated = modifier === "*" || modifier === "+";
      if (prefix === "" && suffix === "") text += isRepeated ? `((?:${source})${modifier})` : `(${source})${modifier}`;
      else if (!isRepeated) text += `(?:${prefix}(${source})${suffix})${modifier}`;
      else text += `(?:${prefix}((?:${source})(?:${suffix}${prefix}(?:${source}))*)${suffix})${modifier === "*" ? "?" : ""}`;
    }
    return text + "$";
  }

  const isCustom = (name) => core.RegExpExec(digit, name) === null;
  const firstPoint = (text) => core.StringFromCodePoint(core.StringCodePointAt(text, 0));

  /** Whether a part must stand in braces, so that what is around it does not belong to it. */
  function needsBraces(part, previous, next, options) {
    if (part.suffix !== "" || (part.prefix !== "" && part.prefix !== options.prefix)) return true;
    if (isCustom(part.name) && part.type === "segment" && part.modifier === "" && next !== undefined && next.prefix === ""
      && next.suffix === "") {
      const isPart = next.type === "fixed" ? isNamePoint(firstPoint(next.value), false) : !isCustom(next.name);
      if (isPart) return true;
    }
    return part.prefix === "" && options.prefix !== "" && previous !== undefined && previous.type === "fixed"
      && core.StringEndsWith(previous.value, options.prefix);
  }

  /** https://urlpattern.spec.whatwg.org/#generate-a-pattern-string */
  function patternOf(parts, options) {
    let text = "";
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index], previous = parts[index - 1], next = parts[index + 1];
      if (part.type === "fixed") {
        text += part.modifier === "" ? escapePattern(part.value) : `{${escapePattern(part.value)}}${part.modifier}`;
        continue;
      }
      const isNamed = isCustom(part.name), isGrouped = needsBraces(part, previous, next, options);
      let inner = escapePattern(part.prefix) + (isNamed ? ":" + part.name : "");
      if (part.type === "regexp") inner += `(${part.value})`;
      else if (part.type === "segment" && !isNamed) inner += `(${wildcardOf(options)})`;
      else if (part.type === "full") {
        const isPlain = !isNamed && (previous === undefined || previous.type === "fixed" || previous.modifier !== "" || isGrouped
          || part.prefix !== "");
        inner += isPlain ? "*" : "(.*)";
      }
      if (part.type === "segment" && isNamed && part.suffix !== "" && isNamePoint(firstPoint(part.suffix), false)) inner += "\\";
      inner += escapePattern(part.suffix);
      text += (isGrouped ? `{${inner}}` : inner) + part.modifier;
    }
    return text;
  }

  /** https://urlpattern.spec.whatwg.org/#compile-a-component */
  function compile(text, encode, options, ignoresCase = false) {
    const parts = new Parser(text, options, encode).parse(), names = list();
    const source = expressionOf(parts, options, names);
    let expression;
    try {
      expression = new core.RegExp(source, ignoresCase ? "vi" : "v");
    } catch {
      refuse("a group is no regular expression");
    }
    let hasExpressions = false;
    for (let index = 0; index < parts.length; index += 1) if (parts[index].type === "regexp") hasExpressions = true;
    return { __proto__: null, pattern: patternOf(parts, options), expression, names, hasExpressions };
  }

  core.urlPatterns = { __proto__: null, compile, escapePattern, tokenize };
})
