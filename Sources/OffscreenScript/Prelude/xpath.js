// XPath 1.0. https://www.w3.org/TR/1999/REC-xpath-19991116/ and https://dom.spec.whatwg.org/#xpath
(function (core) {
  "use strict";
  const { native, versions, put, error, SafeMap, SafeSet, StringCharCodeAt: codeAt, StringSlice: slice, StringIndexOf: find } = core;
  const tree = core.tree;
  const { DOCUMENT, ELEMENT, TEXT, COMMENT, INSTRUCTION, FRAGMENT, FIRST, LAST, PREVIOUS, NEXT, link, kindOf, parentOf,
    nameOf, namespaceOf } = tree;

  // A node is the number of the tree's node, or the Attr of an attribute.
  const isAttribute = (node) => typeof node !== "number";
  const parentOfNode = (node) => (isAttribute(node) ? core.attributeOwner(node) : parentOf(node));

  // MARK: Reading expressions

  const isSpace = (code) => code === 32 || code === 9 || code === 10 || code === 13;
  const isDigit = (code) => code >= 48 && code <= 57;
  // Names without colons.
  const isNamePart = (code) => code !== 58 && core.isXMLNamePart(code);
  const isNameStart = (code) => code !== 58 && core.isXMLNameStart(code);

  const operatorNames = { __proto__: null, and: true, or: true, mod: true, div: true };
  const axes = { __proto__: null, ancestor: true, "ancestor-or-self": true, attribute: true, child: true, descendant: true,
    "descendant-or-self": true, following: true, "following-sibling": true, namespace: true, parent: true,
    preceding: true, "preceding-sibling": true, self: true };
  const nodeTypes = { __proto__: null, comment: COMMENT, text: TEXT, "processing-instruction": INSTRUCTION, node: -1 };

  function badSyntax(text) {
    throw error("SyntaxError", "'" + text + "' is not a valid XPath expression.");
  }

  /** Tokens: {type, text}; types are name, number, literal, variable, operator and the end. https://www.w3.org/TR/1999/REC-xpath-19991116/#exprlex */
  function tokenize(text) {
    const tokens = core.list();
    let at = 0, previous = null;
    const add = (type, value) => {
      previous = { type, text: value };
      put(tokens, previous);
    };
    // Whether a name or `*` that comes now is an operator.
    const endsOperand = () => previous !== null && previous.type !== "operator"
      ? true : previous !== null && (previous.text === ")" || previous.text === "]" || previous.text === "." || previous.text === ".."
       );
    while (at < text.length) {
      const code = codeAt(text, at);
      if (isSpace(code)) {
        at += 1;
      } else if (code === 34 || code === 39) {
        const end = find(text, text[at], at + 1);
        if (end < 0) badSyntax(text);
        add("literal", slice(text, at + 1, end));
        at = end + 1;
      } else if (isDigit(code) || (code === 46 && isDigit(codeAt(text, at + 1)))) {
        const start = at;
        while (isDigit(codeAt(text, at))) at += 1;
        if (codeAt(text, at) === 46) at += 1;
        while (isDigit(codeAt(text, at))) at += 1;
        add("number", slice(text, start, at));
      } else if (code === 36) {
        const start = at + 1;
        at = readName(text, start);
        if (at === start) badSyntax(text);
        add("variable", slice(text, start, at));
      } else if (code === 42) {
        if (endsOperand()) add("operator", "*");
        else {
          add("name", "*");
        }
        at += 1;
      } else if (isNameStart(code)) {
        const start = at;
        at = readName(text, at);
        const name = slice(text, start, at);
        if (endsOperand()) {
          if (operatorNames[name] !== true) badSyntax(text);
          add("operator", name);
        } else {
          add("name", name);
        }
      } else {
        const two = slice(text, at, at + 2);
        if (two === "//" || two === "!=" || two === "<=" || two === ">=" || two === "::" || two === "..") {
          add("operator", two);
          at += 2;
        } else if (core.StringIncludes("()[].@,/|+-=<>", text[at])) {
          add("operator", text[at]);
          at += 1;
        } else {
          badSyntax(text);
        }
      }
    }
    put(tokens, { type: "end", text: "" });
    return tokens;
  }

  /** The end of a name, perhaps with a prefix, perhaps `prefix:*`. */
  function readName(text, at) {
    if (!isNameStart(codeAt(text, at))) return at;
    while (isNamePart(codeAt(text, at))) at += 1;
    if (codeAt(text, at) === 58 && codeAt(text, at + 1) !== 58) {
      if (codeAt(text, at + 1) === 42) return at + 2;
      if (isNameStart(codeAt(text, at + 1))) {
        at += 1;
        while (isNamePart(codeAt(text, at))) at += 1;
      }
    }
    return at;
  }

  const levels = core.list(core.list("or"), core.list("and"), core.list("=", "!="), core.list("<", ">", "<=", ">="),
    core.list("+", "-"), core.list("*", "div", "mod"));

  /** Makes a tree of an expression: objects with a `kind`. */
  class Reader {
    constructor(text, resolve) {
      this.text = text;
      this.resolve = resolve;
      this.tokens = tokenize(text);
      this.at = 0;
      this.depth = 0;
    }

    get token() { return this.tokens[this.at]; }
    is(operator) { return this.token.type === "operator" && this.token.text === operator; }
    take(operator) {
      if (!this.is(operator)) return false;
      this.at += 1;
      return true;
    }
    expect(operator) { if (!this.take(operator)) badSyntax(this.text); }

    whole() {
      const expression = this.binary(0);
      if (this.token.type !== "end") badSyntax(this.text);
      return expression;
    }

    binary(level) {
      if (level === levels.length) return this.unary();
      if (level === 0 && (this.depth += 1) > 200) badSyntax(this.text);
      let left = this.binary(level + 1);
      for (;;) {
        const token = this.token;
        let isOperator = false;
        if (token.type === "operator") {
          for (let index = 0; index < levels[level].length; index += 1) if (levels[level][index] === token.text) isOperator = true;
        }
        if (!isOperator) break;
        this.at += 1;
        left = { kind: "binary", operator: token.text, left, right: this.binary(level + 1) };
      }
      if (level === 0) this.depth -= 1;
      return left;
    }

    unary() {
      let negations = 0;
      while (this.take("-")) negations += 1;
      let operand = this.union();
      for (; negations > 0; negations -= 1) operand = { kind: "negate", operand };
      return operand;
    }

    union() {
      let left = this.path();
      while (this.take("|")) left = { kind: "union", left, right: this.path() };
      return left;
    }

    path() {
      const token = this.token;
      if (token.type === "literal" || token.type === "number" || token.type === "variable" || this.is("(")
        || (token.type === "name" && this.isCall())) {
        let operand = this.primary();
        if (this.is("[")) operand = { kind: "filter", operand, predicates: this.predicates() };
        if (!this.is("/") && !this.is("//")) return operand;
        const steps = core.list();
        this.steps(steps);
        return { kind: "path", start: operand, isAbsolute: false, steps };
      }
      const steps = core.list();
      if (this.is("/")) {
        this.at += 1;
        if (this.startsStep()) {
          this.step(steps);
          this.steps(steps);
        }
        return { kind: "path", start: null, isAbsolute: true, steps };
      }
      if (this.is("//")) {
        this.steps(steps);
        return { kind: "path", start: null, isAbsolute: true, steps };
      }
      this.step(steps);
      this.steps(steps);
      return { kind: "path", start: null, isAbsolute: false, steps };
    }

    /** Whether a name begins a call of a function. */
    isCall() {
      const next = this.tokens[this.at + 1];
      return next.type === "operator" && next.text === "(" && nodeTypes[this.token.text] === undefined;
    }

    startsStep() { return this.token.type === "name" || this.is(".") || this.is("..") || this.is("@"); }

    steps(steps) {
      for (;;) {
        if (this.take("//")) {
          this.step(steps, true);
        } else if (this.take("/")) {
          this.step(steps);
        } else {
          return;
        }
      }
    }

    step(steps, isDeep = false) {
      const all = { kind: "type", type: -1, target: null };
      let step;
      if (this.take(".")) {
        step = { axis: "self", test: all, predicates: core.list() };
      } else if (this.take("..")) {
        step = { axis: "parent", test: all, predicates: core.list() };
      } else {
        let axis = "child";
        if (this.take("@")) {
          axis = "attribute";
        } else if (this.token.type === "name" && this.tokens[this.at + 1].text === "::" && this.tokens[this.at + 1].type === "operator") {
          axis = this.token.text;
          if (axes[axis] !== true) badSyntax(this.text);
          this.at += 2;
        }
        step = { axis, test: this.test(), predicates: this.predicates() };
      }
      if (isDeep) {
        // `//x` where no predicate counts is one step.
        if (step.axis === "child" && !countsPositions(step.predicates)) step.axis = "descendant";
        else put(steps, { axis: "descendant-or-self", test: all, predicates: core.list() });
      }
      put(steps, step);
    }

    test() {
      const token = this.token;
      if (token.type !== "name") badSyntax(this.text);
      this.at += 1;
      const type = nodeTypes[token.text];
      if (type !== undefined && this.take("(")) {
        let target = null;
        if (type === INSTRUCTION && this.token.type === "literal") {
          target = this.token.text;
          this.at += 1;
        }
        this.expect(")");
        return { kind: "type", type, target };
      }
      if (token.text === "*") return { kind: "any" };
      const colon = find(token.text, ":");
      if (colon < 0) return { kind: "name", namespace: undefined, name: token.text, lower: core.toASCIILowercase(token.text) };
      const namespace = this.resolve(slice(token.text, 0, colon));
      const name = slice(token.text, colon + 1);
      return name === "*" ? { kind: "namespace", namespace } : { kind: "name", namespace, name };
    }

    predicates() {
      const predicates = core.list();
      while (this.take("[")) {
        put(predicates, this.binary(0));
        this.expect("]");
      }
      return predicates;
    }

    primary() {
      const token = this.token;
      this.at += 1;
      if (token.type === "literal") return { kind: "value", value: token.text };
      if (token.type === "number") return { kind: "value", value: +token.text };
      if (token.type === "operator" && token.text === "(") {
        const inner = this.binary(0);
        this.expect(")");
        return { kind: "group", operand: inner };
      }
      if (token.type === "variable") badSyntax(this.text);
      const known = functions[token.text];
      if (known === undefined) badSyntax(this.text);
      this.expect("(");
      const values = core.list();
      if (!this.take(")")) {
        do put(values, this.binary(0)); while (this.take(","));
        this.expect(")");
      }
      if (values.length < known.least || values.length > known.most) badSyntax(this.text);
      return { kind: "call", name: token.text, run: known.run, values };
    }
  }

  /** Whether one of some predicates may depend on the position, or be a number that stands for one. */
  function countsPositions(predicates) {
    for (let index = 0; index < predicates.length; index += 1) if (mayCount(predicates[index], true)) return true;
    return false;
  }

  const numeric = { __proto__: null, last: true, position: true, count: true, "string-length": true, number: true, sum: true,
    floor: true, ceiling: true, round: true };

  function mayCount(expression, isOuter) {
    switch (expression.kind) {
      case "value": return isOuter && typeof expression.value === "number";
      case "negate": return isOuter || mayCount(expression.operand, false);
      case "group": return mayCount(expression.operand, isOuter);
      case "binary": {
        const { operator } = expression;
        if (isOuter && (operator === "+" || operator === "-" || operator === "*" || operator === "div" || operator === "mod")) return true;
        return mayCount(expression.left, false) || mayCount(expression.right, false);
      }
      case "call":
        if (expression.name === "position" || expression.name === "last") return true;
        if (isOuter && numeric[expression.name] === true) return true;
        for (let index = 0; index < expression.values.length; index += 1) if (mayCount(expression.values[index], false)) return true;
        return false;
      case "filter": return mayCount(expression.operand, false);
      case "union": return mayCount(expression.left, false) || mayCount(expression.right, false);
      case "path": return expression.start !== null && mayCount(expression.start, false);
      default: return true;
    }
  }

  // MARK: Values: strings, numbers, booleans, and sets of nodes

  class NodeSet {
    constructor(nodes, isSorted) {
      this.nodes = nodes;
      this.isSorted = isSorted;
    }
    /** In document order. */
    get sorted() {
      if (!this.isSorted) {
        sortNodes(this.nodes);
        this.isSorted = true;
      }
      return this.nodes;
    }
  }

  function compareNodes(one, other) {
    if (one === other) return 0;
    const first = isAttribute(one) ? core.attributeOwner(one) : one;
    const second = isAttribute(other) ? core.attributeOwner(other) : other;
    if (first === second) {
      if (!isAttribute(one)) return -1;
      if (!isAttribute(other)) return 1;
      return core.isAttributeBefore(one, other) ? -1 : 1;
    }
    return tree.comparePosition(first, second) & 4 ? -1 : 1;
  }

  function sortNodes(nodes) {
    if (nodes.length < 2) return;
    // Many nodes: one walk over the tree tells their order.
    if (nodes.length > 16) {
      const places = new SafeMap();
      let place = 0;
      const root = tree.rootOf(isAttribute(nodes[0]) ? core.attributeOwner(nodes[0]) : nodes[0]);
      for (let node = root; node >= 0; node = tree.nextNode(node, root)) {
        places.set(node, place);
        place += 1;
      }
      core.ArraySort(nodes, (one, other) => {
        const first = places.get(isAttribute(one) ? core.attributeOwner(one) : one);
        const second = places.get(isAttribute(other) ? core.attributeOwner(other) : other);
        return first === second || first === undefined || second === undefined ? compareNodes(one, other) : first - second;
      });
    } else {
      core.ArraySort(nodes, compareNodes);
    }
  }

  function stringValue(node) {
    if (isAttribute(node)) return core.attributeValue(node);
    const kind = kindOf(node);
    return kind >= TEXT && kind <= INSTRUCTION ? tree.dataOf(node) : tree.textContent(node);
  }

  /** https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string */
  function toText(value) {
    switch (typeof value) {
      case "string": return value;
      case "boolean": return value ? "true" : "false";
      case "number": return numberText(value);
      default: return value.nodes.length === 0 ? "" : stringValue(value.sorted[0]);
    }
  }

  function numberText(value) {
    if (value === 0) return "0";
    const text = "" + value;
    const exponent = find(text, "e");
    if (exponent < 0) return text;
    // JavaScript writes very large and very small numbers with an exponent, XPath does not.
    const isNegative = value < 0;
    const mantissa = slice(text, isNegative ? 1 : 0, exponent);
    const power = +slice(text, exponent + 1);
    const point = find(mantissa, ".");
    const digits = point < 0 ? mantissa : slice(mantissa, 0, point) + slice(mantissa, point + 1);
    const whole = (point < 0 ? mantissa.length : point) + power;
    const plain = whole <= 0 ? "0." + core.StringRepeat("0", -whole) + digits
      : whole >= digits.length ? digits + core.StringRepeat("0", whole - digits.length)
        : slice(digits, 0, whole) + "." + slice(digits, whole);
    return (isNegative ? "-" : "") + plain;
  }

  const numberPattern = /^[ \t\r\n]*(-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))[ \t\r\n]*$/;

  function toNumber(value) {
    switch (typeof value) {
      case "number": return value;
      case "boolean": return value ? 1 : 0;
      default: {
        const match = core.RegExpExec(numberPattern, toText(value));
        return match === null ? NaN : +match[1];
      }
    }
  }
  const NaN = 0 / 0;

  function toBoolean(value) {
    switch (typeof value) {
      case "boolean": return value;
      case "number": return value !== 0 && value === value;
      case "string": return value !== "";
      default: return value.nodes.length > 0;
    }
  }

  // MARK: Functions. https://www.w3.org/TR/1999/REC-xpath-19991116/#corelib

  function nodesOf(value) {
    if (typeof value !== "object") throw error("SyntaxError", "The argument is not a set of nodes.");
    return value;
  }

  /** The node that a function of a set or of the context asks about, or null. */
  function firstNode(values, context) {
    if (values.length === 0) return context.node;
    const set = nodesOf(values[0]);
    return set.nodes.length === 0 ? null : set.sorted[0];
  }

  function localName(node) {
    if (isAttribute(node)) return core.attributeState(node).name;
    const kind = kindOf(node);
    return kind === ELEMENT || kind === INSTRUCTION ? core.spelling(nameOf(node)) : "";
  }

  function uriOf(node) {
    if (isAttribute(node)) return core.attributeState(node).namespace ?? "";
    return kindOf(node) === ELEMENT ? tree.namespaceURI(node) ?? "" : "";
  }

  function qualifiedName(node) {
    if (isAttribute(node)) return core.attributeName(node);
    return kindOf(node) === ELEMENT ? tree.qualifiedName(node) : localName(node);
  }

  function normalizeSpace(text) {
    let result = "", start = -1;
    for (let index = 0; index <= text.length; index += 1) {
      if (index === text.length || isSpace(codeAt(text, index))) {
        if (start >= 0) result += (result === "" ? "" : " ") + slice(text, start, index);
        start = -1;
      } else if (start < 0) {
        start = index;
      }
    }
    return result;
  }

  const round = (number) => (core.NumberIsFinite(number) && number !== 0
    ? number < 0 && number >= -0.5 ? -0 : core.MathFloor(number + 0.5) : number);

  function characters(text) {
    const list = core.list();
    for (let index = 0; index < text.length;) {
      const character = core.StringFromCodePoint(core.StringCodePointAt(text, index));
      put(list, character);
      index += character.length;
    }
    return list;
  }

  function substring(text, start, length) {
    const list = characters(text);
    const first = round(start), end = length === undefined ? Infinity : first + round(length);
    let result = "";
    for (let index = 0; index < list.length; index += 1) if (index + 1 >= first && index + 1 < end) result += list[index];
    return result;
  }
  const Infinity = 1 / 0;

  function translate(text, from, to) {
    const list = characters(text), sources = characters(from), targets = characters(to);
    let result = "";
    for (let index = 0; index < list.length; index += 1) {
      const place = core.ArrayIndexOf(sources, list[index]);
      if (place < 0) result += list[index];
      else if (place < targets.length) result += targets[place];
    }
    return result;
  }

  function byIDs(value, context) {
    const found = core.list();
    const seen = new SafeSet();
    const root = isAttribute(context.node) ? tree.rootOf(core.attributeOwner(context.node)) : tree.rootOf(context.node);
    const look = (text) => {
      const ids = core.parseTokens(text);
      for (let index = 0; index < ids.length; index += 1) {
        const id = native.elementByID(root, core.atom(ids[index]));
        if (id >= 0 && !seen.has(id)) {
          seen.add(id);
          put(found, id);
        }
      }
    };
    if (typeof value === "object") {
      for (let index = 0; index < value.nodes.length; index += 1) look(stringValue(value.nodes[index]));
    } else {
      look(toText(value));
    }
    return new NodeSet(found, false);
  }

  function isLanguage(node, wanted) {
    const lang = core.atom("lang");
    for (let element = isAttribute(node) ? core.attributeOwner(node) : node; element >= 0; element = parentOf(element)) {
      if (kindOf(element) !== ELEMENT) continue;
      const value = native.attribute(element, lang, 4) ?? (namespaceOf(element) === 0 ? native.attribute(element, lang, 7) : null);
      if (value === null) continue;
      const lower = core.toASCIILowercase(value), prefix = core.toASCIILowercase(wanted);
      return lower === prefix || core.StringStartsWith(lower, prefix + "-");
    }
    return false;
  }

  const define = (least, most, run) => ({ least, most, run });
  const functions = {
    __proto__: null,
    last: define(0, 0, (values, context) => context.size),
    position: define(0, 0, (values, context) => context.position),
    count: define(1, 1, (values) => nodesOf(values[0]).nodes.length),
    id: define(1, 1, (values, context) => byIDs(values[0], context)),
    "local-name": define(0, 1, (values, context) => {
      const node = firstNode(values, context);
      return node === null ? "" : localName(node);
    }),
    "namespace-uri": define(0, 1, (values, context) => {
      const node = firstNode(values, context);
      return node === null ? "" : uriOf(node);
    }),
    name: define(0, 1, (values, context) => {
      const node = firstNode(values, context);
      return node === null ? "" : qualifiedName(node);
    }),
    string: define(0, 1, (values, context) => (values.length === 0 ? stringValue(context.node) : toText(values[0]))),
    concat: define(2, Infinity, (values) => {
      let text = "";
      for (let index = 0; index < values.length; index += 1) text += toText(values[index]);
      return text;
    }),
    "starts-with": define(2, 2, (values) => core.StringStartsWith(toText(values[0]), toText(values[1]))),
    contains: define(2, 2, (values) => find(toText(values[0]), toText(values[1])) >= 0),
    "substring-before": define(2, 2, (values) => {
      const text = toText(values[0]), at = find(text, toText(values[1]));
      return at < 0 ? "" : slice(text, 0, at);
    }),
    "substring-after": define(2, 2, (values) => {
      const text = toText(values[0]), part = toText(values[1]), at = find(text, part);
      return at < 0 ? "" : slice(text, at + part.length);
    }),
    substring: define(2, 3, (values) => substring(toText(values[0]), toNumber(values[1]),
      values.length > 2 ? toNumber(values[2]) : undefined)),
    "string-length": define(0, 1, (values, context) =>
      characters(values.length === 0 ? stringValue(context.node) : toText(values[0])).length),
    "normalize-space": define(0, 1, (values, context) =>
      normalizeSpace(values.length === 0 ? stringValue(context.node) : toText(values[0]))),
    translate: define(3, 3, (values) => translate(toText(values[0]), toText(values[1]), toText(values[2]))),
    boolean: define(1, 1, (values) => toBoolean(values[0])),
    not: define(1, 1, (values) => !toBoolean(values[0])),
    true: define(0, 0, () => true),
    false: define(0, 0, () => false),
    lang: define(1, 1, (values, context) => isLanguage(context.node, toText(values[0]))),
    number: define(0, 1, (values, context) => toNumber(values.length === 0 ? stringValue(context.node) : values[0])),
    sum: define(1, 1, (values) => {
      const { nodes } = nodesOf(values[0]);
      let sum = 0;
      for (let index = 0; index < nodes.length; index += 1) sum += toNumber(stringValue(nodes[index]));
      return sum;
    }),
    floor: define(1, 1, (values) => core.MathFloor(toNumber(values[0]))),
    ceiling: define(1, 1, (values) => core.MathCeil(toNumber(values[0]))),
    round: define(1, 1, (values) => round(toNumber(values[0]))),
  };

  // MARK: Evaluating

  function evaluate(expression, context) {
    switch (expression.kind) {
      case "value": return expression.value;
      case "group": return evaluate(expression.operand, context);
      case "negate": return -toNumber(evaluate(expression.operand, context));
      case "binary": return binary(expression, context);
      case "union": {
        const left = nodesOf(evaluate(expression.left, context)), right = nodesOf(evaluate(expression.right, context));
        const seen = new SafeSet(), nodes = core.list();
        addNew(nodes, seen, left.nodes);
        addNew(nodes, seen, right.nodes);
        return new NodeSet(nodes, false);
      }
      case "call": {
        const values = core.list();
        for (let index = 0; index < expression.values.length; index += 1) put(values, evaluate(expression.values[index], context));
        return expression.run(values, context);
      }
      case "filter": {
        const set = nodesOf(evaluate(expression.operand, context));
        return new NodeSet(filter(set.sorted, expression.predicates), true);
      }
      default: return path(expression, context);
    }
  }

  function addNew(nodes, seen, more) {
    for (let index = 0; index < more.length; index += 1) {
      if (seen.has(more[index])) continue;
      seen.add(more[index]);
      put(nodes, more[index]);
    }
  }

  function binary(expression, context) {
    const { operator } = expression;
    const left = evaluate(expression.left, context);
    if (operator === "or") return toBoolean(left) || toBoolean(evaluate(expression.right, context));
    if (operator === "and") return toBoolean(left) && toBoolean(evaluate(expression.right, context));
    const right = evaluate(expression.right, context);
    switch (operator) {
      case "+": return toNumber(left) + toNumber(right);
      case "-": return toNumber(left) - toNumber(right);
      case "*": return toNumber(left) * toNumber(right);
      case "div": return toNumber(left) / toNumber(right);
      case "mod": return toNumber(left) % toNumber(right);
      default: return compare(operator, left, right);
    }
  }

  /** https://www.w3.org/TR/1999/REC-xpath-19991116/#booleans */
  function compare(operator, left, right) {
    if (typeof left === "object" && typeof right === "object") {
      for (let index = 0; index < left.nodes.length; index += 1) {
        const text = stringValue(left.nodes[index]);
        for (let place = 0; place < right.nodes.length; place += 1) {
          if (compareValues(operator, text, stringValue(right.nodes[place]))) return true;
        }
      }
      return false;
    }
    if (typeof left === "object" || typeof right === "object") {
      const isLeft = typeof left === "object";
      const set = isLeft ? left : right, value = isLeft ? right : left;
      if (typeof value === "boolean") {
        return isLeft ? compareValues(operator, toBoolean(set), value) : compareValues(operator, value, toBoolean(set));
      }
      for (let index = 0; index < set.nodes.length; index += 1) {
        const text = stringValue(set.nodes[index]);
        const one = typeof value === "number" ? toNumber(text) : text;
        if (isLeft ? compareValues(operator, one, value) : compareValues(operator, value, one)) return true;
      }
      return false;
    }
    return compareValues(operator, left, right);
  }

  function compareValues(operator, left, right) {
    if (operator === "=" || operator === "!=") {
      let areEqual;
      if (typeof left === "boolean" || typeof right === "boolean") areEqual = toBoolean(left) === toBoolean(right);
      else if (typeof left === "number" || typeof right === "number") areEqual = toNumber(left) === toNumber(right);
      else areEqual = left === right;
      return areEqual === (operator === "=");
    }
    const one = toNumber(left), other = toNumber(right);
    switch (operator) {
      case "<": return one < other;
      case ">": return one > other;
      case "<=": return one <= other;
      default: return one >= other;
    }
  }

  /** The nodes that every predicate accepts; the list is in the order of the axis. */
  function filter(nodes, predicates) {
    for (let index = 0; index < predicates.length && nodes.length > 0; index += 1) {
      const kept = core.list();
      const context = { node: -1, position: 0, size: nodes.length };
      for (let place = 0; place < nodes.length; place += 1) {
        context.node = nodes[place];
        context.position = place + 1;
        const value = evaluate(predicates[index], context);
        if (typeof value === "number" ? value === place + 1 : toBoolean(value)) put(kept, nodes[place]);
      }
      nodes = kept;
    }
    return nodes;
  }

  const reverseAxes = { __proto__: null, ancestor: true, "ancestor-or-self": true, preceding: true, "preceding-sibling": true,
    parent: true };

  function path(expression, context) {
    let nodes, isSorted = true;
    if (expression.start !== null) {
      const set = nodesOf(evaluate(expression.start, context));
      nodes = set.nodes;
      isSorted = set.isSorted;
    } else if (expression.isAbsolute) {
      const start = isAttribute(context.node) ? core.attributeOwner(context.node) : context.node;
      nodes = core.list(start < 0 ? context.node : tree.rootOf(start));
    } else {
      nodes = core.list(context.node);
    }
    for (let index = 0; index < expression.steps.length; index += 1) {
      const step = expression.steps[index];
      if (nodes.length === 1) {
        nodes = filter(axisNodes(step.axis, nodes[0], step.test), step.predicates);
        if (reverseAxes[step.axis] === true) core.ArrayReverse(nodes);
        isSorted = true;
        continue;
      }
      const seen = new SafeSet(), found = core.list();
      for (let place = 0; place < nodes.length; place += 1) {
        addNew(found, seen, filter(axisNodes(step.axis, nodes[place], step.test), step.predicates));
      }
      // Children of nodes in order may still be nested: `a/b` where one `a` holds another.
      isSorted = found.length < 2 || (isSorted && (step.axis === "self" || step.axis === "attribute"));
      nodes = found;
    }
    return new NodeSet(nodes, isSorted);
  }

  function axisNodes(axis, node, test) {
    const nodes = core.list();
    const add = (other) => { if (matches(other, test)) put(nodes, other); };
    if (axis === "attribute") {
      if (!isAttribute(node) && kindOf(node) === ELEMENT) addAttributes(node, test, nodes);
      return nodes;
    }
    if (isAttribute(node)) {
      switch (axis) {
        case "self": case "descendant-or-self":
          if (test.kind === "type" && test.type === -1) put(nodes, node);
          break;
        case "ancestor-or-self":
          if (test.kind === "type" && test.type === -1) put(nodes, node);
          // falls through
        case "ancestor":
          for (let parent = core.attributeOwner(node); parent >= 0; parent = parentOf(parent)) add(parent);
          break;
        case "parent":
          if (core.attributeOwner(node) >= 0) add(core.attributeOwner(node));
          break;
        case "following": {
          const owner = core.attributeOwner(node);
          if (owner >= 0) for (let next = tree.nextNode(owner, -1); next >= 0; next = tree.nextNode(next, -1)) add(next);
          break;
        }
        case "preceding":
          if (core.attributeOwner(node) >= 0) return axisNodes("preceding", core.attributeOwner(node), test);
      }
      return nodes;
    }
    switch (axis) {
      case "child":
        for (let child = link(node, FIRST); child >= 0; child = link(child, NEXT)) add(child);
        break;
      case "descendant-or-self":
        add(node);
        // falls through
      case "descendant":
        for (let next = tree.nextNode(node, node); next >= 0; next = tree.nextNode(next, node)) add(next);
        break;
      case "self": add(node); break;
      case "parent":
        if (parentOf(node) >= 0) add(parentOf(node));
        break;
      case "ancestor-or-self":
        add(node);
        // falls through
      case "ancestor":
        for (let parent = parentOf(node); parent >= 0; parent = parentOf(parent)) add(parent);
        break;
      case "following-sibling":
        for (let next = link(node, NEXT); next >= 0; next = link(next, NEXT)) add(next);
        break;
      case "preceding-sibling":
        for (let next = link(node, PREVIOUS); next >= 0; next = link(next, PREVIOUS)) add(next);
        break;
      case "following":
        for (let next = tree.nextSkippingChildren(node, -1); next >= 0; next = tree.nextNode(next, -1)) add(next);
        break;
      case "preceding":
        for (let start = node; start >= 0; start = parentOf(start)) {
          for (let sibling = link(start, PREVIOUS); sibling >= 0; sibling = link(sibling, PREVIOUS)) addReversed(sibling, add);
        }
        break;
    }
    return nodes;
  }

  /** A node with what it contains, the last first. */
  function addReversed(root, add) {
    let node = root;
    while (link(node, LAST) >= 0) node = link(node, LAST);
    for (;;) {
      add(node);
      if (node === root) return;
      if (link(node, PREVIOUS) >= 0) {
        node = link(node, PREVIOUS);
        while (link(node, LAST) >= 0) node = link(node, LAST);
      } else {
        node = parentOf(node);
      }
    }
  }

  /** Whether a node of the tree passes a test. Names without a prefix have no namespace, but in HTML documents stand for HTML elements. */
  function matches(node, test) {
    const kind = kindOf(node);
    switch (test.kind) {
      case "type": return test.type === -1 ? kind !== tree.DOCTYPE
        : kind === test.type && (test.target === null || core.spelling(nameOf(node)) === test.target);
      case "any": return kind === ELEMENT;
      case "namespace": return kind === ELEMENT && tree.namespaceURI(node) === test.namespace;
      default:
        if (kind !== ELEMENT) return false;
        if (test.namespace !== undefined) {
          return core.spelling(nameOf(node)) === test.name && tree.namespaceURI(node) === test.namespace;
        }
        if (namespaceOf(node) === 0) {
          return core.spelling(nameOf(node)) === test.lower && tree.isInHTMLDocument(node);
        }
        return namespaceOf(node) === 7 && core.spelling(nameOf(node)) === test.name;
    }
  }

  function addAttributes(element, test, nodes) {
    if (test.kind === "type" && test.type !== -1) return;
    const list = native.attributes(element);
    const ignoresCase = test.kind === "name" && namespaceOf(element) === 0 && tree.isInHTMLDocument(element);
    for (let index = 0; index < list.length; index += 2) {
      const number = list[index + 1];
      if (number === 5) continue;
      if (test.kind === "name") {
        const { namespace, name } = core.describeAttribute(element, list[index], number);
        if (test.namespace === undefined ? namespace !== null || name !== (ignoresCase ? test.lower : test.name)
          : namespace !== test.namespace || name !== test.name) continue;
      } else if (test.kind === "namespace"
        && core.describeAttribute(element, list[index], number).namespace !== test.namespace) {
        continue;
      }
      put(nodes, core.attributeObject(element, list[index], number));
    }
  }

  // MARK: Interfaces

  const { Stamp } = core;

  class ResultState extends Stamp {
    #state;
    constructor(object, state) {
      super(object);
      this.#state = state;
    }
    static of(object) { return object.#state; }
  }

  class ExpressionState extends Stamp {
    #expression;
    constructor(object, expression) {
      super(object);
      this.#expression = expression;
    }
    static of(object) { return object.#expression; }
  }

  const objectOf = (node) => (isAttribute(node) ? node : core.wrap(node));

  class XPathResult {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    get resultType() { return ResultState.of(this).type; }
    get numberValue() { return valueOf(this, 1); }
    get stringValue() { return valueOf(this, 2); }
    get booleanValue() { return valueOf(this, 3); }

    get singleNodeValue() {
      const state = ResultState.of(this);
      if (state.type !== 8 && state.type !== 9) throw new core.TypeError("The result is not a single node.");
      return state.nodes.length === 0 ? null : objectOf(state.nodes[0]);
    }

    get invalidIteratorState() {
      const state = ResultState.of(this);
      return isIterator(state) && isOutdated(state);
    }

    get snapshotLength() {
      const state = ResultState.of(this);
      if (state.type !== 6 && state.type !== 7) throw new core.TypeError("The result is not a snapshot.");
      return state.nodes.length;
    }

    iterateNext() {
      const state = ResultState.of(this);
      if (!isIterator(state)) throw new core.TypeError("The result is not an iterator.");
      if (isOutdated(state)) throw error("InvalidStateError", "The document has changed since the result was made.");
      if (state.next >= state.nodes.length) return null;
      state.next += 1;
      return objectOf(state.nodes[state.next - 1]);
    }

    snapshotItem(index) {
      const state = ResultState.of(this);
      core.requireArguments(arguments.length, 1);
      index = core.unsignedLong(index);
      if (state.type !== 6 && state.type !== 7) throw new core.TypeError("The result is not a snapshot.");
      return index < state.nodes.length ? objectOf(state.nodes[index]) : null;
    }
  }
  core.constants(XPathResult, { ANY_TYPE: 0, NUMBER_TYPE: 1, STRING_TYPE: 2, BOOLEAN_TYPE: 3, UNORDERED_NODE_ITERATOR_TYPE: 4,
    ORDERED_NODE_ITERATOR_TYPE: 5, UNORDERED_NODE_SNAPSHOT_TYPE: 6, ORDERED_NODE_SNAPSHOT_TYPE: 7,
    ANY_UNORDERED_NODE_TYPE: 8, FIRST_ORDERED_NODE_TYPE: 9 });

  const isIterator = (state) => state.type === 4 || state.type === 5;
  const isOutdated = (state) => state.structure !== versions[0] || state.attributes !== versions[2] || state.text !== versions[4];

  function valueOf(object, type) {
    const state = ResultState.of(object);
    if (state.type !== type) throw new core.TypeError("The result has another type.");
    return state.value;
  }

  /** The result object of a value as a type. */
  function makeResult(value, type) {
    const isSet = typeof value === "object";
    if (type === 0) type = isSet ? 4 : typeof value === "number" ? 1 : typeof value === "string" ? 2 : 3;
    if (type > 9) throw error("NotSupportedError", "There is no such type of results.");
    const state = { type, value: null, nodes: null, next: 0, structure: versions[0], attributes: versions[2], text: versions[4] };
    switch (type) {
      case 1: state.value = toNumber(value); break;
      case 2: state.value = toText(value); break;
      case 3: state.value = toBoolean(value); break;
      default:
        if (!isSet) throw new core.TypeError("The result is not a set of nodes.");
        state.nodes = value.sorted;
    }
    const result = core.ObjectCreate(XPathResult.prototype);
    new ResultState(result, state);
    return result;
  }

  /** What gives the namespace of a prefix. https://dom.spec.whatwg.org/#callbackdef-xpathnsresolver */
  function resolverOf(resolver) {
    if (resolver !== null && resolver !== undefined && !core.isObject(resolver)) {
      throw new core.TypeError("The resolver is not an object.");
    }
    return (prefix) => {
      let uri = null;
      if (resolver !== null && resolver !== undefined) {
        const id = core.idIfNode(resolver);
        if (id >= 0) {
          uri = tree.locateNamespace(core.isAttributeNode(resolver) ? core.attributeOwner(resolver) : id, prefix);
          if (uri === null && prefix === "xml") uri = tree.namespaces[4];
        } else {
          uri = typeof resolver === "function" ? core.call(resolver, undefined, prefix) : resolver.lookupNamespaceURI(prefix);
          uri = uri === null || uri === undefined ? null : core.string(uri);
        }
      }
      if (uri === null) throw error("NamespaceError", "The prefix '" + prefix + "' has no namespace.");
      return uri;
    };
  }

  const read = (text, resolver) => new Reader(text, resolverOf(resolver)).whole();

  function contextNode(value) {
    const id = tree.requireNode(value);
    if (core.isAttributeNode(value)) return value;
    const kind = kindOf(id);
    if (kind === tree.DOCTYPE || kind === FRAGMENT) throw error("NotSupportedError", "The node is no context of an expression.");
    return id;
  }

  function requireResult(result) {
    if (result === null || result === undefined) return;
    if (!core.isObject(result)) throw new core.TypeError("The result is not an XPathResult.");
    ResultState.of(result);
  }

  const run = (expression, node, type) => makeResult(evaluate(expression, { node, position: 1, size: 1 }), type);

  class XPathExpression {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    evaluate(node, type = 0, result = null) {
      const expression = ExpressionState.of(this);
      core.requireArguments(arguments.length, 1);
      const context = contextNode(node);
      type = core.unsignedShort(type);
      requireResult(result);
      return run(expression, context, type);
    }
  }

  const members = {
    createExpression(text, resolver) {
      const expression = core.ObjectCreate(XPathExpression.prototype);
      new ExpressionState(expression, read(core.string(text), resolver));
      return expression;
    },
    evaluate(text, node, resolver, type, result) {
      text = core.string(text);
      const context = contextNode(node);
      type = core.unsignedShort(type);
      requireResult(result);
      return run(read(text, resolver), context, type);
    },
  };
  core.xpath = () => members;

  class XPathEvaluator {
    #isEvaluator = true;

    createExpression(expression, resolver = null) {
      this.#isEvaluator;
      core.requireArguments(arguments.length, 1);
      return members.createExpression(expression, resolver);
    }

    createNSResolver(nodeResolver) {
      this.#isEvaluator;
      core.requireArguments(arguments.length, 1);
      tree.requireNode(nodeResolver);
      return nodeResolver;
    }

    evaluate(expression, node, resolver = null, type = 0, result = null) {
      this.#isEvaluator;
      core.requireArguments(arguments.length, 2);
      return members.evaluate(expression, node, resolver, type, result);
    }
  }

  core.define({ XPathEvaluator, XPathExpression, XPathResult });
})
