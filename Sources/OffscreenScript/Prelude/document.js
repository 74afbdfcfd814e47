// Documents, fragments and document types. https://dom.spec.whatwg.org/#interface-document
// https://html.spec.whatwg.org/multipage/dom.html#the-document-object
(function (core) {
  "use strict";
  const { native, error, SafeMap } = core;
  const tree = core.tree;
  const { DOCUMENT, ELEMENT, FRAGMENT, FIRST, NEXT, kindOf, namespaceOf, nameOf, link } = tree;
  const { names } = core;
  const NONE = 7;
  const atom = core.atom;
  const htmlAtom = atom("html"), headAtom = atom("head"), bodyAtom = atom("body"), framesetAtom = atom("frameset");

  /** The number of a document; a TypeError for other objects. */
  function documentID(object) {
    const id = core.id(object);
    if (kindOf(id) !== DOCUMENT) throw new core.TypeError("The object is no Document.");
    return id;
  }

  // MARK: What is known of documents

  function newDocument(information) {
    const id = native.createDocument(information.isXML);
    return tree.addDocument(id, information);
  }
  core.newDocument = newDocument;

  // MARK: Finding elements

  const documentElement = (id) => tree.childElement(id, FIRST, NEXT);
  const isHTML = (id, name) => id >= 0 && namespaceOf(id) === 0 && nameOf(id) === name;

  /** The first child of the `html` element that is an HTML element of one of two names, or -1. */
  function childOfRoot(id, name, otherName) {
    const root = documentElement(id);
    if (!isHTML(root, htmlAtom)) return -1;
    for (let child = link(root, FIRST); child >= 0; child = link(child, NEXT)) {
      if (kindOf(child) === ELEMENT && namespaceOf(child) === 0 && (nameOf(child) === name || nameOf(child) === otherName)) {
        return child;
      }
    }
    return -1;
  }

  const headOf = (id) => childOfRoot(id, headAtom, headAtom);
  const bodyOf = (id) => childOfRoot(id, bodyAtom, framesetAtom);
  core.bodyOf = bodyOf;
  core.headOf = headOf;
  core.documentElementOf = documentElement;

  // MARK: Making nodes

  function own(id, document) {
    if (!tree.isAlone()) tree.setDocument(id, document);
    return id;
  }

  const makeElement = (document, name, namespace) => own(native.createElement(name, namespace), document);
  core.makeElement = makeElement;
  /** What custom-elements.js gives, once something is defined. */
  core.customElements = null;

  function customElements() {
    core.load("custom-elements.js");
    return core.customElements;
  }

  // From a name that a page asks for to its atom, for those that were found valid.
  const elementAtoms = new SafeMap();

  /** https://dom.spec.whatwg.org/#dom-document-createelement; the element. */
  function createElement(document, name, options) {
    const isXML = tree.isXMLDocument(document);
    let known = isXML ? undefined : elementAtoms.get(name);
    if (known === undefined) {
      if (!names.isElementName(name)) throw error("InvalidCharacterError", "'" + name + "' is not a valid element name.");
      known = atom(isXML ? name : core.toASCIILowercase(name));
      if (!isXML) elementAtoms.set(name, known);
    }
    const namespace = !isXML || core.documentDetails(document).contentType === "application/xhtml+xml" ? 0 : NONE;
    return create(document, known, namespace, options);
  }

  /** `options`: what `readOptions` gives. */
  function create(document, name, namespace, options) {
    if (core.customElements === null && options === null) return core.wrap(makeElement(document, name, namespace));
    return customElements().create(document, name, namespace, options?.isValue ?? null, options?.registry);
  }

  // MARK: Document

  const state = core.documentState;
  core.isDesignMode = () => state.designMode === "on";

  class Document extends core.Node {
    constructor() {
      core.willConstruct(newDocument({ isXML: true, contentType: "application/xml", url: "about:blank", isPlain: true }));
      super();
      core.addLocation(this);
    }
  }

  const announce = (text) => core.later(Document.prototype, "Document", "document-members.js", text);
  announce("implementation URL documentURI compatMode characterSet charset inputEncoding contentType doctype "
    + "customElementRegistry");
  core.mixin(Document, {
    get documentElement() { return core.wrap(documentElement(documentID(this))); },
    getElementById(elementId) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      elementId = core.string(elementId);
      return elementId === "" ? null : core.wrap(native.elementByID(id, atom(elementId)));
    },
  });
  announce("getElementsByTagName:1 getElementsByTagNameNS:2 getElementsByClassName:1 getElementsByName:1");
  core.mixin(Document, {
    createElement(localName, options = undefined) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      localName = core.string(localName);
      return createElement(id, localName, options === undefined ? null : core.readCreationOptions(options, id));
    },
  });
  announce("createElementNS:2");
  core.mixin(Document, {
    createDocumentFragment() {
      const id = documentID(this);
      return core.wrap(own(native.createFragment(), id));
    },
    createTextNode(data) {
      const id = documentID(this);
      core.requireArguments(arguments.length, 1);
      return core.wrap(own(tree.createText(core.string(data)), id));
    },
  });
  announce("createCDATASection:1 createComment:1 createProcessingInstruction:2 createAttribute:1 createAttributeNS:2 "
    + "createEvent:1 createRange:0 createNodeIterator:1 createTreeWalker:1 importNode:1 adoptNode:1");
  core.mixin(Document, {
    get defaultView() { return documentID(this) === 0 ? core.global : null; },
  });
  announce("domain= referrer cookie= lastModified");
  core.mixin(Document, {
    get readyState() { return documentID(this) === 0 ? state.readyState : "complete"; },
  });
  announce("title= dir=");
  core.mixin(Document, {
    get body() { return core.wrap(bodyOf(documentID(this))); },
    set body(value) { core.setBody(documentID(this), value); },
    get head() { return core.wrap(headOf(documentID(this))); },
  });
  announce("images embeds plugins forms scripts links anchors applets");
  core.mixin(Document, {
    get currentScript() { return documentID(this) === 0 ? core.wrap(state.currentScript) : null; },
  });
  announce("activeElement hasFocus:0 designMode= hidden visibilityState open:3 close:0 write:0 writeln:0 getSelection:0 "
    + "clear:0 captureEvents:0 releaseEvents:0");
  announce("fgColor= linkColor= vlinkColor= alinkColor= bgColor=");

  // Each document has it as a property of its own. https://webidl.spec.whatwg.org/#LegacyUnforgeable
  const locationDescriptor = core.descriptor({
    get location() { return documentID(this) === 0 ? core.location ?? null : null; },
    set location(value) {
      if (documentID(this) === 0 && core.location) core.location.href = value;
    },
  }, "location");
  core.conceal(locationDescriptor.get);
  core.conceal(locationDescriptor.set);
  locationDescriptor.configurable = false;
  core.addLocation = (document) => core.ReflectDefineProperty(document, "location", locationDescriptor);

  core.readyState = () => state.readyState;
  core.currentScript = () => state.currentScript;

  // MARK: Names of a document
  // https://html.spec.whatwg.org/multipage/dom.html#dom-document-namedItem-which
  //
  // Deviation: a name does not hide a member of the document. The names are looked up by the prototype, where members
  // that are there are found as fast as on any object; the document itself is none of JavaScript's exotic objects.

  const isPageDocument = (value) => core.idIfNode(value) === 0;

  function HTMLDocument() { throw new core.TypeError("Illegal constructor"); }
  core.ReflectSetPrototypeOf(HTMLDocument, Document);
  const prototype = core.ObjectCreate(Document.prototype);
  core.ReflectDefineProperty(prototype, "constructor",
    { __proto__: null, value: HTMLDocument, writable: true, enumerable: false, configurable: true });
  HTMLDocument.prototype = new core.Proxy(prototype, {
    __proto__: null,
    get(target, key, receiver) {
      if (core.ReflectHas(target, key) || typeof key !== "string" || !isPageDocument(receiver)) {
        return core.ReflectGet(target, key, receiver);
      }
      return core.documentItem(key);
    },
    has(target, key) {
      return core.ReflectHas(target, key) || (typeof key === "string" && core.hasDocumentItem(key));
    },
  });
  core.ReflectDefineProperty(HTMLDocument, "prototype", { __proto__: null, writable: false });

  // MARK: Fragments and document types

  class DocumentFragment extends core.Node {
    constructor() {
      core.willConstruct(native.createFragment());
      super();
    }

    getElementById(elementId) {
      const id = core.id(this);
      if (kindOf(id) !== FRAGMENT) throw new core.TypeError("The object is no DocumentFragment.");
      core.requireArguments(arguments.length, 1);
      elementId = core.string(elementId);
      return elementId === "" ? null : core.wrap(native.elementByID(id, atom(elementId)));
    }
  }

  core.addParentMembers(Document);
  core.addParentMembers(DocumentFragment);
  core.unscopable(Document, ["append", "fullscreen", "prepend", "replaceChildren"]);
  core.unscopable(DocumentFragment, ["append", "prepend", "replaceChildren"]);

  core.Document = Document;
  core.HTMLDocument = HTMLDocument;
  core.DocumentFragment = DocumentFragment;
  core.define({ Document, HTMLDocument, DocumentFragment });
  core.lazyValues("document-members.js", "XMLDocument DocumentType");

  // MARK: What is in files of its own

  core.documents = { __proto__: null, documentID, own, create, customElements, makeElement, newDocument, state };
  /** The throw-on-dynamic-markup-insertion counter: the parser makes elements whose constructors are running. */
  core.constructsParsed = 0;
  core.lazyFunctions("document-members.js",
    "baseURL documentDetails documentItem encodingName fallbackBaseURL hasDocumentItem isXMLName isXMLNamePart "
      + "isXMLNameStart quirks readCreationOptions realmOfNode setBody");
  announce("rootElement");
  core.later(Document, "static of Document", "document-members.js", "parseHTMLUnsafe:1");
  announce("createExpression:1 createNSResolver:1 evaluate:2 execCommand:1 queryCommandEnabled:1 queryCommandIndeterm:1 "
    + "queryCommandState:1 queryCommandValue:1 queryCommandSupported:1");
  core.xpath = () => {
    core.load("xpath.js");
    return core.xpath();
  };
})
