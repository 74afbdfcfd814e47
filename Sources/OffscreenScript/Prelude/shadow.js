// Shadow trees and slots. https://dom.spec.whatwg.org/#shadow-trees
(function (core) {
  "use strict";
  const { native, links, put, error, TypeError, SafeMap, hooks } = core;
  const { tree } = core;
  const { ELEMENT, TEXT, FIRST, NEXT, kindOf, nameOf, namespaceOf, link, parentOf, rootOf, isShadowRoot, hostOf } = tree;
  const NONE = 7;
  const slotAtom = core.atom("slot"), nameAtom = core.atom("name");
  // As `ShadowRootOptions` counts them in Swift.
  const OPEN = 1, MANUAL = 2, DELEGATES_FOCUS = 4, CLONABLE = 8, SERIALIZABLE = 16, DECLARATIVE = 32;

  const isSlot = (id) => nameOf(id) === slotAtom && (links[(id << 3) + 6] & 0xffff) === 2;
  const isSlottable = (id) => kindOf(id) === ELEMENT || kindOf(id) === TEXT;
  const flagsOf = (root) => native.shadowFlags(root);

  function shadowID(object) {
    const id = core.id(object);
    if (!isShadowRoot(id)) throw new TypeError("The object is no ShadowRoot.");
    return id;
  }

  // MARK: Attaching

  /** https://dom.spec.whatwg.org/#dom-element-attachshadow */
  core.attachShadow = function (id, init) {
    init = core.dictionary(init);
    const isClonable = core.member(init, "clonable", core.boolean, false);
    const registry = core.member(init, "customElementRegistry", (value) => readRegistry(value, id), null);
    const delegatesFocus = core.member(init, "delegatesFocus", core.boolean, false);
    if (init.mode === undefined) throw new TypeError("The mode of the shadow root is missing.");
    const mode = core.enumeration(init.mode, ["open", "closed"]);
    const isSerializable = core.member(init, "serializable", core.boolean, false);
    const slots = core.member(init, "slotAssignment", (value) => core.enumeration(value, ["manual", "named"]), "named");
    if (!native.canHaveShadowRoot(id) || core.disablesShadow?.(id)) {
      throw error("NotSupportedError", "This element cannot have a shadow root.");
    }
    const current = native.shadowRoot(id);
    if (current >= 0) {
      const flags = flagsOf(current);
      if (!(flags & DECLARATIVE) || ((flags & OPEN) !== 0) !== (mode === "open")) {
        throw error("NotSupportedError", "The element has a shadow root.");
      }
      activate();
      if (link(current, FIRST) >= 0) tree.replaceAll(-1, current);
      native.setShadowFlags(current, flags & ~DECLARATIVE);
      core.customElements?.attachedShadow(id);
      return core.wrap(current);
    }
    activate();
    const root = native.attachShadow(id, (mode === "open" ? OPEN : 0) | (slots === "manual" ? MANUAL : 0)
      | (delegatesFocus ? DELEGATES_FOCUS : 0) | (isClonable ? CLONABLE : 0) | (isSerializable ? SERIALIZABLE : 0));
    if (registry !== null) core.customElements.assign(root, registry);
    core.customElements?.attachedShadow(id);
    return core.wrap(root);
  };

  /** The definitions that a new shadow root of an element is to have. */
  function readRegistry(value, host) {
    core.load("custom-elements.js");
    if (value === null) throw new TypeError("The registry is no CustomElementRegistry.");
    return core.customElements.readRegistry(value, tree.documentOf(host));
  }

  /** The shadow root of an element as scripts see it: null where it is closed. */
  core.openShadowRoot = function (id) {
    const root = native.shadowRoot(id);
    return root >= 0 && flagsOf(root) & OPEN ? core.wrap(root) : null;
  };

  /** https://dom.spec.whatwg.org/#dom-slotable-assignedslot */
  core.assignedSlot = function (id) {
    const slot = native.assignedSlot(id);
    return slot >= 0 && flagsOf(rootOf(slot)) & OPEN ? core.wrap(slot) : null;
  };

  // MARK: Slots that get other nodes. https://dom.spec.whatwg.org/#signal-a-slot-change

  const signal = (slot) => core.signalSlotChange(slot);

  function signalAll(slots) {
    for (let index = 0; index < slots.length; index += 1) signal(slots[index]);
  }

  /** The slots in a node, itself included. */
  function slotsIn(root) {
    const slots = core.list();
    if (kindOf(root) !== ELEMENT) return slots;
    for (let node = root; node >= 0; node = tree.nextNode(node, root)) if (isSlot(node)) put(slots, node);
    return slots;
  }

  /** What a slot of a shadow tree shows for want of nodes is other. */
  function signalFallback(parent) {
    if (isSlot(parent) && isShadowRoot(rootOf(parent)) && native.assignedNodes(parent).length === 0) signal(parent);
  }

  // What becomes of a tree's slots when a node with slots in it has gone.
  let leaving = null;

  const watcher = {
    __proto__: null,
    hostOf: (id) => (isShadowRoot(id) ? hostOf(id) : -1),
    slotOf: (id) => (isSlottable(id) ? native.assignedSlot(id) : -1),
    isClosed: (root) => !(flagsOf(root) & OPEN),

    /** Before nodes come into a parent. */
    inserting(nodes, parent) {
      const root = rootOf(parent);
      if (!isShadowRoot(root)) return;
      for (let index = 0; index < nodes.length; index += 1) {
        if (slotsIn(nodes[index]).length > 0) return void native.reassignSlots(root);
      }
    },

    /** https://dom.spec.whatwg.org/#concept-node-insert, steps 7.4 to 7.6 */
    inserted(nodes, parent) {
      const own = native.shadowRoot(parent);
      const root = rootOf(parent);
      const isInShadow = isShadowRoot(root);
      if (own < 0 && !isInShadow) return;
      let hasSlots = false;
      for (let index = 0; index < nodes.length; index += 1) {
        const node = nodes[index];
        if (parentOf(node) !== parent) continue;
        if (own >= 0 && isSlottable(node)) {
          const slot = native.assignedSlot(node);
          if (slot >= 0) signal(slot);
        }
        if (isInShadow && !hasSlots) hasSlots = slotsIn(node).length > 0;
      }
      if (!isInShadow) return;
      signalFallback(parent);
      if (hasSlots) signalAll(native.reassignSlots(root));
    },

    /** https://dom.spec.whatwg.org/#concept-node-remove, steps 8 to 10: while the node has its parent. */
    removing(node, parent) {
      if (native.shadowRoot(parent) >= 0 && isSlottable(node)) {
        const slot = native.assignedSlot(node);
        if (slot >= 0) signal(slot);
      }
      const root = rootOf(parent);
      if (!isShadowRoot(root)) return;
      if (node !== parent) signalFallback(parent);
      const slots = slotsIn(node);
      if (slots.length === 0) return;
      native.reassignSlots(root);
      const emptied = core.list();
      for (let index = 0; index < slots.length; index += 1) {
        if (native.assignedNodes(slots[index]).length > 0) put(emptied, slots[index]);
      }
      leaving = { __proto__: null, root, emptied };
    },

    removed() {
      if (leaving === null) return;
      const { root, emptied } = leaving;
      leaving = null;
      signalAll(native.reassignSlots(root));
      signalAll(emptied);
    },
  };

  function attributeChanged(id, atom, namespace, old, value) {
    if (namespace !== NONE || old === value) return;
    if (atom === slotAtom) {
      const parent = parentOf(id);
      const root = parent < 0 ? -1 : native.shadowRoot(parent);
      if (root < 0) return;
      const before = native.slotNamed(root, old ?? ""), after = native.slotNamed(root, value ?? "");
      if (before === after) return;
      if (before >= 0) signal(before);
      if (after >= 0) signal(after);
    } else if (isSlot(id)) {
      const root = rootOf(id);
      if (isShadowRoot(root)) signalAll(native.reassignSlots(root));
    }
  }
  attributeChanged.wants = (atom) => atom === slotAtom || atom === nameAtom;

  function activate() {
    if (core.shadow !== null) return;
    core.shadow = watcher;
    put(hooks.attributeChanged, attributeChanged);
  }
  core.entry.shadowTrees = activate;

  // MARK: Focus. https://html.spec.whatwg.org/multipage/interaction.html#get-the-focusable-area

  /** What gets the focus in a host that delegates it; -1 where nothing can, undefined for what does not. */
  core.focusDelegate = function (id) {
    const root = native.shadowRoot(id);
    if (root < 0 || !(flagsOf(root) & DELEGATES_FOCUS)) return undefined;
    // It has it already.
    const focused = core.focus.element;
    if (focused >= 0 && isInsideOf(focused, root)) return focused;
    return delegateIn(root, 0);
  };

  function isInsideOf(id, root) {
    for (let around = rootOf(id); around >= 0; around = isShadowRoot(around) ? rootOf(hostOf(around)) : -1) {
      if (around === root) return true;
    }
    return false;
  }

  const mostDepth = 100;

  core.focusDelegateIn = (root) => delegateIn(root, 0);

  function delegateIn(root, depth) {
    core.load("focus.js");
    const automatic = core.compileSelector("[autofocus]");
    let first = -1;
    for (let node = tree.nextNode(root, root); node >= 0; node = tree.nextNode(node, root)) {
      if (kindOf(node) !== ELEMENT) continue;
      const inner = native.shadowRoot(node);
      let found = core.focusing.isFocusable(node) ? node : -1;
      if (inner >= 0 && flagsOf(inner) & DELEGATES_FOCUS && depth < mostDepth) found = delegateIn(inner, depth + 1);
      if (found < 0) continue;
      if (first < 0) first = found;
      if (native.matches(automatic, node, -1)) return found;
    }
    return first;
  }

  // MARK: What documents and shadow roots share

  /** Objects as a node's tree sees them: https://dom.spec.whatwg.org/#retarget */
  const seenFrom = (id, context) => core.retarget(core.wrap(id), core.wrap(context));

  core.activeElementIn = function (root) {
    const id = core.focus.element;
    if (id < 0) return null;
    const seen = seenFrom(id, root);
    return rootOf(core.id(seen)) === root ? seen : null;
  };

  // MARK: ShadowRoot

  class ShadowRoot extends core.DocumentFragment {
    constructor() {
      throw new TypeError("Illegal constructor");
    }

    get mode() { return flagsOf(shadowID(this)) & OPEN ? "open" : "closed"; }
    get delegatesFocus() { return (flagsOf(shadowID(this)) & DELEGATES_FOCUS) !== 0; }
    get slotAssignment() { return flagsOf(shadowID(this)) & MANUAL ? "manual" : "named"; }
    get clonable() { return (flagsOf(shadowID(this)) & CLONABLE) !== 0; }
    get serializable() { return (flagsOf(shadowID(this)) & SERIALIZABLE) !== 0; }
    get host() { return core.wrap(hostOf(shadowID(this))); }
    get customElementRegistry() { return core.registryOf(shadowID(this)); }

    get innerHTML() { return core.serialize(shadowID(this), false); }
    set innerHTML(value) {
      const id = shadowID(this);
      setMarkup(id, value === null ? "" : core.string(value), false);
    }
    setHTMLUnsafe(html) {
      const id = shadowID(this);
      core.requireArguments(arguments.length, 1);
      setMarkup(id, core.string(html), true);
    }
    getHTML(options = undefined) { return core.getHTML(shadowID(this), options); }

    get activeElement() { return core.activeElementIn(shadowID(this)); }
    get fullscreenElement() {
      shadowID(this);
      return null;
    }
    set fullscreenElement(value) { shadowID(this); }
    get pointerLockElement() {
      shadowID(this);
      return null;
    }
    get pictureInPictureElement() {
      shadowID(this);
      return null;
    }
    elementFromPoint(x, y) {
      const found = elementsAt(this, x, y, arguments.length);
      return found.length === 0 ? null : found[0];
    }
    elementsFromPoint(x, y) { return core.array(elementsAt(this, x, y, arguments.length)); }
    /** As in Chromium: the selection of the page, which has ends in its shadow trees too. */
    getSelection() { return tree.isInPage(shadowID(this)) ? core.getSelection() : null; }

    get styleSheets() {
      const id = shadowID(this);
      core.load("sheets.js");
      return core.styleSheetList(id);
    }
    get adoptedStyleSheets() {
      const id = shadowID(this);
      core.load("sheets.js");
      return core.adoptedSheets(id);
    }
    set adoptedStyleSheets(value) {
      const id = shadowID(this);
      core.load("sheets.js");
      core.setAdoptedSheets(id, value);
    }
  }

  function elementsAt(root, x, y, count) {
    const id = shadowID(root);
    core.requireArguments(count, 2);
    x = core.double(x);
    y = core.double(y);
    return tree.isInPage(id) ? core.elementsSeenAt(id, x, y) : core.list();
  }

  /** Markup in a shadow root is read as if in its host. */
  const setMarkup = tree.reacting((root, markup, allowsShadowRoots) => {
    const fragment = core.parseFragment(hostOf(root), markup, false, allowsShadowRoots, root);
    tree.replaceAll(fragment, root);
  });

  core.ShadowRoot = ShadowRoot;
  core.eventHandlers(ShadowRoot, ["slotchange"]);
  core.define({ ShadowRoot });

  // MARK: HTMLSlotElement. https://html.spec.whatwg.org/multipage/scripting.html#the-slot-element

  core.html.declare("HTMLSlotElement", (is) => {
    function assigned(slot, options, onlyElements) {
      const isFlat = core.member(core.dictionary(options), "flatten", core.boolean, false);
      const nodes = isFlat ? native.flattenedNodes(slot) : native.assignedNodes(slot);
      const result = core.list();
      for (let index = 0; index < nodes.length; index += 1) {
        if (!onlyElements || kindOf(nodes[index]) === ELEMENT) put(result, core.wrap(nodes[index]));
      }
      return core.array(result);
    }

    class HTMLSlotElement extends core.html.HTMLElement {
      assign() {
        const id = is(this);
        const nodes = core.list();
        for (let index = 0; index < arguments.length; index += 1) {
          const node = core.idIfNode(arguments[index]);
          if (node < 0 || !isSlottable(node)) throw new TypeError("Only elements and texts can be assigned to slots.");
          put(nodes, core.string(node));
        }
        const root = rootOf(id);
        native.reassignSlots(root);
        native.assignNodes(id, nodes);
        if (isShadowRoot(root)) signalAll(native.reassignSlots(root));
      }
      assignedNodes(options = undefined) { return assigned(is(this), options, false); }
      assignedElements(options = undefined) { return assigned(is(this), options, true); }
    }
    core.html.reflect(HTMLSlotElement, is, { string: "name" });
    return HTMLSlotElement;
  });
})
