// DOMParser, XMLSerializer, and XML as scripts parse and write it: with prefixes, unknown namespaces and CDATA sections,
// which the arena does not hold. https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsing-and-serialization
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, StringCharCodeAt: codeAt, StringSlice: slice, StringIndexOf: find } = core;
  const tree = core.tree;
  const { ELEMENT, DOCUMENT, TEXT, COMMENT, INSTRUCTION, DOCTYPE, FIRST, NEXT, kindOf, link, nameOf, namespaceOf } = tree;
  const XML = tree.namespaces[4], XMLNS = tree.namespaces[5], HTML = tree.namespaces[0];

  // MARK: XML parser. https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/

  const expansionLimit = 1 << 20;
  const entityDepth = 20;
  const htmlEntityIDs = ["-//W3C//DTD XHTML 1.0 Transitional//EN", "-//W3C//DTD XHTML 1.1//EN",
    "-//W3C//DTD XHTML 1.0 Strict//EN", "-//W3C//DTD XHTML 1.0 Frameset//EN", "-//W3C//DTD XHTML Basic 1.0//EN",
    "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN", "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN",
    "-//W3C//DTD MathML 2.0//EN", "-//WAPFORUM//DTD XHTML Mobile 1.0//EN"];

  const isSpace = (code) => code === 32 || code === 10 || code === 9 || code === 13;
  const endsName = (code) => code !== code || isSpace(code) || code === 47 || code === 62 || code === 61 || code === 60
    || code === 34 || code === 39 || code === 63 || code === 91 || code === 59 || code === 38;

  /** Line breaks as XML sees them. */
  function normalizeLines(text) {
    if (find(text, "\r") < 0) return text;
    let result = "", start = 0;
    for (let at = find(text, "\r"); at >= 0; at = find(text, "\r", start)) {
      result += slice(text, start, at) + "\n";
      start = at + 1;
      if (codeAt(text, start) === 10) start += 1;
    }
    return result + slice(text, start);
  }

  /** What makes a document ill-formed. */
  class Fault {
    constructor(message) { this.message = message; }
  }

  class Parser {
    constructor(text, target, context) {
      this.text = normalizeLines(text);
      this.at = 0;
      this.target = target; // Where the nodes go.
      this.context = context; // The element whose prefixes hold, or -1.
      this.entities = new SafeMap();
      this.hasHTMLEntities = false;
      this.expanded = 0;
      this.open = core.list(); // {id, parent, name, bindings}
      this.parent = target;
      this.bindings = null; // A chain of {prefix, uri, outer}.
      this.pending = "";
      this.outer = core.list(); // The inputs that entities interrupt: {text, at}.
    }

    fail(message) { throw new Fault(message); }

    startsWith(string) { return core.StringStartsWith(this.text, string, this.at); }

    skipSpace() {
      const start = this.at;
      while (isSpace(codeAt(this.text, this.at))) this.at += 1;
      return this.at > start;
    }

    /** What stands before a string, which is skipped too. */
    upTo(string, what) {
      const end = find(this.text, string, this.at);
      if (end < 0) this.fail(what + " is not closed");
      const found = slice(this.text, this.at, end);
      this.at = end + string.length;
      return found;
    }

    name() {
      const start = this.at;
      while (!endsName(codeAt(this.text, this.at))) this.at += 1;
      const name = slice(this.text, start, this.at);
      if (!core.isXMLName(name)) this.fail(name === "" ? "a name is missing" : "'" + name + "' is no name");
      return name;
    }

    quoted() {
      const quote = this.text[this.at];
      if (quote !== '"' && quote !== "'") this.fail("a quotation mark is missing");
      this.at += 1;
      return this.upTo(quote, "a quoted text");
    }

    parseDocument() {
      if (codeAt(this.text, 0) === 0xFEFF) this.at = 1;
      if (this.startsWith("<?xml") && isSpace(codeAt(this.text, this.at + 5))) this.upTo("?>", "the XML declaration");
      let hasRoot = false, hasType = false;
      for (;;) {
        this.skipSpace();
        if (this.at >= this.text.length) break;
        if (codeAt(this.text, this.at) !== 60) this.fail("text stands outside of the document's element");
        if (this.startsWith("<!DOCTYPE")) {
          if (hasType || hasRoot) this.fail("a document type is out of place");
          hasType = true;
          this.parseDocumentType();
        } else if (this.startsWith("<!--")) {
          this.parseComment();
        } else if (this.startsWith("<?")) {
          this.parseInstruction();
        } else {
          if (hasRoot) this.fail("there is more than one document element");
          hasRoot = true;
          this.parseTag();
          if (this.open.length > 0) this.parseContent();
          if (this.outer.length > 0) this.fail("an element ends inside of an entity");
        }
      }
      if (!hasRoot) this.fail("Start tag expected, '<' not found");
    }

    /** Content up to the end of the element that is open, or of the text. */
    parseContent() {
      const depth = this.open.length - 1;
      for (;;) {
        if (this.at >= this.text.length) {
          if (this.leaveEntity()) continue;
          break;
        }
        const code = codeAt(this.text, this.at);
        if (code === 60) {
          if (this.startsWith("</")) {
            this.flush();
            if (depth < 0 && this.open.length === 0) this.fail("a closing tag has no opening tag");
            this.parseClosingTag();
            if (this.open.length === depth) return;
          } else if (this.startsWith("<!--")) {
            this.parseComment();
          } else if (this.startsWith("<![CDATA[")) {
            this.flush();
            this.at += 9;
            const id = tree.createText(this.upTo("]]>", "a CDATA section"));
            tree.sections.add(id);
            this.append(id);
          } else if (this.startsWith("<?")) {
            this.parseInstruction();
          } else {
            this.flush();
            this.parseTag();
          }
        } else if (code === 38) {
          this.parseReference();
        } else {
          let end = this.at;
          for (let next = code; next === next && next !== 60 && next !== 38; next = codeAt(this.text, end)) {
            if (next < 32 && !isSpace(next)) this.fail("a character is not allowed");
            end += 1;
          }
          const piece = slice(this.text, this.at, end);
          if (core.StringIncludes(piece, "]]>")) this.fail("']]>' is not allowed in content");
          this.pending += piece;
          this.at = end;
        }
      }
      this.flush();
      if (this.open.length > 0) this.fail("the element '" + this.open[this.open.length - 1].name + "' is not closed");
    }

    append(id) {
      native.insert(id, this.parent, -1);
    }

    flush() {
      if (this.pending === "") return;
      this.append(tree.createText(this.pending));
      this.pending = "";
    }

    parseComment() {
      this.flush();
      this.at += 4;
      const data = this.upTo("-->", "a comment");
      if (core.StringIncludes(data, "--") || core.StringEndsWith(data, "-")) this.fail("a comment contains '--'");
      this.append(tree.createComment(data));
    }

    parseInstruction() {
      this.flush();
      this.at += 2;
      const target = this.name();
      if (core.toASCIILowercase(target) === "xml") this.fail("XML declaration allowed only at the start of the document");
      if (!this.skipSpace() && !this.startsWith("?>")) this.fail("a processing instruction is not well-formed");
      const data = this.upTo("?>", "a processing instruction");
      this.append(native.createProcessingInstruction(core.atom(target), data));
    }

    parseDocumentType() {
      this.at += 9;
      if (!this.skipSpace()) this.fail("a space is missing");
      const name = this.name();
      this.skipSpace();
      let publicID = "", systemID = "";
      if (this.startsWith("PUBLIC")) {
        this.at += 6;
        if (!this.skipSpace()) this.fail("a space is missing");
        publicID = this.quoted();
        if (!this.skipSpace()) this.fail("the system identifier is missing");
        systemID = this.quoted();
      } else if (this.startsWith("SYSTEM")) {
        this.at += 6;
        if (!this.skipSpace()) this.fail("a space is missing");
        systemID = this.quoted();
      }
      this.skipSpace();
      if (this.text[this.at] === "[") {
        this.at += 1;
        this.parseSubset();
        this.skipSpace();
      }
      if (this.text[this.at] !== ">") this.fail("the document type is not closed");
      this.at += 1;
      for (let index = 0; index < htmlEntityIDs.length; index += 1) {
        if (htmlEntityIDs[index] === publicID) this.hasHTMLEntities = true;
      }
      this.append(native.createDocumentType(core.atom(name), publicID, systemID));
    }

    /** The declarations between `[` and `]`: entities are kept, others read over. */
    parseSubset() {
      for (;;) {
        this.skipSpace();
        if (this.at >= this.text.length) this.fail("the document type is not closed");
        if (this.text[this.at] === "]") {
          this.at += 1;
          return;
        }
        if (this.startsWith("<!--")) {
          this.at += 4;
          this.upTo("-->", "a comment");
        } else if (this.startsWith("<?")) {
          this.upTo("?>", "a processing instruction");
        } else if (this.startsWith("<!ENTITY")) {
          this.at += 8;
          this.parseEntity();
        } else if (this.startsWith("<!")) {
          while (this.at < this.text.length && this.text[this.at] !== ">") {
            if (this.text[this.at] === '"' || this.text[this.at] === "'") this.quoted();
            else this.at += 1;
          }
          this.at += 1;
        } else if (this.text[this.at] === "%") {
          this.upTo(";", "a reference");
        } else {
          this.fail("the document type is not well-formed");
        }
      }
    }

    parseEntity() {
      this.skipSpace();
      const isParameter = this.text[this.at] === "%";
      if (isParameter) {
        this.at += 1;
        this.skipSpace();
      }
      const name = this.name();
      this.skipSpace();
      if (this.text[this.at] === '"' || this.text[this.at] === "'") {
        const value = this.quoted();
        if (!isParameter && !this.entities.has(name)) this.entities.set(name, this.decodeCharacters(value));
      }
      this.upTo(">", "an entity declaration");
    }

    /** A text with its character references, but no others, replaced. */
    decodeCharacters(text) {
      let result = "", start = 0;
      for (let at = find(text, "&#"); at >= 0; at = find(text, "&#", start)) {
        const end = find(text, ";", at);
        if (end < 0) this.fail("a reference is not closed");
        result += slice(text, start, at) + this.character(slice(text, at + 2, end));
        start = end + 1;
      }
      return result + slice(text, start);
    }

    character(digits) {
      const isHex = digits[0] === "x";
      let code = 0;
      for (let index = isHex ? 1 : 0; index < digits.length; index += 1) {
        const digit = codeAt(core.toASCIILowercase(digits[index]), 0);
        const value = digit >= 48 && digit <= 57 ? digit - 48 : isHex && digit >= 97 && digit <= 102 ? digit - 87 : -1;
        if (value < 0) this.fail("a character reference is not well-formed");
        code = code * (isHex ? 16 : 10) + value;
        if (code > 0x10FFFF) this.fail("a character is not allowed");
      }
      if (digits.length === (isHex ? 1 : 0) || (code < 32 && !isSpace(code)) || (code >= 0xD800 && code < 0xE000)
        || code === 0xFFFE || code === 0xFFFF) this.fail("a character is not allowed");
      return core.StringFromCodePoint(code);
    }

    entity(name) {
      const value = this.entities.get(name);
      if (value !== undefined) {
        this.expanded += value.length + 1;
        if (this.expanded > expansionLimit) this.fail("entities are too large");
        return value;
      }
      if (this.hasHTMLEntities) {
        // The HTML parser knows these names.
        const text = native.textContent(native.parseFragment(native.createElement(core.atom("div"), 0), "&" + name + ";", false));
        if (text !== "&" + name + ";") return text === "<" || text === "&" ? "&#" + codeAt(text, 0) + ";" : text;
      }
      return this.fail("Entity '" + name + "' not defined");
    }

    /** The text of a predefined entity or character, or null for what an entity stands for. */
    predefined(name) {
      switch (name) {
        case "lt": return "<";
        case "gt": return ">";
        case "amp": return "&";
        case "quot": return '"';
        case "apos": return "'";
        default: return name[0] === "#" ? this.character(slice(name, 1)) : null;
      }
    }

    parseReference() {
      this.at += 1;
      const name = this.upTo(";", "a reference");
      const text = this.predefined(name);
      if (text !== null) {
        this.pending += text;
        return;
      }
      if (!core.isXMLName(name)) this.fail("a reference is not well-formed");
      const value = this.entity(name);
      if (find(value, "<") < 0 && find(value, "&") < 0) this.pending += value;
      else {
        if (this.outer.length >= entityDepth) this.fail("entities refer to each other too deeply");
        put(this.outer, { text: this.text, at: this.at });
        this.text = value;
        this.at = 0;
      }
    }

    /** Goes on behind the entity whose text has ended; false where there is none. */
    leaveEntity() {
      const input = core.ArrayPop(this.outer);
      if (input === undefined) return false;
      this.text = input.text;
      this.at = input.at;
      return true;
    }

    /** https://www.w3.org/TR/xml/#AVNormalize */
    attributeText(value, depth = 0) {
      if (depth > entityDepth) this.fail("entities refer to each other too deeply");
      let result = "";
      for (let index = 0; index < value.length; index += 1) {
        const code = codeAt(value, index);
        if (code === 38) {
          const end = find(value, ";", index);
          if (end < 0) this.fail("a reference is not closed");
          const name = slice(value, index + 1, end);
          result += this.predefined(name) ?? this.attributeText(this.entity(name), depth + 1);
          index = end;
        } else if (code === 60) {
          this.fail("'<' is not allowed in an attribute's value");
        } else {
          result += isSpace(code) ? " " : value[index];
        }
      }
      return result;
    }

    namespaceOf(prefix) {
      for (let binding = this.bindings; binding !== null; binding = binding.outer) {
        if (binding.prefix === prefix) return binding.uri === "" ? null : binding.uri;
      }
      if (prefix === "xml") return XML;
      if (prefix === "xmlns") return XMLNS;
      return this.context < 0 ? null : tree.locateNamespace(this.context, prefix);
    }

    parseTag() {
      this.at += 1;
      const name = this.name();
      const list = core.list(); // name, value, name, value
      const outer = this.bindings;
      let isEmpty = false;
      for (;;) {
        const hasSpace = this.skipSpace();
        const character = this.text[this.at];
        if (character === ">") {
          this.at += 1;
          break;
        }
        if (character === "/") {
          if (this.text[this.at + 1] !== ">") this.fail("a tag is not closed");
          this.at += 2;
          isEmpty = true;
          break;
        }
        if (!hasSpace) this.fail(character === undefined ? "a tag is not closed" : "attributes construct error");
        const attribute = this.name();
        this.skipSpace();
        if (this.text[this.at] !== "=") this.fail("Specification mandates value for attribute " + attribute);
        this.at += 1;
        this.skipSpace();
        const value = this.attributeText(this.quoted());
        for (let index = 0; index < list.length; index += 2) {
          if (list[index] === attribute) this.fail("Attribute " + attribute + " redefined");
        }
        put(list, attribute);
        put(list, value);
        if (attribute === "xmlns") this.bindings = { prefix: null, uri: value, outer: this.bindings };
        else if (core.StringStartsWith(attribute, "xmlns:")) {
          const prefix = slice(attribute, 6);
          if (value === "" || prefix === "xmlns" || (prefix === "xml") !== (value === XML)) {
            this.fail("xmlns:" + prefix + ": the namespace is not allowed");
          }
          this.bindings = { prefix, uri: value, outer: this.bindings };
        }
      }
      const id = this.element(name);
      for (let index = 0; index < list.length; index += 2) this.attribute(id, list[index], list[index + 1]);
      this.append(id);
      if (isEmpty) {
        this.bindings = outer;
      } else {
        put(this.open, { id, parent: this.parent, name, bindings: outer });
        const contents = native.templateContents(id);
        this.parent = contents >= 0 ? contents : id;
      }
    }

    split(name, isAttribute) {
      const colon = find(name, ":");
      if (colon < 0) return { prefix: null, name, uri: isAttribute ? null : this.namespaceOf(null) };
      const prefix = slice(name, 0, colon), local = slice(name, colon + 1);
      if (prefix === "" || local === "" || find(local, ":") >= 0) this.fail("'" + name + "' is not a qualified name");
      const uri = this.namespaceOf(prefix);
      if (uri === null) this.fail("Namespace prefix " + prefix + " on " + local + " is not defined");
      return { prefix, name: local, uri };
    }

    element(qualifiedName) {
      const { prefix, name, uri } = this.split(qualifiedName, false);
      const number = tree.namespaceNumber(uri);
      const id = native.createElement(core.atom(name), number);
      if (prefix !== null || number === 6) tree.foreignElements.set(id, { namespace: uri, prefix });
      return id;
    }

    attribute(id, qualifiedName, value) {
      if (qualifiedName === "xmlns") return core.attributes.setNS(id, XMLNS, null, "xmlns", value);
      const { prefix, name, uri } = this.split(qualifiedName, true);
      if (prefix === null) return native.setAttribute(id, core.atom(name), 7, value);
      if (core.attributes.findNS(id, uri, name) >= 0) this.fail("Attribute " + name + " redefined");
      core.attributes.setNS(id, uri, prefix, name, value);
    }

    parseClosingTag() {
      this.at += 2;
      const name = this.name();
      this.skipSpace();
      if (this.text[this.at] !== ">") this.fail("a tag is not closed");
      this.at += 1;
      const current = core.ArrayPop(this.open);
      if (current === undefined || current.name !== name) {
        this.fail("Opening and ending tag mismatch: " + (current?.name ?? "none") + " and " + name);
      }
      this.parent = current.parent;
      this.bindings = current.bindings;
    }

    /** Line and column of the place that was reached. */
    position() {
      while (this.leaveEntity());
      let line = 1, start = 0;
      for (let at = find(this.text, "\n"); at >= 0 && at < this.at; at = find(this.text, "\n", at + 1)) {
        line += 1;
        start = at + 1;
      }
      return { line, column: this.at - start + 1 };
    }
  }

  /** A fragment of XML; a SyntaxError where it is not well-formed. */
  core.parseXMLFragment = (context, markup) => {
    const fragment = native.createFragment();
    const parser = new Parser(markup, fragment, context);
    try {
      parser.parseContent();
    } catch (fault) {
      if (fault instanceof Fault) throw error("SyntaxError", "The markup is not well-formed XML: " + fault.message);
      throw fault;
    }
    return fragment;
  };

  /** Parses XML into a document; where it is not well-formed, the document says so. Gives whether it is. */
  function parseInto(document, markup) {
    const parser = new Parser(markup, document, -1);
    try {
      parser.parseDocument();
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      parser.open = core.list();
      insertReport(document, fault.message, parser.position());
      return false;
    }
  }

  /** The box with which Chromium says that a document is ill-formed. */
  function insertReport(document, message, { line, column }) {
    const make = (name, style, text) => {
      const id = native.createElement(core.atom(name), 0);
      if (style) native.setAttribute(id, core.atom("style"), 7, style);
      if (text) native.insert(tree.createText(text), id, -1);
      return id;
    };
    const box = make("parsererror", "display: block; white-space: pre; border: 2px solid #c77; padding: 0 1em 0 1em; "
      + "margin: 1em; background-color: #fdd; color: black");
    native.insert(make("h3", "", "This page contains the following errors:"), box, -1);
    native.insert(make("div", "font-family:monospace;font-size:12px",
      "error on line " + line + " at column " + column + ": " + message + "\n"), box, -1);
    native.insert(make("h3", "", "Below is a rendering of the page up to the first error."), box, -1);
    const root = tree.childElement(document, FIRST, NEXT);
    if (root >= 0) {
      native.insert(box, root, link(root, FIRST));
      return;
    }
    const html = make("html"), body = make("body");
    native.insert(body, html, -1);
    native.insert(box, body, -1);
    native.insert(html, document, -1);
  }

  /** A document of XML text: the number. `isStrict`: -1 where the text is not well-formed. */
  core.parseXMLDocument = (markup, contentType, url, isStrict = false) => {
    const document = core.newDocument({ isXML: true, contentType, url });
    return parseInto(document, markup) || !isStrict ? document : -1;
  };

  core.parseHTMLDocument = (markup, url, allowsShadowRoots = false) => {
    const document = native.parseDocument(markup, "text/html", allowsShadowRoots);
    if (allowsShadowRoots) core.noteShadowRoots(markup);
    let hasType = false;
    for (let child = link(document, FIRST); child >= 0; child = link(child, NEXT)) hasType ||= kindOf(child) === DOCTYPE;
    return tree.addDocument(document,
      { isXML: false, contentType: "text/html", url, quirks: hasType ? native.quirks(document) : 2 });
  };

  // MARK: XML serializer. https://w3c.github.io/DOM-Parsing/#xml-serialization

  const voidElements = new core.SafeSet();
  const voidNames = core.split("area base basefont bgsound br col embed frame hr img input keygen link menuitem meta param "
    + "source track wbr", " ");
  for (let index = 0; index < voidNames.length; index += 1) voidElements.add(core.atom(voidNames[index]));

  function escape(text, isAttribute) {
    let result = "", start = 0;
    for (let index = 0; index < text.length; index += 1) {
      let replacement;
      switch (codeAt(text, index)) {
        case 38: replacement = "&amp;"; break;
        case 60: replacement = "&lt;"; break;
        case 62: replacement = "&gt;"; break;
        case 34: replacement = isAttribute ? "&quot;" : undefined; break;
        case 9: replacement = isAttribute ? "&#9;" : undefined; break;
        case 10: replacement = isAttribute ? "&#xA;" : undefined; break;
        case 13: replacement = "&#xD;"; break;
      }
      if (replacement === undefined) continue;
      result += slice(text, start, index) + replacement;
      start = index + 1;
    }
    return start === 0 ? text : result + slice(text, start);
  }

  // From a namespace to its prefixes, the latest last. Each element has its own, made from its parent's when it adds some.
  class Prefixes {
    constructor(outer) {
      this.outer = outer;
      this.own = null;
    }
    candidates(uri) {
      const own = this.own?.get(uri);
      const outer = this.outer?.candidates(uri);
      if (own === undefined) return outer;
      if (outer === undefined) return own;
      const all = core.list();
      for (let index = 0; index < outer.length; index += 1) put(all, outer[index]);
      for (let index = 0; index < own.length; index += 1) put(all, own[index]);
      return all;
    }
    has(prefix, uri) {
      const candidates = this.candidates(uri);
      if (candidates === undefined) return false;
      for (let index = 0; index < candidates.length; index += 1) if (candidates[index] === prefix) return true;
      return false;
    }
    add(prefix, uri) {
      this.own ??= new SafeMap();
      let list = this.own.get(uri);
      if (list === undefined) this.own.set(uri, list = core.list());
      put(list, prefix);
    }
    preferred(prefix, uri) {
      const candidates = this.candidates(uri);
      if (candidates === undefined) return null;
      for (let index = 0; index < candidates.length; index += 1) if (candidates[index] === prefix) return prefix;
      return candidates[candidates.length - 1];
    }
  }

  function badlyFormed(what) {
    throw error("InvalidStateError", what + " cannot be written as XML.");
  }

  class Serializer {
    constructor(isStrict) {
      this.isStrict = isStrict;
      this.index = 1;
    }

    node(id, namespace, prefixes) {
      switch (kindOf(id)) {
        case ELEMENT: return this.element(id, namespace, prefixes);
        case TEXT: return this.text(id);
        case COMMENT: {
          const data = tree.dataOf(id);
          if (this.isStrict && (find(data, "--") >= 0 || core.StringEndsWith(data, "-"))) badlyFormed("The comment");
          return "<!--" + data + "-->";
        }
        case INSTRUCTION: {
          const target = core.spelling(nameOf(id)), data = tree.dataOf(id);
          if (this.isStrict && (find(target, ":") >= 0 || core.toASCIILowercase(target) === "xml" || find(data, "?>") >= 0)) {
            badlyFormed("The processing instruction");
          }
          return "<?" + target + " " + data + "?>";
        }
        case DOCTYPE: return this.documentType(id);
        default: return this.children(id, namespace, prefixes);
      }
    }

    children(id, namespace, prefixes) {
      let markup = "";
      for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) markup += this.node(child, namespace, prefixes);
      return markup;
    }

    text(id) {
      const data = tree.dataOf(id);
      if (tree.sections.has(id)) return "<![CDATA[" + data + "]]>";
      return escape(data, false);
    }

    documentType(id) {
      const publicID = native.publicID(id), systemID = native.systemID(id);
      if (this.isStrict && find(systemID, '"') >= 0 && find(systemID, "'") >= 0) badlyFormed("The document type");
      return "<!DOCTYPE " + core.spelling(nameOf(id)) + (publicID !== "" ? ' PUBLIC "' + publicID + '"' : "")
        + (publicID === "" && systemID !== "" ? " SYSTEM" : "") + (systemID !== "" ? ' "' + systemID + '"' : "") + ">";
    }

    generatePrefix(prefixes, uri) {
      const prefix = "ns" + this.index;
      this.index += 1;
      prefixes.add(prefix, uri);
      return prefix;
    }

    element(id, namespace, outerPrefixes) {
      const name = core.spelling(nameOf(id));
      if (this.isStrict && (find(name, ":") >= 0 || !core.isXMLName(name))) badlyFormed("The element's name");
      const prefixes = new Prefixes(outerPrefixes);
      const localPrefixes = new SafeMap();
      const localDefault = recordNamespaces(id, prefixes, localPrefixes);
      let inherited = namespace, ignoresDefault = false, qualifiedName;
      const uri = tree.namespaceURI(id);
      let markup = "<";
      if (inherited === uri) {
        if (localDefault !== null) ignoresDefault = true;
        qualifiedName = uri === XML ? "xml:" + name : name;
        markup += qualifiedName;
      } else {
        let prefix = tree.prefixOf(id);
        let candidate = prefixes.preferred(prefix, uri);
        if (prefix === "xmlns") {
          if (this.isStrict) badlyFormed("The element's prefix");
          candidate = "xmlns";
        }
        if (candidate !== null) {
          qualifiedName = candidate + ":" + name;
          if (localDefault !== null && localDefault !== XML) inherited = localDefault === "" ? null : localDefault;
          markup += qualifiedName;
        } else if (prefix !== null) {
          if (localPrefixes.has(prefix)) prefix = this.generatePrefix(prefixes, uri);
          else prefixes.add(prefix, uri);
          qualifiedName = prefix + ":" + name;
          markup += qualifiedName + " xmlns:" + prefix + '="' + escape(uri ?? "", true) + '"';
          if (localDefault !== null) inherited = localDefault === "" ? null : localDefault;
        } else if (localDefault === null || localDefault !== uri) {
          ignoresDefault = true;
          qualifiedName = name;
          inherited = uri;
          markup += qualifiedName + ' xmlns="' + escape(uri ?? "", true) + '"';
        } else {
          qualifiedName = name;
          inherited = uri;
          markup += qualifiedName;
        }
      }
      markup += this.attributes(id, prefixes, localPrefixes, ignoresDefault);
      const contents = uri === HTML ? native.templateContents(id) : -1;
      const container = contents >= 0 ? contents : id;
      if (link(container, FIRST) < 0) {
        if (uri === HTML && voidElements.has(nameOf(id))) return markup + " />";
        if (uri !== HTML) return markup + "/>";
      }
      return markup + ">" + this.children(container, inherited, prefixes) + "</" + qualifiedName + ">";
    }

    attributes(id, prefixes, localPrefixes, ignoresDefault) {
      const list = native.attributes(id);
      let markup = "";
      for (let index = 0; index < list.length; index += 2) {
        const { namespace, prefix, name } = core.describeAttribute(id, list[index], list[index + 1]);
        const value = native.attribute(id, list[index], list[index + 1]);
        let candidate = null;
        if (namespace !== null) {
          candidate = prefixes.preferred(prefix, namespace);
          if (namespace === XMLNS) {
            if (value === XML || (prefix === null && ignoresDefault)
              || (prefix !== null && localPrefixes.get(name) !== value && prefixes.has(name, value))) continue;
            if (this.isStrict && (value === XMLNS || value === "")) badlyFormed("The namespace");
            candidate = prefix === "xmlns" ? "xmlns" : null;
          } else if (candidate === null) {
            if (namespace === XML) candidate = "xml";
            else {
              if (prefix !== null && !localPrefixes.has(prefix)) {
                candidate = prefix;
                prefixes.add(prefix, namespace);
                localPrefixes.set(prefix, namespace);
              } else {
                candidate = this.generatePrefix(prefixes, namespace);
              }
              markup += " xmlns:" + candidate + '="' + escape(namespace, true) + '"';
            }
          }
        }
        if (this.isStrict && (find(name, ":") >= 0 || !core.isXMLName(name) || (name === "xmlns" && namespace === null))) {
          badlyFormed("The attribute's name");
        }
        markup += " " + (candidate !== null ? candidate + ":" : "") + name + '="' + escape(value, true) + '"';
      }
      return markup;
    }
  }

  /** https://w3c.github.io/DOM-Parsing/#dfn-recording-the-namespace-information */
  function recordNamespaces(id, prefixes, localPrefixes) {
    let localDefault = null;
    const list = native.attributes(id);
    for (let index = 0; index < list.length; index += 2) {
      const number = list[index + 1];
      if (number !== 5) continue;
      const { prefix, name } = core.describeAttribute(id, list[index], number);
      const value = native.attribute(id, list[index], number);
      if (prefix === null) {
        localDefault = value;
        continue;
      }
      if (value === XML) continue;
      const uri = value === "" ? null : value;
      if (prefixes.has(name, uri)) continue;
      prefixes.add(name, uri);
      localPrefixes.set(name, value);
    }
    return localDefault;
  }

  /** Markup of a node, or of what is within; `isStrict`: an InvalidStateError for what XML cannot say. */
  core.serializeXML = (id, isOuter, isStrict) => {
    const serializer = new Serializer(isStrict);
    const prefixes = new Prefixes(null);
    prefixes.add("xml", XML);
    if (isOuter) return serializer.node(id, null, prefixes);
    const contents = kindOf(id) === ELEMENT ? native.templateContents(id) : -1;
    return serializer.children(contents >= 0 ? contents : id, null, prefixes);
  };

  // MARK: Interfaces

  /** A document of a text, with this window's address. */
  core.parseText = function (string, type) {
    const url = native.documentURL();
    return core.wrap(type === "text/html" ? core.parseHTMLDocument(string, url) : core.parseXMLDocument(string, type, url));
  };

  const Parsers = core.sharedBrand("DOMParser", "parsing.js");

  class DOMParser {
    constructor() { new Parsers(this, core); }

    parseFromString(string, type) {
      const realm = Parsers.of(this);
      core.requireArguments(arguments.length, 2);
      string = core.string(string);
      type = core.enumeration(type, ["text/html", "text/xml", "application/xml", "application/xhtml+xml", "image/svg+xml"]);
      return realm.parseText(string, type);
    }
  }

  class XMLSerializer {
    #isSerializer = true;

    serializeToString(root) {
      this.#isSerializer;
      core.requireArguments(arguments.length, 1);
      const id = tree.requireNode(root);
      return core.isAttributeNode(root) ? "" : core.serializeXML(id, true, false);
    }
  }

  core.define({ DOMParser, XMLSerializer });
})
