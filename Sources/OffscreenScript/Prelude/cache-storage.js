// Responses that pages keep, in memory. https://w3c.github.io/ServiceWorker/#cache-objects
(function (core) {
  "use strict";
  core.load("fetch.js");
  core.load("streams.js");
  const { error, list, put, SafeMap, TypeError } = core;
  const { streams, fetching } = core;
  const { fieldsOf, listOf, isRequest, isResponse } = fetching;

  // Bytes of all caches of a page.
  const quota = 128 * 1024 * 1024;
  const shared = core.agent.caches ??= { __proto__: null, origins: new SafeMap(), size: 0 };

  /** The caches of this window's origin, by name. */
  function cachesOf() {
    const origin = core.storageKey();
    if (origin === null) throw error("SecurityError", "The document's origin has no caches.");
    let caches = shared.origins.get(origin);
    if (caches === undefined) shared.origins.set(origin, (caches = new SafeMap()));
    return caches;
  }

  /** What a function gives in a task of its own, as a promise. */
  function later(steps) {
    return streams.guard(() => {
      const work = steps(), result = new streams.Deferred();
      core.queueTask(() => {
        try {
          result.resolve(work());
        } catch (thrown) {
          result.reject(thrown);
        }
      });
      return result.promise;
    });
  }

  // MARK: Matching. https://w3c.github.io/ServiceWorker/#request-matches-cached-item

  const convertRequest = (value) => (isRequest(value) ? value : core.usvString(value));

  function convertOptions(value) {
    const options = core.dictionary(value);
    const member = (name) => core.member(options, name, core.boolean, false);
    return {
      __proto__: null, ignoreMethod: member("ignoreMethod"), ignoreSearch: member("ignoreSearch"), ignoreVary: member("ignoreVary"),
    };
  }

  const withoutFragment = (url) => {
    const hash = core.StringIndexOf(url, "#");
    return hash < 0 ? url : core.StringSlice(url, 0, hash);
  };
  function addressOf(url, ignoreSearch) {
    url = withoutFragment(url);
    const query = ignoreSearch ? core.StringIndexOf(url, "?") : -1;
    return query < 0 ? url : core.StringSlice(url, 0, query);
  }

  const headerOf = (headers, name) => {
    let found = null;
    for (let index = 0; index < headers.length; index += 1) {
      if (headers[index][0] === name) found = found === null ? headers[index][1] : `${found}, ${headers[index][1]}`;
    }
    return found;
  };

  /** The names that a response says it depends on. */
  function varyOf(headers) {
    const names = list(), value = headerOf(headers, "vary");
    const parts = value === null ? list() : core.split(value, ",");
    for (let index = 0; index < parts.length; index += 1) put(names, core.toASCIILowercase(core.stripASCIIWhitespace(parts[index])));
    return names;
  }

  /** `request`: `{url, method, headers}`. */
  function matches(request, entry, options) {
    if (!options.ignoreMethod && request.method !== "GET") return false;
    if (addressOf(request.url, options.ignoreSearch) !== addressOf(entry.url, options.ignoreSearch)) return false;
    if (options.ignoreVary) return true;
    const names = varyOf(entry.response.headers);
    for (let index = 0; index < names.length; index += 1) {
      if (headerOf(request.headers, names[index]) !== headerOf(entry.headers, names[index])) return false;
    }
    return true;
  }

  /** What is looked for, of what a page gives. */
  function queryOf(input) {
    const fields = fieldsOf(isRequest(input) ? input : fetching.makeRequest(input));
    return { __proto__: null, url: fields.url, method: fields.method, headers: core.ArraySlice(listOf(fields.headers)) };
  }

  function find(entries, request, options) {
    const found = list();
    for (let index = 0; index < entries.length; index += 1) {
      if (request === null || matches(request, entries[index], options)) put(found, entries[index]);
    }
    return found;
  }

  function wrap(entry) {
    const { response } = entry;
    return fetching.makeResponse({
      __proto__: null, type: response.type, url: response.url, status: response.status, statusText: response.statusText,
      redirected: response.redirected, headers: fetching.makeHeaders(core.ArraySlice(response.headers), "immutable"),
      body: response.bytes === null ? null : core.bodyOfBytes(core.copyBytes(response.bytes)),
    });
  }

  function wrapAll(entries, make) {
    const objects = list();
    for (let index = 0; index < entries.length; index += 1) put(objects, make(entries[index]));
    return core.array(objects);
  }

  // MARK: Keeping. https://w3c.github.io/ServiceWorker/#cache-put

  function remove(entries, gone) {
    for (let index = 0; index < gone.length; index += 1) {
      const place = core.ArrayIndexOf(entries, gone[index]);
      if (place < 0) continue;
      core.ArraySplice(entries, place, 1);
      shared.size -= gone[index].size;
    }
  }

  const byDefault = convertOptions(undefined);

  function keep(entries, request, response, bytes) {
    const entry = {
      __proto__: null, url: withoutFragment(request.url), headers: request.headers, size: 1_000 + (bytes === null ? 0 : core.TypedArrayLength(bytes)),
      response: {
        __proto__: null, type: response.type, url: response.url, status: response.status, statusText: response.statusText,
        redirected: response.redirected, headers: core.ArraySlice(listOf(response.headers)), bytes,
      },
    };
    remove(entries, find(entries, request, byDefault));
    if (shared.size + entry.size > quota) throw error("QuotaExceededError", "The page's caches are too large.");
    shared.size += entry.size;
    put(entries, entry);
  }

  function checkRequest(request) {
    if (!core.StringStartsWith(request.url, "http:") && !core.StringStartsWith(request.url, "https:")) {
      throw new TypeError("The request's scheme is not http or https.");
    }
    if (request.method !== "GET") throw new TypeError("Only requests with the method GET are kept.");
  }

  function checkResponse(response) {
    if (response.status === 206) throw new TypeError("A part of a response is not kept.");
    if (core.ArrayIndexOf(varyOf(listOf(response.headers)), "*") >= 0) throw new TypeError("A response that varies with everything is not kept.");
    if (response.body !== null && response.body.isUnusable) throw new TypeError("The body has been read already, or is locked.");
  }

  /** A promise of undefined, once the response has been read and is kept. */
  function keepResponse(entries, request, response) {
    const { body } = response;
    if (body === null) return later(() => () => keep(entries, request, response, null));
    return streams.then(body.readAll(), (bytes) => keep(entries, request, response, bytes));
  }

  const Caches = core.brand();
  class Cache {
    constructor() { throw new TypeError("Illegal constructor"); }
    match(request, options = undefined) {
      return later(() => {
        const entries = Caches.of(this);
        core.requireArguments(arguments.length, 1);
        request = convertRequest(request);
        options = convertOptions(options);
        const query = queryOf(request);
        return () => {
          const found = find(entries, query, options);
          return found.length === 0 ? undefined : wrap(found[0]);
        };
      });
    }
    matchAll(request = undefined, options = undefined) {
      return later(() => {
        const entries = Caches.of(this);
        const query = request === undefined ? null : queryOf(convertRequest(request));
        options = convertOptions(options);
        return () => wrapAll(find(entries, query, options), wrap);
      });
    }
    keys(request = undefined, options = undefined) {
      return later(() => {
        const entries = Caches.of(this);
        const query = request === undefined ? null : queryOf(convertRequest(request));
        options = convertOptions(options);
        return () => wrapAll(find(entries, query, options), fetching.keptRequest);
      });
    }
    delete(request, options = undefined) {
      return later(() => {
        const entries = Caches.of(this);
        core.requireArguments(arguments.length, 1);
        const query = queryOf(convertRequest(request));
        options = convertOptions(options);
        return () => {
          const found = find(entries, query, options);
          remove(entries, found);
          return found.length > 0;
        };
      });
    }
    put(request, response) {
      return streams.guard(() => {
        const entries = Caches.of(this);
        core.requireArguments(arguments.length, 2);
        request = queryOf(convertRequest(request));
        const fields = fieldsOf(core.convertInterface(response, isResponse, "Response"));
        checkRequest(request);
        checkResponse(fields);
        return keepResponse(entries, request, fields);
      });
    }
    add(request) {
      return streams.guard(() => {
        const entries = Caches.of(this);
        core.requireArguments(arguments.length, 1);
        return addAll(entries, list(convertRequest(request)));
      });
    }
    addAll(requests) {
      return streams.guard(() => {
        const entries = Caches.of(this);
        core.requireArguments(arguments.length, 1);
        return addAll(entries, core.sequence(requests, convertRequest));
      });
    }
  }

  /** All are loaded; only if all could be, they are kept. https://w3c.github.io/ServiceWorker/#cache-addAll */
  function addAll(entries, inputs) {
    const queries = list(), loads = list(), answers = list();
    for (let index = 0; index < inputs.length; index += 1) {
      put(queries, queryOf(inputs[index]));
      checkRequest(queries[index]);
    }
    for (let index = 0; index < inputs.length; index += 1) {
      put(loads, streams.then(fetching.fetch(inputs[index]), (response) => {
        const fields = fieldsOf(response);
        if (fields.status < 200 || fields.status > 299) throw new TypeError("A response is not successful.");
        checkResponse(fields);
        answers[index] = fields;
      }));
      put(answers, null);
    }
    return streams.then(streams.all(loads), () => {
      const kept = list();
      for (let index = 0; index < queries.length; index += 1) put(kept, keepResponse(entries, queries[index], answers[index]));
      return streams.all(kept);
    });
  }

  // MARK: Caches by name. https://w3c.github.io/ServiceWorker/#cachestorage-interface

  function wrapCache(entries) {
    const cache = core.ObjectCreate(Cache.prototype);
    new Caches(cache, entries);
    return cache;
  }

  const Storages = core.brand();
  /** What a call that names a cache gives. */
  function named(storage, values, steps) {
    return later(() => {
      Storages.of(storage);
      core.requireArguments(values.length, 1);
      const name = core.string(values[0]), caches = cachesOf();
      return () => steps(caches, name);
    });
  }

  class CacheStorage {
    constructor() { throw new TypeError("Illegal constructor"); }
    open(name) {
      return named(this, arguments, (caches, name) => {
        let entries = caches.get(name);
        if (entries === undefined) caches.set(name, (entries = list()));
        return wrapCache(entries);
      });
    }
    has(name) { return named(this, arguments, (caches, name) => caches.has(name)); }
    delete(name) {
      return named(this, arguments, (caches, name) => {
        const entries = caches.get(name);
        if (entries !== undefined) remove(entries, core.ArraySlice(entries));
        return caches.delete(name);
      });
    }
    keys() {
      return later(() => {
        Storages.of(this);
        const caches = cachesOf();
        return () => {
          const names = list();
          caches.forEach((entries, name) => put(names, name));
          return core.array(names);
        };
      });
    }
    match(request, options = undefined) {
      return later(() => {
        Storages.of(this);
        core.requireArguments(arguments.length, 1);
        const query = queryOf(convertRequest(request));
        const cacheName = core.member(core.dictionary(options), "cacheName", core.string);
        options = convertOptions(options);
        const caches = cachesOf();
        return () => {
          let found;
          caches.forEach((entries, name) => {
            if (found !== undefined || (cacheName !== undefined && cacheName !== name)) return;
            found = find(entries, query, options)[0];
          });
          return found === undefined ? undefined : wrap(found);
        };
      });
    }
  }

  const storage = core.ObjectCreate(CacheStorage.prototype);
  new Storages(storage);
  core.define({ Cache, CacheStorage });
  core.defineGlobals({ get caches() { return storage; } });
})
