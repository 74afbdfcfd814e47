// Observers of changes of the tree. https://dom.spec.whatwg.org/#mutation-observers
(function (core) {
  "use strict";
  const { links, list, put, TypeError, SafeMap, SafeSet } = core;

  // How many registrations ask for each kind: files that change the tree look here before they make a record.
  const observing = { __proto__: null, attributes: 0, characterData: 0, childList: 0 };
  core.observing = observing;

  /** What an observer wants to know of a node; `source`: the registration that one of a removed node stems from. */
  class Registration {
    constructor(observer, options, source) {
      this.observer = observer;
      this.options = options;
      this.source = source;
    }
  }

  // Lists of registrations by node.
  const registrations = new SafeMap();

  function count(options, difference) {
    if (options.attributes) observing.attributes += difference;
    if (options.characterData) observing.characterData += difference;
    if (options.childList) observing.childList += difference;
  }

  function register(node, registration) {
    let all = registrations.get(node);
    if (all === undefined) registrations.set(node, (all = list()));
    put(all, registration);
    count(registration.options, 1);
  }

  /** Takes away a node's registrations that `isOld` says so of. */
  function unregister(node, isOld) {
    const all = registrations.get(node);
    if (all === undefined) return;
    const rest = list();
    for (let index = 0; index < all.length; index += 1) {
      if (isOld(all[index])) count(all[index].options, -1);
      else put(rest, all[index]);
    }
    if (rest.length === 0) registrations.delete(node);
    else registrations.set(node, rest);
  }

  // MARK: Records

  let makeRecord, isMaking = false;

  class MutationRecord {
    #type;
    #target;
    #added;
    #removed;
    #previous;
    #next;
    #name;
    #namespace;
    #old;

    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
    }

    get type() { return this.#type; }
    get target() { return core.wrap(this.#target); }
    get addedNodes() { return (this.#added = nodeList(this.#added)); }
    get removedNodes() { return (this.#removed = nodeList(this.#removed)); }
    get previousSibling() { return core.wrap(this.#previous); }
    get nextSibling() { return core.wrap(this.#next); }
    get attributeName() { return this.#name; }
    get attributeNamespace() { return this.#namespace; }
    get oldValue() { return this.#old; }

    static {
      makeRecord = (type, target, added, removed, previous, next, name, namespace, old) => {
        isMaking = true;
        const record = new MutationRecord();
        isMaking = false;
        record.#type = type;
        record.#target = target;
        record.#added = added;
        record.#removed = removed;
        record.#previous = previous;
        record.#next = next;
        record.#name = name;
        record.#namespace = namespace;
        record.#old = old;
        return record;
      };
    }
  }

  /** Of numbers of nodes, made when the page asks for it. */
  const nodeList = (nodes) => (nodes instanceof core.NodeList ? nodes : core.collections.staticNodeList(nodes));
  const noNodes = list();

  /**
   * Queues a record: `("attributes", element, name, namespace, old value)`, `("characterData", node, old data)` or
   * `("childList", parent, added, removed, previous, next)`, with lists of numbers of nodes.
   * https://dom.spec.whatwg.org/#queue-a-mutation-record
   */
  core.mutated = function (type, target, a, b, c, d) {
    if (observing[type] === 0) return;
    const old = type === "attributes" ? c : type === "characterData" ? a : null;
    // From each interested observer to the old value that it gets.
    let interested = null;
    for (let node = target; node >= 0; node = links[node << 3]) {
      const all = registrations.get(node);
      if (all === undefined) continue;
      for (let index = 0; index < all.length; index += 1) {
        const { observer, options } = all[index];
        if ((node !== target && !options.subtree) || !options[type]) continue;
        if (type === "attributes" && options.attributeFilter !== null
          && (b !== null || !options.attributeFilter.has(a))) continue;
        interested ??= new SafeMap();
        const wantsOld = type === "attributes" ? options.attributeOldValue : options.characterDataOldValue;
        if (wantsOld) interested.set(observer, old);
        else if (!interested.has(observer)) interested.set(observer, null);
      }
    }
    if (interested === null) return;
    interested.forEach((value, observer) => {
      observer.enqueue(type === "attributes" ? makeRecord(type, target, noNodes, noNodes, -1, -1, a, b, value)
        : type === "characterData" ? makeRecord(type, target, noNodes, noNodes, -1, -1, null, null, value)
          : makeRecord(type, target, a, b, c, d, null, null, null));
    });
    queueDelivery();
  };

  /** A node that is about to be removed is observed until its observers are told. */
  core.removing = function (node, parent) {
    if (registrations.size === 0) return;
    for (let ancestor = parent; ancestor >= 0; ancestor = links[ancestor << 3]) {
      const all = registrations.get(ancestor);
      if (all === undefined) continue;
      for (let index = 0; index < all.length; index += 1) {
        const registration = all[index];
        if (!registration.options.subtree) continue;
        register(node, new Registration(registration.observer, registration.options, registration));
        put(registration.observer.transient, node);
      }
    }
  };

  // MARK: What the parser inserts

  const FIRST = 1, LAST = 2, PREVIOUS = 3, NEXT = 4;
  const link = (node, kind) => links[(node << 3) + kind];
  // When the parser went on: the nodes behind whose last child it puts more, the outermost first, and that child or -1.
  let places = list();

  core.entry.parserResumes = function () {
    places = list();
    if (observing.childList === 0) return;
    for (let node = 0; node >= 0; node = link(node, LAST)) put(places, { __proto__: null, node, last: link(node, LAST) });
  };

  core.entry.parserPaused = function () {
    const before = places;
    places = list();
    for (let index = before.length - 1; index >= 0; index -= 1) {
      const { node, last } = before[index];
      if (last >= 0 && links[last << 3] !== node) continue;
      recordFrom(last < 0 ? link(node, FIRST) : link(last, NEXT), node);
    }
  };

  /** Records of a node, its following siblings and what is in them, in tree order: as the parser has inserted them. */
  function recordFrom(first, parent) {
    for (let node = first; node >= 0;) {
      core.mutated("childList", links[node << 3], list(node), noNodes, link(node, PREVIOUS), -1);
      let next = link(node, FIRST);
      while (next < 0 && node !== parent) {
        next = link(node, NEXT);
        if (next < 0) node = links[node << 3];
      }
      if (node === parent) return;
      node = next;
    }
  }

  // MARK: Delivery

  let isQueued = false;
  // Those with records, in the order in which they were made.
  const waiting = new SafeSet();
  let lastNumber = 0;
  // Slots whose nodes have changed.
  let slots = list();

  function queueDelivery() {
    if (isQueued) return;
    isQueued = true;
    core.queueMicrotask(deliver);
  }

  /** Fires `slotchange` at a slot with the next delivery. https://dom.spec.whatwg.org/#signal-a-slot-change */
  core.signalSlotChange = function (slot) {
    for (let index = 0; index < slots.length; index += 1) if (slots[index] === slot) return;
    put(slots, slot);
    queueDelivery();
  };

  /** https://dom.spec.whatwg.org/#notify-mutation-observers */
  function deliver() {
    isQueued = false;
    const observers = list();
    waiting.forEach((observer) => put(observers, observer));
    waiting.clear();
    core.ArraySort(observers, (one, other) => one.number - other.number);
    const signaled = slots;
    slots = list();
    for (let index = 0; index < observers.length; index += 1) {
      const observer = observers[index];
      const records = observer.take();
      for (let place = 0; place < observer.transient.length; place += 1) {
        unregister(observer.transient[place], (registration) =>
          registration.observer === observer && registration.source !== null);
      }
      observer.transient = list();
      if (records.length === 0) continue;
      core.callAndReport(observer.callback, observer.object, [records, observer.object]);
    }
    for (let index = 0; index < signaled.length; index += 1) {
      core.fire(core.wrap(signaled[index]), "slotchange", { __proto__: null, bubbles: true });
    }
  }

  // MARK: MutationObserver

  class Observer {
    transient = list();
    nodes = new SafeSet();
    records = list();
    constructor(callback, object) {
      this.callback = callback;
      this.object = object;
      this.number = lastNumber += 1;
    }
    enqueue(record) {
      put(this.records, record);
      waiting.add(this);
    }
    take() {
      const records = core.array(this.records);
      this.records = list();
      return records;
    }
  }

  class MutationObserver {
    #observer;

    constructor(callback) {
      core.requireArguments(arguments.length, 1);
      this.#observer = new Observer(core.convertCallback(callback), this);
    }

    observe(target, options = undefined) {
      const observer = this.#observer;
      core.requireArguments(arguments.length, 1);
      if (!core.isNode(target)) throw new TypeError("The target is not a Node.");
      options = readOptions(options);
      if (core.isAttributeNode(target)) return;
      const node = core.id(target);
      const all = registrations.get(node);
      for (let index = 0; index < (all?.length ?? 0); index += 1) {
        const registration = all[index];
        if (registration.observer !== observer || registration.source !== null) continue;
        // What stems from the old registration ends with it.
        for (let place = 0; place < observer.transient.length; place += 1) {
          unregister(observer.transient[place], (other) => other.source === registration);
        }
        count(registration.options, -1);
        registration.options = options;
        count(options, 1);
        return;
      }
      register(node, new Registration(observer, options, null));
      observer.nodes.add(node);
    }

    disconnect() {
      const observer = this.#observer;
      const isOld = (registration) => registration.observer === observer;
      observer.nodes.forEach((node) => unregister(node, isOld));
      for (let index = 0; index < observer.transient.length; index += 1) unregister(observer.transient[index], isOld);
      observer.nodes.clear();
      observer.transient = list();
      observer.records = list();
      waiting.delete(observer);
    }

    takeRecords() { return this.#observer.take(); }
  }

  /** https://dom.spec.whatwg.org/#dom-mutationobserver-observe */
  function readOptions(given) {
    given = core.dictionary(given);
    const filter = core.member(given, "attributeFilter", (value) => core.sequence(value, core.string), null);
    const attributeOldValue = core.member(given, "attributeOldValue", core.boolean, undefined);
    let attributes = core.member(given, "attributes", core.boolean, undefined);
    let characterData = core.member(given, "characterData", core.boolean, undefined);
    const characterDataOldValue = core.member(given, "characterDataOldValue", core.boolean, undefined);
    const childList = !!given.childList;
    const subtree = !!given.subtree;
    if ((attributeOldValue !== undefined || filter !== null) && attributes === undefined) attributes = true;
    if (characterDataOldValue !== undefined && characterData === undefined) characterData = true;
    if (!childList && !attributes && !characterData) {
      throw new TypeError("One of childList, attributes and characterData must be true.");
    }
    if (attributeOldValue && !attributes) throw new TypeError("Old values of attributes that are not observed.");
    if (filter !== null && !attributes) throw new TypeError("A filter of attributes that are not observed.");
    if (characterDataOldValue && !characterData) throw new TypeError("Old values of data that are not observed.");
    let attributeFilter = null;
    if (filter !== null) {
      attributeFilter = new SafeSet();
      for (let index = 0; index < filter.length; index += 1) attributeFilter.add(filter[index]);
    }
    return { __proto__: null, childList, attributes: !!attributes, characterData: !!characterData, subtree,
      attributeOldValue: !!attributeOldValue, characterDataOldValue: !!characterDataOldValue, attributeFilter };
  }

  core.define({ MutationObserver, MutationRecord });
  core.alias("WebKitMutationObserver", MutationObserver);
})
