// Tokens of CSS values, for Typed OM: what Swift has parsed already, and what a page writes as a number or as a custom
// property. https://drafts.csswg.org/css-syntax-3/#tokenization
(function (core) {
  "use strict";
  const { put, RegExpExec, StringSlice, toASCIILowercase } = core;

  // Sticky: each is tried where the one before has ended.
  const spaces = /(?:[ \t\n\r\f]|\/\*[^]*?(?:\*\/|$))+/y;
  const number = /[+-]?(?:\d*\.)?\d+(?:e[+-]?\d+)?/iy;
  const identifier =
    /(?:--|-?(?:[a-z_\x80-\uffff]|\\(?:[0-9a-f]{1,6}[ \t\n\r\f]?|[^0-9a-f\n\r\f])))(?:[\w\x80-\uffff-]|\\(?:[0-9a-f]{1,6}[ \t\n\r\f]?|[^0-9a-f\n\r\f]))*/iy;
  const string = /"(?:[^"\\\n\r\f]|\\[^])*"?|'(?:[^'\\\n\r\f]|\\[^])*'?/y;
  const address = /[ \t\n\r\f]*(?!["' \t\n\r\f])(?:[^)\\]|\\[^])*\)?/y;

  function match(expression, text, place) {
    expression.lastIndex = place;
    const found = RegExpExec(expression, text);
    return found === null ? "" : found[0];
  }

  const escape = /\\(?:([0-9a-f]{1,6})[ \t\n\r\f]?|([^]))/iy;

  /** A name without its escapes. */
  function unescape(name) {
    if (core.StringIndexOf(name, "\\") < 0) return name;
    let result = "";
    for (let place = 0; place < name.length;) {
      escape.lastIndex = place;
      const found = RegExpExec(escape, name);
      if (found === null) {
        result += name[place];
        place += 1;
        continue;
      }
      place += found[0].length;
      const code = found[1] === undefined ? 0 : core.NumberParseInt(found[1], 16);
      if (found[1] === undefined) result += found[2];
      else if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) result += "\ufffd";
      else result += core.StringFromCodePoint(code);
    }
    return result;
  }

  /**
   * The tokens of a text. Each has a `kind`, where it stands (`start`, `end`), and a `name` (of identifiers and
   * functions, in lower case) or `value` and `unit`. Marks are their own kinds.
   */
  function tokens(text) {
    const list = core.list();
    let place = 0;
    const add = (kind, length, more = undefined) => {
      const token = more ?? { __proto__: null };
      token.kind = kind;
      token.start = place;
      place += length;
      token.end = place;
      put(list, token);
    };
    while (place < text.length) {
      let found = match(spaces, text, place);
      if (found !== "") {
        add("space", found.length);
        continue;
      }
      if ((found = match(number, text, place)) !== "") {
        const value = +found;
        const unit = match(identifier, text, place + found.length);
        if (unit !== "") {
          add("dimension", found.length + unit.length, { __proto__: null, value, unit: toASCIILowercase(unescape(unit)) });
        } else if (text[place + found.length] === "%") {
          add("dimension", found.length + 1, { __proto__: null, value, unit: "percent" });
        } else {
          add("dimension", found.length, { __proto__: null, value, unit: "number" });
        }
        continue;
      }
      if ((found = match(identifier, text, place)) !== "") {
        const written = unescape(found), name = toASCIILowercase(written);
        if (text[place + found.length] !== "(") {
          add("identifier", found.length, { __proto__: null, name, written });
          continue;
        }
        const rest = name === "url" ? match(address, text, place + found.length + 1) : "";
        if (rest !== "") add("url", found.length + 1 + rest.length);
        else add("function", found.length + 1, { __proto__: null, name });
        continue;
      }
      if ((found = match(string, text, place)) !== "") add("string", found.length);
      else add(text[place], 1);
    }
    return list;
  }

  const closing = { __proto__: null, "function": ")", "(": ")", "[": "]", "{": "}" };

  /** Where the block or function that begins with a token ends: the place of its last token, or of the end. */
  function endOfBlock(list, start) {
    const open = core.list();
    for (let index = start; index < list.length; index += 1) {
      const kind = list[index].kind;
      if (closing[kind] !== undefined) put(open, closing[kind]);
      else if (open.length > 0 && open[open.length - 1] === kind) open.length -= 1;
      if (open.length === 0) return index;
    }
    return list.length - 1;
  }

  /** The parts of a text between commas that stand in no block. */
  function commaParts(text) {
    if (core.StringIndexOf(text, ",") < 0) return core.list(text);
    const list = tokens(text), parts = core.list();
    let start = 0;
    for (let index = 0; index < list.length; index += 1) {
      if (list[index].kind === ",") {
        put(parts, core.StringTrim(StringSlice(text, start, list[index].start)));
        start = list[index].end;
      }
      index = endOfBlock(list, index);
    }
    put(parts, core.StringTrim(StringSlice(text, start)));
    return parts;
  }

  /** Without white space at both ends. */
  function trimmed(list) {
    let start = 0, end = list.length;
    while (start < end && list[start].kind === "space") start += 1;
    while (end > start && list[end - 1].kind === "space") end -= 1;
    return core.ArraySlice(list, start, end);
  }

  core.typedTokens = { tokens, trimmed, endOfBlock, commaParts, unescape };
})
