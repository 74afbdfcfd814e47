// The node tree. https://dom.spec.whatwg.org/#nodes
(function (core) {
  "use strict";
  const { native, links, put, error, hooks, SafeMap, SafeSet } = core;

  const DOCUMENT = 0, DOCTYPE = 1, ELEMENT = 2, TEXT = 3, COMMENT = 4, INSTRUCTION = 5, FRAGMENT = 6;
  const HTML = 0;
  // Places in a node's record.
  const PARENT = 0, FIRST = 1, LAST = 2, PREVIOUS = 3, NEXT = 4, NAME = 5, KIND = 6, DATA = 7;

  const link = (id, place) => links[(id << 3) + place];
  const parentOf = (id) => links[id << 3];
  const kindOf = (id) => links[(id << 3) + KIND] & 255;
  const namespaceOf = (id) => (links[(id << 3) + KIND] >> 8) & 255;
  const nameOf = (id) => links[(id << 3) + NAME];
  const isElement = (id) => (links[(id << 3) + KIND] & 255) === ELEMENT;

  /** The next node in tree order below a root, or -1. */
  function nextNode(id, root) {
    const child = links[(id << 3) + FIRST];
    return child >= 0 ? child : nextSkippingChildren(id, root);
  }

  function nextSkippingChildren(id, root) {
    while (id !== root && id >= 0) {
      const sibling = links[(id << 3) + NEXT];
      if (sibling >= 0) return sibling;
      id = links[id << 3];
    }
    return -1;
  }

  function rootOf(id) {
    for (let parent = links[id << 3]; parent >= 0; parent = links[id << 3]) id = parent;
    return id;
  }

  /** Whether `ancestor` is `id` or one of its ancestors. */
  function contains(ancestor, id) {
    while (id >= 0 && id !== ancestor) id = links[id << 3];
    return id === ancestor;
  }

  /** Whether a node is a shadow root: of fragments, only those have data. */
  const isShadowRoot = (id) => (links[(id << 3) + KIND] & 255) === FRAGMENT && links[(id << 3) + DATA] >= 0;

  const shadowHosts = new SafeMap();
  /** The host of a shadow root. */
  function hostOf(root) {
    let host = shadowHosts.get(root);
    if (host === undefined) shadowHosts.set(root, host = native.shadowHost(root));
    return host;
  }

  /** https://dom.spec.whatwg.org/#concept-shadow-including-root */
  function shadowIncludingRootOf(id) {
    let root = rootOf(id);
    while (isShadowRoot(root)) root = rootOf(hostOf(root));
    return root;
  }

  /** Whether a node is in the tree of another, or in one around that. */
  function isSeenFrom(node, id) {
    const wanted = rootOf(node);
    let root = rootOf(id);
    while (root !== wanted && isShadowRoot(root)) root = rootOf(hostOf(root));
    return root === wanted;
  }

  /** The parent in the tree that is shown. https://drafts.csswg.org/css-scoping-1/#flattening */
  function flatParentOf(id) {
    const parent = parentOf(id);
    if (core.shadow === null || parent < 0) return parent;
    if (isShadowRoot(parent)) return hostOf(parent);
    return native.shadowRoot(parent) >= 0 ? native.assignedSlot(id) : parent;
  }

  /** Whether a node stands in another, or is it, as both are shown. */
  function flatContains(ancestor, id) {
    while (id >= 0 && id !== ancestor) id = flatParentOf(id);
    return id === ancestor;
  }

  // Through shadow roots.
  const isInDocument = (id) => kindOf(shadowIncludingRootOf(id)) === DOCUMENT;
  const isInPage = (id) => shadowIncludingRootOf(id) === 0;

  function childElement(id, first, next) {
    let child = links[(id << 3) + first];
    while (child >= 0 && !isElement(child)) child = links[(child << 3) + next];
    return child;
  }

  function siblingElement(id, next) {
    do id = links[(id << 3) + next]; while (id >= 0 && !isElement(id));
    return id;
  }

  function indexOf(id) {
    let index = 0;
    for (let node = links[(id << 3) + PREVIOUS]; node >= 0; node = links[(node << 3) + PREVIOUS]) index += 1;
    return index;
  }

  function childrenOf(id) {
    const list = core.list();
    for (let child = links[(id << 3) + FIRST]; child >= 0; child = links[(child << 3) + NEXT]) put(list, child);
    return list;
  }

  // MARK: Which document a node belongs to

  // A node belongs to the document that it stands in. A tree of its own belongs to the page's document, or to what
  // `owners` says of its root; a template's contents to a document without scripts.
  // https://dom.spec.whatwg.org/#concept-node-document
  const owners = new SafeMap();
  const hosts = new SafeMap(); // From a template's contents to the template.
  const inertDocuments = new SafeMap();
  const information = new SafeMap(); // Of documents other than the page's: {isXML, contentType, url, ...}.
  let isAlone = true; // The page's document is the only one that there is.
  let hasXML = false;

  function documentOf(id) {
    if (isAlone) return 0;
    for (;;) {
      const root = rootOf(id);
      if (kindOf(root) === DOCUMENT) return root;
      if (isShadowRoot(root)) {
        id = hostOf(root);
        continue;
      }
      const host = hosts.get(root);
      if (host === undefined) return owners.get(root) ?? 0;
      return inertDocumentOf(documentOf(host));
    }
  }

  function setDocument(root, document) {
    if (document === 0) {
      if (!isAlone) owners.delete(root);
    } else {
      owners.set(root, document);
    }
  }

  /** Takes note of a further document. */
  function addDocument(id, details) {
    isAlone = false;
    if (details.isXML) hasXML = true;
    information.set(id, core.ObjectSetPrototypeOf(details, null));
    return id;
  }

  /** https://html.spec.whatwg.org/multipage/scripting.html#appropriate-template-contents-owner-document */
  function inertDocumentOf(document) {
    if (information.get(document)?.isInert) return document;
    let inert = inertDocuments.get(document);
    if (inert === undefined) {
      const isXML = isXMLDocument(document);
      inert = native.createDocument(isXML);
      addDocument(inert, {
        isXML, contentType: isXML ? "application/xml" : "text/html", url: "about:blank", isInert: true,
      });
      inertDocuments.set(document, inert);
    }
    return inert;
  }

  function templateContents(template) {
    const contents = native.templateContents(template);
    if (contents >= 0 && !hosts.has(contents)) {
      isAlone = false;
      hosts.set(contents, template);
    }
    return contents;
  }

  // What is made of a text or a picture is HTML, whatever its type.
  if (native.isXML()) {
    hasXML = true;
    information.set(0, { isXML: true, contentType: native.contentType() });
  }
  const isXMLDocument = (document) => hasXML && information.get(document)?.isXML === true;
  /** Whether names in the node's document are written in lower case. */
  const isInHTMLDocument = (id) => !hasXML || !isXMLDocument(documentOf(id));

  // MARK: Names and namespaces that the arena does not hold

  const namespaces = [
    "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML",
    "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/",
  ];
  const namespaceNumbers = new SafeMap();
  for (let index = 0; index < namespaces.length; index += 1) namespaceNumbers.set(namespaces[index], index);
  const namespaceNumber = (uri) => (uri === null ? 7 : namespaceNumbers.get(uri) ?? 6);

  // Elements with a prefix or an unknown namespace: {namespace, prefix}, by node.
  const foreignElements = new SafeMap();
  const namespaceURI = (id) => {
    const number = namespaceOf(id);
    return number < 6 ? namespaces[number] : number === 7 ? null : foreignElements.get(id)?.namespace ?? null;
  };
  const prefixOf = (id) => (foreignElements.size === 0 ? null : foreignElements.get(id)?.prefix ?? null);
  const qualifiedName = (id) => {
    const prefix = prefixOf(id), name = core.spelling(nameOf(id));
    return prefix === null ? name : prefix + ":" + name;
  };
  const upperNames = core.list();
  const upperName = (atom) => upperNames[atom] ?? (upperNames[atom] = core.toASCIIUppercase(core.spelling(atom)));

  // CDATA sections, which are texts of the arena.
  const sections = new SafeSet();

  // MARK: The nodes' objects

  const table = core.list();
  // Every Attr has the number of one empty fragment, so that it has neither parent nor children.
  let attributeID = -2;
  let pending = -1;

  const elementClasses = core.list(), svgClasses = core.list();

  function classOf(id) {
    switch (kindOf(id)) {
      case ELEMENT: return elementClass(id);
      case TEXT: return sections.size > 0 && sections.has(id) ? core.CDATASection : core.Text;
      case COMMENT: return core.Comment;
      case INSTRUCTION: return core.ProcessingInstruction;
      case FRAGMENT: return isShadowRoot(id) ? core.ShadowRoot : core.DocumentFragment;
      case DOCTYPE: return core.DocumentType;
      default: return !isXMLDocument(id) ? core.HTMLDocument
        : information.get(id).isPlain ? core.Document : core.XMLDocument;
    }
  }

  /** https://dom.spec.whatwg.org/#concept-element-interface */
  function elementClass(id) {
    const atom = nameOf(id);
    switch (namespaceOf(id)) {
      case HTML: return elementClasses[atom] ?? (elementClasses[atom] = htmlClass(core.spelling(atom)));
      case 1: return svgClasses[atom]
        ?? (svgClasses[atom] = core.svgInterfaceOf?.get(core.spelling(atom)) ?? core.SVGElement ?? core.Element);
      case 2: return core.MathMLElement ?? core.Element;
      default: return core.Element;
    }
  }

  function htmlClass(name) {
    const known = core.interfaceOf?.get(name);
    if (known !== undefined) return known;
    return (core.isCustomElementName(name) ? core.HTMLElement : core.HTMLUnknownElement)
      ?? core.HTMLElement ?? core.Element;
  }

  function make(id) {
    if (!(id >= 0)) return null;
    const object = core.construct(classOf(id), id);
    if (kindOf(id) === DOCUMENT) core.addLocation?.(object);
    return object;
  }

  /** Makes the object of a node without the page's constructor. */
  function construct(Class, id) {
    pending = id;
    return core.ReflectConstruct(Node, noArguments, Class);
  }
  const noArguments = core.list();

  function register(id, object) {
    if (id === attributeID) return;
    while (table.length <= id) table[table.length] = undefined;
    table[id] = object;
  }

  const wrap = (id) => (id < 0 ? null : table[id] ?? make(id));

  // MARK: Watching

  // Functions of ranges and iterators, which must know of changes before they are made.
  hooks.inserted ??= core.list();
  hooks.removed ??= core.list();
  hooks.attributeChanged ??= core.list();
  hooks.removing ??= core.list(); // (node), while it still has its parent
  hooks.inserting ??= core.list(); // (parent, next, how many), before a node that has a next sibling
  hooks.replacingData ??= core.list(); // (node, offset, count, new length)
  hooks.splitting ??= core.list(); // (node, offset, new node), when the new node stands behind the node
  hooks.merging ??= core.list(); // (node, its length, next text), before the next text goes into the node
  hooks.adopted ??= core.list(); // (root, old document, new document)
  hooks.cloned ??= core.list(); // (node, copy, isDeep)
  hooks.childrenChanged ??= core.list(); // (parent), of insertions, removals and of texts
  hooks.moved ??= core.list(); // (node, old parent), of moveBefore

  function run(list, a, b, c, d, e) {
    for (let index = 0; index < list.length; index += 1) list[index](a, b, c, d, e);
  }

  /** A function that has a set `atoms` is only asked about elements of these names, and about what has children. */
  function runForName(list, id) {
    for (let index = 0; index < list.length; index += 1) {
      const hook = list[index];
      if (links[(id << 3) + FIRST] < 0 && core.ObjectHasOwn(hook, "atoms") && !hook.atoms.has(nameOf(id))
        && (core.shadow === null || native.shadowRoot(id) < 0)) continue;
      hook(id);
    }
  }

  // For each atom, whether an insertion of a childless element of the name is of interest; as many hooks as were asked.
  let awaited = core.list(), askedHooks = 0;

  function isAwaited(atom) {
    const list = hooks.inserted;
    if (askedHooks !== list.length) {
      awaited = core.list();
      askedHooks = list.length;
    }
    while (awaited.length <= atom) awaited[awaited.length] = undefined;
    let found = awaited[atom];
    if (found === undefined) {
      found = false;
      for (let index = 0; index < list.length && !found; index += 1) {
        found = !core.ObjectHasOwn(list[index], "atoms") || list[index].atoms.has(atom);
      }
      awaited[atom] = found;
    }
    return found;
  }
  /** Hooks of insertions have changed what they want to know. */
  core.forgetAwaited = () => { askedHooks = -1; };

  // Custom elements hear of a change when all of it is done. reactions.js says how; while nothing is defined, nothing is.
  // https://html.spec.whatwg.org/multipage/custom-elements.html#cereactions
  const reactions = core.reactions = { __proto__: null, isOn: false, isOpen: false, enter: undefined, leave: undefined };

  /** A change that the reactions of custom elements follow, unless it is a part of another one that they do. */
  const reacting = (steps) => function (a, b, c, d, e) {
    if (!reactions.isOn || reactions.isOpen) return steps(a, b, c, d, e);
    reactions.enter();
    try {
      return steps(a, b, c, d, e);
    } finally {
      reactions.isOpen = false;
      reactions.leave();
    }
  };

  const observesChildren = () => core.observing?.childList > 0;
  const noNodes = core.list();

  /** Queues a record of a change of children. https://dom.spec.whatwg.org/#queue-a-tree-mutation-record */
  function recordChildren(target, added, removed, previous, next) {
    core.mutated?.("childList", target, added, removed, previous, next);
  }

  // MARK: Changing the tree

  const refusals = ["", "The new child contains the parent.", "The node before which to insert is not a child of this node.",
    "A node of this kind may not be inserted here."];

  function refuse(code) {
    throw error(code === 2 ? "NotFoundError" : "HierarchyRequestError", refusals[code]);
  }

  /** https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity; `replaced` is -1 for insertions. */
  function ensureValidity(node, parent, next, replaced) {
    const parentKind = kindOf(parent);
    if ((parentKind !== ELEMENT && parentKind !== FRAGMENT && parentKind !== DOCUMENT) || parent === attributeID) refuse(3);
    if (isHostIncludingAncestor(node, parent)) refuse(1);
    const child = replaced >= 0 ? replaced : next;
    if (child >= 0 && parentOf(child) !== parent) refuse(2);
    const kind = kindOf(node);
    if (kind === DOCUMENT || node === attributeID) refuse(3);
    if (kind === TEXT ? parentKind === DOCUMENT : kind === DOCTYPE && parentKind !== DOCUMENT) refuse(3);
    if (parentKind === DOCUMENT) ensureValidityForDocument(node, kind, parent, child, replaced >= 0);
  }

  /** https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor */
  function isHostIncludingAncestor(ancestor, id) {
    for (;;) {
      if (contains(ancestor, id)) return true;
      const root = rootOf(id);
      const host = isShadowRoot(root) ? hostOf(root) : hosts.size === 0 ? undefined : hosts.get(root);
      if (host === undefined) return false;
      id = host;
    }
  }

  /** Steps 6 of insertion and of replacing. */
  function ensureValidityForDocument(node, kind, parent, child, replaces) {
    let elements = kind === ELEMENT ? 1 : 0;
    if (kind === FRAGMENT) {
      for (let inner = link(node, FIRST); inner >= 0; inner = link(inner, NEXT)) {
        if (kindOf(inner) === ELEMENT) elements += 1;
        if (kindOf(inner) === TEXT) refuse(3);
      }
      if (elements > 1) refuse(3);
    }
    // What stands before and after the place.
    let isAfter = false;
    for (let other = link(parent, FIRST); other >= 0; other = link(other, NEXT)) {
      if (other === child) {
        isAfter = true;
        if (replaces) continue;
      }
      const otherKind = kindOf(other);
      if (elements > 0) {
        if (otherKind === ELEMENT) refuse(3);
        if (otherKind === DOCTYPE && isAfter) refuse(3);
      } else if (kind === DOCTYPE) {
        if (otherKind === DOCTYPE) refuse(3);
        if (otherKind === ELEMENT && !isAfter) refuse(3);
      }
    }
  }

  /** Whether nothing but the tree has to be told when a node of its own goes into it. */
  function isQuiet(node) {
    return isAlone && core.shadow === null && hooks.removing.length === 0 && hooks.inserting.length === 0 && hooks.childrenChanged.length === 0
      && !observesChildren() && (hooks.inserted.length === 0
        || (isElement(node) ? link(node, FIRST) < 0 && !isAwaited(nameOf(node)) : !hearTexts(hooks.inserted)));
  }

  /** Whether some hooks are called for more than elements of some names. */
  function hearTexts(list) {
    for (let index = 0; index < list.length; index += 1) if (!core.ObjectHasOwn(list[index], "atoms")) return true;
    return false;
  }

  const scriptAtom = core.atom("script");

  /** https://dom.spec.whatwg.org/#concept-node-pre-insert */
  function preInsert(node, parent, next) {
    const kind = kindOf(node);
    const parentKind = kindOf(parent);
    // The common case: a new element, text or comment goes into an element, and nobody watches.
    if (kind >= ELEMENT && kind <= COMMENT && (parentKind === ELEMENT || parentKind === FRAGMENT)
      && parentOf(node) < 0 && isQuiet(node)) {
      const code = parent === attributeID ? 3 : native.insert(node, parent, next);
      if (code !== 0) refuse(code);
      if (kind === ELEMENT ? nameOf(node) === scriptAtom || link(node, FIRST) >= 0 : nameOf(parent) === scriptAtom) {
        prepareScripts(node, parent);
      }
      return;
    }
    ensureValidity(node, parent, next, -1);
    insert(node, parent, next === node ? link(node, NEXT) : next);
  }

  function prepareScripts(node, parent) {
    if (isInPage(parent)) runScripts(kindOf(node) === ELEMENT ? node : parent);
  }

  /** Runs the scripts of what was inserted: their own changes have reactions of their own. */
  function runScripts(root) {
    const { isOpen } = reactions;
    reactions.isOpen = false;
    try {
      native.prepareScripts(root);
    } finally {
      reactions.isOpen = isOpen;
    }
  }

  let passage = -1;

  /** Takes a fragment's nodes out one by one, as ranges and iterators count on; gives a fragment that holds them. */
  function emptied(fragment, nodes) {
    if (passage < 0) passage = native.createFragment();
    for (let index = 0; index < nodes.length; index += 1) {
      run(hooks.removing, nodes[index]);
      native.insert(nodes[index], passage, -1);
    }
    return passage;
  }

  /** https://dom.spec.whatwg.org/#concept-node-insert; `isSilent`: the caller makes the record. */
  const insert = reacting(function (node, parent, next, isSilent, oldDocument = isAlone ? 0 : documentOf(node)) {
    const isFragment = kindOf(node) === FRAGMENT, fragment = node;
    const watched = observesChildren();
    let nodes;
    if (isFragment) {
      nodes = childrenOf(node);
      if (nodes.length === 0) return;
      if (hooks.removing.length > 0) node = emptied(node, nodes);
      if (watched) recordChildren(fragment, noNodes, nodes, -1, -1);
    } else {
      nodes = core.list(node);
    }
    if (!isFragment && parentOf(node) >= 0) remove(node);
    const previous = next < 0 ? link(parent, LAST) : link(next, PREVIOUS);
    if (next >= 0) run(hooks.inserting, parent, next, nodes.length);
    if (core.shadow !== null) core.shadow.inserting(nodes, parent);
    const code = native.insert(node, parent, next);
    if (code !== 0) refuse(code);
    if (watched && !isSilent) recordChildren(parent, nodes, noNodes, previous, next);
    if (!isAlone) {
      const newDocument = documentOf(parent);
      if (newDocument !== oldDocument) {
        for (let index = 0; index < nodes.length; index += 1) adoptTree(nodes[index], oldDocument, newDocument);
      }
    }
    afterInsertion(nodes, parent);
  });

  function afterInsertion(nodes, parent) {
    if (core.shadow !== null) core.shadow.inserted(nodes, parent);
    run(hooks.childrenChanged, parent);
    const root = shadowIncludingRootOf(parent);
    if (kindOf(root) !== DOCUMENT) return;
    if (hooks.inserted.length > 0) {
      for (let index = 0; index < nodes.length; index += 1) {
        if (parentOf(nodes[index]) === parent) runForName(hooks.inserted, nodes[index]);
      }
    }
    if (root !== 0) return;
    let isParentPrepared = nameOf(parent) !== scriptAtom;
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index];
      if (kindOf(node) === ELEMENT) {
        if (nameOf(node) !== scriptAtom && link(node, FIRST) < 0
          && (core.shadow === null || native.shadowRoot(node) < 0)) continue;
        if (isInPage(node)) runScripts(node);
      } else if (!isParentPrepared) {
        isParentPrepared = true;
        runScripts(parent);
      }
    }
  }

  /** A node's tree is another document's from now on. */
  function adoptTree(node, oldDocument, newDocument) {
    run(hooks.adopted, node, oldDocument, newDocument);
  }

  /** https://dom.spec.whatwg.org/#concept-node-remove; the node has a parent. */
  const remove = reacting(function (node, isSilent) {
    const parent = parentOf(node);
    if (hooks.removing.length > 0) run(hooks.removing, node);
    const wasInDocument = hooks.removed.length > 0 && isInDocument(parent);
    const document = isAlone ? 0 : documentOf(parent);
    if (core.shadow !== null) core.shadow.removing(node, parent);
    if (!isSilent && observesChildren()) {
      const previous = link(node, PREVIOUS), next = link(node, NEXT);
      core.removing?.(node, parent);
      native.remove(node);
      if (!isAlone) setDocument(node, document);
      recordChildren(parent, noNodes, core.list(node), previous, next);
    } else {
      core.removing?.(node, parent);
      native.remove(node);
      if (!isAlone) setDocument(node, document);
    }
    if (core.shadow !== null) core.shadow.removed();
    if (wasInDocument) runForName(hooks.removed, node);
    if (hooks.childrenChanged.length > 0) run(hooks.childrenChanged, parent);
  });

  /** https://dom.spec.whatwg.org/#concept-node-replace */
  const replace = reacting(function (node, parent, child) {
    ensureValidity(node, parent, -1, child);
    let next = link(child, NEXT);
    if (next === node) next = link(node, NEXT);
    const previous = link(child, PREVIOUS);
    const isFragment = kindOf(node) === FRAGMENT;
    const oldDocument = isAlone ? 0 : documentOf(node);
    // The node is adopted first: where it is a sibling of the child, or the child itself, it is taken out.
    if (!isFragment && parentOf(node) >= 0) remove(node);
    const removed = core.list();
    if (parentOf(child) >= 0) {
      put(removed, child);
      remove(child, true);
    }
    const nodes = isFragment ? childrenOf(node) : core.list(node);
    insert(node, parent, next, true, oldDocument);
    if (observesChildren()) recordChildren(parent, nodes, removed, previous, next);
  });

  /** https://dom.spec.whatwg.org/#concept-node-replace-all; `node` is -1 for nothing. */
  const replaceAll = reacting(function (node, parent) {
    const watched = observesChildren();
    const removed = watched ? childrenOf(parent) : noNodes;
    const added = node < 0 || !watched ? noNodes : kindOf(node) === FRAGMENT ? childrenOf(node) : core.list(node);
    for (let child = link(parent, FIRST); child >= 0; child = link(parent, FIRST)) remove(child, true);
    if (node >= 0) insert(node, parent, -1, true);
    if (watched && (added.length > 0 || removed.length > 0)) recordChildren(parent, added, removed, -1, -1);
  });

  /** https://dom.spec.whatwg.org/#string-replace-all */
  function setTextContent(parent, string) {
    const child = link(parent, FIRST);
    if (string === "") {
      if (child >= 0) replaceAll(-1, parent);
      return;
    }
    // A single text that no page has seen may as well get the new data.
    if (child >= 0 && kindOf(child) === TEXT && link(child, NEXT) < 0 && table[child] === undefined && isQuiet(child)
      && !hearTexts(hooks.removed) && nameOf(parent) !== scriptAtom && !sections.has(child)) {
      setData(child, string);
      return;
    }
    const text = createText(string);
    if (!isAlone) setDocument(text, documentOf(parent));
    if (child < 0) {
      preInsert(text, parent, -1);
    } else {
      replaceAll(text, parent);
    }
  }

  // MARK: Character data

  // The arena holds UTF-8: a string with a surrogate that stands alone is kept here.
  const unpaired = new SafeMap();

  function createText(string) {
    const id = native.createText(string);
    if (!core.isWellFormed(string)) unpaired.set(id, string);
    return id;
  }

  function createComment(string) {
    const id = native.createComment(string);
    if (!core.isWellFormed(string)) unpaired.set(id, string);
    return id;
  }

  const dataOf = (id) => (unpaired.size > 0 && unpaired.has(id) ? unpaired.get(id) : native.text(id));

  /** Data without the steps of https://dom.spec.whatwg.org/#concept-cd-replace */
  function setData(id, string) {
    if (!core.isWellFormed(string)) {
      unpaired.set(id, string);
    } else if (unpaired.size > 0) {
      unpaired.delete(id);
    }
    native.setText(id, string);
  }

  /** https://dom.spec.whatwg.org/#concept-cd-replace, the count is within the data. */
  function replaceData(id, offset, count, string) {
    const old = dataOf(id);
    core.mutated?.("characterData", id, old);
    if (hooks.replacingData.length > 0) run(hooks.replacingData, id, offset, count, string.length);
    setData(id, offset === 0 && count === old.length ? string
      : core.StringSlice(old, 0, offset) + string + core.StringSlice(old, offset + count));
    const parent = parentOf(id);
    if (parent < 0) return;
    if (hooks.childrenChanged.length > 0) run(hooks.childrenChanged, parent);
    if (nameOf(parent) === scriptAtom && isInPage(parent)) runScripts(parent);
  }

  // MARK: Copies

  /** https://dom.spec.whatwg.org/#concept-node-clone */
  const clone = reacting(function (id, isDeep, document) {
    let copy;
    if (kindOf(id) === DOCUMENT) {
      const isXML = isXMLDocument(id);
      copy = native.createDocument(isXML);
      const details = core.documentDetails(id);
      addDocument(copy, { isXML, contentType: details.contentType, url: details.url, encoding: details.encoding,
        isPlain: details.isPlain, quirks: core.quirks(id) });
      if (isDeep) {
        for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) {
          native.insert(clone(child, true, copy), copy, -1);
        }
      }
      return copy;
    }
    copy = native.clone(id, isDeep);
    if (!isAlone) setDocument(copy, document);
    if (foreignElements.size > 0 || sections.size > 0 || unpaired.size > 0 || core.foreignAttributes?.size > 0) {
      copyDetails(id, copy, isDeep);
    }
    if (hooks.cloned.length > 0) run(hooks.cloned, id, copy, isDeep);
    return copy;
  });

  /** Copies what the arena does not hold of two trees of the same shape. */
  function copyDetails(source, target, isDeep) {
    const foreign = foreignElements.get(source);
    if (foreign !== undefined) foreignElements.set(target, foreign);
    if (sections.has(source)) sections.add(target);
    if (unpaired.has(source)) unpaired.set(target, unpaired.get(source));
    const attributes = core.foreignAttributes?.get(source);
    if (attributes !== undefined) core.copyForeignAttributes(source, target);
    if (!isDeep) return;
    let other = link(target, FIRST);
    for (let child = link(source, FIRST); child >= 0; child = link(child, NEXT)) {
      copyDetails(child, other, true);
      other = link(other, NEXT);
    }
    if (isElement(source)) {
      const contents = native.templateContents(source);
      if (contents >= 0) copyDetails(contents, native.templateContents(target), true);
    }
  }

  // MARK: Comparing, and the namespaces of a node: in a file that few pages need

  const comparing = () => core.nodeComparing;
  const areEqual = (one, other) => comparing().areEqual(one, other);
  const comparePosition = (one, other) => comparing().comparePosition(one, other);
  const locateNamespace = (id, prefix) => comparing().locateNamespace(id, prefix);
  const locatePrefix = (id, uri) => comparing().locatePrefix(id, uri);

  const orNull = (value) => (value === null || value === undefined || value === "" ? null : core.string(value));

  // MARK: Node

  class Node extends core.EventTarget {
    #id;
    #childNodes;

    constructor() {
      if (pending === -1) throw new core.TypeError("Illegal constructor");
      const id = pending;
      pending = -1;
      super();
      this.#id = id;
      register(id, this);
    }

    static {
      core.id = (node) => node.#id;
      core.isNode = (value) => core.isObject(value) && #id in value;
      /** The number of an object that is a node, else -1. */
      core.idIfNode = (value) => (core.isObject(value) && #id in value ? value.#id : -1);
      /** An object that this arena has had before, or no longer has: -1. */
      core.renumber = (node, id) => {
        node.#id = id;
        node.#childNodes = undefined;
      };
      // A detached Attr has the number of all attributes.
      core.isAttributeNode = (value) => attributeID >= 0 && value.#id === attributeID;
    }

    get nodeType() {
      const id = this.#id;
      return (links[(id << 3) + KIND] & 255) === ELEMENT ? 1 : typeOf(id);
    }

    get nodeName() {
      const id = this.#id;
      switch (kindOf(id)) {
        case ELEMENT: return core.tagName(id);
        case TEXT: return sections.size > 0 && sections.has(id) ? "#cdata-section" : "#text";
        case COMMENT: return "#comment";
        case DOCUMENT: return "#document";
        case DOCTYPE: case INSTRUCTION: return core.spelling(nameOf(id));
        default: return id === attributeID ? core.attributeName(this) : "#document-fragment";
      }
    }

    get baseURI() { return core.baseURL(documentIDOf(this)); }

    get isConnected() { return isInDocument(this.#id); }

    get ownerDocument() {
      const id = this.#id;
      return kindOf(id) === DOCUMENT ? null : wrap(documentIDOf(this));
    }

    getRootNode(options = undefined) {
      const id = this.#id;
      if (options !== undefined && options !== null && !core.isObject(options)) {
        throw new core.TypeError("The options are not an object.");
      }
      const isComposed = options ? !!options.composed : false;
      return id === attributeID ? this : wrap(isComposed ? shadowIncludingRootOf(id) : rootOf(id));
    }

    get parentNode() { return wrap(links[this.#id << 3]); }

    get parentElement() {
      const parent = links[this.#id << 3];
      return parent >= 0 && isElement(parent) ? wrap(parent) : null;
    }

    hasChildNodes() { return links[(this.#id << 3) + FIRST] >= 0; }

    get childNodes() { return this.#childNodes ??= core.childNodeList(this.#id); }

    get firstChild() { return wrap(links[(this.#id << 3) + FIRST]); }
    get lastChild() { return wrap(links[(this.#id << 3) + LAST]); }
    get previousSibling() { return wrap(links[(this.#id << 3) + PREVIOUS]); }
    get nextSibling() { return wrap(links[(this.#id << 3) + NEXT]); }

    get nodeValue() {
      const id = this.#id;
      const kind = kindOf(id);
      if (kind >= TEXT && kind <= INSTRUCTION) return dataOf(id);
      return id === attributeID ? core.attributeValue(this) : null;
    }

    set nodeValue(value) {
      const id = this.#id;
      const kind = kindOf(id);
      value = value === null || value === undefined ? "" : core.string(value);
      if (kind >= TEXT && kind <= INSTRUCTION) replaceData(id, 0, dataOf(id).length, value);
      else if (id === attributeID) core.setAttributeValue(this, value);
    }

    get textContent() {
      const id = this.#id;
      const kind = kindOf(id);
      if (kind === ELEMENT || (kind === FRAGMENT && id !== attributeID)) return textContent(id);
      if (kind >= TEXT && kind <= INSTRUCTION) return dataOf(id);
      return id === attributeID ? core.attributeValue(this) : null;
    }

    set textContent(value) {
      const id = this.#id;
      const kind = kindOf(id);
      value = value === null || value === undefined ? "" : core.string(value);
      if (kind === ELEMENT || (kind === FRAGMENT && id !== attributeID)) setTextContent(id, value);
      else if (kind >= TEXT && kind <= INSTRUCTION) replaceData(id, 0, dataOf(id).length, value);
      else if (id === attributeID) core.setAttributeValue(this, value);
    }
  }

  const members = {
    __proto__: null,

    cloneNode(isDeep = false) {
      const id = core.id(this);
      if (id === attributeID) return core.cloneAttribute(this);
      if (isShadowRoot(id)) throw error("NotSupportedError", "A shadow root cannot be cloned.");
      return wrap(clone(id, !!isDeep, isAlone ? 0 : documentOf(id)));
    },

    contains(other) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 1);
      if (other === null || other === undefined) return false;
      const otherID = requireNode(other);
      return id === attributeID || otherID === attributeID ? this === other : contains(id, otherID);
    },

    insertBefore(node, next) {
      const parent = core.id(this);
      core.requireArguments(arguments.length, 2);
      const id = adoptedNode(node);
      preInsert(id, parent, next === null || next === undefined ? -1 : requireNode(next));
      return node;
    },

    appendChild(node) {
      const parent = core.id(this);
      preInsert(adoptedNode(node), parent, -1);
      return node;
    },

    replaceChild(node, child) {
      const parent = core.id(this);
      core.requireArguments(arguments.length, 2);
      replace(adoptedNode(node), parent, requireNode(child));
      return child;
    },

    removeChild(child) {
      const parent = core.id(this);
      const id = requireNode(child);
      if (parentOf(id) !== parent || id === attributeID) {
        throw error("NotFoundError", "The node to be removed is not a child of this node.");
      }
      remove(id);
      return child;
    },
  };
  core.later(Node.prototype, "Node", "node-comparing.js",
    "normalize:0 cloneNode isEqualNode:1 isSameNode:1 compareDocumentPosition:1 contains lookupPrefix:1 lookupNamespaceURI:1 "
    + "isDefaultNamespace:1 insertBefore appendChild replaceChild removeChild", members);

  /** The `nodeType` of what is no element. */
  function typeOf(id) {
    switch (kindOf(id)) {
      case TEXT: return sections.size > 0 && sections.has(id) ? 4 : 3;
      case COMMENT: return 8;
      case DOCUMENT: return 9;
      case DOCTYPE: return 10;
      case INSTRUCTION: return 7;
      default: return id === attributeID ? 2 : 11;
    }
  }

  // What stands for a node of another window: it is no node of this arena.
  const FOREIGN = -5;

  function requireNode(value) {
    const id = core.idIfNode(value);
    if (id >= 0) return id;
    if (core.isForeignNode?.(value)) return FOREIGN;
    throw new core.TypeError("The argument is not a Node.");
  }

  /** The number of a node that is to be inserted: one of another window's comes into this one's arena. */
  function adoptedNode(value) {
    const id = requireNode(value);
    return id === FOREIGN ? core.takeNode(value) : id;
  }

  function documentIDOf(node) {
    const id = core.id(node);
    return id === attributeID ? core.attributeDocument(node) : documentOf(id);
  }

  function textContent(id) {
    if (unpaired.size === 0) return native.textContent(id);
    let text = "";
    for (let node = nextNode(id, id); node >= 0; node = nextNode(node, id)) {
      if (kindOf(node) === TEXT) text += dataOf(node);
    }
    return text;
  }

  core.constants(Node, {
    ELEMENT_NODE: 1, ATTRIBUTE_NODE: 2, TEXT_NODE: 3, CDATA_SECTION_NODE: 4, ENTITY_REFERENCE_NODE: 5, ENTITY_NODE: 6,
    PROCESSING_INSTRUCTION_NODE: 7, COMMENT_NODE: 8, DOCUMENT_NODE: 9, DOCUMENT_TYPE_NODE: 10,
    DOCUMENT_FRAGMENT_NODE: 11, NOTATION_NODE: 12, DOCUMENT_POSITION_DISCONNECTED: 1, DOCUMENT_POSITION_PRECEDING: 2,
    DOCUMENT_POSITION_FOLLOWING: 4, DOCUMENT_POSITION_CONTAINS: 8, DOCUMENT_POSITION_CONTAINED_BY: 16,
    DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC: 32,
  });

  core.Node = Node;
  core.wrap = wrap;
  core.construct = construct;
  core.define({ Node });
  core.isMade = (id) => table[id] !== undefined;
  core.madeObject = (id) => table[id];
  core.forgetObject = (id) => { table[id] = undefined; };
  core.register = register;
  core.classOf = classOf;
  /** The number that the next constructor of a node gives its object. */
  core.willConstruct = (id) => { pending = id; };
  core.attributeID = () => {
    if (attributeID < 0) attributeID = native.createFragment();
    return attributeID;
  };
  /** The classes of elements are asked for anew. */
  core.forgetClasses = () => {
    elementClasses.length = 0;
    svgClasses.length = 0;
  };

  core.tree = {
    DOCUMENT, DOCTYPE, ELEMENT, TEXT, COMMENT, INSTRUCTION, FRAGMENT, PARENT, FIRST, LAST, PREVIOUS, NEXT,
    link, parentOf, kindOf, namespaceOf, nameOf, isElement, nextNode, nextSkippingChildren, rootOf, contains,
    isInDocument, isInPage, childElement, siblingElement, indexOf, childrenOf,
    isShadowRoot, hostOf, shadowIncludingRootOf, isSeenFrom, flatParentOf, flatContains,
    documentOf, documentIDOf, setDocument, addDocument, inertDocumentOf, templateContents, information,
    isXMLDocument, isInHTMLDocument, isAlone: () => isAlone,
    namespaces, namespaceNumber, namespaceURI, prefixOf, qualifiedName, upperName, foreignElements, sections,
    reacting, ensureValidity, isHostIncludingAncestor, preInsert, insert, remove, replace, replaceAll, setTextContent,
    isQuiet, adoptTree, refuse,
    createText, createComment, dataOf, setData, replaceData, clone, textContent, requireNode, adoptedNode, orNull,
    comparePosition, locateNamespace, locatePrefix, recordChildren, observesChildren, run, runForName, noNodes, areEqual, FOREIGN,
  };

  // MARK: Character data

  core.lazyValues("character-data.js", "CDATASection CharacterData Comment ProcessingInstruction Text");
  core.lazyFunctions("character-data.js", "splitText");
})
