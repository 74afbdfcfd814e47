// The graph of modules: what they export, how they are linked, in which order they run.
// https://tc39.es/ecma262/#sec-cyclic-module-records
(function (core) {
  "use strict";
  const {
    list, put, SafeMap, SafeSet, SyntaxError, ReflectApply, ReflectDefineProperty, PromiseThen, GeneratorNext,
    AsyncGeneratorNext, ArrayPop,
  } = core;

  const NEW = 0, UNLINKED = 1, LINKING = 2, LINKED = 3, EVALUATING = 4, EVALUATING_ASYNC = 5, EVALUATED = 6;

  class Module {
    status = NEW;
    // What was wrong with its text or with its specifiers: `{error}`. https://html.spec.whatwg.org/multipage/webappapis.html#concept-script-error-to-rethrow
    problem = null;
    // What its body threw: `{error}`.
    failure = null;
    // Of its requests: their addresses, types and modules.
    addresses = list();
    types = list();
    loaded = list();
    // Its exports by name.
    places = null;
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

  const syntaxError = (message, line, address) => located(new SyntaxError(message), line, address);

  /** Says of an error where it is, as the engine says it of its own. */
  function located(error, line, address) {
    const define = (name, value) =>
      ReflectDefineProperty(error, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
    define("line", line);
    define("sourceURL", address);
    return error;
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
    if (module.places !== null) return module.places;
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
  function handOut(module) {
    if (module.namespace === null) {
      module.namespace = core.ObjectCreate(null);
      put(unfilled, module);
    }
    return module.namespace;
  }

  /** The namespace of a module that is linked. */
  function namespaceOf(module) {
    const namespace = handOut(module);
    fillNamespaces();
    return namespace;
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
      const other = found.index < 0 ? handOut(found.module) : null;
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
      for (let index = 0; index < module.loaded.length; index += 1) put(namespaces, handOut(module.loaded[index]));
      return namespaces;
    };
    module.generator = ReflectApply(body, undefined, list(graph.host.metaOf(module), graph.host.importFrom(module.address), take));
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

  // `host`: what `import.meta` and `import()` are for a module.
  const graph = (core.moduleGraph = {
    __proto__: null, Module, NEW, UNLINKED, EVALUATED, syntaxError, located, link, evaluate, namespaceOf, whenStarted, react,
    makeCapability, host: null,
  });
})
