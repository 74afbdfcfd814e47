// Markup that becomes nodes, and nodes that become markup: element.js names the members.
(function (core) {
  "use strict";
  const { native, put, error, tree, elementID } = core;
  const { DOCUMENT, ELEMENT, FIRST, NEXT, kindOf, namespaceOf, nameOf, link, parentOf, isElement } = tree;
  const { oneNode } = core.elements;

  // MARK: Markup
  // https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html

  /**
   * A fragment of what a string says in a context. `scope`: the node whose custom elements its elements may be.
   * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps
   */
  function parseFragment(context, markup, runsScripts = false, allowsShadowRoots = false, scope = context) {
    const document = tree.documentOf(context);
    const isXML = tree.isXMLDocument(document);
    const fragment = isXML ? core.parseXMLFragment(context, markup) : native.parseFragment(context, markup, false, allowsShadowRoots);
    if (allowsShadowRoots) noteShadowRoots(markup);
    return finishFragment(fragment, context, document, markup, runsScripts, scope);
  }

  const hasScript = /[<:]script/i, hasFrame = /<i?frame/i;

  function finishFragment(fragment, context, document, markup, runsScripts, scope = context) {
    if (!tree.isAlone()) tree.setDocument(fragment, document);
    if (!runsScripts && core.RegExpExec(hasScript, markup) !== null) native.disableScripts?.(fragment);
    // Their windows are there as soon as they are in the document, even if no script has had the element in its hands.
    if (core.frameCount === undefined && core.RegExpExec(hasFrame, markup) !== null) core.load("frames.js");
    // What a template contains is for a document without definitions.
    if (core.customElements !== null && native.templateContents(context) < 0) {
      core.customElements.upgradeParsed(fragment, scope);
    }
    return fragment;
  }
  core.parseFragment = parseFragment;

  const hasShadowRoot = /shadowrootmode/i;

  /** Shadow roots that came with markup are to be watched. */
  function noteShadowRoots(markup) {
    if (core.shadow === null && core.RegExpExec(hasShadowRoot, markup) !== null) core.entry.shadowTrees();
  }
  core.noteShadowRoots = noteShadowRoots;

  /** https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-gethtml */
  core.getHTML = function (id, options) {
    options = core.dictionary(options);
    const isSerializable = core.member(options, "serializableShadowRoots", core.boolean, false);
    const roots = core.member(options, "shadowRoots", core.sequence, noRoots);
    const numbers = core.list();
    for (let index = 0; index < roots.length; index += 1) {
      const root = core.idIfNode(roots[index]);
      if (root < 0 || !tree.isShadowRoot(root)) throw new core.TypeError("A shadow root is none.");
      put(numbers, core.string(root));
    }
    if (numbers.length === 0 && !isSerializable) return native.serialize(id, false);
    return native.serializeShadows(id, isSerializable, numbers);
  };
  const noRoots = core.list();

  function serialize(id, isOuter) {
    if (tree.isXMLDocument(tree.documentOf(id))) return core.serializeXML(id, isOuter, true);
    return native.serialize(id, isOuter);
  }

  core.serialize = serialize;

  const contentsOrSelf = (id) => {
    const contents = namespaceOf(id) === 0 ? tree.templateContents(id) : -1;
    return contents >= 0 ? contents : id;
  };

  const setInnerHTML = tree.reacting((id, markup) => {
    if (markup === "") {
      const target = contentsOrSelf(id);
      if (link(target, FIRST) >= 0) tree.replaceAll(-1, target);
      return;
    }
    tree.replaceAll(parseFragment(id, markup), contentsOrSelf(id));
  });
  core.setInnerHTML = setInnerHTML;

  /** An element for the parsing of what goes beside a child: a `body` for the `html` element and for none. */
  function contextFor(parent) {
    if (parent >= 0 && isElement(parent)
      && !(namespaceOf(parent) === 0 && nameOf(parent) === htmlAtom && tree.isInHTMLDocument(parent))) return parent;
    const body = native.createElement(bodyAtom, 0);
    if (!tree.isAlone() && parent >= 0) tree.setDocument(body, tree.documentOf(parent));
    return body;
  }
  const htmlAtom = core.atom("html"), bodyAtom = core.atom("body");

  /** https://dom.spec.whatwg.org/#insert-adjacent; the number of the node, or -1 where there is no place. */
  function insertAdjacent(id, where, node) {
    const parent = parentOf(id);
    switch (core.toASCIILowercase(where)) {
      case "beforebegin":
        if (parent < 0) return -1;
        tree.preInsert(node, parent, id);
        return node;
      case "afterbegin":
        tree.preInsert(node, id, link(id, FIRST));
        return node;
      case "beforeend":
        tree.preInsert(node, id, -1);
        return node;
      case "afterend":
        if (parent < 0) return -1;
        tree.preInsert(node, parent, link(id, NEXT));
        return node;
      default:
        throw error("SyntaxError", "'" + where + "' is no place beside an element.");
    }
  }

  const insertMarkup = tree.reacting((id, where, context, markup) => {
    insertAdjacent(id, where, parseFragment(contextFor(context), markup));
  });
  const setOuterHTML = tree.reacting((id, parent, markup) => {
    tree.replace(parseFragment(contextFor(parent), markup), parent, id);
  });
  const setMarkup = tree.reacting((id, markup, allowsShadowRoots = false) => {
    const fragment = native.parseFragment(id, markup, false, allowsShadowRoots);
    if (allowsShadowRoots) noteShadowRoots(markup);
    tree.replaceAll(finishFragment(fragment, id, tree.documentOf(id), markup, false), contentsOrSelf(id));
  });

  core.bring("Element and markup", {
    insertAdjacentElement(where, element) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      where = core.string(where);
      const other = tree.adoptedNode(element);
      if ( kindOf(other) !== ELEMENT) throw new core.TypeError("The argument is not an Element.");
      return insertAdjacent(id, where, other) < 0 ? null : element;
    },
    insertAdjacentText(where, data) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      where = core.string(where);
      insertAdjacent(id, where, oneNode(core.string(data), tree.documentOf(id)));
    },
    insertAdjacentHTML(position, string) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      position = core.string(position);
      string = core.string(string);
      const where = core.toASCIILowercase(position);
      let context = id;
      if (where === "beforebegin" || where === "afterend") {
        context = parentOf(id);
        if (context < 0 || kindOf(context) === DOCUMENT) {
          throw error("NoModificationAllowedError", "The element has no parent element.");
        }
      } else if (where !== "afterbegin" && where !== "beforeend") {
        throw error("SyntaxError", "'" + position + "' is no place beside an element.");
      }
      insertMarkup(id, where, context, string);
    },
    get outerHTML() { return serialize(elementID(this), true); },
    set outerHTML(value) {
      const id = elementID(this);
      const markup = value === null ? "" : core.string(value);
      const parent = parentOf(id);
      if (parent < 0) return;
      if (kindOf(parent) === DOCUMENT) {
        throw error("NoModificationAllowedError", "The document's element cannot be replaced by markup.");
      }
      setOuterHTML(id, parent, markup);
    },
    getHTML(options = undefined) {
      return core.getHTML(elementID(this), options);
    },
    setHTMLUnsafe(html) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      setMarkup(id, core.string(html), true);
    },
  });
})
