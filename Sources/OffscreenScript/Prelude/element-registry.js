// How pages define custom elements. https://html.spec.whatwg.org/multipage/custom-elements.html#custom-elements-api
(function (core) {
  "use strict";
  const { native, error, TypeError, ReflectConstruct } = core;
  const tree = core.tree;
  const { nameOf } = tree;
  core.load("custom-elements.js");
  const { enqueueUpgrade, watch, observe, walk, start } = core.custom;
  const {
    Definition, Registry, Brand, globalObject, registryOf, assign, isValueOf, tryToUpgrade,
  } = core.customElements;
  const HTML = 0;
  const noArguments = core.list();

  // MARK: Defining

  /** Whether a value can be constructed, without a call of it. */
  function isConstructor(value) {
    if (typeof value !== "function") return false;
    try {
      ReflectConstruct(new core.Proxy(value, { __proto__: null, construct: () => ({}) }), noArguments);
      return true;
    } catch {
      return false;
    }
  }

  const callbackNames = ["connectedCallback", "disconnectedCallback", "adoptedCallback", "connectedMoveCallback",
    "attributeChangedCallback"];
  const formCallbackNames = ["formAssociatedCallback", "formResetCallback", "formDisabledCallback",
    "formStateRestoreCallback"];

  function readCallbacks(definition, prototype, list) {
    for (let index = 0; index < list.length; index += 1) {
      const value = prototype[list[index]];
      if (value !== undefined) definition.callbacks[list[index]] = core.convertCallback(value);
    }
  }

  function readStrings(constructor, name, steps) {
    const value = constructor[name];
    if (value === undefined) return;
    const list = core.sequence(value, core.string);
    for (let index = 0; index < list.length; index += 1) steps(list[index]);
  }

  /** Reads what the constructor says. https://html.spec.whatwg.org/multipage/custom-elements.html#dom-customelementregistry-define, step 14 */
  function readConstructor(definition) {
    const { constructor } = definition;
    const { prototype } = constructor;
    if (!core.isObject(prototype)) throw new TypeError("The constructor's prototype is not an object.");
    readCallbacks(definition, prototype, callbackNames);
    if (definition.callbacks.attributeChangedCallback !== undefined) {
      readStrings(constructor, "observedAttributes", (name) => definition.observed.add(name));
    }
    readStrings(constructor, "disabledFeatures", (feature) => {
      if (feature === "internals") definition.disablesInternals = true;
      if (feature === "shadow") definition.disablesShadow = true;
    });
    definition.isFormAssociated = !!constructor.formAssociated;
    if (definition.isFormAssociated) readCallbacks(definition, prototype, formCallbackNames);
  }

  /** The name of the element that a definition extends, where it does. */
  function checkExtended(name, extended) {
    if (extended === null) return name;
    if (core.isCustomElementName(extended)) {
      throw error("NotSupportedError", "'" + extended + "' is a custom element's name.");
    }
    if (!core.interfaceOf.has(extended)) throw error("NotSupportedError", "'" + extended + "' is no element of HTML.");
    return extended;
  }

  function define(registry, name, constructor, extended) {
    // 1 to 4.
    if (!isConstructor(constructor)) throw new TypeError("The argument is not a constructor.");
    if (!core.isCustomElementName(name)) throw error("SyntaxError", "'" + name + "' is not a valid custom element name.");
    if (registry.byName.has(name)) throw error("NotSupportedError", "'" + name + "' is defined already.");
    if (registry.byConstructor.has(constructor)) throw error("NotSupportedError", "The constructor is that of another name.");
    // 5 to 7.
    if (registry.isScoped && extended !== null) {
      throw error("NotSupportedError", "Elements of HTML's are only extended for a whole window.");
    }
    const localName = checkExtended(name, extended);
    const definition = new Definition(name, localName, constructor);
    // 8 to 14.
    if (registry.isDefining) throw error("NotSupportedError", "Another element is being defined.");
    registry.isDefining = true;
    try {
      readConstructor(definition);
    } finally {
      registry.isDefining = false;
    }
    // 15 to 18.
    add(registry, definition);
    const waiting = registry.promises.get(name);
    if (waiting !== undefined) {
      registry.promises.delete(name);
      waiting.resolve(constructor);
    }
  }

  function add(registry, definition) {
    start();
    registry.add(definition);
    watch(definition.atom);
    const { observed, atom } = definition;
    observed.forEach((name) => observe(core.atom(name)));
    if (definition.isFormAssociated) {
      core.load("form-associated.js");
      core.formAssociated.add();
    }
    if (!registry.isScoped) native.parserConstructs(atom, definition.isBuiltIn);
    upgradeDocuments(registry, definition);
  }

  const upgradeDocuments = tree.reacting((registry, definition) => {
    const steps = (id) => {
      if (nameOf(id) === definition.atom && registryOf(id) === registry
        && (!definition.isBuiltIn || isValueOf(id) === definition.name)) enqueueUpgrade(id, definition);
    };
    if (registry.isScoped) return registry.documents.forEach((document) => walk(document, steps));
    if (core.shadow !== null) return walk(0, steps);
    const ids = native.elementsByTagName(0, definition.atom, definition.atom, HTML);
    for (let index = 0; index < ids.length; index += 1) steps(ids[index]);
  });

  // MARK: CustomElementRegistry. https://html.spec.whatwg.org/multipage/custom-elements.html#customelementregistry

  class CustomElementRegistry {
    constructor() { new Brand(this, new Registry(this, true)); }

    define(name, constructor, options = undefined) {
      const registry = Brand.of(this);
      core.requireArguments(arguments.length, 2);
      name = core.string(name);
      core.convertCallback(constructor);
      define(registry, name, constructor, core.member(core.dictionary(options), "extends", core.string, null));
    }

    get(name) {
      const registry = Brand.of(this);
      core.requireArguments(arguments.length, 1);
      return registry.byName.get(core.string(name))?.constructor;
    }

    getName(constructor) {
      const registry = Brand.of(this);
      core.requireArguments(arguments.length, 1);
      return registry.byConstructor.get(core.convertCallback(constructor))?.name ?? null;
    }

    whenDefined(name) {
      try {
        const registry = Brand.of(this);
        core.requireArguments(arguments.length, 1);
        return whenDefined(registry, core.string(name));
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }

    upgrade(root) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      const id = tree.requireNode(root);
      upgradeAll(id);
    }

    initialize(root) {
      const registry = Brand.of(this);
      core.requireArguments(arguments.length, 1);
      initialize(registry, tree.requireNode(root));
    }
  }

  const upgradeAll = tree.reacting((root) => walk(root, tryToUpgrade));

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#dom-customelementregistry-initialize */
  const initialize = tree.reacting((registry, root) => {
    const isDocument = tree.kindOf(root) === tree.DOCUMENT;
    if (!registry.isScoped && (isDocument || registryOf(tree.documentOf(root)) !== registry)) {
      throw error("NotSupportedError", "The registry is that of a whole window.");
    }
    // What its document gives an element from here on, it has been given by now.
    if ((isDocument || (core.shadow !== null && core.shadow.hostOf(root) >= 0)) && registryOf(root) === null) {
      assign(root, registry);
    }
    for (let node = root; node >= 0; node = tree.nextNode(node, root)) {
      if (!tree.isElement(node)) continue;
      if (registryOf(node) === null) assign(node, registry);
      if (registryOf(node) === registry) tryToUpgrade(node);
    }
  });

  function whenDefined(registry, name) {
    if (!core.isCustomElementName(name)) throw error("SyntaxError", "'" + name + "' is not a valid custom element name.");
    const definition = registry.byName.get(name);
    if (definition !== undefined) return new core.Promise((resolve) => resolve(definition.constructor));
    let waiting = registry.promises.get(name);
    if (waiting === undefined) {
      waiting = { __proto__: null, promise: null, resolve: null };
      waiting.promise = new core.Promise((resolve) => { waiting.resolve = resolve; });
      registry.promises.set(name, waiting);
    }
    return waiting.promise;
  }

  core.define({ CustomElementRegistry });
  core.ObjectSetPrototypeOf(globalObject, CustomElementRegistry.prototype);
  core.defineGlobals({ get customElements() { return globalObject; } });

  /** The page's object of a node's definitions. */
  core.registryOf = (id) => registryOf(id)?.object ?? null;
})
