// Style sheets and their rules. https://drafts.csswg.org/cssom-1/#css-style-sheets
//
// What a page changes here becomes the text of the whole sheet, which replaces what was written.
(function (core) {
  "use strict";
  const { native, put, error, TypeError, SafeMap, StringIndexOf, StringSlice, StringStartsWith } = core;
  const { tree, ReflectDefineProperty } = core;
  const key = core.list();

  // MARK: Lists

  /** Accessors for places of a list's items, on its prototype. */
  function indices(Class, itemAt) {
    let count = 0;
    return (wanted) => {
      wanted = core.MathMin(wanted, 20000);
      for (; count < wanted; count += 1) {
        const index = count;
        const { get } = core.ReflectGetOwnPropertyDescriptor({ get [index]() { return itemAt(this, index); } }, index);
        core.conceal(get);
        ReflectDefineProperty(Class.prototype, index, { __proto__: null, get, set: undefined, enumerable: false, configurable: true });
      }
    };
  }

  function makeIterable(Class) {
    ReflectDefineProperty(Class, "length", { __proto__: null, value: 0, configurable: true });
    ReflectDefineProperty(Class.prototype, core.SymbolIterator,
      { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });
  }

  let itemsOf, sheetsIn, queriesOf;

  class CSSRuleList {
    #rules;
    constructor(token, rules) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#rules = rules;
    }
    get length() { return this.#rules().length; }
    item(index) {
      const rules = this.#rules();
      core.requireArguments(arguments.length, 1);
      return objectOf(rules[core.unsignedLong(index)]);
    }
    static { itemsOf = (list) => list.#rules(); }
  }
  const makeRuleIndices = indices(CSSRuleList, (list, index) => objectOf(itemsOf(list)[index]) ?? undefined);
  makeRuleIndices(1);

  class StyleSheetList {
    #sheets;
    constructor(token, sheets) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#sheets = sheets;
    }
    get length() { return this.#sheets().length; }
    item(index) {
      const sheets = this.#sheets();
      core.requireArguments(arguments.length, 1);
      return sheets[core.unsignedLong(index)] ?? null;
    }
    static { sheetsIn = (list) => list.#sheets(); }
  }
  const makeSheetIndices = indices(StyleSheetList, (list, index) => sheetsIn(list)[index]);
  makeSheetIndices(1);

  // MARK: Media. https://drafts.csswg.org/cssom-1/#the-medialist-interface

  class MediaList {
    #queries;
    #changed;
    constructor(token, text, changed) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#queries = queriesIn(text);
      this.#changed = changed;
      makeMediaIndices(this.#queries.length);
    }
    get mediaText() { return core.ArrayJoin(this.#queries, ", "); }
    set mediaText(value) {
      this.#queries = queriesIn(core.stringOrEmpty(value));
      makeMediaIndices(this.#queries.length);
      this.#changed();
    }
    get length() { return this.#queries.length; }
    item(index) {
      const queries = this.#queries;
      core.requireArguments(arguments.length, 1);
      return queries[core.unsignedLong(index)] ?? null;
    }
    appendMedium(medium) {
      const queries = this.#queries;
      core.requireArguments(arguments.length, 1);
      const added = queriesIn(core.string(medium));
      if (added.length !== 1 || core.ArrayIndexOf(queries, added[0]) >= 0) return;
      put(queries, added[0]);
      makeMediaIndices(queries.length);
      this.#changed();
    }
    deleteMedium(medium) {
      core.requireArguments(arguments.length, 1);
      const removed = queriesIn(core.string(medium));
      const left = core.list();
      for (let index = 0; index < this.#queries.length; index += 1) {
        if (this.#queries[index] !== removed[0]) put(left, this.#queries[index]);
      }
      if (left.length === this.#queries.length) throw error("NotFoundError", "The list has no such query.");
      this.#queries = left;
      this.#changed();
    }
    toString() { return core.ArrayJoin(this.#queries, ", "); }
    static { queriesOf = (list) => list.#queries; }
  }
  const makeMediaIndices = indices(MediaList, (list, index) => queriesOf(list)[index]);
  makeMediaIndices(1);
  const mediaTextOf = (list) => core.ArrayJoin(queriesOf(list), ", ");

  function queriesIn(text) {
    const whole = native.mediaText(text);
    const queries = core.list();
    if (whole === "") return queries;
    let depth = 0, start = 0;
    for (let index = 0; index <= whole.length; index += 1) {
      const character = whole[index];
      if (character === "(") depth += 1;
      if (character === ")") depth -= 1;
      if (index === whole.length || (character === "," && depth === 0)) {
        put(queries, core.stripASCIIWhitespace(StringSlice(whole, start, index)));
        start = index + 1;
      }
    }
    return queries;
  }

  // MARK: What rules are: `{kind, prelude, text, rules, sheet, parent, object}`

  const known = new SafeMap();

  /** The rules of a text, of a sheet or of the block of a rule. */
  function read(text, sheet, parent, isNested) {
    const parts = native.rules(text, isNested);
    const rules = core.list();
    if (parent === null && sheet !== null) sheet.namespaces = core.list();
    for (let index = 0; index < parts.length; index += 3) {
      const rule = makeRule(parts[index], parts[index + 1], parts[index + 2], sheet, parent);
      if (rule === null) continue;
      put(rules, rule);
      if (rule.kind === "namespace" && parent === null && sheet !== null) {
        const found = core.RegExpExec(namespaceForm, rule.prelude);
        put(sheet.namespaces, found?.[1] ?? "");
        put(sheet.namespaces, found?.[2] ?? "");
      }
    }
    return rules;
  }

  // Prefix, address, ...
  const noNamespaces = core.list();
  const namespacesOf = (sheet) => (sheet === null ? noNamespaces : sheet.namespaces ?? noNamespaces);

  /** Null for what is no rule. */
  function makeRule(kind, prelude, block, sheet, parent) {
    const hasBlock = block !== "";
    let name = kind === "-webkit-keyframes" ? "keyframes" : kind;
    if (name === "layer" && !hasBlock) name = "layers";
    const Class = isIn(parent, "page") && core.ArrayIndexOf(marginNames, name) >= 0 ? known.get("margin") : known.get(name);
    if (Class === undefined) return null;
    if (name === "declarations" && isInFunction(parent)) name = "function-declarations";
    const isStatement = name === "import" || name === "namespace" || name === "layers";
    if (hasBlock === isStatement) return null;
    const rule = { __proto__: null, kind: name, prelude, parts: undefined, block: StringSlice(block, 1), sheet, parent, rules: undefined,
      declarations: undefined, object: undefined, media: undefined, queries: undefined };
    if (name === "style") {
      if (isIn(parent, "keyframes")) {
        rule.kind = "keyframe";
        rule.prelude = keyText(prelude);
        return rule.prelude === null ? null : rule;
      }
      const selector = selectorIn(prelude, parent, sheet);
      if (selector === null) return null;
      rule.prelude = selector;
    } else if (name === "media") {
      rule.prelude = native.mediaText(prelude);
    } else if (name === "container") {
      rule.queries = native.containerText(prelude);
      if (rule.queries === null) return null;
      rule.prelude = "";
      for (let index = 0; index < rule.queries.length; index += 2) {
        const queryName = rule.queries[index], condition = rule.queries[index + 1];
        rule.prelude += (index > 0 ? ", " : "") + queryName + (queryName !== "" && condition !== "" ? " " : "") + condition;
      }
    } else if (name === "scope") {
      rule.scope = native.scopeText(prelude, isInStyle(parent), namespacesOf(sheet));
      if (rule.scope === null) return null;
      const start = rule.scope[0], end = rule.scope[1];
      rule.prelude = (start !== "" ? "(" + start + ")" : "") + (start !== "" && end !== "" ? " " : "") + (end !== "" ? "to (" + end + ")" : "");
    } else if (name === "import") {
      if (importParts(rule) === null) return null;
    } else if (name === "keyframes") {
      rule.prelude = keyframesName(prelude);
      if (rule.prelude === null) return null;
    } else if (name === "layer" || name === "layers") {
      if (!areLayerNames(prelude, name === "layer")) return null;
      rule.prelude = prelude;
    } else if (name === "function") {
      rule.parts = native.functionText(prelude);
      if (rule.parts === null) return null;
      rule.prelude = rule.parts[0];
    } else if (name === "position-try") {
      if (core.RegExpExec(/^--[^\s,(){};]+$/, prelude) === null) return null;
      rule.prelude = prelude;
    } else if (name === "page") {
      rule.prelude = pageText(prelude);
      if (rule.prelude === null) return null;
    } else if (name !== "declarations" && name !== "function-declarations") {
      rule.prelude = name === "font-face" ? "" : name === "supports" || name === "namespace" ? prelude
        : native.preludeText(prelude);
      if (name === "property" || name === "counter-style") rule.prelude = prelude;
    }
    return rule;
  }

  const marginNames = core.list("top-left-corner", "top-left", "top-center", "top-right", "top-right-corner", "bottom-left-corner",
    "bottom-left", "bottom-center", "bottom-right", "bottom-right-corner", "left-top", "left-middle", "left-bottom", "right-top",
    "right-middle", "right-bottom");
  const pageForm = /^\s*([\w\x80-\uffff-]*)((?::(?:left|right|first|blank))*)\s*$/i;

  /** https://drafts.csswg.org/css-page-3/#page-selectors ; null where it is not valid. */
  function pageText(text) {
    const parts = core.split(text, ",");
    let result = "";
    for (let index = 0; index < parts.length; index += 1) {
      const found = core.RegExpExec(pageForm, parts[index]);
      if (found === null || (parts.length > 1 && found[1] === "" && found[2] === "")) return null;
      if (core.RegExpExec(/^(?:\d|-\d|auto$)/i, found[1]) !== null) return null;
      result += (index > 0 ? ", " : "") + found[1] + core.toASCIILowercase(found[2]);
    }
    return result;
  }

  /** https://drafts.csswg.org/css-animations-1/#typedef-keyframes-name ; null where it is not valid. */
  function keyframesName(text) {
    core.load("typed-tokens.js");
    const { tokens, trimmed, unescape } = core.typedTokens;
    const list = trimmed(tokens(text));
    if (list.length !== 1) return null;
    if (list[0].kind === "string") {
      const quoted = StringSlice(text, list[0].start + 1, list[0].end);
      const end = quoted.length - 1;
      return unescape(end >= 0 && quoted[end] === text[list[0].start] ? StringSlice(quoted, 0, end) : quoted);
    }
    if (list[0].kind !== "identifier") return null;
    return core.RegExpExec(/^(?:none|default|initial|inherit|unset|revert|revert-layer)$/, list[0].name) === null ? list[0].written : null;
  }

  const isIn = (rule, kind) => rule !== null && rule.kind === kind;
  /** The style rule or scope around, or null. */
  function nestingOf(rule) {
    while (rule !== null && rule.kind !== "style" && rule.kind !== "scope") rule = rule.parent;
    return rule;
  }
  const isInStyle = (rule) => nestingOf(rule) !== null;
  const selectorIn = (text, parent, sheet) =>
    native.selectorText(text, isInStyle(parent), namespacesOf(sheet), isIn(nestingOf(parent), "style"));

  /** https://drafts.csswg.org/css-animations-1/#dom-csskeyframerule-keytext ; null where it is not valid. */
  function keyText(text) {
    const parts = core.split(text, ",");
    let result = "";
    for (let index = 0; index < parts.length; index += 1) {
      let part = core.toASCIILowercase(core.stripASCIIWhitespace(parts[index]));
      if (part === "from") part = "0%";
      if (part === "to") part = "100%";
      const found = core.RegExpExec(/^\+?(\d+(?:\.\d+)?|\.\d+)%$/, part);
      if (found === null || +found[1] > 100) return null;
      result += (index > 0 ? ", " : "") + +found[1] + "%";
    }
    return result;
  }

  /** The parts of an `@import`'s prelude. */
  function importParts(rule) {
    if (rule.parts !== undefined) return rule.parts;
    const found = core.RegExpExec(/^\s*(?:url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^"')]*?))\s*\)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*([^]*)$/i, rule.prelude);
    if (found === null) return (rule.parts = null);
    core.load("typed-tokens.js");
    const href = core.typedTokens.unescape(found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[5]);
    let rest = found[6], layer = null, supports = null;
    const layerFound = core.RegExpExec(/^layer(?:\(\s*([^)]*?)\s*\))?(?=[\s(]|$)\s*([^]*)$/i, rest);
    if (layerFound !== null && (layerFound[1] === undefined || core.RegExpExec(layerForm, layerFound[1]) !== null)) {
      layer = layerFound[1] ?? "";
      rest = layerFound[2];
    }
    if (StringStartsWith(core.toASCIILowercase(rest), "supports(")) {
      let depth = 0, end = 8;
      for (; end < rest.length; end += 1) {
        if (rest[end] === "(") depth += 1;
        if (rest[end] === ")" && (depth -= 1) === 0) break;
      }
      supports = StringSlice(rest, 9, end);
      rest = StringSlice(rest, end + 1);
    }
    return (rule.parts = { __proto__: null, href, layer, supports, media: core.stripASCIIWhitespace(rest) });
  }

  /** Whether a rule is a function, or in one. */
  function isInFunction(rule) {
    for (let around = rule; around !== null && around !== undefined; around = around.parent) if (around.kind === "function") return true;
    return false;
  }

  /** The rules inside of a rule; a style rule's own declarations are set apart. */
  function rulesOf(rule) {
    if (rule.rules !== undefined) return rule.rules;
    if (rule.kind === "style" || rule.kind === "page") {
      const all = read(rule.block, rule.sheet, rule, true);
      rule.rules = core.list();
      for (let index = 0; index < all.length; index += 1) {
        if (index === 0 && all[0].kind === "declarations") rule.own = all[0].block;
        else put(rule.rules, all[index]);
      }
    } else {
      rule.rules = read(rule.block, rule.sheet, rule, isInStyle(rule) || isInFunction(rule));
    }
    makeRuleIndices(rule.rules.length);
    return rule.rules;
  }

  const descriptorKinds = core.list("font-face", "counter-style", "property", "font-feature-values", "font-palette-values");

  function styleOf(rule) {
    if (rule.declarations !== undefined) return rule.declarations;
    const changed = () => changedRule(rule);
    if (core.ArrayIndexOf(descriptorKinds, rule.kind) >= 0) {
      return (rule.declarations = core.styles.ofDescriptors(objectOf(rule), descriptors(rule.block), changed,
        rule.kind === "font-face" ? core.fontDescriptorText : undefined));
    }
    if (rule.kind === "function-declarations") {
      return (rule.declarations = core.styles.ofFunction(objectOf(rule), rule.block, changed, descriptors));
    }
    if (rule.kind === "position-try") {
      return (rule.declarations = core.styles.ofPositionTry(objectOf(rule), rule.block, changed));
    }
    const hasRules = rule.kind === "style" || rule.kind === "page";
    if (hasRules) rulesOf(rule);
    return (rule.declarations = core.styles.ofRule(objectOf(rule), hasRules ? rule.own ?? "" : rule.block, changed));
  }

  /** Names and values. */
  function descriptors(text) {
    const pairs = core.list();
    let start = 0, depth = 0, quote = "";
    for (let index = 0; index <= text.length; index += 1) {
      const character = text[index];
      if (quote !== "") {
        if (character === quote) quote = "";
        else if (character === "\\") index += 1;
        if (index < text.length) continue;
      }
      if (character === "\"" || character === "'") quote = character;
      if (character === "(") depth += 1;
      if (character === ")") depth -= 1;
      if (index < text.length && (character !== ";" || depth > 0)) continue;
      const part = StringSlice(text, start, index);
      start = index + 1;
      const colon = StringIndexOf(part, ":");
      if (colon < 0) continue;
      const written = core.stripASCIIWhitespace(StringSlice(part, 0, colon));
      put(pairs, StringStartsWith(written, "--") ? written : core.toASCIILowercase(written));
      let value = core.stripASCIIWhitespace(StringSlice(part, colon + 1));
      const address = core.RegExpExec(/^url\(\s*([^"')\s][^)]*?)\s*\)([^]*)$/i, value);
      if (address !== null) value = "url(\"" + address[1] + "\")" + address[2];
      put(pairs, value);
    }
    return pairs;
  }

  function changedRule(rule) {
    if (rule.sheet !== null) rule.sheet.changed();
  }

  // MARK: Serialization. https://drafts.csswg.org/cssom-1/#serialize-a-css-rule

  function textOf(rule) {
    switch (rule.kind) {
      case "style": {
        const style = core.styles.textOf(styleOf(rule)), rules = rulesOf(rule);
        if (rules.length === 0) return rule.prelude + (style === "" ? " { }" : " { " + style + " }");
        return rule.prelude + " {\n" + (style === "" ? "" : "  " + style + "\n") + linesOf(rules) + "}";
      }
      case "page": {
        const head = "@page" + (rule.prelude === "" ? "" : " " + rule.prelude);
        const style = core.styles.textOf(styleOf(rule)), rules = rulesOf(rule);
        if (rules.length === 0) return head + (style === "" ? " { }" : " { " + style + " }");
        let inside = style === "" ? "" : style + " ";
        for (let index = 0; index < rules.length; index += 1) inside += textOf(rules[index]) + " ";
        return head + " { " + inside + "}";
      }
      case "function": {
        const rules = rulesOf(rule);
        let inside = "";
        for (let index = 0; index < rules.length; index += 1) inside += textOf(rules[index]) + " ";
        return "@function " + rule.prelude + " { " + inside + "}";
      }
      case "declarations": case "function-declarations": return core.styles.textOf(styleOf(rule));
      case "keyframe": {
        const style = core.styles.textOf(styleOf(rule));
        return rule.prelude + (style === "" ? " { }" : " { " + style + " }");
      }
      case "keyframes": return "@keyframes " + nameText(rule.prelude) + " { \n" + linesOf(rulesOf(rule)) + "}";
      case "import": return importText(rule);
      case "namespace": {
        const found = core.RegExpExec(namespaceForm, rule.prelude);
        const prefix = found?.[1] ?? "";
        return "@namespace " + (prefix === "" ? "" : prefix + " ") + "url(\"" + (found?.[2] ?? "") + "\");";
      }
      case "layers": return "@layer " + layerNames(rule.prelude) + ";";
      case "media": return "@media " + mediaOf(rule) + " {\n" + linesOf(rulesOf(rule)) + "}";
      case "supports": case "container": case "scope": case "starting-style": case "layer":
        return "@" + rule.kind + (rule.prelude === "" ? "" : " " + rule.prelude) + " {\n" + linesOf(rulesOf(rule)) + "}";
    }
    const style = core.styles.textOf(styleOf(rule));
    return "@" + rule.kind + (rule.prelude === "" ? "" : " " + rule.prelude) + (style === "" ? " { }" : " { " + style + " }");
  }

  const nameText = (name) => core.escapeIdentifier(name);
  const mediaOf = (rule) => (rule.media === undefined ? rule.prelude : mediaTextOf(rule.media));

  const layerForm = /^(?:-?(?:[A-Za-z_\x80-\uffff]|\\.)|--)(?:[\w\x80-\uffff-]|\\.)*(?:\.(?:-?(?:[A-Za-z_\x80-\uffff]|\\.)|--)(?:[\w\x80-\uffff-]|\\.)*)*$/;

  /** Of a block one name or none; of a statement one or more. */
  function areLayerNames(prelude, isBlock) {
    const text = core.stripASCIIWhitespace(prelude);
    if (isBlock && text === "") return true;
    const parts = core.split(text, ",");
    if (isBlock && parts.length > 1) return false;
    for (let index = 0; index < parts.length; index += 1) {
      if (core.RegExpExec(layerForm, core.stripASCIIWhitespace(parts[index])) === null) return false;
    }
    return true;
  }

  function layerNames(prelude) {
    const parts = core.split(prelude, ",");
    let text = "";
    for (let index = 0; index < parts.length; index += 1) {
      text += (index > 0 ? ", " : "") + core.stripASCIIWhitespace(parts[index]);
    }
    return text;
  }

  function importText(rule) {
    const parts = importParts(rule);
    const media = rule.media === undefined ? native.mediaText(parts.media) : mediaTextOf(rule.media);
    return "@import url(" + core.styles.stringText(parts.href) + ")" + (parts.layer === null ? "" : parts.layer === "" ? " layer" : " layer(" + parts.layer + ")")
      + (parts.supports === null ? "" : " supports(" + parts.supports + ")") + (media === "" ? "" : " " + media) + ";";
  }

  function linesOf(rules) {
    let text = "";
    for (let index = 0; index < rules.length; index += 1) {
      const lines = core.split(textOf(rules[index]), "\n");
      for (let line = 0; line < lines.length; line += 1) text += "  " + lines[line] + "\n";
    }
    return text;
  }

  // MARK: Interfaces of rules

  let ruleOf;

  class CSSRule {
    #rule;
    constructor(token, rule) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#rule = rule;
    }
    get type() { return types[this.#rule.kind] ?? (core.ArrayIndexOf(marginNames, this.#rule.kind) < 0 ? 0 : 9); }
    get cssText() { return textOf(this.#rule); }
    set cssText(value) { this.#rule; }
    get parentRule() { return objectOf(this.#rule.parent); }
    get parentStyleSheet() { return this.#rule.sheet?.object ?? null; }
    static { ruleOf = (object) => object.#rule; }
  }
  core.constants(CSSRule, { STYLE_RULE: 1, CHARSET_RULE: 2, IMPORT_RULE: 3, MEDIA_RULE: 4, FONT_FACE_RULE: 5, PAGE_RULE: 6,
    KEYFRAMES_RULE: 7, KEYFRAME_RULE: 8, MARGIN_RULE: 9, NAMESPACE_RULE: 10, COUNTER_STYLE_RULE: 11, SUPPORTS_RULE: 12,
    FONT_FEATURE_VALUES_RULE: 14 });
  const types = { __proto__: null, style: 1, import: 3, media: 4, "font-face": 5, page: 6, keyframes: 7, keyframe: 8,
    namespace: 10, "counter-style": 11, supports: 12, "font-feature-values": 14 };

  /** The rule of an object of these kinds; a TypeError for others. */
  function own(object) {
    const rule = ruleOf(object);
    for (let index = 1; index < arguments.length; index += 1) if (arguments[index] === rule.kind) return rule;
    throw new TypeError("The rule is of another kind.");
  }

  function listOf(rule) {
    rulesOf(rule);
    return (rule.list ??= new CSSRuleList(key, () => rulesOf(rule)));
  }

  function insertInto(rules, sheet, parent, text, index, isConstructed) {
    if (index > rules.length) throw error("IndexSizeError", "The index is beyond the rules.");
    if (hasRest(text)) throw error("SyntaxError", "There is more than one rule.");
    const parts = native.rules(text, false);
    let rule = parts.length === 3 ? makeRule(parts[0], parts[1], parts[2], sheet, parent) : null;
    if (rule === null && parent !== null && isInStyle(parent)) {
      const nested = native.rules(text, true);
      rule = nested.length === 3 ? makeRule(nested[0], nested[1], nested[2], sheet, parent) : null;
    }
    if (rule === null) throw error("SyntaxError", "The text is no rule.");
    if (parent !== null && (rule.kind === "import" || rule.kind === "namespace")) {
      throw error("HierarchyRequestError", "Such a rule does not stand in another.");
    }
    if (parent === null) {
      if (rule.kind === "import" && isConstructed) throw error("SyntaxError", "Constructed sheets do not import others.");
      const before = rules[index - 1], after = rules[index];
      const rank = (item) => (item.kind === "import" ? 1 : item.kind === "namespace" ? 2 : item.kind === "layers" ? 0 : 3);
      if (rule.kind === "import" && before !== undefined && rank(before) > 1) misplaced();
      if (rule.kind !== "import" && rule.kind !== "layers" && after !== undefined && after.kind === "import") misplaced();
      if (rule.kind === "namespace") {
        for (let place = 0; place < rules.length; place += 1) {
          if (rank(rules[place]) > 2) throw error("InvalidStateError", "Namespaces stand before all other rules.");
        }
      }
    }
    core.ArraySplice(rules, index, 0, rule);
    makeRuleIndices(rules.length);
    sheet?.changed();
    return index;
  }

  /** Whether something stands behind the block that ends a rule. */
  function hasRest(text) {
    const end = core.StringLastIndexOf(text, "}");
    if (end < 0) return false;
    const rest = StringSlice(text, end + 1);
    return core.RegExpExec(/^(?:\s|\/\*[^]*?\*\/)*$/, rest) === null && native.rules(StringSlice(text, 0, end + 1), false).length === 3
      && core.RegExpExec(/[{}]/, rest) === null;
  }

  const misplaced = () => { throw error("HierarchyRequestError", "The rule cannot stand there."); };

  function deleteFrom(rules, sheet, index) {
    if (index >= rules.length) throw error("IndexSizeError", "The index is beyond the rules.");
    const rule = rules[index];
    if (rule.kind === "namespace") {
      for (let place = 0; place < rules.length; place += 1) {
        if (rules[place].kind !== "import" && rules[place].kind !== "namespace") {
          throw error("InvalidStateError", "Other rules depend on the namespace.");
        }
      }
    }
    core.ArraySplice(rules, index, 1);
    rule.parent = null;
    rule.sheet = null;
    sheet?.changed();
  }

  const grouping = ["style", "media", "supports", "layer", "container", "scope", "starting-style", "page"];
  const groupOf = (object) => own(object, grouping[0], grouping[1], grouping[2], grouping[3], grouping[4], grouping[5], grouping[6],
    grouping[7]);

  const groupMembers = {
    get cssRules() { return listOf(groupOf(this)); },
    insertRule(text, index = 0) {
      const rule = groupOf(this);
      core.requireArguments(arguments.length, 1);
      return insertInto(rulesOf(rule), rule.sheet, rule, core.string(text), core.unsignedLong(index), false);
    },
    deleteRule(index) {
      const rule = groupOf(this);
      core.requireArguments(arguments.length, 1);
      deleteFrom(rulesOf(rule), rule.sheet, core.unsignedLong(index));
    },
  };

  class CSSGroupingRule extends CSSRule {}
  core.mixin(CSSGroupingRule, groupMembers);

  class CSSStyleRule extends CSSRule {
    get selectorText() { return own(this, "style").prelude; }
    set selectorText(value) {
      const rule = own(this, "style");
      const text = selectorIn(core.string(value), rule.parent, rule.sheet);
      if (text === null) return;
      rule.prelude = text;
      changedRule(rule);
    }
    get style() { return styleOf(own(this, "style")); }
    set style(value) { styleOf(own(this, "style")).cssText = value; }
    get styleMap() {
      const rule = own(this, "style");
      return (rule.styleMap ??= core.declaredStyleMap(styleOf(rule)));
    }
  }
  core.mixin(CSSStyleRule, groupMembers);

  class CSSNestedDeclarations extends CSSRule {
    get style() { return styleOf(own(this, "declarations")); }
    set style(value) { styleOf(own(this, "declarations")).cssText = value; }
  }

  class CSSConditionRule extends CSSGroupingRule {
    get conditionText() {
      const rule = own(this, "media", "supports", "container");
      return rule.kind === "media" ? mediaOf(rule) : rule.prelude;
    }
  }

  function mediaList(rule, text) {
    return (rule.media ??= new MediaList(key, text, () => changedRule(rule)));
  }

  class CSSMediaRule extends CSSConditionRule {
    get media() {
      const rule = own(this, "media");
      return mediaList(rule, rule.prelude);
    }
    set media(value) { this.media.mediaText = value; }
    get matches() { return native.matchesMedia(mediaOf(own(this, "media"))); }
  }

  class CSSSupportsRule extends CSSConditionRule {
    get matches() { return native.supportsCondition(own(this, "supports").prelude); }
  }

  class CSSContainerRule extends CSSConditionRule {
    // https://drafts.csswg.org/css-conditional-5/#the-csscontainerrule-interface : of a list of queries there is no one name.
    get containerName() {
      const { queries } = own(this, "container");
      return queries.length === 2 ? queries[0] : "";
    }
    get containerQuery() {
      const { queries } = own(this, "container");
      return queries.length === 2 ? queries[1] : "";
    }
  }

  class CSSLayerBlockRule extends CSSGroupingRule {
    get name() { return own(this, "layer").prelude; }
  }

  class CSSLayerStatementRule extends CSSRule {
    get nameList() {
      const parts = core.split(layerNames(own(this, "layers").prelude), ", ");
      return core.ObjectFreeze(core.array(parts));
    }
  }

  class CSSScopeRule extends CSSGroupingRule {
    get start() { return own(this, "scope").scope[0] || null; }
    get end() { return own(this, "scope").scope[1] || null; }
  }

  class CSSStartingStyleRule extends CSSGroupingRule {}

  class CSSImportRule extends CSSRule {
    get href() { return importParts(own(this, "import")).href; }
    get media() {
      const rule = own(this, "import");
      return mediaList(rule, importParts(rule).media);
    }
    set media(value) { this.media.mediaText = value; }
    get styleSheet() { return importedSheet(own(this, "import")); }
    get layerName() { return importParts(own(this, "import")).layer; }
    get supportsText() { return importParts(own(this, "import")).supports; }
  }

  class CSSFontFaceRule extends CSSRule {
    get style() { return styleOf(own(this, "font-face")); }
    set style(value) { styleOf(own(this, "font-face")).cssText = value; }
  }

  class CSSPageRule extends CSSGroupingRule {
    get selectorText() { return own(this, "page").prelude; }
    set selectorText(value) {
      const rule = own(this, "page"), text = pageText(core.string(value));
      if (text === null) return;
      rule.prelude = text;
      changedRule(rule);
    }
    get style() { return styleOf(own(this, "page")); }
    set style(value) { styleOf(own(this, "page")).cssText = value; }
  }

  /** A rule of a margin, whose kind is its name. */
  function marginOf(object) {
    const rule = ruleOf(object);
    if (core.ArrayIndexOf(marginNames, rule.kind) < 0) throw new TypeError("The rule is of another kind.");
    return rule;
  }

  class CSSMarginRule extends CSSRule {
    get name() { return marginOf(this).kind; }
    get style() { return styleOf(marginOf(this)); }
    set style(value) { styleOf(marginOf(this)).cssText = value; }
  }

  class CSSNamespaceRule extends CSSRule {
    get namespaceURI() { return namespacePart(this, 2); }
    get prefix() { return namespacePart(this, 1); }
  }
  const namespaceForm = /^((?!url\()[^"'(\s]*)?\s*(?:url\(\s*)?["']?([^"')]*)["']?\s*\)?$/i;
  function namespacePart(object, index) {
    const found = core.RegExpExec(namespaceForm, own(object, "namespace").prelude);
    return found?.[index] ?? "";
  }

  class CSSKeyframeRule extends CSSRule {
    get keyText() { return own(this, "keyframe").prelude; }
    set keyText(value) {
      const rule = own(this, "keyframe");
      const text = keyText(core.string(value));
      if (text === null) throw error("SyntaxError", "The text is no keyframe selector.");
      rule.prelude = text;
      changedRule(rule);
    }
    get style() { return styleOf(own(this, "keyframe")); }
    set style(value) { styleOf(own(this, "keyframe")).cssText = value; }
  }

  class CSSKeyframesRule extends CSSRule {
    get name() { return own(this, "keyframes").prelude; }
    set name(value) {
      const rule = own(this, "keyframes");
      rule.prelude = core.string(value);
      changedRule(rule);
    }
    get cssRules() { return listOf(own(this, "keyframes")); }
    get length() { return rulesOf(own(this, "keyframes")).length; }
    appendRule(text) {
      const rule = own(this, "keyframes");
      core.requireArguments(arguments.length, 1);
      const rules = rulesOf(rule);
      const parts = native.rules(core.string(text), false);
      const added = parts.length === 3 ? makeRule(parts[0], parts[1], parts[2], rule.sheet, rule) : null;
      if (added === null) return;
      put(rules, added);
      makeRuleIndices(rules.length);
      changedRule(rule);
    }
    deleteRule(select) {
      const rule = own(this, "keyframes");
      core.requireArguments(arguments.length, 1);
      const place = lastKeyframe(rule, core.string(select));
      if (place < 0) return;
      core.ArraySplice(rulesOf(rule), place, 1);
      changedRule(rule);
    }
    findRule(select) {
      const rule = own(this, "keyframes");
      core.requireArguments(arguments.length, 1);
      return objectOf(rulesOf(rule)[lastKeyframe(rule, core.string(select))]);
    }
  }
  const makeKeyframeIndices = indices(CSSKeyframesRule, (object, index) => objectOf(rulesOf(own(object, "keyframes"))[index]) ?? undefined);
  makeKeyframeIndices(16);
  function lastKeyframe(rule, select) {
    const text = keyText(select), rules = rulesOf(rule);
    for (let index = rules.length - 1; index >= 0 && text !== null; index -= 1) if (rules[index].prelude === text) return index;
    return -1;
  }

  class CSSCounterStyleRule extends CSSRule {
    get name() { return own(this, "counter-style").prelude; }
  }
  class CSSPropertyRule extends CSSRule {
    get name() { return own(this, "property").prelude; }
    get syntax() {
      const text = styleOf(own(this, "property")).getPropertyValue("syntax");
      return StringSlice(text, 1, text.length - 1);
    }
    get inherits() { return styleOf(own(this, "property")).getPropertyValue("inherits") === "true"; }
    get initialValue() {
      const text = styleOf(own(this, "property")).getPropertyValue("initial-value");
      return text === "" ? null : text;
    }
  }
  class CSSFontFeatureValuesRule extends CSSRule {
    get fontFamily() { return own(this, "font-feature-values").prelude; }
  }

  // https://drafts.csswg.org/css-fonts-4/#om-fontpalettevalues
  class CSSFontPaletteValuesRule extends CSSRule {
    get name() { return own(this, "font-palette-values").prelude; }
    get fontFamily() { return styleOf(own(this, "font-palette-values")).getPropertyValue("font-family"); }
    get basePalette() { return styleOf(own(this, "font-palette-values")).getPropertyValue("base-palette"); }
    get overrideColors() { return styleOf(own(this, "font-palette-values")).getPropertyValue("override-colors"); }
  }

  // https://drafts.csswg.org/css-mixins-1/#the-function-interface
  class CSSFunctionRule extends CSSGroupingRule {
    get name() { return own(this, "function").parts[1]; }
    get returnType() { return own(this, "function").parts[2]; }
    getParameters() {
      const parts = own(this, "function").parts, list = [];
      for (let index = 3; index < parts.length; index += 3) {
        const parameter = { name: parts[index], type: parts[index + 1] };
        if (parts[index + 2] !== "") parameter.defaultValue = parts[index + 2];
        put(list, parameter);
      }
      return list;
    }
  }
  class CSSFunctionDeclarations extends CSSRule {
    get style() { return styleOf(own(this, "function-declarations")); }
    set style(value) { styleOf(own(this, "function-declarations")).cssText = value; }
  }

  // https://drafts.csswg.org/css-anchor-position-1/#csspositiontryrule
  class CSSPositionTryRule extends CSSRule {
    get name() { return own(this, "position-try").prelude; }
    get style() { return styleOf(own(this, "position-try")); }
    set style(value) { styleOf(own(this, "position-try")).cssText = value; }
  }

  function addDescriptors(Class, kind, names) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      const found = core.RegExpExec(/^([a-z]+)(?:-([a-z])([a-z]+))?$/, name);
      const attribute = found[2] === undefined ? name : found[1] + core.StringToUpperCase(found[2]) + found[3];
      core.mixin(Class, {
        get [attribute]() { return styleOf(own(this, kind)).getPropertyValue(name); },
        set [attribute](value) {
          const style = styleOf(own(this, kind)), text = core.stripASCIIWhitespace(core.string(value));
          if (!native.mayChangeCounterStyle(name, text, style.getPropertyValue("system"))) return;
          core.styles.setDescriptor(style, name, text);
        },
      });
    }
  }
  addDescriptors(CSSCounterStyleRule, "counter-style", core.list("system", "symbols", "additive-symbols", "negative", "prefix",
    "suffix", "range", "pad", "speak-as", "fallback"));

  const classes = { __proto__: null, style: CSSStyleRule, declarations: CSSNestedDeclarations, media: CSSMediaRule,
    supports: CSSSupportsRule, container: CSSContainerRule, layer: CSSLayerBlockRule, layers: CSSLayerStatementRule,
    scope: CSSScopeRule, "starting-style": CSSStartingStyleRule, import: CSSImportRule, "font-face": CSSFontFaceRule,
    page: CSSPageRule, namespace: CSSNamespaceRule, keyframes: CSSKeyframesRule, keyframe: CSSKeyframeRule,
    "counter-style": CSSCounterStyleRule, property: CSSPropertyRule, "font-feature-values": CSSFontFeatureValuesRule,
    "font-palette-values": CSSFontPaletteValuesRule, "position-try": CSSPositionTryRule,
    function: CSSFunctionRule, "function-declarations": CSSFunctionDeclarations,
    margin: CSSMarginRule };
  const kinds = core.ReflectOwnKeys(classes);
  for (let index = 0; index < kinds.length; index += 1) known.set(kinds[index], classes[kinds[index]]);

  function objectOf(rule) {
    if (rule === null || rule === undefined) return null;
    return (rule.object ??= new (known.get(rule.kind) ?? CSSMarginRule)(key, rule));
  }

  // MARK: Style sheets

  /** What a sheet is: its text is read when its rules are first asked for. */
  class Sheet {
    constructor(text, owner, href) {
      this.text = text;
      this.owner = owner;
      this.href = href;
      this.rules = undefined;
      this.object = undefined;
      this.media = undefined;
      this.isDisabled = false;
      this.isConstructed = false;
      this.parentRule = null;
      this.list = undefined;
      this.isModified = false;
      this.original = text;
      this.mayNotChange = false;
    }

    allRules() {
      if (this.rules === undefined) {
        this.rules = read(this.text, this, null, false);
        makeRuleIndices(this.rules.length);
      }
      return this.rules;
    }

    /** As it takes the place of what was written. */
    wholeText() {
      let text = this.text;
      if (this.isModified) {
        text = "";
        const rules = this.allRules();
        for (let index = 0; index < rules.length; index += 1) {
          text += textOf(rules[index]) + "\n";
        }
      }
      const media = this.mediaWasSet ? mediaTextOf(this.media) : "";
      return media === "" ? text : "@media " + media + " {\n" + text + "}";
    }

    changed() {
      this.isModified = true;
      this.apply();
    }

    apply() {
      core.styleVersion += 1;
      if (this.isConstructed) {
        adoptAgain(this);
      } else if (this.owner >= 0) {
        native.setSheetText(this.owner, this.wholeText());
      } else if (this.parentRule !== null) {
        // Where it is imported stays as it is: in its layer, and before the rules of the sheet around.
        native.setImportedText(this.href, this.wholeText());
      }
    }
  }

  let stateOf;

  class StyleSheet {
    #state;
    constructor(token, state) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#state = state;
      state.object = this;
    }
    get type() { return this.#state, "text/css"; }
    get href() { return this.#state.href; }
    get ownerNode() {
      const { owner } = this.#state;
      // An element that is disabled or has another sheet has let go of this one.
      return owner < 0 || core.sheetOwnedBy(owner) !== this ? null : core.wrap(owner);
    }
    get parentStyleSheet() { return this.#state.parentRule?.sheet?.object ?? null; }
    get title() {
      const { owner } = this.#state;
      // Only in the document's own tree. https://html.spec.whatwg.org/multipage/semantics.html#attr-style-title
      return owner < 0 || tree.rootOf(owner) !== 0 ? null : native.attribute(owner, titleAtom, 7) || null;
    }
    get media() { return mediaOfSheet(this.#state); }
    set media(value) { mediaOfSheet(this.#state).mediaText = value; }
    get disabled() { return this.#state.isDisabled; }
    set disabled(value) {
      const state = this.#state;
      value = !!value;
      if (state.isDisabled === value) return;
      state.isDisabled = value;
      core.styleVersion += 1;
      if (state.isConstructed) state.apply();
      else if (state.owner >= 0) native.setSheetDisabled(state.owner, value);
    }
    static { stateOf = (sheet) => sheet.#state; }
  }
  const titleAtom = core.atom("title"), mediaAtom = core.atom("media");

  function mediaOfSheet(state) {
    if (state.media === undefined) {
      const text = state.owner >= 0 ? native.attribute(state.owner, mediaAtom, 7) ?? "" : state.mediaText ?? "";
      state.media = new MediaList(key, text, () => {
        state.mediaWasSet = true;
        state.apply();
      });
    }
    return state.media;
  }

  class CSSStyleSheet extends StyleSheet {
    constructor(options = undefined) {
      if (options === key) {
        super(key, arguments[1]);
        return;
      }
      options = core.dictionary(options);
      core.member(options, "baseURL", core.usvString);
      const disabled = core.member(options, "disabled", core.boolean, false);
      const media = options.media;
      const state = new Sheet("", -1, null);
      state.isConstructed = true;
      state.isDisabled = disabled;
      state.mediaText = media === undefined ? "" : core.string(media);
      state.mediaWasSet = state.mediaText !== "";
      super(key, state);
      mediaOfSheet(state);
    }
    get ownerRule() { return objectOf(stateOf(this).parentRule); }
    get cssRules() {
      const state = stateOf(this);
      requireReadable(state);
      state.allRules();
      return (state.list ??= new CSSRuleList(key, () => state.allRules()));
    }
    get rules() {
      const state = stateOf(this);
      requireReadable(state);
      state.allRules();
      return (state.list ??= new CSSRuleList(key, () => state.allRules()));
    }
    insertRule(text, index = 0) {
      const state = stateOf(this);
      core.requireArguments(arguments.length, 1);
      text = core.string(text);
      index = core.unsignedLong(index);
      requireChangeable(state);
      return insertInto(state.allRules(), state, null, text, index, state.isConstructed);
    }
    deleteRule(index) {
      const state = stateOf(this);
      core.requireArguments(arguments.length, 1);
      index = core.unsignedLong(index);
      requireChangeable(state);
      deleteFrom(state.allRules(), state, index);
    }
    addRule(selector = "undefined", block = "undefined", index = undefined) {
      const state = stateOf(this);
      const text = core.string(selector) + " { " + core.string(block) + " }";
      requireChangeable(state);
      const rules = state.allRules();
      insertInto(rules, state, null, text, index === undefined ? rules.length : core.unsignedLong(index), state.isConstructed);
      return -1;
    }
    removeRule(index = 0) {
      const state = stateOf(this);
      index = core.unsignedLong(index);
      requireChangeable(state);
      deleteFrom(state.allRules(), state, index);
    }
    replace(text) {
      try {
        const state = stateOf(this);
        core.requireArguments(arguments.length, 1);
        text = core.usvString(text);
        requireConstructed(state);
        state.mayNotChange = true;
        return core.PromiseThen(core.PromiseResolve(undefined), () => {
          setText(state, text);
          state.mayNotChange = false;
          return this;
        });
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
    replaceSync(text) {
      const state = stateOf(this);
      core.requireArguments(arguments.length, 1);
      text = core.usvString(text);
      requireConstructed(state);
      setText(state, text);
    }
  }
  /** A sheet as a script constructs it. */
  core.constructSheet = function (text) {
    const sheet = new CSSStyleSheet();
    setText(stateOf(sheet), text);
    return sheet;
  };
  ReflectDefineProperty(CSSStyleSheet.prototype.addRule, "length", { __proto__: null, value: 0, configurable: true });

  function requireConstructed(state) {
    if (!state.isConstructed || state.mayNotChange) throw error("NotAllowedError", "The sheet cannot be replaced.");
  }
  function requireReadable(state) {
    if (state.isForeign) throw error("SecurityError", "The sheet is of another origin.");
  }
  function requireChangeable(state) {
    requireReadable(state);
    if (state.mayNotChange) throw error("NotAllowedError", "The sheet is being replaced.");
  }

  function setText(state, text) {
    const rules = read(text, state, null, false);
    const kept = core.list();
    for (let index = 0; index < rules.length; index += 1) if (rules[index].kind !== "import") put(kept, rules[index]);
    state.rules = kept;
    makeRuleIndices(kept.length);
    state.changed();
  }

  // MARK: The sheets of elements

  const sheets = new SafeMap();

  function isForeign(href) {
    if (href === null) return false;
    const own = native.url(native.documentURL(), null), other = native.url(href, null);
    return own !== null && other !== null && own[1] !== "null" && other[1] !== own[1] && other[2] !== "data:";
  }

  /** The sheet of a `style` or `link` element; null where it has none. */
  core.sheetOwnedBy = function (id) {
    const version = core.versions[0] + core.versions[2] + core.versions[4];
    const before = sheets.get(id);
    if (before !== undefined && before.version === version) return before.object;
    const found = tree.isInPage(id) ? native.sheetText(id) : core.list();
    if (found.length === 0) {
      sheets.delete(id);
      return null;
    }
    const href = found[1] === "" ? null : found[1];
    if (before !== undefined && before.original === found[0] && before.href === href) {
      before.version = version;
      return before.object;
    }
    const state = new Sheet(found[0], id, href);
    state.isForeign = isForeign(href);
    state.version = version;
    sheets.set(id, state);
    return new CSSStyleSheet(key, state);
  };

  /** What an `@import` has loaded. */
  function importedSheet(rule) {
    if (rule.imported !== undefined) return rule.imported?.object ?? null;
    rule.imported = null;
    const parts = importParts(rule);
    const found = native.importedText(parts.href, rule.sheet?.href ?? "");
    if (found.length === 0) return null;
    const state = new Sheet(found[0], -1, found[1]);
    state.parentRule = rule;
    state.mediaText = parts.media;
    state.isForeign = isForeign(found[1]);
    rule.imported = state;
    return new CSSStyleSheet(key, state);
  }

  const listings = new SafeMap();

  /** The sheets of the page, or of a shadow root. */
  function sheetsOf(root) {
    const version = core.versions[0] + core.versions[2] + core.versions[4];
    const before = listings.get(root);
    if (before !== undefined && before.version === version) return before.listed;
    const listed = core.list();
    listings.set(root, { __proto__: null, version, listed });
    const owners = native.styleSheets(root);
    for (let index = 0; index < owners.length; index += 1) {
      const sheet = core.sheetOwnedBy(owners[index]);
      if (sheet !== null) put(listed, sheet);
    }
    makeSheetIndices(listed.length);
    return listed;
  }

  const noSheets = core.list();
  const lists = new SafeMap();
  core.styleSheetList = function (document) {
    // So that there are accessors for all of them.
    const isShown = document === 0 || tree.isShadowRoot(document);
    if (isShown) sheetsOf(document);
    let list = lists.get(document);
    if (list === undefined) {
      list = new StyleSheetList(key, isShown ? () => (tree.isInPage(document) ? sheetsOf(document) : noSheets) : () => noSheets);
      lists.set(document, list);
    }
    return list;
  };

  // MARK: Adopted sheets. https://drafts.csswg.org/cssom-1/#dom-documentorshadowroot-adoptedstylesheets

  // By document or shadow root, the sheets that it has adopted, and the page's arrays of them.
  const adopted = new SafeMap();
  const arrays = new SafeMap();

  // `@font-face` rules of faces that scripts have made.
  let fontRules = "";
  /** The `@font-face` rules that are in force, in order: of sheets, and of rules whose conditions hold. */
  core.fontFaceRules = function () {
    const found = core.list();
    const owned = sheetsOf(0);
    for (let index = 0; index < owned.length; index += 1) addFontFaces(stateOf(owned[index]), found);
    const more = adopted.get(0);
    for (let index = 0; index < (more?.length ?? 0); index += 1) addFontFaces(more[index], found);
    return found;
  };

  function addFontFaces(sheet, found) {
    if (sheet.isDisabled || sheet.isForeign) return;
    const pending = core.list();
    for (let rules = sheet.allRules(), index = rules.length - 1; index >= 0; index -= 1) put(pending, rules[index]);
    while (pending.length > 0 && found.length < mostFontFaces) {
      const rule = core.ArrayPop(pending);
      let inner = null;
      switch (rule.kind) {
        case "font-face": put(found, rule); break;
        case "media": if (native.matchesMedia(mediaOf(rule))) inner = rulesOf(rule); break;
        case "supports": if (native.supportsCondition(rule.prelude)) inner = rulesOf(rule); break;
        case "layer": inner = rulesOf(rule); break;
        case "import": {
          const imported = importedSheet(rule);
          if (imported !== null && !rule.imported.isForeign && native.matchesMedia(rule.imported.mediaText ?? "")) {
            inner = rule.imported.allRules();
          }
          break;
        }
      }
      for (let index = (inner?.length ?? 0) - 1; index >= 0; index -= 1) put(pending, inner[index]);
    }
  }
  const mostFontFaces = 1000;

  /** The descriptors of a rule: names and values. */
  core.ruleDescriptors = (rule) => descriptors(rule.block);

  core.setFontRules = function (text) {
    fontRules = text;
    adopt(0);
  };

  function adopt(root) {
    const texts = core.list();
    if (root === 0 && fontRules !== "") put(texts, fontRules);
    const sheets = adopted.get(root);
    for (let index = 0; index < (sheets?.length ?? 0); index += 1) {
      if (!sheets[index].isDisabled) put(texts, sheets[index].wholeText());
    }
    native.adoptSheets(root, texts);
    core.styleVersion += 1;
  }

  /** A constructed sheet says something else. */
  function adoptAgain(sheet) {
    adopted.forEach((sheets, root) => {
      if (core.ArrayIndexOf(sheets, sheet) >= 0) adopt(root);
    });
  }

  const isSheet = core.recognizes((value) => stateOf(value));

  function requireAdoptable(value) {
    if (!isSheet(value)) throw new TypeError("The value is no CSSStyleSheet.");
    if (!stateOf(value).isConstructed) throw error("NotAllowedError", "Only constructed sheets can be adopted.");
  }

  const isIndex = (name) => typeof name === "string" && core.RegExpExec(/^(?:0|[1-9]\d*)$/, name) !== null;

  core.adoptedSheets = function (document) {
    let array = arrays.get(document);
    if (array !== undefined) return array.proxy;
    const target = core.array(core.list());
    const update = () => {
      if (document !== 0 && !tree.isShadowRoot(document)) return;
      const sheets = core.list();
      for (let index = 0; index < target.length; index += 1) {
        if (isSheet(target[index])) put(sheets, stateOf(target[index]));
      }
      adopted.set(document, sheets);
      adopt(document);
    };
    const proxy = new core.Proxy(target, {
      __proto__: null,
      defineProperty(list, name, descriptor) {
        if (isIndex(name)) requireAdoptable(descriptor.value);
        const isDone = core.ReflectDefineProperty(list, name, descriptor);
        if (isIndex(name) || name === "length") update();
        return isDone;
      },
      deleteProperty(list, name) {
        const isDone = core.ReflectDeleteProperty(list, name);
        if (isIndex(name)) update();
        return isDone;
      },
    });
    array = { __proto__: null, target, proxy, update };
    arrays.set(document, array);
    return proxy;
  };

  core.setAdoptedSheets = function (document, value) {
    const list = core.sequence(value);
    for (let index = 0; index < list.length; index += 1) requireAdoptable(list[index]);
    core.adoptedSheets(document);
    const { target, update } = arrays.get(document);
    target.length = 0;
    for (let index = 0; index < list.length; index += 1) put(target, list[index]);
    update();
  };

  ReflectDefineProperty(CSSRule, "length", { __proto__: null, value: 0, configurable: true });
  ReflectDefineProperty(StyleSheet, "length", { __proto__: null, value: 0, configurable: true });
  makeIterable(CSSRuleList);
  makeIterable(StyleSheetList);
  makeIterable(MediaList);
  core.define({ StyleSheet, CSSStyleSheet, StyleSheetList, MediaList, CSSRule, CSSRuleList, CSSGroupingRule, CSSStyleRule,
    CSSNestedDeclarations, CSSConditionRule, CSSMediaRule, CSSSupportsRule, CSSContainerRule, CSSLayerBlockRule,
    CSSLayerStatementRule, CSSScopeRule, CSSStartingStyleRule, CSSImportRule, CSSFontFaceRule, CSSPageRule, CSSNamespaceRule,
    CSSKeyframesRule, CSSKeyframeRule, CSSCounterStyleRule, CSSPropertyRule, CSSFontFeatureValuesRule,
    CSSFontPaletteValuesRule, CSSMarginRule, CSSPositionTryRule, CSSFunctionRule,
    CSSFunctionDeclarations });
})
