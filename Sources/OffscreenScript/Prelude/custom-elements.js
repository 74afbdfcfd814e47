// Custom elements: their definitions, how they are made, and how others become them.
// https://html.spec.whatwg.org/multipage/custom-elements.html
(function (core) {
  "use strict";
  const {
    native, put, error, hooks, reactions, SafeMap, SafeSet, TypeError, ReflectConstruct, ReflectGetPrototypeOf,
  } = core;
  const tree = core.tree;
  const { nameOf, namespaceOf } = tree;
  core.load("reactions.js");
  const {
    UNDEFINED, FAILED, PRECUSTOMIZED, CUSTOM, customs, customOf, customIn, enqueueCallback, enqueueUpgrade,
    enqueueAttributes, walk, shadowRootOf, isConnected, insertedElement,
  } = core.custom;
  const HTML = 0, NONE = 7;
  const isAtom = core.atom("is");

  // MARK: Definitions

  class Definition {
    constructor(name, localName, constructor) {
      this.name = name;
      this.atom = core.atom(localName);
      /** Whether it makes another one of an element of HTML's. */
      this.isBuiltIn = name !== localName;
      this.localName = localName;
      this.constructor = constructor;
      /** Its functions by their names; and the names of the attributes that it wants to hear of. */
      this.callbacks = { __proto__: null };
      this.observed = new SafeSet();
      this.isFormAssociated = false;
      this.disablesInternals = false;
      this.disablesShadow = false;
      /** Elements that are being upgraded: -1 once their object has been asked for. */
      this.stack = core.list();
      /** Makes objects with the prototype of the page's class. */
      this.maker = function () {};
    }
  }
  core.ObjectSetPrototypeOf(Definition.prototype, null);

  /** The definitions of a window; or scoped ones, of the nodes that are given them. */
  class Registry {
    constructor(object, isScoped) {
      this.object = object;
      this.isScoped = isScoped;
      /** Where elements may be that have a scoped one. */
      this.documents = new SafeSet();
      this.byName = new SafeMap();
      this.byConstructor = new SafeMap();
      // By the name of the element; then of those that extend one, by the definition's name.
      this.autonomous = new SafeMap();
      this.builtIns = new SafeMap();
      // Promises of definitions that are not there yet, by name.
      this.promises = new SafeMap();
      this.isDefining = false;
    }

    /** https://html.spec.whatwg.org/multipage/custom-elements.html#look-up-a-custom-element-definition */
    find(atom, isValue) {
      return this.autonomous.get(atom)
        ?? (isValue === null ? undefined : this.builtIns.get(atom)?.get(isValue));
    }

    add(definition) {
      this.byName.set(definition.name, definition);
      this.byConstructor.set(definition.constructor, definition);
      if (definition.isBuiltIn) {
        let list = this.builtIns.get(definition.atom);
        if (list === undefined) this.builtIns.set(definition.atom, list = new SafeMap());
        list.set(definition.name, definition);
      } else {
        this.autonomous.set(definition.atom, definition);
      }
    }
  }
  core.ObjectSetPrototypeOf(Registry.prototype, null);

  const Brand = core.brand();
  const globalObject = core.ObjectCreate(null);
  const globalRegistry = new Registry(globalObject, false);
  new Brand(globalObject, globalRegistry);

  // MARK: Which definitions a node has. https://dom.spec.whatwg.org/#element-custom-element-registry

  // Of nodes that do not have their document's: a scoped registry, or null until they get into a document.
  const assigned = new SafeMap();

  /** The definitions of a node; null for none, as in documents without a window. */
  function registryOf(id) {
    if (assigned.size === 0) return tree.documentOf(id) === 0 ? globalRegistry : null;
    const own = assigned.get(id);
    if (own !== undefined) return own;
    const document = tree.documentOf(id);
    return document === 0 ? globalRegistry : id === document ? null : assigned.get(document) ?? null;
  }

  function assign(id, registry) {
    if (registry === globalRegistry) {
      assigned.delete(id);
      return;
    }
    assigned.set(id, registry);
    if (registry !== null) registry.documents.add(tree.documentOf(id));
  }

  /** A node that has come into a document without definitions of its own gets its parent's. */
  function settle(id) {
    if (assigned.get(id) !== null) return;
    const parent = tree.parentOf(id);
    assign(id, parent < 0 ? null : registryOf(parent));
  }

  /** The registry that options name, for nodes of a document. */
  function readRegistry(value, document) {
    if (value === undefined) return undefined;
    if (value === null) return null;
    const registry = Brand.of(value);
    if (!registry.isScoped && registry !== registryOf(document)) {
      throw error("NotSupportedError", "The registry is that of another document.");
    }
    return registry;
  }

  // MARK: What an element is by its options or its attribute

  // Where it is not what the attribute says: since it was made, scripts have changed that, or it never had one.
  const isValues = new SafeMap();

  /** https://dom.spec.whatwg.org/#concept-element-is-value */
  function isValueOf(id) {
    const known = isValues.get(id);
    return known === undefined ? native.attribute(id, isAtom, NONE) : known;
  }

  /** Whether CSS finds it defined, where no definition says so. */
  function noteDefined(id, isDefined) { native.setFormState(id, "defined", isDefined); }

  function setIsValue(id, value) {
    isValues.set(id, value);
    if (value !== null) native.setFormState(id, "is", value);
    // Where no definition has been found yet.
    if (!customs.has(id) && !core.isCustomElementName(core.spelling(nameOf(id)))) noteDefined(id, value === null);
  }

  const isChanged = (element, atom, namespace, old) => {
    if (namespace === NONE && namespaceOf(element) === HTML && !isValues.has(element)) setIsValue(element, old);
  };
  isChanged.wants = (atom) => atom === isAtom;
  put(hooks.attributeChanged, isChanged);

  // What copies get that have no registry. https://dom.spec.whatwg.org/#concept-node-clone
  let fallback = null;

  put(hooks.cloned, (id, copy, isDeep) => {
    if (isValues.size > 0 || assigned.size > 0 || fallback !== null) copyValues(id, copy, isDeep);
  });

  function copyValues(id, copy, isDeep) {
    const value = isValues.get(id);
    if (value !== undefined) setIsValue(copy, value);
    const registry = registryOf(id) ?? fallback;
    if (registry !== null && registry.isScoped && tree.isElement(copy)) assign(copy, registry);
    if (!isDeep) return;
    let other = tree.link(copy, tree.FIRST);
    for (let child = tree.link(id, tree.FIRST); child >= 0 && other >= 0; child = tree.link(child, tree.NEXT)) {
      copyValues(child, other, true);
      other = tree.link(other, tree.NEXT);
    }
  }

  // MARK: Upgrading

  function definitionOf(id) {
    if (namespaceOf(id) !== HTML) return undefined;
    return registryOf(id)?.find(nameOf(id), isValueOf(id));
  }

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#concept-try-upgrade */
  function tryToUpgrade(id) {
    const custom = customs.get(id);
    if (custom !== undefined && custom.state !== UNDEFINED) return;
    const definition = definitionOf(id);
    if (definition !== undefined) enqueueUpgrade(id, definition);
  }

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades; what the page's code throws is reported. */
  function upgrade(id, definition) {
    // 1. It happens once.
    const custom = customOf(id);
    if (custom.state !== UNDEFINED) return;
    // 2 to 5.
    custom.definition = definition;
    custom.state = FAILED;
    enqueueAttributes(custom);
    if (isConnected(id)) enqueueCallback(custom, "connectedCallback");
    // 6 to 10.
    put(definition.stack, id);
    try {
      if (definition.disablesShadow && shadowRootOf(id) >= 0) {
        throw error("NotSupportedError", "The element has a shadow root, which its definition forbids.");
      }
      custom.state = PRECUSTOMIZED;
      if (construct(definition, registryOf(id)) !== core.wrap(id)) {
        throw new TypeError("The constructor of '" + definition.name + "' has given another object.");
      }
    } catch (thrown) {
      custom.state = FAILED;
      custom.definition = null;
      custom.reactions.length = 0;
      core.report(thrown);
      return;
    } finally {
      definition.stack.length -= 1;
    }
    // 11 and 12.
    becomeCustom(custom);
  }
  const noArguments = core.list();

  /** Calls the page's constructor, whose own changes have reactions of their own. */
  function construct(definition, registry) {
    const { isOpen } = reactions;
    const { constructor } = definition;
    reactions.isOpen = false;
    if (registry !== globalRegistry) constructing.set(constructor, registry);
    try {
      return core.callPage(() => ReflectConstruct(constructor, noArguments));
    } finally {
      reactions.isOpen = isOpen;
      if (constructing.size > 0) constructing.delete(constructor);
    }
  }
  // https://html.spec.whatwg.org/multipage/custom-elements.html#active-custom-element-constructor-map
  const constructing = new SafeMap();

  function becomeCustom(custom) {
    const { definition, id } = custom;
    if (definition.isFormAssociated) core.formAssociated.begin(custom);
    custom.state = CUSTOM;
    noteDefined(id, true);
  }

  // MARK: Making

  /** https://dom.spec.whatwg.org/#concept-create-element, with its constructor run at once; the element. */
  const create = tree.reacting((document, atom, namespace, isValue, registry = registryOf(document)) => {
    const definition = namespace === HTML ? registry?.find(atom, isValue) : undefined;
    if (definition !== undefined && !definition.isBuiltIn) {
      const element = constructed(definition, document, registry);
      if (element !== null) return element;
    }
    const id = core.makeElement(document, atom, namespace);
    if (registry?.isScoped || registry !== registryOf(id)) assign(id, registry);
    if (definition !== undefined && !definition.isBuiltIn) return failed(id);
    if (isValue !== null && namespace === HTML) setIsValue(id, isValue);
    if (definition !== undefined) upgrade(id, definition);
    return core.wrap(id);
  });

  /** What a constructor makes that is called for an element's name; null where it throws or does what it must not. */
  function constructed(definition, document, registry) {
    try {
      return checked(construct(definition, registry), definition, document);
    } catch (thrown) {
      core.report(thrown);
      return null;
    }
  }

  /** https://dom.spec.whatwg.org/#concept-create-element, step 5.1 */
  function checked(element, definition, document) {
    const id = core.idIfNode(element);
    if (id < 0 || !core.html.isHTML(id)) throw new TypeError("The constructor has given no HTMLElement.");
    const refuse = (what) => { throw error("NotSupportedError", "The constructor has given an element " + what + "."); };
    if (native.attributes(id).length > 0) refuse("with attributes");
    if (tree.link(id, tree.FIRST) >= 0) refuse("with children");
    if (tree.parentOf(id) >= 0) refuse("with a parent");
    if (tree.documentOf(id) !== document) refuse("of another document");
    if (nameOf(id) !== definition.atom) refuse("of another name");
    return element;
  }

  /** An element whose constructor has failed. */
  function failed(id) {
    customOf(id).state = FAILED;
    return core.construct(core.HTMLUnknownElement, id);
  }

  /** The interface of ours that a class of the page's extends; null where it is handed to `Reflect.construct` instead. */
  function interfaceBehind(Class) {
    for (let steps = 0; steps < mostClasses && Class !== null; steps += 1) {
      if (core.isInterface(Class)) return Class;
      Class = ReflectGetPrototypeOf(Class);
    }
    return null;
  }
  const mostClasses = 10000;

  /** https://html.spec.whatwg.org/multipage/dom.html#html-element-constructors; the object. */
  core.htmlConstructor = function (newTarget) {
    // 2 and 3. One of HTML's own constructors makes nothing.
    const registry = constructing.get(newTarget) ?? globalRegistry;
    constructing.delete(newTarget);
    const definition = registry.byConstructor.get(newTarget);
    if (definition === undefined || core.isInterface(newTarget)) throw new TypeError("Illegal constructor");
    // 5 and 6. The class extends what the definition says.
    const Interface = definition.isBuiltIn ? core.interfaceOf.get(definition.localName) : core.HTMLElement;
    const extended = interfaceBehind(newTarget);
    if (extended !== null && extended !== Interface) {
      throw new TypeError("Illegal constructor: '" + definition.name + "' extends another element.");
    }
    // 7 and 8.
    let { prototype } = newTarget;
    if (!core.isObject(prototype)) {
      const realm = core.realmOf(newTarget);
      prototype = (definition.isBuiltIn ? realm.interfaceOf.get(definition.localName) : realm.HTMLElement).prototype;
    }
    // 9. `new`.
    const { stack } = definition;
    if (stack.length === 0) {
      const id = core.makeElement(0, definition.atom, HTML);
      if (definition.isBuiltIn) setIsValue(id, definition.name);
      if (registry.isScoped) assign(id, registry);
      definition.maker.prototype = prototype;
      const element = core.construct(definition.maker, id);
      const custom = customOf(id);
      custom.definition = definition;
      becomeCustom(custom);
      return element;
    }
    // 10 to 14. An element that is upgraded.
    const id = stack[stack.length - 1];
    if (id < 0) throw new TypeError("The element has been constructed already.");
    const element = core.wrap(id);
    core.ReflectSetPrototypeOf(element, prototype);
    stack[stack.length - 1] = -1;
    return element;
  };

  // MARK: Elements of markup

  /** Upgrades what a fragment has been parsed to. */
  const upgradeParsed = tree.reacting((fragment, context) => {
    const registry = registryOf(context);
    if (registry === null) return;
    if (registry.isScoped) {
      for (let node = fragment; node >= 0; node = tree.nextNode(node, fragment)) {
        if (tree.isElement(node)) assign(node, registry);
      }
    }
    if (reactions.isOn) walk(fragment, tryToUpgrade);
  });

  // The element of the parser's whose constructor has run: {definition, element}; null for its own.
  let parsed = null;

  /** Runs the constructor of an element that the parser makes. */
  core.entry.parsedTag = function (id, isValue) {
    parsed = null;
    const definition = globalRegistry.find(nameOf(id), isValue);
    if (definition === undefined) return;
    if (isValue !== null) setIsValue(id, isValue);
    core.constructsParsed += 1;
    try {
      if (definition.isBuiltIn) return withReactions(() => upgrade(id, definition));
      parsed = { __proto__: null, definition, element: null };
      parsed.element = withReactions(() => construct(definition, globalRegistry));
    } catch (thrown) {
      core.report(thrown);
    } finally {
      core.constructsParsed -= 1;
    }
  };

  /** The number of the element that stands in the place of the parser's, once the constructor's microtasks have run. */
  core.entry.parsedElement = function (id) {
    if (parsed === null) return id;
    const { element, definition } = parsed;
    parsed = null;
    try {
      if (element !== null) return core.id(checked(element, definition, 0));
    } catch (thrown) {
      core.report(thrown);
    }
    failed(id);
    return id;
  };

  core.entry.parsedAttributes = function (id) {
    const custom = customIn(id);
    if (custom === null) return;
    core.constructsParsed += 1;
    try {
      withReactions(() => enqueueAttributes(custom));
    } finally {
      core.constructsParsed -= 1;
    }
  };

  core.entry.parsedPlace = function (id) {
    if (isConnected(id)) withReactions(() => insertedElement(id));
  };

  const withReactions = tree.reacting((steps) => steps());

  core.customElements = {
    __proto__: null, Definition, Registry, Brand, globalObject, registryOf, assign, settle, readRegistry, isValueOf,
    definitionOf, tryToUpgrade, upgrade, create, upgradeParsed,
    /** A shadow root that is attached once an element is custom may be had from its internals. */
    attachedShadow(id) {
      const custom = customs.get(id);
      if (custom !== undefined && custom.state >= PRECUSTOMIZED) custom.hasOwnShadow = true;
    },
    /** Copies a tree, whose elements get a registry where they have none. */
    clone(id, isDeep, document, registry) {
      fallback = registry;
      try {
        return tree.clone(id, isDeep, document);
      } finally {
        fallback = null;
      }
    },
    attachInternals(id) {
      core.load("element-internals.js");
      return core.attachInternals(id);
    },
  };

  /** What `attachShadow` asks: whether the definition of an element forbids it a shadow root. */
  core.disablesShadow = (id) => definitionOf(id)?.disablesShadow ?? false;
})
