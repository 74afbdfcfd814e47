// Elements, and what they share with documents, fragments and texts. https://dom.spec.whatwg.org/#interface-element
(function (core) {
  "use strict";
  const { native, put, error, SafeMap } = core;
  const tree = core.tree;
  const { ELEMENT, DOCUMENT, FRAGMENT, FIRST, PREVIOUS, NEXT, kindOf, namespaceOf, nameOf, parentOf } = tree;
  const { attributes } = core;
  const NONE = 7;
  const idAtom = core.atom("id"), classAtom = core.atom("class");

  /** The number of an element; a TypeError for other objects. */
  function elementID(object) {
    const id = core.id(object);
    if (kindOf(id) !== ELEMENT) throw new core.TypeError("The object is no Element.");
    return id;
  }
  core.elementID = elementID;

  core.tagName = (id) => {
    const prefix = tree.prefixOf(id);
    if (namespaceOf(id) === 0 && tree.isInHTMLDocument(id)) {
      return prefix === null ? tree.upperName(nameOf(id)) : core.toASCIIUppercase(tree.qualifiedName(id));
    }
    return tree.qualifiedName(id);
  };

  // MARK: Names
  // https://dom.spec.whatwg.org/#namespaces

  function hasAny(name, characters) {
    for (let index = 0; index < name.length; index += 1) {
      if (core.StringIncludes(characters, name[index])) return true;
    }
    return false;
  }

  const spaces = "\t\n\f\r ";
  const isAttributeName = (name) => name !== "" && !hasAny(name, spaces + "\0/=>");

  const isAlpha = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

  function isElementName(name) {
    if (name === "") return false;
    const first = core.StringCharCodeAt(name, 0);
    if (isAlpha(first)) return !hasAny(name, spaces + "\0/>");
    if (first !== 58 && first !== 95 && first < 128) return false;
    for (let index = 1; index < name.length; index += 1) {
      const code = core.StringCharCodeAt(name, index);
      if (!isAlpha(code) && !(code >= 48 && code <= 57) && code !== 45 && code !== 46 && code !== 58 && code !== 95
        && code < 128) return false;
    }
    return true;
  }

  core.names = { __proto__: null, isElementName, isAttributeName };
  core.lazyValues("element-members.js", "isDocumentTypeName isPrefix validateAndExtract", core.names);

  // MARK: ParentNode and ChildNode

  /** https://dom.spec.whatwg.org/#converting-nodes-into-a-node; the number of one node, perhaps of a fragment. */
  function nodeOf(values, document) {
    if (values.length === 1) return oneNode(values[0], document);
    const nodes = core.list();
    for (let index = 0; index < values.length; index += 1) put(nodes, oneNode(values[index], document));
    const fragment = native.createFragment();
    if (!tree.isAlone()) tree.setDocument(fragment, document);
    for (let index = 0; index < nodes.length; index += 1) tree.preInsert(nodes[index], fragment, -1);
    return fragment;
  }

  function oneNode(value, document) {
    const id = core.idIfNode(value);
    if (id >= 0) return id;
    if (core.isForeignNode?.(value)) return tree.adoptedNode(value);
    const text = tree.createText(core.string(value));
    if (!tree.isAlone()) tree.setDocument(text, document);
    return text;
  }

  // What changes the tree in several steps, so that custom elements hear of all of them at the end.

  const append = tree.reacting((values, id) => tree.preInsert(nodeOf(values, tree.documentOf(id)), id, -1));
  /** The number of an element, document or fragment. */
  function parentID(object) {
    const id = core.id(object);
    const kind = kindOf(id);
    if (kind !== ELEMENT && kind !== FRAGMENT && kind !== DOCUMENT) throw new core.TypeError("The object is no ParentNode.");
    return id;
  }

  const selectorNumbers = new SafeMap();

  /** A selector's number; a SyntaxError where it is not valid. */
  function compile(text) {
    let number = selectorNumbers.get(text);
    if (number === undefined) {
      number = native.compileSelector(text);
      if (number < 0) throw error("SyntaxError", "'" + text + "' is not a valid selector.");
      if (selectorNumbers.size > 5000) selectorNumbers.clear();
      selectorNumbers.set(text, number);
    }
    return number;
  }
  core.compileSelector = compile;

  const childLists = new SafeMap();

  const parentMembers = {
    __proto__: null,
    get children() {
      const id = parentID(this);
      let list = childLists.get(id);
      if (list === undefined) childLists.set(id, list = core.collections.children(id));
      return list;
    },
    get firstElementChild() { return core.wrap(tree.childElement(parentID(this), FIRST, NEXT)); },
    append() { append(arguments, parentID(this)); },
    querySelector(selectors) {
      const id = parentID(this);
      core.requireArguments(arguments.length, 1);
      return core.wrap(native.query(compile(core.string(selectors)), id));
    },
    querySelectorAll(selectors) {
      const id = parentID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.staticNodeList(native.queryAll(compile(core.string(selectors)), id));
    },
  };

  function childID(object) {
    const id = core.id(object);
    const kind = kindOf(id);
    if (kind === FRAGMENT || kind === DOCUMENT) throw new core.TypeError("The object is no ChildNode.");
    return id;
  }

  const childMembers = {
    __proto__: null,
    remove() {
      const id = childID(this);
      if (parentOf(id) >= 0) tree.remove(id);
    },
  };

  // MARK: Names that `with` statements leave alone
  // https://webidl.spec.whatwg.org/#Unscopable

  const SymbolUnscopables = core.Symbol.unscopables;
  core.unscopable = (Class, names) => {
    const object = core.ObjectCreate(null);
    for (let index = 0; index < names.length; index += 1) object[names[index]] = true;
    core.ReflectDefineProperty(Class.prototype, SymbolUnscopables,
      { __proto__: null, value: object, writable: false, enumerable: false, configurable: true });
  };
  // MARK: Element

  const tokenLists = new SafeMap();

  /** The token list of an attribute, the same each time. */
  function tokenList(id, atom, supported) {
    let lists = tokenLists.get(atom);
    if (lists === undefined) tokenLists.set(atom, lists = new SafeMap());
    let list = lists.get(id);
    if (list === undefined) lists.set(id, list = core.tokenList(id, atom, supported));
    return list;
  }
  core.tokenListOf = tokenList;

  // Names that were found valid.
  const validNames = new core.SafeSet();

  function checkAttributeName(name) {
    if (validNames.has(name)) return;
    if (isAttributeName(name)) return void validNames.add(name);
    throw error("InvalidCharacterError", "'" + name + "' is not a valid attribute name.");
  }

  class Element extends core.Node {}

  core.unscopable(Element, ["after", "append", "before", "prepend", "remove", "replaceChildren", "replaceWith", "slot"]);
  core.define({ Element });
  core.Element = Element;

  const members = {
    __proto__: null,
    get localName() { return core.spelling(nameOf(elementID(this))); },
    get tagName() { return core.tagName(elementID(this)); },
    get id() { return native.attribute(elementID(this), idAtom, NONE) ?? ""; },
    set id(value) { core.setAttribute(elementID(this), idAtom, NONE, core.string(value)); },
    get className() { return native.attribute(elementID(this), classAtom, NONE) ?? ""; },
    set className(value) { core.setAttribute(elementID(this), classAtom, NONE, core.string(value)); },
    get classList() { return tokenList(elementID(this), classAtom); },
    set classList(value) { core.setAttribute(elementID(this), classAtom, NONE, core.string(value)); },
    getAttribute(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return attributes.get(id, core.string(qualifiedName));
    },
    setAttribute(qualifiedName, value) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      qualifiedName = core.string(qualifiedName);
      value = core.string(value);
      checkAttributeName(qualifiedName);
      attributes.setByName(id, qualifiedName, value);
    },
    removeAttribute(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      const key = attributes.find(id, core.string(qualifiedName));
      if (key >= 0) attributes.remove(id, key >> 3, key & 7);
    },
    hasAttribute(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return attributes.find(id, core.string(qualifiedName)) >= 0;
    },
    closest(selectors) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.wrap(native.closest(compile(core.string(selectors)), id));
    },
    matches(selectors) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return native.matches(compile(core.string(selectors)), id, id);
    },
    get innerHTML() { return core.serialize(elementID(this), false); },
    set innerHTML(value) { core.setInnerHTML(elementID(this), value === null ? "" : core.string(value)); },
    get nextElementSibling() { return core.wrap(tree.siblingElement(elementID(this), NEXT)); },
    get previousElementSibling() { return core.wrap(tree.siblingElement(elementID(this), PREVIOUS)); },
  };
  core.later(Element.prototype, "Element", "element-members.js",
    "namespaceURI prefix localName tagName computedStyleMap:0 id className slot= classList part= attributes "
    + "hasAttributes:0 getAttributeNames:0 getAttribute getAttributeNS:2 setAttribute setAttributeNS:3 "
    + "removeAttribute removeAttributeNS:2 animate:1 getAnimations:0 toggleAttribute:1 hasAttribute "
    + "hasAttributeNS:2 getAttributeNode:1 getAttributeNodeNS:2 setAttributeNode:1 setAttributeNodeNS:1 "
    + "removeAttributeNode:1 closest matches webkitMatchesSelector:1 getElementsByTagName:1 "
    + "getElementsByTagNameNS:2 getElementsByClassName:1", members);
  core.later(Element.prototype, "Element and markup", "markup.js",
    "insertAdjacentElement:2 insertAdjacentText:2 insertAdjacentHTML:2 innerHTML outerHTML=", members);
  core.later(Element.prototype, "Element", "element-members.js",
    "customElementRegistry", members);
  core.later(Element.prototype, "Element and markup", "markup.js",
    "getHTML:0 setHTMLUnsafe:1", members);
  core.later(Element.prototype, "Element", "element-members.js",
    "attachShadow:1 shadowRoot assignedSlot nextElementSibling previousElementSibling", members);
  /** What elements, documents and fragments have. https://dom.spec.whatwg.org/#interface-parentnode */
  core.addParentMembers = (Class) => core.later(Class.prototype, "ParentNode", "element-members.js",
    "children firstElementChild lastElementChild childElementCount prepend:0 append replaceChildren:0 moveBefore:2 querySelector "
    + "querySelectorAll", parentMembers);

  /** https://dom.spec.whatwg.org/#interface-childnode */
  core.addChildMembers = (Class) =>
    core.later(Class.prototype, "ChildNode", "element-members.js", "before:0 after:0 replaceWith:0 remove", childMembers);

  core.addParentMembers(Element);
  core.addChildMembers(Element);

  // MARK: What is in files of its own

  core.elements = { __proto__: null, nodeOf, oneNode, parentID, childID, tokenList, checkAttributeName };
  core.lazyFunctions("markup.js", "getHTML noteShadowRoots parseFragment serialize setInnerHTML");
  core.lazyFunctions("parsing.js", "parseXMLFragment serializeXML");

  // MARK: ARIA
  // https://w3c.github.io/aria/#ARIAMixin

  core.later(Element.prototype, "ARIA", "aria-members.js",
    "role= ariaAtomic= ariaAutoComplete= ariaBrailleLabel= ariaBrailleRoleDescription= ariaBusy= ariaChecked= "
    + "ariaColCount= ariaColIndex= ariaColIndexText= ariaColSpan= ariaCurrent= ariaDescription= ariaDisabled= "
    + "ariaExpanded= ariaHasPopup= ariaHidden= ariaInvalid= ariaKeyShortcuts= ariaLabel= ariaLevel= ariaLive= "
    + "ariaModal= ariaMultiLine= ariaMultiSelectable= ariaOrientation= ariaPlaceholder= ariaPosInSet= "
    + "ariaPressed= ariaReadOnly= ariaRelevant= ariaRequired= ariaRoleDescription= ariaRowCount= ariaRowIndex= "
    + "ariaRowIndexText= ariaRowSpan= ariaSelected= ariaSetSize= ariaSort= ariaValueMax= ariaValueMin= "
    + "ariaValueNow= ariaValueText= ariaActiveDescendantElement= ariaControlsElements= ariaDescribedByElements= "
    + "ariaDetailsElements= ariaErrorMessageElements= ariaFlowToElements= ariaLabelledByElements= "
    + "ariaOwnsElements=");
  core.lazyValues("aria-members.js", "ariaReferences ariaStrings");
})
