// Text that an address points to. https://wicg.github.io/scroll-to-text-fragment/
//
// Not implemented: of the address that a page is loaded with.
(function (core) {
  "use strict";
  core.load("bytes.js");
  core.load("highlighting.js");
  const { native, put, RegExpExec, StringSlice, StringIndexOf } = core;
  const { tree } = core;
  const wordCharacter = /[\p{L}\p{N}]/u, spaces = /^[ \t\n\r\f]$/;
  const unread = new core.SafeMap();
  const unreadNames = core.list("script", "style", "noscript", "template", "textarea", "select", "iframe", "object", "video",
    "audio");
  for (let index = 0; index < unreadNames.length; index += 1) {
    unread.set(core.atom(unreadNames[index]), true);
  }

  const decoded = (text) => native.decode("utf-8", core.percentDecode(text));

  /** `[prefix-,]start[,end][,-suffix]`; null for what is none. */
  function parse(text) {
    const parts = core.split(text, ",");
    const directive = { __proto__: null, prefix: "", start: "", end: "", suffix: "" };
    let first = 0, behind = parts.length;
    if (core.StringEndsWith(parts[0], "-")) {
      directive.prefix = decoded(StringSlice(parts[0], 0, -1));
      first = 1;
    }
    if (behind > first && core.StringStartsWith(parts[behind - 1], "-")) {
      behind -= 1;
      directive.suffix = decoded(StringSlice(parts[behind], 1));
    }
    if (behind - first < 1 || behind - first > 2 || parts[first] === "") return null;
    directive.start = decoded(parts[first]);
    if (behind - first === 2) directive.end = decoded(parts[first + 1]);
    return directive;
  }

  const isSpace = (character) => RegExpExec(spaces, character) !== null;

  /** In small letters, each stretch of white space one space, none at the ends. */
  function collapsed(text) {
    let result = "";
    text = core.stripASCIIWhitespace(text);
    for (let index = 0; index < text.length; index += 1) {
      if (!isSpace(text[index])) result += text[index];
      else if (!isSpace(text[index + 1])) result += " ";
    }
    return core.StringToLowerCase(result);
  }

  /** The document's text in small letters, its white space collapsed, and where each of its characters is. */
  function read() {
    const body = core.bodyOf(0);
    const nodes = core.list(), offsets = core.list();
    let text = "", block = -1;
    for (let node = body < 0 ? -1 : tree.nextNode(body, body); node >= 0;) {
      if (tree.isElement(node) && unread.has(tree.nameOf(node))) {
        node = tree.nextSkippingChildren(node, body);
        continue;
      }
      if (tree.kindOf(node) === tree.TEXT && native.isRendered(tree.parentOf(node))) {
        const own = blockOf(tree.parentOf(node));
        if (own !== block && text !== "") add("\n", node, 0);
        block = own;
        const data = tree.dataOf(node);
        for (let index = 0; index < data.length; index += 1) {
          const isBlank = isSpace(data[index]);
          if (isBlank && (text === "" || isSpace(text[text.length - 1]))) continue;
          const small = core.StringToLowerCase(data[index]);
          add(isBlank ? " " : small.length === 1 ? small : data[index], node, index);
        }
      }
      node = tree.nextNode(node, body);
    }
    function add(character, node, offset) {
      text += character;
      put(nodes, node);
      put(offsets, offset);
    }
    return { __proto__: null, text, nodes, offsets };
  }

  function blockOf(element) {
    while (element > 0) {
      const display = native.computedValue(element, "", "display");
      if (display !== "inline" && display !== "contents") break;
      element = tree.parentOf(element);
    }
    return element;
  }

  const isWordAt = (text, index) => index >= 0 && index < text.length && RegExpExec(wordCharacter, text[index]) !== null;

  /** The first place from `from` on where whole words are these; -1 where there is none. */
  function findWords(text, words, from) {
    for (let place = StringIndexOf(text, words, from); place >= 0; place = StringIndexOf(text, words, place + 1)) {
      const end = place + words.length;
      const cutsStart = isWordAt(text, place - 1) && isWordAt(text, place);
      const cutsEnd = isWordAt(text, end) && isWordAt(text, end - 1);
      if (!cutsStart && !cutsEnd) return place;
    }
    return -1;
  }

  const skipSpace = (text, index) => (text[index] === " " || text[index] === "\n" ? index + 1 : index);

  /** https://wicg.github.io/scroll-to-text-fragment/#find-a-range-from-a-text-directive */
  function find(directive, { text, nodes, offsets }) {
    const prefix = collapsed(directive.prefix), start = collapsed(directive.start), end = collapsed(directive.end);
    const suffix = collapsed(directive.suffix);
    if (start === "") return null;
    for (let from = 0; from < text.length;) {
      let place;
      if (prefix === "") {
        place = findWords(text, start, from);
        if (place < 0) return null;
      } else {
        const before = findWords(text, prefix, from);
        if (before < 0) return null;
        place = skipSpace(text, before + prefix.length);
        if (findWords(StringSlice(text, place, place + start.length + 1), start, 0) !== 0) {
          from = before + 1;
          continue;
        }
      }
      let last = place + start.length;
      if (end !== "") {
        const second = findWords(text, end, last);
        if (second < 0) return null;
        last = second + end.length;
      }
      if (suffix === "" || StringIndexOf(StringSlice(text, skipSpace(text, last), skipSpace(text, last) + suffix.length), suffix) === 0) {
        return { __proto__: null, start: nodes[place], startOffset: offsets[place], end: nodes[last - 1],
          endOffset: offsets[last - 1] + 1 };
      }
      from = place + 1;
    }
    return null;
  }

  let directives = core.list();

  /** What follows `:~:` in an address. */
  core.setTextDirectives = function (text) {
    directives = core.list();
    const parts = core.split(text, "&");
    for (let index = 0; index < parts.length && directives.length < 100; index += 1) {
      if (!core.StringStartsWith(parts[index], "text=")) continue;
      const directive = parse(StringSlice(parts[index], 5));
      if (directive !== null) put(directives, directive);
    }
    let first = null;
    core.targetTexts((name, range) => { first ??= range; });
    if (first !== null) core.scrollIntoView(tree.parentOf(first.start));
  };

  core.targetTexts = function (add) {
    if (directives.length === 0) return;
    const content = read();
    for (let index = 0; index < directives.length; index += 1) {
      const range = find(directives[index], content);
      if (range !== null) add("target-text", range);
    }
  };
})
