// Modules: their map, their graph, what runs when. Swift loads and rewrites them (`ModuleRewriter`).
// https://html.spec.whatwg.org/multipage/webappapis.html#module-script
// https://tc39.es/ecma262/#sec-cyclic-module-records
(function (core) {
  "use strict";
  core.load("import-maps.js");
  const {
    native, list, put, SafeMap, SafeSet, TypeError, SyntaxError, ReflectApply, ReflectDefineProperty, PromiseThen,
    GeneratorNext, AsyncGeneratorNext, ArrayPop,
  } = core;
  const modules = (core.modules = { __proto__: null });

  // MARK: Records

  const NEW = 0, UNLINKED = 1, LINKING = 2, LINKED = 3, EVALUATING = 4, EVALUATING_ASYNC = 5, EVALUATED = 6;

  class Module {
    status = NEW;
    // What was wrong with its text or with its specifiers: `{error}`. https://html.spec.whatwg.org/multipage/webappapis.html#concept-script-error-to-rethrow
    problem = null;
    // What its body threw: `{error}`.
    failure = null;
    // Of its requests.
    loaded = list();
    // Functions that give its exports, once it is linked.
    getters = null;
    generator = null;
    namespace = null;
    index = 0;
    ancestorIndex = 0;
    cycleRoot = null;
    capability = null;
    // Those that wait for it, and how many it waits for.
    parents = list();
    pending = 0;
    // Its place among those that are asynchronous; 0: it is not, or is done.
    order = 0;

    /** `source`: as `RewrittenModule.record` says. */
    constructor(address, source) {
      this.address = address;
      this.source = source;
    }
  }

  const noSource = (exports) => ({
    __proto__: null, specifiers: list(), attributes: list(), imports: list(), exports, indirect: list(), stars: list(),
    hasAwait: false, namesDefault: false, body: null,
  });

  /** A module of one value. https://tc39.es/ecma262/#sec-create-default-export-synthetic-module */
  function makeValueModule(address, value) {
    const module = new Module(address, noSource(list("default")));
    module.getters = list(() => value);
    module.status = EVALUATED;
    module.cycleRoot = module;
    return module;
  }

  function makeBroken(address, error) {
    const module = new Module(address, noSource(list()));
    module.problem = { error };
    return module;
  }

  const syntaxError = (message, line, address) => located(new SyntaxError(message), line, address);

  /** Says of an error where it is, as the engine says it of its own. */
  function located(error, line, address) {
    const define = (name, value) =>
      ReflectDefineProperty(error, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
    define("line", line);
    define("sourceURL", address);
    return error;
  }

  const types = { __proto__: null, json: true, css: true, text: true };

  function requireKnown(attributes) {
    for (let index = 0; index < attributes.length; index += 2) {
      if (attributes[index] !== "type") throw new SyntaxError(`The import attribute "${attributes[index]}" is not known.`);
    }
  }

  /** The type that attributes ask for. */
  function typeOf(attributes) {
    if (attributes.length === 0) return "javascript";
    const type = attributes[1];
    if (types[type] !== true) throw new TypeError(`"${type}" is not a type of modules.`);
    return type;
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#creating-a-javascript-module-script */
  function makeModule(address, kind, value, line) {
    if (kind === "syntax") return makeBroken(address, syntaxError(value, line, address));
    if (kind === "thrown") return makeBroken(address, value);
    const module = new Module(address, value);
    const { specifiers, attributes } = value;
    module.addresses = list();
    module.types = list();
    try {
      for (let index = 0; index < attributes.length; index += 1) requireKnown(attributes[index]);
      for (let index = 0; index < specifiers.length; index += 1) {
        put(module.addresses, core.resolveSpecifier(specifiers[index], address));
        put(module.types, typeOf(attributes[index]));
      }
    } catch (error) {
      return makeBroken(address, error);
    }
    return module;
  }

  // MARK: The module map. https://html.spec.whatwg.org/multipage/webappapis.html#module-map

  // By type and address: a module, null where it could not be loaded, or a list of those who wait for it.
  const map = new SafeMap();
  const loading = new SafeMap();
  let lastLoad = 0;
  const mostModules = 10000;

  /** Calls `finished` with the module, or with null. https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script */
  function fetchSingle(address, type, options, finished) {
    const key = `${type} ${address}`, known = map.get(key);
    if (known === null || known instanceof Module) return finished(known);
    if (known !== undefined) return put(known, finished);
    if (map.size >= mostModules) {
      native.report(`the page has more than ${mostModules} modules: the rest is left out`);
      return finished(null);
    }
    if (isGone(address)) {
      map.set(key, null);
      return finished(null);
    }
    map.set(key, list(finished));
    lastLoad += 1;
    loading.set(lastLoad, { __proto__: null, key, address, type });
    native.loadModule(lastLoad, address, type, options.integrity ?? core.integrityOf(address), options.credentials);
  }

  /** Whether it is that of a blob which is revoked. */
  function isGone(address) {
    if (!core.StringStartsWith(address, "blob:")) return false;
    const hash = core.StringIndexOf(address, "#");
    return !core.blobURLs?.has(hash < 0 ? address : core.StringSlice(address, 0, hash));
  }

  function makeLoaded(type, address, kind, value, line) {
    if (kind === "failed") return null;
    if (type === "javascript") return makeModule(address, kind, value, line);
    try {
      if (type === "json") return makeValueModule(address, core.JSONParse(value));
      if (type === "text") return makeValueModule(address, value);
      core.load("sheets.js");
      return makeValueModule(address, core.constructSheet(value));
    } catch (error) {
      return makeBroken(address, located(error, 1, address));
    }
  }

  /** `kind`: "failed", "syntax" or "thrown" with what was wrong, "source" with a record or a text. */
  modules.moduleLoaded = function (number, kind, value, line, address) {
    const load = loading.get(number);
    if (load === undefined) return;
    loading.delete(number);
    const waiting = map.get(load.key);
    const module = makeLoaded(load.type, address, kind, value, line);
    map.set(load.key, module);
    for (let index = 0; index < waiting.length; index += 1) waiting[index](module);
  };

  // MARK: Loading a graph. https://tc39.es/ecma262/#sec-LoadRequestedModules

  /**
   * Calls `finished` with null and null; or with what went wrong, `{error}`, and that again if it is in a module's text
   * or specifiers. What could not be loaded counts more than that, as in browsers: the rest is loaded all the same.
   */
  function loadGraph(module, options, finished) {
    loadInner(
      { __proto__: null, pending: 1, visited: new SafeSet(), missing: null, problem: null, options, finished }, module);
  }

  function loadInner(state, first) {
    // Those that are there already are walked here, so that depth is no matter.
    const stack = list(first);
    while (stack.length > 0) {
      const module = ArrayPop(stack);
      if (module.status === NEW && !state.visited.has(module)) {
        state.visited.add(module);
        const count = module.source.specifiers.length;
        state.pending += count;
        for (let index = 0; index < count; index += 1) {
          const known = module.loaded[index];
          if (known !== undefined) put(stack, known);
          else loadRequest(state, module, index);
        }
      }
      settle(state);
    }
  }

  function settle(state) {
    state.pending -= 1;
    if (state.pending > 0) return;
    if (state.missing !== null) return state.finished(state.missing, null);
    if (state.problem !== null) return state.finished(state.problem, state.problem);
    state.visited.forEach((visited) => {
      if (visited.status === NEW) visited.status = UNLINKED;
    });
    state.finished(null, null);
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#hostloadimportedmodule */
  function loadRequest(state, referrer, index) {
    const address = referrer.addresses[index];
    const options = { __proto__: null, credentials: state.options.credentials };
    fetchSingle(address, referrer.types[index], options, (module) => {
      if (module === null) {
        state.missing ??= { error: new TypeError(`The module ${address} could not be loaded.`) };
      } else if (module.problem !== null) {
        state.problem ??= module.problem;
      } else {
        setLoaded(referrer, index, module);
        return loadInner(state, module);
      }
      settle(state);
    });
  }

  function setLoaded(referrer, index, module) {
    while (referrer.loaded.length <= index) put(referrer.loaded, undefined);
    referrer.loaded[index] = module;
  }

  // MARK: Exports. https://tc39.es/ecma262/#sec-resolveexport

  const AMBIGUOUS = { __proto__: null };

  /** `{module, index}`, with -1 for the module's namespace; null where there is none; or ambiguous. */
  function resolveExport(module, name, seen) {
    const visited = seen ?? new SafeMap();
    let names = visited.get(module);
    if (names === undefined) visited.set(module, (names = new SafeSet()));
    if (names.has(name)) return null;
    names.add(name);
    const { indirect, stars } = module.source;
    const places = placesOf(module);
    const place = places.local.get(name);
    if (place !== undefined) return { __proto__: null, module, index: place };
    const link = places.indirect.get(name);
    if (link !== undefined) {
      const other = module.loaded[indirect[link + 1]], imported = indirect[link + 2];
      return imported === null ? { __proto__: null, module: other, index: -1 } : resolveExport(other, imported, visited);
    }
    if (name === "default") return null;
    let found = null;
    for (let index = 0; index < stars.length; index += 1) {
      const other = resolveExport(module.loaded[stars[index]], name, visited);
      if (other === AMBIGUOUS) return other;
      if (other === null) continue;
      if (found === null) found = other;
      else if (found.module !== other.module || found.index !== other.index) return AMBIGUOUS;
    }
    return found;
  }

  function placesOf(module) {
    if (module.places !== undefined) return module.places;
    const { exports, indirect } = module.source;
    const local = new SafeMap(), links = new SafeMap();
    for (let index = 0; index < exports.length; index += 1) local.set(exports[index], index);
    for (let index = 0; index < indirect.length; index += 3) links.set(indirect[index], index);
    return (module.places = { __proto__: null, local, indirect: links });
  }

  /** https://tc39.es/ecma262/#sec-getexportednames */
  function addExportedNames(module, names, visited, isStar) {
    if (visited.has(module)) return;
    visited.add(module);
    const { exports, indirect, stars } = module.source;
    const add = (name) => {
      if (!isStar || name !== "default") names.add(name);
    };
    for (let index = 0; index < exports.length; index += 1) add(exports[index]);
    for (let index = 0; index < indirect.length; index += 3) add(indirect[index]);
    for (let index = 0; index < stars.length; index += 1) addExportedNames(module.loaded[stars[index]], names, visited, true);
  }

  // MARK: Namespaces. https://tc39.es/ecma262/#sec-module-namespace-exotic-objects

  // Those that are handed out and have no properties yet.
  let unfilled = list();

  /**
   * Its properties come when the whole graph is linked.
   * Deviation: they are accessors, which reading them is fast with; the standard's say that they hold values.
   */
  function namespaceOf(module) {
    if (module.namespace === null) {
      module.namespace = core.ObjectCreate(null);
      put(unfilled, module);
    }
    return module.namespace;
  }

  function fillNamespaces() {
    // Exports may be namespaces in turn; what could not be linked is left for later.
    const later = list();
    while (unfilled.length > 0) {
      const module = ArrayPop(unfilled);
      if (module.status >= LINKED) fill(module);
      else put(later, module);
    }
    unfilled = later;
  }

  function fill(module) {
    const { namespace } = module, names = new SafeSet(), sorted = list();
    addExportedNames(module, names, new SafeSet(), false);
    names.forEach((name) => put(sorted, name));
    core.ArraySort(sorted);
    for (let index = 0; index < sorted.length; index += 1) {
      const found = resolveExport(module, sorted[index]);
      if (found === null || found === AMBIGUOUS) continue;
      const other = found.index < 0 ? namespaceOf(found.module) : null;
      const get = other === null ? found.module.getters[found.index] : () => other;
      ReflectDefineProperty(namespace, sorted[index],
        { __proto__: null, get, set: undefined, enumerable: true, configurable: false });
    }
    ReflectDefineProperty(namespace, core.SymbolToStringTag,
      { __proto__: null, value: "Module", writable: false, enumerable: false, configurable: false });
    core.ReflectPreventExtensions(namespace);
  }

  // MARK: Linking. https://tc39.es/ecma262/#sec-moduledeclarationlinking

  function link(module) {
    const stack = list();
    try {
      linkInner(module, stack, 0);
    } catch (error) {
      for (let index = 0; index < stack.length; index += 1) stack[index].status = UNLINKED;
      throw error;
    }
    fillNamespaces();
  }

  function linkInner(module, stack, index) {
    if (module.status !== UNLINKED) return index;
    module.status = LINKING;
    module.index = module.ancestorIndex = index;
    index += 1;
    put(stack, module);
    for (let request = 0; request < module.loaded.length; request += 1) {
      const required = module.loaded[request];
      index = linkInner(required, stack, index);
      if (required.status === LINKING) module.ancestorIndex = core.MathMin(module.ancestorIndex, required.ancestorIndex);
    }
    initialize(module);
    if (module.ancestorIndex === module.index) {
      let last;
      do {
        last = ArrayPop(stack);
        last.status = LINKED;
      } while (last !== module);
    }
    return index;
  }

  function requireExport(module, name, referrer) {
    const found = resolveExport(module, name);
    if (found !== null && found !== AMBIGUOUS) return;
    throw syntaxError(found === null
      ? `The module ${module.address} has no export "${name}", which ${referrer.address} asks for.`
      : `The module ${module.address} has more than one export "${name}", which ${referrer.address} asks for.`,
    1, referrer.address);
  }

  /** https://tc39.es/ecma262/#sec-source-text-module-record-initialize-environment */
  function initialize(module) {
    const { indirect, imports, hasAwait, namesDefault, body, exports } = module.source;
    for (let index = 0; index < indirect.length; index += 3) {
      if (indirect[index + 2] !== null) requireExport(module, indirect[index], module);
    }
    for (let index = 0; index < imports.length; index += 2) {
      if (imports[index + 1] !== null) requireExport(module.loaded[imports[index]], imports[index + 1], module);
    }
    if (module.generator !== null) return;
    const take = function (getters) {
      module.getters = getters;
      const namespaces = list();
      for (let index = 0; index < module.loaded.length; index += 1) put(namespaces, namespaceOf(module.loaded[index]));
      return namespaces;
    };
    module.generator = ReflectApply(body, undefined, list(metaOf(module), importFrom(module.address), take));
    if (hasAwait) startLater(AsyncGeneratorNext(module.generator));
    else GeneratorNext(module.generator);
    if (namesDefault) {
      ReflectDefineProperty(module.getters[exports.length - 1](), "name",
        { __proto__: null, value: "default", writable: false, enumerable: false, configurable: true });
    }
  }

  // Asynchronous functions that are not yet where their bodies begin: their first step takes a turn of microtasks, which
  // is waited for before anything of the graph runs.
  let starting = 0;
  let waiting = list();

  function startLater(promise) {
    starting += 1;
    const started = () => {
      starting -= 1;
      if (starting > 0) return;
      const steps = waiting;
      waiting = list();
      for (let index = 0; index < steps.length; index += 1) steps[index]();
    };
    react(promise, started, started);
  }

  function whenStarted(steps) {
    if (starting === 0) steps();
    else put(waiting, steps);
  }

  /** Reactions that no page sees. */
  function react(promise, fulfilled, rejected) {
    ReflectDefineProperty(promise, "constructor", { __proto__: null, value: undefined, configurable: true });
    PromiseThen(promise, fulfilled, rejected);
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#hostgetimportmetaproperties */
  function metaOf(module) {
    const { address } = module;
    const { resolve } = {
      resolve(specifier) {
        core.requireArguments(arguments.length, 1);
        return core.resolveSpecifier(core.string(specifier), address);
      },
    };
    const meta = core.ObjectCreate(null);
    meta.url = address;
    meta.resolve = core.conceal(resolve);
    return meta;
  }

  // MARK: Evaluation. https://tc39.es/ecma262/#sec-moduleevaluation

  function makeCapability() {
    const capability = { __proto__: null };
    capability.promise = new core.Promise((resolve, reject) => {
      capability.resolve = resolve;
      capability.reject = reject;
    });
    return capability;
  }

  let lastOrder = 0;

  function evaluate(module) {
    if (module.status === EVALUATING_ASYNC || module.status === EVALUATED) module = module.cycleRoot ?? module;
    if (module.capability !== null) return module.capability.promise;
    const stack = list(), capability = (module.capability = makeCapability());
    if (module.failure !== null) {
      capability.reject(module.failure.error);
      return capability.promise;
    }
    try {
      evaluateInner(module, stack, 0);
      if (module.order === 0) capability.resolve(undefined);
    } catch (error) {
      for (let index = 0; index < stack.length; index += 1) {
        stack[index].status = EVALUATED;
        stack[index].failure ??= { error };
        stack[index].cycleRoot ??= stack[index];
      }
      capability.reject(error);
    }
    return capability.promise;
  }

  function evaluateInner(module, stack, index) {
    if (module.status === EVALUATING_ASYNC || module.status === EVALUATED) {
      if (module.failure !== null) throw module.failure.error;
      return index;
    }
    if (module.status === EVALUATING) return index;
    module.status = EVALUATING;
    module.index = module.ancestorIndex = index;
    module.pending = 0;
    index += 1;
    put(stack, module);
    for (let request = 0; request < module.loaded.length; request += 1) {
      let required = module.loaded[request];
      index = evaluateInner(required, stack, index);
      if (required.status === EVALUATING) {
        module.ancestorIndex = core.MathMin(module.ancestorIndex, required.ancestorIndex);
      } else {
        required = required.cycleRoot;
        if (required.failure !== null) throw required.failure.error;
      }
      if (required.order > 0) {
        module.pending += 1;
        put(required.parents, module);
      }
    }
    if (module.pending > 0 || module.source.hasAwait) {
      lastOrder += 1;
      module.order = lastOrder;
      if (module.pending === 0) executeAsync(module);
    } else {
      execute(module);
    }
    if (module.ancestorIndex === module.index) {
      let last;
      do {
        last = ArrayPop(stack);
        last.status = last.order > 0 ? EVALUATING_ASYNC : EVALUATED;
        last.cycleRoot = module;
      } while (last !== module);
    }
    return index;
  }

  const execute = (module) => GeneratorNext(module.generator);

  function executeAsync(module) {
    react(AsyncGeneratorNext(module.generator), () => fulfilled(module), (error) => rejected(module, error));
  }

  /** https://tc39.es/ecma262/#sec-gather-available-ancestors */
  function gatherAncestors(module, found) {
    const { parents } = module;
    for (let index = 0; index < parents.length; index += 1) {
      const parent = parents[index];
      if (core.ArrayIndexOf(found, parent) >= 0 || parent.cycleRoot.failure !== null) continue;
      parent.pending -= 1;
      if (parent.pending === 0) {
        put(found, parent);
        if (!parent.source.hasAwait) gatherAncestors(parent, found);
      }
    }
  }

  /** https://tc39.es/ecma262/#sec-async-module-execution-fulfilled */
  function fulfilled(module) {
    if (module.status === EVALUATED) return;
    finish(module);
    const found = list();
    gatherAncestors(module, found);
    core.ArraySort(found, (first, second) => first.order - second.order);
    for (let index = 0; index < found.length; index += 1) {
      const parent = found[index];
      if (parent.status === EVALUATED) continue;
      if (parent.source.hasAwait) {
        executeAsync(parent);
        continue;
      }
      try {
        execute(parent);
      } catch (error) {
        rejected(parent, error);
        continue;
      }
      finish(parent);
    }
  }

  function finish(module) {
    module.order = 0;
    module.status = EVALUATED;
    module.capability?.resolve(undefined);
  }

  /** https://tc39.es/ecma262/#sec-async-module-execution-rejected */
  function rejected(first, error) {
    const stack = list(first);
    while (stack.length > 0) {
      const module = ArrayPop(stack);
      if (module.status === EVALUATED) continue;
      module.failure = { error };
      module.status = EVALUATED;
      module.order = 0;
      module.capability?.reject(error);
      for (let index = module.parents.length - 1; index >= 0; index -= 1) put(stack, module.parents[index]);
    }
  }

  // MARK: Dynamic import. https://tc39.es/ecma262/#sec-import-calls

  /** The attributes of the second argument: a flat list. https://tc39.es/ecma262/#sec-evaluate-import-call */
  function attributesOf(options) {
    const attributes = list();
    if (options === undefined) return attributes;
    if (!core.isObject(options)) throw new TypeError("The options of an import must be an object.");
    const object = options.with;
    if (object === undefined) return attributes;
    if (!core.isObject(object)) throw new TypeError("The attributes of an import must be an object.");
    const keys = core.ReflectOwnKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      if (typeof keys[index] !== "string") continue;
      if (!core.descriptor(object, keys[index])?.enumerable) continue;
      const value = object[keys[index]];
      if (typeof value !== "string") throw new TypeError("The attributes of an import must be strings.");
      put(attributes, keys[index]);
      put(attributes, value);
    }
    return attributes;
  }

  function importModule(base, specifier, options) {
    const capability = makeCapability();
    const fail = (error) => capability.reject(error);
    try {
      specifier = core.string(specifier);
      const attributes = attributesOf(options);
      requireKnown(attributes);
      const address = core.resolveSpecifier(specifier, base), type = typeOf(attributes);
      fetchSingle(address, type, { __proto__: null, credentials: "same-origin" }, (module) => {
        if (module === null) return fail(new TypeError(`The module ${address} could not be loaded.`));
        if (module.problem !== null) return fail(module.problem.error);
        linkAndEvaluate(module, capability);
      });
    } catch (error) {
      fail(error);
    }
    return capability.promise;
  }

  /** https://tc39.es/ecma262/#sec-ContinueDynamicImport */
  function linkAndEvaluate(module, capability) {
    const fail = (error) => capability.reject(error);
    loadGraph(module, { __proto__: null, credentials: "same-origin" }, (problem) => {
      if (problem !== null) return fail(problem.error);
      // Never while the page's own code is under way.
      core.queueMicrotask(() => {
        try {
          link(module);
        } catch (error) {
          return fail(error);
        }
        whenStarted(() => {
          react(evaluate(module), () => {
            const namespace = namespaceOf(module);
            fillNamespaces();
            capability.resolve(namespace);
          }, fail);
        });
      });
    });
  }

  const importFrom = (base) => (specifier, options) => importModule(base, specifier, options);

  /** What `import()` of classic scripts is rewritten to: a binding of the global scope, not a property of the Window. */
  modules.enableImports = function (name) {
    const value = core.conceal((base, specifier, options) => importModule(core.string(base), specifier, options));
    ReflectDefineProperty(core.global, name, { __proto__: null, value, configurable: true });
    try {
      native.evaluate(`const ${name} = this.${name};`, "", 1);
    } finally {
      core.ReflectDeleteProperty(core.global, name);
    }
  };

  // MARK: Script elements. https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element

  const results = new SafeMap();

  /** Begins to load the graph of a script element, and tells when it is there. */
  modules.prepareModule = function (script, address, text, base, integrity, credentials) {
    const options = { __proto__: null, integrity, credentials };
    const finish = (module) => {
      results.set(script, module);
      whenStarted(() => native.moduleReady(script, module !== null));
    };
    // https://html.spec.whatwg.org/multipage/webappapis.html#fetch-the-descendants-of-and-link-a-module-script
    const loadAll = (module) => {
      if (module === null || module.problem !== null) return finish(module);
      loadGraph(module, options, (failure, problem) => {
        if (failure !== null) return finish(problem === null ? null : makeBroken(module.address, problem.error));
        try {
          link(module);
        } catch (error) {
          return finish(makeBroken(module.address, error));
        }
        finish(module);
      });
    };
    if (address !== null) return fetchSingle(address, "javascript", options, loadAll);
    const made = native.makeModule(text, base);
    loadAll(makeModule(base, made[0], made[1], made[2]));
  };

  /** https://html.spec.whatwg.org/multipage/webappapis.html#run-a-module-script */
  modules.runModule = function (script) {
    const module = results.get(script);
    results.delete(script);
    if (module === undefined || module === null) return;
    if (module.problem !== null) {
      const { error } = module.problem;
      core.queueMicrotask(() => core.report(error));
      return;
    }
    react(evaluate(module), () => {}, core.report);
  };

  /** https://html.spec.whatwg.org/multipage/webappapis.html#register-an-import-map */
  modules.importMap = function (text, base) {
    try {
      core.addImportMap(text, base);
    } catch (error) {
      core.report(error);
    }
  };

  /** Loads a module into the map; tells whether it is there. https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload */
  core.fetchModule = function (address, type, integrity, credentials, finished) {
    fetchSingle(address, type, { __proto__: null, integrity, credentials }, (module) => finished(module !== null));
  };
})
