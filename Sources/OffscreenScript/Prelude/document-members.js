// What documents have that few pages ask for, or that is looked up once: document.js names it.
// https://dom.spec.whatwg.org/#interface-document
(function (core) {
  "use strict";
  const { native, put, error, versions, SafeMap, tree, names, atom } = core;
  const { DOCUMENT, DOCTYPE, ELEMENT, TEXT, FIRST, NEXT, kindOf, namespaceOf, nameOf, link, parentOf } = tree;
  const { documentID, own, create, customElements, makeElement, newDocument, state } = core.documents;
  const { bodyOf, headOf, documentElementOf: documentElement } = core;
  const NONE = 7;
  const htmlAtom = atom("html"), headAtom = atom("head"), bodyAtom = atom("body"), framesetAtom = atom("frameset"),
    titleAtom = atom("title"), svgAtom = atom("svg"), nameAtom = atom("name"), idAtom = atom("id");
  const isHTML = (id, name) => id >= 0 && namespaceOf(id) === 0 && nameOf(id) === name;

  // MARK: What is known of documents

  // Names as the encoding standard writes them. https://encoding.spec.whatwg.org/#names-and-labels
  const encodingNames = { __proto__: null, "utf-8": "UTF-8", "utf-16le": "UTF-16LE", "utf-16be": "UTF-16BE", gbk: "GBK",
    big5: "Big5", "euc-jp": "EUC-JP", "euc-kr": "EUC-KR", "iso-2022-jp": "ISO-2022-JP", shift_jis: "Shift_JIS",
    "koi8-r": "KOI8-R", "koi8-u": "KOI8-U", ibm866: "IBM866" };

  function encodingName(label) {
    const lower = core.toASCIILowercase(label);
    return encodingNames[lower]
      ?? (core.StringSlice(lower, 0, 4) === "iso-" ? core.toASCIIUppercase(lower) : lower);
  }

  core.encodingName = encodingName;

  /** The core of the window whose node something is; a TypeError for what is none. */
  core.realmOfNode = (value) => {
    tree.requireNode(value);
    return core.coreOfNode?.(value) ?? core;
  };

  /** {isXML, contentType, url, encoding} of a document. */
  function details(id) {
    if (id !== 0) return tree.information.get(id);
    return { isXML: tree.isXMLDocument(0), contentType: native.contentType(), url: native.documentURL(),
      encoding: native.characterSet() };
  }
  core.documentDetails = details;
  core.quirks = (id) => (id === 0 ? native.quirks(0) : tree.information.get(id).quirks ?? 0);

  const hrefAtom = atom("href"), baseAtom = atom("base");

  /** https://html.spec.whatwg.org/multipage/urls-and-fetching.html#fallback-base-url */
  core.fallbackBaseURL = (id) => (id === 0 ? native.fallbackBaseURL() : details(id).url);

  /** https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url */
  core.baseURL = (id) => {
    if (id === 0) return native.baseURL();
    const start = details(id).url;
    const bases = core.ids(native.elementsByTagName(id, baseAtom, baseAtom, 0));
    for (let index = 0; index < bases.length; index += 1) {
      const href = native.attribute(bases[index], hrefAtom, NONE);
      if (href === null) continue;
      const parts = native.url(href, start);
      return parts === null ? start : parts[0];
    }
    return start;
  };

  // MARK: Finding elements

  /** The first element of a name in a namespace, or -1. */
  function firstElement(root, name, namespace) {
    for (let node = tree.nextNode(root, root); node >= 0; node = tree.nextNode(node, root)) {
      if (nameOf(node) === name && kindOf(node) === ELEMENT && namespaceOf(node) === namespace) return node;
    }
    return -1;
  }

  function childText(id) {
    let text = "";
    for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) {
      if (kindOf(child) === TEXT) text += tree.dataOf(child);
    }
    return text;
  }

  /** https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace */
  function collapse(text) {
    let result = "", start = -1;
    for (let index = 0; index <= text.length; index += 1) {
      const code = index < text.length ? core.StringCharCodeAt(text, index) : 32;
      if (code === 32 || (code >= 9 && code <= 13 && code !== 11)) {
        if (start >= 0) result += (result === "" ? "" : " ") + core.StringSlice(text, start, index);
        start = -1;
      } else if (start < 0) {
        start = index;
      }
    }
    return result;
  }

  /** https://html.spec.whatwg.org/multipage/dom.html#document.title */
  function titleOf(id) {
    const root = documentElement(id);
    let title = -1;
    if (root >= 0 && namespaceOf(root) === 1 && nameOf(root) === svgAtom) {
      for (let child = link(root, FIRST); child >= 0 && title < 0; child = link(child, NEXT)) {
        if (kindOf(child) === ELEMENT && namespaceOf(child) === 1 && nameOf(child) === titleAtom) title = child;
      }
    } else {
      title = firstElement(id, titleAtom, 0);
    }
    return title < 0 ? "" : collapse(childText(title));
  }

  function setTitle(id, text) {
    const root = documentElement(id);
    if (root < 0) return;
    let title = -1;
    if (namespaceOf(root) === 1 && nameOf(root) === svgAtom) {
      for (let child = link(root, FIRST); child >= 0 && title < 0; child = link(child, NEXT)) {
        if (kindOf(child) === ELEMENT && namespaceOf(child) === 1 && nameOf(child) === titleAtom) title = child;
      }
      if (title < 0) {
        title = makeElement(id, titleAtom, 1);
        tree.preInsert(title, root, link(root, FIRST));
      }
    } else if (namespaceOf(root) === 0) {
      title = firstElement(id, titleAtom, 0);
      if (title < 0) {
        const head = headOf(id);
        if (head < 0) return;
        title = makeElement(id, titleAtom, 0);
        tree.preInsert(title, head, -1);
      }
    } else {
      return;
    }
    tree.setTextContent(title, text);
  }

  // MARK: Making nodes

  /** https://dom.spec.whatwg.org/#flatten-element-creation-options; null where they say nothing. */
  core.readCreationOptions = function (options, document) {
    if (!core.isObject(options)) {
      if (options !== undefined && options !== null) core.string(options);
      return null;
    }
    const { customElementRegistry } = options;
    const isValue = core.member(options, "is", core.string, null);
    if (customElementRegistry === undefined) return isValue === null ? null : { __proto__: null, isValue };
    const registry = customElements().readRegistry(customElementRegistry, document);
    if (isValue !== null) throw error("NotSupportedError", "Elements of HTML's are only extended for a whole window.");
    return { __proto__: null, isValue, registry };
  };

  /** https://dom.spec.whatwg.org/#internal-createelementns-steps; the element. */
  function createElementNS(document, namespace, qualifiedName, options) {
    const { prefix, name } = core.names.validateAndExtract(namespace, qualifiedName, names.isElementName);
    const number = tree.namespaceNumber(namespace);
    const element = create(document, atom(name), number, options);
    if (prefix !== null || number === 6) tree.foreignElements.set(core.id(element), { namespace, prefix });
    return element;
  }

  const isNameStart = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 58 || code === 95
    || (code >= 0xC0 && code <= 0x2FF && code !== 0xD7 && code !== 0xF7) || (code >= 0x370 && code <= 0x1FFF && code !== 0x37E)
    || code === 0x200C || code === 0x200D || (code >= 0x2070 && code <= 0x218F) || (code >= 0x2C00 && code <= 0x2FEF)
    || (code >= 0x3001 && code <= 0xDFFF) || (code >= 0xF900 && code <= 0xFDCF) || (code >= 0xFDF0 && code <= 0xFFFD);
  const isNamePart = (code) => isNameStart(code) || code === 45 || code === 46 || (code >= 48 && code <= 57) || code === 0xB7
    || (code >= 0x300 && code <= 0x36F) || code === 0x203F || code === 0x2040;

  /** https://www.w3.org/TR/xml/#NT-Name */
  function isXMLName(name) {
    if (name === "" || !isNameStart(core.StringCharCodeAt(name, 0))) return false;
    for (let index = 1; index < name.length; index += 1) if (!isNamePart(core.StringCharCodeAt(name, index))) return false;
    return true;
  }
  core.isXMLName = isXMLName;
  core.isXMLNameStart = isNameStart;
  core.isXMLNamePart = isNamePart;

  /** https://dom.spec.whatwg.org/#concept-node-adopt */
  const adopt = tree.reacting((id, document) => {
    if (parentOf(id) >= 0) tree.remove(id);
    if (tree.isAlone()) return;
    const old = tree.documentOf(id);
    tree.setDocument(id, document);
    if (old !== document) tree.adoptTree(id, old, document);
  });

  // MARK: Document

  const implementations = new SafeMap();
  const namedLists = new SafeMap();

  /** A live list of a document's elements, the same each time. */
  function documentList(id, key, compute, dependsOnAttributes) {
    let lists = namedLists.get(id);
    if (lists === undefined) namedLists.set(id, lists = new SafeMap());
    let list = lists.get(key);
    if (list === undefined) lists.set(key, list = core.collections.liveElements(compute, dependsOnAttributes));
    return list;
  }

  const byName = (id, name) => documentList(id, name, () => native.elementsByTagName(id, atom(name), atom(name), 0), false);
  const bySelector = (id, selector) => documentList(id, selector, () => htmlOnly(core.ids(native.queryAll(core.compileSelector(selector), id))), true);

  function htmlOnly(ids) {
    const list = core.list();
    for (let index = 0; index < ids.length; index += 1) if (namespaceOf(ids[index]) === 0) put(list, ids[index]);
    return list;
  }

  const two = (number) => (number < 10 ? "0" + number : "" + number);

  /** Month/day/year hours:minutes:seconds of a time in milliseconds since 1970. */
  function writtenTime(time) {
    const seconds = core.MathFloor(time / 1000);
    const days = core.MathFloor(seconds / 86400), rest = seconds - days * 86400;
    // Years that begin in March have their leap day at the end.
    const shifted = days + 719468;
    const era = core.MathFloor(shifted / 146097), dayOfEra = shifted - era * 146097;
    const yearOfEra = core.MathFloor((dayOfEra - core.MathFloor(dayOfEra / 1460) + core.MathFloor(dayOfEra / 36524)
      - core.MathFloor(dayOfEra / 146096)) / 365);
    const dayOfYear = dayOfEra - (365 * yearOfEra + core.MathFloor(yearOfEra / 4) - core.MathFloor(yearOfEra / 100));
    const month = core.MathFloor((5 * dayOfYear + 2) / 153);
    const day = dayOfYear - core.MathFloor((153 * month + 2) / 5) + 1;
    const year = yearOfEra + era * 400 + (month > 9 ? 1 : 0);
    return two(month > 9 ? month - 9 : month + 3) + "/" + two(day) + "/" + year + " " + two(core.MathFloor(rest / 3600)) + ":"
      + two(core.MathFloor(rest / 60) % 60) + ":" + two(rest % 60);
  }

  const members = {
    get implementation() {
      const id = documentID(this);
      let implementation = implementations.get(id);
      if (implementation === undefined) implementations.set(id, implementation = makeImplementation(id));
      return implementation;
    },
    get URL() { return details(documentID(this)).url; },
    get documentURI() { return details(documentID(this)).url; },
    get compatMode() { return core.quirks(documentID(this)) === 2 ? "BackCompat" : "CSS1Compat"; },
    get characterSet() { return encodingName(details(documentID(this)).encoding ?? "utf-8"); },
    get charset() { return encodingName(details(documentID(this)).encoding ?? "utf-8"); },
    get inputEncoding() { return encodingName(details(documentID(this)).encoding ?? "utf-8"); },
    get contentType() { return details(documentID(this)).contentType; },
    get doctype() {
      const id = documentID(this);
      for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) {
        if (kindOf(child) === DOCTYPE) return core.wrap(child);
      }
      return null;
    },
    get customElementRegistry() { return core.registryOf(documentID(this)); },
    getElementsByTagName(qualifiedName) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.elementsByTagName(id, core.string(qualifiedName));
    },
    getElementsByTagNameNS(namespace, localName) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return core.collections.elementsByTagNameNS(id, uri, core.string(localName));
    },
    getElementsByClassName(classNames) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.elementsByClassName(id, core.string(classNames));
    },
    getElementsByName(elementName) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      const name = core.string(elementName);
      return core.collections.liveNodeList(() => {
        const all = core.ids(native.queryAll(core.compileSelector("[name]"), id));
        const found = core.list();
        for (let index = 0; index < all.length; index += 1) {
          if (namespaceOf(all[index]) === 0 && native.attribute(all[index], nameAtom, NONE) === name) put(found, all[index]);
        }
        return found;
      }, true);
    },
    createElementNS(namespace, qualifiedName, options = undefined) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      qualifiedName = core.string(qualifiedName);
      return createElementNS(id, uri, qualifiedName, options === undefined ? null : core.readCreationOptions(options, id));
    },
    createCDATASection(data) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      data = core.string(data);
      if (!tree.isXMLDocument(id)) throw error("NotSupportedError", "HTML documents have no CDATA sections.");
      if (core.StringIncludes(data, "]]>")) throw error("InvalidCharacterError", "The data contains ']]>'.");
      const text = tree.createText(data);
      tree.sections.add(text);
      return core.wrap(own(text, id));
    },
    createComment(data) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      return core.wrap(own(tree.createComment(core.string(data)), id));
    },
    createProcessingInstruction(target, data) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 2);
      target = core.string(target);
      data = core.string(data);
      if (!isXMLName(target)) throw error("InvalidCharacterError", "'" + target + "' is not a valid target.");
      if (core.StringIncludes(data, "?>")) throw error("InvalidCharacterError", "The data contains '?>'.");
      return core.wrap(own(native.createProcessingInstruction(atom(target), data), id));
    },
    createAttribute(localName) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      localName = core.string(localName);
      if (!names.isAttributeName(localName)) {
        throw error("InvalidCharacterError", "'" + localName + "' is not a valid attribute name.");
      }
      return core.makeAttr(null, null, tree.isXMLDocument(id) ? localName : core.toASCIILowercase(localName), id);
    },
    createAttributeNS(namespace, qualifiedName) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      const { prefix, name } = core.names.validateAndExtract(uri, core.string(qualifiedName), names.isAttributeName);
      return core.makeAttr(uri, prefix, name, id);
    },
    createEvent(interfaceName) {
      documentID(this);
      core.requireArguments(arguments.length, 1);
      return core.createEvent(core.string(interfaceName));
    },
    createRange() { return core.createRange(documentID(this)); },
    createNodeIterator(root, whatToShow = 0xFFFFFFFF, filter = null) {
      documentID(this);
      core.requireArguments(arguments.length, 1);
      const realm = core.realmOfNode(root);
      return realm.createNodeIterator(root, core.unsignedLong(whatToShow), filter);
    },
    createTreeWalker(root, whatToShow = 0xFFFFFFFF, filter = null) {
      documentID(this);
      core.requireArguments(arguments.length, 1);
      const realm = core.realmOfNode(root);
      return realm.createTreeWalker(root, core.unsignedLong(whatToShow), filter);
    },
    importNode(node, options = false) {
      const document = documentID(this);
      core.requireArguments(arguments.length, 1);
      const foreign = core.copyNode?.(node) ?? -1;
      const id = foreign >= 0 ? foreign : tree.requireNode(node);
      // Either whether what it contains is copied too, or a dictionary that says the contrary.
      const registry = core.isObject(options) ? options.customElementRegistry : undefined;
      const isDeep = core.isObject(options) ? !options.selfOnly : !!options;
      if (kindOf(id) === DOCUMENT || tree.isShadowRoot(id)) {
        throw error("NotSupportedError", "Documents and shadow roots cannot be imported.");
      }
      if (core.isAttributeNode(node)) {
        const copy = core.cloneAttribute(node);
        core.attributeState(copy).document = document;
        return copy;
      }
      if (registry === undefined || registry === null) return core.wrap(tree.clone(id, isDeep, document));
      const fallback = customElements().readRegistry(registry, document);
      return core.wrap(core.customElements.clone(id, isDeep, document, fallback));
    },
    adoptNode(node) {
      const document = documentID(this);
      core.requireArguments(arguments.length, 1);
      const id = tree.adoptedNode(node);
      if (kindOf(id) === DOCUMENT) throw error("NotSupportedError", "A document cannot be adopted.");
      if (tree.isShadowRoot(id)) throw error("HierarchyRequestError", "A shadow root cannot be adopted.");
      if (core.isAttributeNode(node)) {
        if (core.attributeOwner(node) >= 0) core.removeAttributeNode(node);
        core.attributeState(node).document = document;
      } else {
        adopt(id, document);
      }
      return node;
    },
    get domain() {
      documentID(this);
      const parts = native.url(native.documentURL(), null);
      return parts === null ? "" : parts[6];
    },
    set domain(value) {
      const id = documentID(this);
      value = core.string(value);
      const parts = id === 0 ? native.url(native.documentURL(), null) : null;
      if (parts === null || parts[6] !== value) throw error("SecurityError", "The domain may not be changed.");
    },
    get referrer() { return documentID(this) === 0 ? native.referrer() : ""; },
    /** https://html.spec.whatwg.org/multipage/dom.html#dom-document-cookie */
    get cookie() {
      if (documentID(this) !== 0) return "";
      requireOrigin();
      return native.cookies();
    },
    set cookie(value) {
      const id = documentID(this);
      value = core.string(value);
      if (id !== 0) return;
      requireOrigin();
      native.setCookie(value);
    },
    /** The time of the document's loading: nothing else is known. */
    get lastModified() {
      documentID(this);
      return writtenTime(native.timeOrigin());
    },
    get title() { return titleOf(documentID(this)); },
    set title(value) { setTitle(documentID(this), core.string(value)); },
    get dir() {
      const root = documentElement(documentID(this));
      return isHTML(root, htmlAtom) ? core.wrap(root).dir ?? "" : "";
    },
    set dir(value) {
      const root = documentElement(documentID(this));
      value = core.string(value);
      if (isHTML(root, htmlAtom)) core.setAttribute(root, atom("dir"), NONE, value);
    },
    get images() { return byName(documentID(this), "img"); },
    get embeds() { return byName(documentID(this), "embed"); },
    get plugins() { return byName(documentID(this), "embed"); },
    get forms() { return byName(documentID(this), "form"); },
    get scripts() { return byName(documentID(this), "script"); },
    get links() { return bySelector(documentID(this), "a[href], area[href]"); },
    get anchors() { return bySelector(documentID(this), "a[name]"); },
    get applets() { return documentList(documentID(this), "applet", () => core.list(), false); },
    get activeElement() {
      const id = documentID(this);
      if (id === 0 && core.focus?.element >= 0) {
        return core.shadow === null ? core.wrap(core.focus.element) : core.activeElementIn(0);
      }
      const body = bodyOf(id);
      return core.wrap(body >= 0 ? body : documentElement(id));
    },
    hasFocus() { return documentID(this) === 0; },
    get designMode() { return documentID(this) === 0 ? state.designMode : "off"; },
    set designMode(value) {
      const id = documentID(this);
      const mode = core.toASCIILowercase(core.string(value));
      if (id === 0 && (mode === "on" || mode === "off")) state.designMode = mode;
    },
    get hidden() { return documentID(this) !== 0 || state.isHidden; },
    get visibilityState() { return documentID(this) === 0 && !state.isHidden ? "visible" : "hidden"; },
    /** https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-open */
    open(first, second, third) {
      const id = documentID(this);
      if (arguments.length > 2) {
        // The old form of `window.open`.
        if (id !== 0) throw error("InvalidAccessError", "The document has no window.");
        return core.open(first, second, third);
      }
      checkWriting(id);
      if (isOpen(id)) return this;
      reopen(id);
      return this;
    },
    close() {
      const id = documentID(this);
      checkWriting(id);
      if (id !== 0 || !state.isWritten || native.closeDocument === undefined) return;
      state.isWritten = false;
      native.closeDocument();
    },
    write() {
      const id = documentID(this);
      write(id, arguments, "");
    },
    writeln() {
      const id = documentID(this);
      write(id, arguments, "\n");
    },
    getSelection() { return documentID(this) === 0 ? core.getSelection?.() ?? null : null; },
    clear() { documentID(this); },
    captureEvents() { documentID(this); },
    releaseEvents() { documentID(this); },
  };

  core.setBody = function (id, value) {
    const element = core.idIfNode(value);
    if (value !== null && value !== undefined && (element < 0 || kindOf(element) !== ELEMENT || namespaceOf(element) !== 0)) {
      throw new core.TypeError("The value is not an HTMLElement.");
    }
    if (element < 0 || !(isHTML(element, bodyAtom) || isHTML(element, framesetAtom))) {
      throw error("HierarchyRequestError", "The value is no body or frameset element.");
    }
    const old = bodyOf(id);
    if (old === element) return;
    if (old >= 0) return void tree.replace(element, parentOf(old), old);
    const root = documentElement(id);
    if (root < 0) throw error("HierarchyRequestError", "There is no document element.");
    tree.preInsert(element, root, -1);
  };

  function requireOrigin() {
    if (native.isForbidden("origin")) throw error("SecurityError", "A document in a sandbox has no cookies.");
  }

  function checkWriting(id) {
    if (id === 0 && core.constructsParsed > 0) {
      throw error("InvalidStateError", "The document is not written while an element is made for its markup.");
    }
    if (tree.isXMLDocument(id)) throw error("InvalidStateError", "XML documents are not written.");
  }

  // Whether markup that is written goes into what is being parsed.
  const isOpen = (id) => id === 0 && (state.readyState === "loading" || state.isWritten);

  /** The document is empty, and what is written from here on is all of it. */
  function reopen(id) {
    // 7. While it is left, it stays as it is.
    if (id !== 0 || native.isBeingLeft()) return;
    // 8. and 9. Nothing that stood in the old document, nor its window, hears any more.
    for (let node = 0; node >= 0; node = tree.nextNode(node, 0)) {
      if (core.isMade(node)) core.eraseListeners(core.wrap(node));
    }
    core.eraseListeners(core.global);
    tree.replaceAll(-1, 0);
    // 12. It takes the address of the document whose script has opened it.
    const url = native.incumbentURL();
    if (native.isShown() && native.incumbentWindow() !== native.windowNumber()) {
      const place = core.StringIndexOf(url, "#");
      native.updateHistory(place < 0 ? url : core.StringSlice(url, 0, place), native.historyState(), true);
    }
    native.openDocument?.();
    state.isWritten = true;
    state.readyState = "loading";
  }

  function write(id, values, end) {
    let text = "";
    for (let index = 0; index < values.length; index += 1) text += core.string(values[index]);
    checkWriting(id);
    if (id !== 0 || native.ignoresWrites()) return;
    if (!isOpen(id)) reopen(id);
    if (isOpen(id)) native.write(text + end);
  }

  /** An attribute of the body element, as `document.bgColor` reflects it. */
  function bodyColor(member, name) {
    core.addMembers(members, {
      get [member]() {
        const body = bodyOf(documentID(this));
        return body < 0 || !isHTML(body, bodyAtom) ? "" : native.attribute(body, atom(name), NONE) ?? "";
      },
      set [member](value) {
        const body = bodyOf(documentID(this));
        value = core.stringOrEmpty(value);
        if (body >= 0 && isHTML(body, bodyAtom)) core.setAttribute(body, atom(name), NONE, value);
      },
    });
  }

  bodyColor("fgColor", "text");
  bodyColor("linkColor", "link");
  bodyColor("vlinkColor", "vlink");
  bodyColor("alinkColor", "alink");
  bodyColor("bgColor", "bgcolor");

  core.addMembers(members, {
    /** https://svgwg.org/svg2-draft/struct.html#__svg__Document__rootElement */
    get rootElement() {
      const root = documentElement(documentID(this));
      return root >= 0 && namespaceOf(root) === 1 && nameOf(root) === svgAtom ? core.wrap(root) : null;
    },
  });
  core.addMembers(members, {
    createExpression(expression, resolver = null) {
      documentID(this);
      core.requireArguments(arguments.length, 1);
      return core.xpath().createExpression(expression, resolver);
    },
    createNSResolver(nodeResolver) {
      documentID(this);
      core.requireArguments(arguments.length, 1);
      tree.requireNode(nodeResolver);
      return nodeResolver;
    },
    evaluate(expression, contextNode, resolver = null, type = 0, result = null) {
      documentID(this);
      core.requireArguments(arguments.length, 2);
      return core.xpath().evaluate(expression, contextNode, resolver, type, result);
    },
  });

  /** https://w3c.github.io/editing/docs/execCommand/#methods-to-query-and-execute-commands */
  const commands = () => {
    core.load("commands.js");
    return core.commands;
  };
  core.addMembers(members, {
    execCommand(commandId, showUI = false, value = "") {
      core.requireArguments(arguments.length, 1);
      return documentID(this) === 0 && commands().run(commandId, core.string(value));
    },
    queryCommandEnabled(commandId) {
      core.requireArguments(arguments.length, 1);
      return documentID(this) === 0 && commands().isEnabled(commandId);
    },
    queryCommandIndeterm(commandId) {
      core.requireArguments(arguments.length, 1);
      return documentID(this) === 0 && commands().isMixed(commandId);
    },
    queryCommandState(commandId) {
      core.requireArguments(arguments.length, 1);
      return documentID(this) === 0 && commands().state(commandId);
    },
    queryCommandValue(commandId) {
      core.requireArguments(arguments.length, 1);
      return documentID(this) === 0 ? commands().value(commandId) : "";
    },
    queryCommandSupported(commandId) {
      documentID(this);
      core.requireArguments(arguments.length, 1);
      return commands().isSupported(commandId);
    },
  });
  core.bring("Document", members);

  core.bring("static of Document", {
    /** https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtmlunsafe */
    parseHTMLUnsafe(html) {
      core.requireArguments(arguments.length, 1);
      html = core.string(html);
      core.load("parsing.js");
      return core.wrap(core.parseHTMLDocument(html, "about:blank", true));
    },
  });

  // MARK: Names of a document
  // https://html.spec.whatwg.org/multipage/dom.html#dom-document-namedItem-which

  let namedVersion = -1, namedAttributes = -1, named = null;

  function namedElements() {
    if (named !== null && namedVersion === versions[0] && namedAttributes === versions[2]) return named;
    namedVersion = versions[0];
    namedAttributes = versions[2];
    named = new SafeMap();
    const ids = core.ids(native.queryAll(
      core.compileSelector("embed[name], form[name], iframe[name], img[name], object:is([name], [id])"), 0));
    for (let index = 0; index < ids.length; index += 1) {
      const element = ids[index];
      if (namespaceOf(element) !== 0) continue;
      const kind = core.spelling(nameOf(element));
      const name = native.attribute(element, nameAtom, NONE);
      const id = kind === "object" || (kind === "img" && name) ? native.attribute(element, idAtom, NONE) : null;
      if (name) addNamed(name, element);
      if (id && id !== name) addNamed(id, element);
    }
    return named;
  }

  function addNamed(name, element) {
    let list = named.get(name);
    if (list === undefined) named.set(name, list = core.list());
    put(list, element);
  }

  function namedItem(name) {
    const list = namedElements().get(name);
    if (list === undefined) return undefined;
    if (list.length > 1) {
      return documentList(0, "named " + name, () => namedElements().get(name) ?? core.list(), true);
    }
    const element = list[0];
    if (core.spelling(nameOf(element)) === "iframe") return core.contentWindowOf?.(element) ?? core.wrap(element);
    return core.wrap(element);
  }

  core.documentItem = namedItem;
  core.hasDocumentItem = (name) => namedElements().has(name);

  // MARK: Further interfaces

  class XMLDocument extends core.Document {
    constructor() { throw new core.TypeError("Illegal constructor"); }
  }

  // MARK: DOMImplementation

  class ImplementationState extends core.Stamp {
    #document;
    constructor(object, document) {
      super(object);
      this.#document = document;
    }
    static of(object) { return object.#document; }
  }

  class DOMImplementation {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    createDocumentType(qualifiedName, publicId, systemId) {
      const document = ImplementationState.of(this);
      core.requireArguments(arguments.length, 3);
      const name = core.string(qualifiedName);
      publicId = core.string(publicId);
      systemId = core.string(systemId);
      if (!names.isDocumentTypeName(name)) {
        throw error("InvalidCharacterError", "'" + name + "' is not a valid document type name.");
      }
      return core.wrap(own(native.createDocumentType(atom(name), publicId, systemId), document));
    }

    createDocument(namespace, qualifiedName, doctype = null) {
      ImplementationState.of(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      const name = qualifiedName === null ? "" : core.string(qualifiedName);
      const type = doctype === null || doctype === undefined ? -1 : core.idIfNode(doctype);
      if (doctype !== null && doctype !== undefined && (type < 0 || kindOf(type) !== DOCTYPE)) {
        throw new core.TypeError("The argument is not a DocumentType.");
      }
      const document = newDocument({ isXML: true, url: "about:blank",
        contentType: uri === tree.namespaces[0] ? "application/xhtml+xml" : uri === tree.namespaces[1] ? "image/svg+xml"
          : "application/xml" });
      const element = name === "" ? -1 : core.id(createElementNS(document, uri, name, null));
      if (type >= 0) tree.preInsert(type, document, -1);
      if (element >= 0) tree.preInsert(element, document, -1);
      return core.wrap(document);
    }

    createHTMLDocument(title = undefined) {
      ImplementationState.of(this);
      const text = title === undefined ? null : core.string(title);
      const document = newDocument({ isXML: false, contentType: "text/html", url: "about:blank" });
      native.insert(native.createDocumentType(htmlAtom, "", ""), document, -1);
      const html = native.createElement(htmlAtom, 0), head = native.createElement(headAtom, 0);
      native.insert(html, document, -1);
      native.insert(head, html, -1);
      if (text !== null) {
        const element = native.createElement(titleAtom, 0);
        native.insert(element, head, -1);
        native.insert(tree.createText(text), element, -1);
      }
      native.insert(native.createElement(bodyAtom, 0), html, -1);
      return core.wrap(document);
    }

    hasFeature() {
      ImplementationState.of(this);
      return true;
    }
  }

  function makeImplementation(document) {
    const object = core.ObjectCreate(DOMImplementation.prototype);
    new ImplementationState(object, document);
    return object;
  }

  function documentTypeID(object) {
    const id = core.id(object);
    if (kindOf(id) !== DOCTYPE) throw new core.TypeError("The object is no DocumentType.");
    return id;
  }

  class DocumentType extends core.Node {
    get name() { return core.spelling(nameOf(documentTypeID(this))); }
    get publicId() { return native.publicID(documentTypeID(this)); }
    get systemId() { return native.systemID(documentTypeID(this)); }
  }

  core.addChildMembers(DocumentType);
  core.unscopable(DocumentType, ["after", "before", "remove", "replaceWith"]);
  core.XMLDocument = XMLDocument;
  core.DocumentType = DocumentType;
  core.define({ XMLDocument, DOMImplementation, DocumentType });
})
