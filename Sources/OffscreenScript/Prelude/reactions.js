// What custom elements are told, and when. https://html.spec.whatwg.org/multipage/custom-elements.html#custom-element-reactions
(function (core) {
  "use strict";
  const { native, links, put, hooks, reactions, SafeMap, SafeSet, ArrayShift } = core;
  const tree = core.tree;
  const { DOCUMENT, kindOf, nameOf, rootOf, nextNode } = tree;
  const NONE = 7;

  const UNDEFINED = 0, FAILED = 1, PRECUSTOMIZED = 2, CUSTOM = 3;

  /** What is known of an element that has a definition, or had. */
  class Custom {
    constructor(id) {
      this.id = id;
      this.state = UNDEFINED;
      this.definition = null;
      /** Its reaction queue. */
      this.reactions = core.list();
      this.internals = null;
      /** Of form-associated ones. */
      this.form = -1;
      this.isDisabled = false;
    }
  }
  core.ObjectSetPrototypeOf(Custom.prototype, null);

  // By the element's number.
  const customs = new SafeMap();

  function customOf(id) {
    let custom = customs.get(id);
    if (custom === undefined) customs.set(id, custom = new Custom(id));
    return custom;
  }

  // MARK: Queues. https://html.spec.whatwg.org/multipage/custom-elements.html#custom-element-reactions-stack

  // The stack of element queues; null for one that is empty.
  const stack = core.list();
  let backup = null;

  reactions.enter = function () {
    put(stack, null);
    reactions.isOpen = true;
  };

  reactions.leave = function () {
    const queue = stack[stack.length - 1];
    stack.length -= 1;
    if (queue !== null) invoke(queue);
  };

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#enqueue-an-element-on-the-appropriate-element-queue */
  function enqueue(custom, reaction) {
    put(custom.reactions, reaction);
    const last = stack.length - 1;
    if (last >= 0) {
      put(stack[last] ??= core.list(), custom);
      return;
    }
    if (backup === null) {
      backup = core.list();
      core.queueMicrotask(() => {
        invoke(backup);
        backup = null;
      });
    }
    put(backup, custom);
  }

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#invoke-custom-element-reactions */
  function invoke(queue) {
    for (let index = 0; index < queue.length; index += 1) {
      const custom = queue[index];
      while (custom.reactions.length > 0) {
        const reaction = ArrayShift(custom.reactions);
        if (reaction.callback === null) core.customElements.upgrade(custom.id, reaction.definition);
        else core.callAndReport(reaction.callback, core.wrap(custom.id), reaction.parameters);
      }
    }
  }

  const noParameters = core.list();

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#enqueue-a-custom-element-callback-reaction */
  function enqueueCallback(custom, name, parameters = noParameters) {
    const callback = custom.definition.callbacks[name];
    if (callback !== undefined) enqueue(custom, { __proto__: null, callback, parameters });
  }

  function enqueueUpgrade(id, definition) {
    enqueue(customOf(id), { __proto__: null, callback: null, definition });
  }

  function enqueueAttribute(custom, atom, namespace, old, value) {
    const details = core.describeAttribute(custom.id, atom, namespace);
    if (!custom.definition.observed.has(details.name)) return;
    enqueueCallback(custom, "attributeChangedCallback", core.list(details.name, old, value, details.namespace));
  }

  // MARK: Walking

  // The names of elements that some definition is for.
  const names = new SafeSet();
  const flags = core.list();

  function watch(atom) {
    if (names.has(atom)) return;
    names.add(atom);
    while (flags.length <= atom) flags[flags.length] = false;
    flags[atom] = true;
    core.forgetAwaited();
  }

  /** The shadow root of an element, or -1. */
  const shadowRootOf = (id) => (core.shadow === null ? -1 : native.shadowRoot(id));

  /** Calls for each element of a tree, shadow trees included, that a definition may be for. */
  function walk(root, steps) {
    for (let node = root; node >= 0; node = nextNode(node, root)) {
      if ((links[(node << 3) + 6] & 0xffff) === 2 && flags[nameOf(node)] === true) steps(node);
      if (core.shadow === null || !tree.isElement(node)) continue;
      const inner = shadowRootOf(node);
      if (inner >= 0) walk(inner, steps);
    }
  }

  /** https://dom.spec.whatwg.org/#connected */
  function isConnected(id) {
    for (;;) {
      const root = rootOf(id);
      if (kindOf(root) === DOCUMENT) return true;
      if (core.shadow === null) return false;
      id = core.shadow.hostOf(root);
      if (id < 0) return false;
    }
  }

  const customIn = (id) => {
    const custom = customs.get(id);
    return custom !== undefined && custom.state === CUSTOM ? custom : null;
  };

  // MARK: What happens to the tree

  function insertedElement(id) {
    const custom = customIn(id);
    if (custom === null) {
      core.customElements.settle(id);
      core.customElements.tryToUpgrade(id);
    } else {
      if (custom.definition.isFormAssociated) core.formAssociated.placed(custom);
      enqueueCallback(custom, "connectedCallback");
    }
  }

  function removedElement(id) {
    const custom = customIn(id);
    if (custom === null) return;
    if (custom.definition.isFormAssociated) core.formAssociated.placed(custom);
    enqueueCallback(custom, "disconnectedCallback");
  }

  function movedElement(id) {
    const custom = customIn(id);
    if (custom === null) return;
    if (custom.definition.callbacks.connectedMoveCallback !== undefined) {
      enqueueCallback(custom, "connectedMoveCallback");
    } else {
      enqueueCallback(custom, "disconnectedCallback");
      enqueueCallback(custom, "connectedCallback");
    }
  }

  const observed = new SafeSet();

  /** Attributes of these names are of interest from now on. */
  function observe(atom) {
    if (observed.has(atom)) return;
    observed.add(atom);
    core.forgetInterests();
  }

  /** Begins to listen to what happens to the tree. */
  function start() {
    if (reactions.isOn) return;
    reactions.isOn = true;
    const inserted = (root) => walk(root, insertedElement);
    const removed = (root) => walk(root, removedElement);
    inserted.atoms = removed.atoms = names;
    put(hooks.inserted, inserted);
    put(hooks.removed, removed);
    put(hooks.moved, (root) => { if (isConnected(root)) walk(root, movedElement); });
    put(hooks.adopted, (root, old, document) => walk(root, (id) => {
      const custom = customIn(id);
      if (custom !== null) enqueueCallback(custom, "adoptedCallback", core.list(core.wrap(old), core.wrap(document)));
    }));
    const changed = (element, atom, namespace, old, value) => {
      const custom = customIn(element);
      if (custom !== null) enqueueAttribute(custom, atom, namespace, old, value);
    };
    changed.wants = (atom) => observed.has(atom);
    put(hooks.attributeChanged, changed);
    put(hooks.cloned, (id, copy) => walk(copy, core.customElements.tryToUpgrade));
  }

  /** What an element's attributes were before, it is told of one by one. */
  function enqueueAttributes(custom) {
    if (custom.definition.callbacks.attributeChangedCallback === undefined) return;
    const list = native.attributes(custom.id);
    for (let index = 0; index < list.length; index += 2) {
      enqueueAttribute(custom, list[index], list[index + 1], null,
        native.attribute(custom.id, list[index], list[index + 1]));
    }
  }

  core.custom = {
    __proto__: null, UNDEFINED, FAILED, PRECUSTOMIZED, CUSTOM, NONE, customs, customOf, customIn, enqueueCallback,
    enqueueUpgrade, enqueueAttributes, watch, observe, walk, shadowRootOf, isConnected, insertedElement, start,
  };
})
