// Modules of a page: their map, what loads them, what asks for them. Swift rewrites them (`ModuleRewriter`).
// https://html.spec.whatwg.org/multipage/webappapis.html#module-script
(function (core) {
  "use strict";
  core.load("import-maps.js");
  core.load("module-graph.js");
  const {
    native, list, put, SafeMap, SafeSet, TypeError, SyntaxError, ReflectDefineProperty, ArrayPop,
  } = core;
  const { Module, NEW, UNLINKED, EVALUATED, syntaxError, located, link, evaluate, namespaceOf, whenStarted, react, makeCapability }
    = core.moduleGraph;
  const modules = (core.modules = { __proto__: null });

  // MARK: Records

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
    native.loadModule(lastLoad, address, type, options.integrity ?? core.integrityOf(address), options.credentials,
      options.nonce ?? "", options.isParserInserted === true);
    if (options.nonce) nonces.set(address, options.nonce);
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
    const { credentials, nonce, isParserInserted } = state.options;
    const options = { __proto__: null, credentials, nonce, isParserInserted };
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

  // By the addresses of scripts, the nonces that what they import has too.
  // https://html.spec.whatwg.org/multipage/webappapis.html#script-fetch-options
  const nonces = new SafeMap();

  function importModule(base, specifier, options, nonce = nonces.get(base)) {
    const capability = makeCapability();
    const fail = (error) => capability.reject(error);
    try {
      specifier = core.string(specifier);
      const attributes = attributesOf(options);
      requireKnown(attributes);
      const address = core.resolveSpecifier(specifier, base), type = typeOf(attributes);
      fetchSingle(address, type, { __proto__: null, credentials: "same-origin", nonce }, (module) => {
        if (module === null) return fail(new TypeError(`The module ${address} could not be loaded.`));
        if (module.problem !== null) return fail(module.problem.error);
        linkAndEvaluate(module, capability, nonce);
      });
    } catch (error) {
      fail(error);
    }
    return capability.promise;
  }

  /** https://tc39.es/ecma262/#sec-ContinueDynamicImport */
  function linkAndEvaluate(module, capability, nonce) {
    const fail = (error) => capability.reject(error);
    loadGraph(module, { __proto__: null, credentials: "same-origin", nonce }, (problem) => {
      if (problem !== null) return fail(problem.error);
      // Never while the page's own code is under way.
      core.queueMicrotask(() => {
        try {
          link(module);
        } catch (error) {
          return fail(error);
        }
        whenStarted(() => {
          react(evaluate(module), () => capability.resolve(namespaceOf(module)), fail);
        });
      });
    });
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

  const importFrom = (base) => (specifier, options) => importModule(base, specifier, options);

  const importBases = list(), importNonces = list();
  modules.addImportBase = function (base, nonce) {
    put(importBases, base);
    put(importNonces, nonce);
  };

  /** What `import()` of classic scripts is rewritten to: a binding of the global scope, not a property of the Window. */
  modules.enableImports = function (name) {
    const value = core.conceal((number, specifier, options) =>
      importModule(importBases[number] ?? native.baseURL(), specifier, options, importNonces[number]));
    ReflectDefineProperty(core.global, name, { __proto__: null, value, configurable: true });
    try {
      native.evaluate(`const ${name} = this.${name};`, "", 1);
    } finally {
      core.ReflectDeleteProperty(core.global, name);
    }
  };

  core.moduleGraph.host = { __proto__: null, metaOf, importFrom };

  // MARK: Script elements. https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element

  const results = new SafeMap();

  /** Begins to load the graph of a script element, and tells when it is there. */
  modules.prepareModule = function (script, address, text, base, integrity, credentials, nonce = "", isParserInserted = false) {
    const options = { __proto__: null, integrity, credentials, nonce, isParserInserted };
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
    if (nonce !== "") nonces.set(base, nonce);
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
    core.callPage(() => react(evaluate(module), () => {}, core.report));
  };

  /** https://html.spec.whatwg.org/multipage/webappapis.html#register-an-import-map */
  modules.importMap = function (text, base) {
    try {
      core.addImportMap(text, base);
    } catch (error) {
      core.report(error);
    }
  };

  // MARK: Links. https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload

  const typesOfLinks = { __proto__: null, "": "javascript", script: "javascript", style: "css", json: "json", text: "text" };
  // What links have asked for.
  const preloaded = new SafeMap();

  /** A module comes into the map before anyone asks for it. */
  modules.preloadModule = function (link) {
    const attribute = (name) => native.attribute(link, core.atom(name), 7);
    const address = native.url(attribute("href") ?? "", native.baseURL())?.[0] ?? null;
    if (address === null || attribute("href") === "" || preloaded.get(link) === address) return;
    preloaded.set(link, address);
    const finish = (isThere) => core.queueTask(() => core.fire(core.wrap(link), isThere ? "load" : "error"));
    const type = typesOfLinks[core.toASCIILowercase(attribute("as") ?? "")];
    if (type === undefined) return finish(false);
    const credentials = core.toASCIILowercase(attribute("crossorigin") ?? "") === "use-credentials" ? "include" : "same-origin";
    fetchSingle(address, type, { __proto__: null, integrity: attribute("integrity"), credentials },
      (module) => finish(module !== null));
  };
})
