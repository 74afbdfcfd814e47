// What the specifiers of modules mean. https://html.spec.whatwg.org/multipage/webappapis.html#import-maps
(function (core) {
  "use strict";
  const {
    native, list, put, SafeMap, TypeError, StringStartsWith, StringEndsWith, StringSlice,
    ReflectOwnKeys, ArraySort,
  } = core;
  const HREF = 0, PROTOCOL = 2;

  // Specifiers to addresses, null where there is none, the same by scope, and integrity by address.
  const imports = new SafeMap();
  const scopes = new SafeMap();
  const integrity = new SafeMap();

  // `{base, specifier, isPlain}` of what has been resolved: later maps do not change it. `isPlain`: it is no address
  // of which a part could be replaced.
  const resolved = list();
  const known = new core.SafeSet();

  const warn = (text) => native.log("warn", text);
  const hrefOf = (text, base) => native.url(text, base)?.[HREF] ?? null;
  const isPrefix = (key) => StringEndsWith(key, "/");

  /** The address that a specifier is, or null. https://html.spec.whatwg.org/multipage/webappapis.html#resolving-a-url-like-module-specifier */
  function parse(specifier, base) {
    const isRelative =
      StringStartsWith(specifier, "/") || StringStartsWith(specifier, "./") || StringStartsWith(specifier, "../");
    return native.url(specifier, isRelative ? base : null);
  }

  function isSpecial(url) {
    const protocol = url[PROTOCOL];
    return protocol === "http:" || protocol === "https:" || protocol === "file:" || protocol === "ftp:"
      || protocol === "ws:" || protocol === "wss:";
  }

  /** Keys with the longest of those that begin alike first. */
  function sortedKeys(map) {
    const keys = list();
    map.forEach((value, key) => put(keys, key));
    return ArraySort(keys, (first, second) => (first < second ? 1 : first > second ? -1 : 0));
  }

  // MARK: Reading. https://html.spec.whatwg.org/multipage/webappapis.html#parse-an-import-map-string

  function member(map, name) {
    const value = core.ObjectHasOwn(map, name) ? map[name] : undefined;
    if (value !== undefined && (!core.isObject(value) || core.ArrayIsArray(value))) {
      throw new TypeError(`The "${name}" of an import map must be an object.`);
    }
    return value;
  }

  function normalizeKey(key, base) {
    if (key === "") {
      warn("An import map has an empty key.");
      return null;
    }
    return parse(key, base)?.[HREF] ?? key;
  }

  /** https://html.spec.whatwg.org/multipage/webappapis.html#sorting-and-normalizing-a-module-specifier-map */
  function readSpecifiers(object, base) {
    const map = new SafeMap();
    const keys = ReflectOwnKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = normalizeKey(keys[index], base), value = object[keys[index]];
      if (key === null) continue;
      const address = typeof value === "string" ? parse(value, base)?.[HREF] ?? null : null;
      if (address === null || (isPrefix(keys[index]) && !StringEndsWith(address, "/"))) {
        warn(`An import map has no valid address for "${keys[index]}".`);
        map.set(key, null);
      } else {
        map.set(key, address);
      }
    }
    return map;
  }

  function read(text, base) {
    const source = core.JSONParse(text);
    if (!core.isObject(source) || core.ArrayIsArray(source)) throw new TypeError("An import map must be an object.");
    const map = { __proto__: null, imports: new SafeMap(), scopes: new SafeMap(), integrity: new SafeMap() };
    const sourceImports = member(source, "imports");
    if (sourceImports !== undefined) map.imports = readSpecifiers(sourceImports, base);
    const sourceScopes = member(source, "scopes");
    if (sourceScopes !== undefined) {
      const keys = ReflectOwnKeys(sourceScopes);
      for (let index = 0; index < keys.length; index += 1) {
        const value = sourceScopes[keys[index]];
        if (!core.isObject(value) || core.ArrayIsArray(value)) {
          throw new TypeError(`The scope "${keys[index]}" of an import map must be an object.`);
        }
        const prefix = hrefOf(keys[index], base);
        if (prefix === null) warn(`The scope "${keys[index]}" of an import map is no valid address.`);
        else map.scopes.set(prefix, readSpecifiers(value, base));
      }
    }
    const sourceIntegrity = member(source, "integrity");
    if (sourceIntegrity !== undefined) {
      const keys = ReflectOwnKeys(sourceIntegrity);
      for (let index = 0; index < keys.length; index += 1) {
        const value = sourceIntegrity[keys[index]], address = parse(keys[index], base)?.[HREF] ?? null;
        if (address === null || typeof value !== "string") warn(`An import map has no valid integrity for "${keys[index]}".`);
        else map.integrity.set(address, value);
      }
    }
    const keys = ReflectOwnKeys(source);
    for (let index = 0; index < keys.length; index += 1) {
      if (keys[index] !== "imports" && keys[index] !== "scopes" && keys[index] !== "integrity") {
        warn(`An import map has an unknown key "${keys[index]}".`);
      }
    }
    return map;
  }

  // MARK: Adding. https://html.spec.whatwg.org/multipage/webappapis.html#merge-existing-and-new-import-maps

  /** Whether a key would change what has been resolved before. */
  const concerns = (key, record) =>
    key === record.specifier || (isPrefix(key) && !record.isPlain && StringStartsWith(record.specifier, key));
  const isIn = (base, scope) => base === scope || (isPrefix(scope) && StringStartsWith(base, scope));

  function addMissing(target, source, isKept) {
    source.forEach((value, key) => {
      if (target.has(key)) warn(`An import map has "${key}", which an earlier one has too.`);
      else if (isKept(key)) target.set(key, value);
      else warn(`An import map comes too late for "${key}".`);
    });
  }

  function isFree(key, scope) {
    for (let index = 0; index < resolved.length; index += 1) {
      const record = resolved[index];
      if ((scope === null || isIn(record.base, scope)) && concerns(key, record)) return false;
    }
    return true;
  }

  core.addImportMap = function (text, base) {
    const map = read(text, base);
    map.scopes.forEach((source, scope) => {
      let target = scopes.get(scope);
      if (target === undefined) scopes.set(scope, (target = new SafeMap()));
      addMissing(target, source, (key) => isFree(key, scope));
    });
    addMissing(integrity, map.integrity, () => true);
    addMissing(imports, map.imports, (key) => isFree(key, null));
  };

  core.integrityOf = (address) => integrity.get(address) ?? "";

  // MARK: Resolving. https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier

  /** https://html.spec.whatwg.org/multipage/webappapis.html#resolving-an-imports-match */
  function match(specifier, url, map) {
    const blocked = () => new TypeError(`An import map blocks "${specifier}".`);
    // No prefix is longer than the specifier itself.
    const exact = map.get(specifier);
    if (exact === null) throw blocked();
    if (exact !== undefined) return exact;
    if (url !== null && !isSpecial(url)) return null;
    const keys = sortedKeys(map);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (!isPrefix(key) || !StringStartsWith(specifier, key)) continue;
      const address = map.get(key);
      if (address === null) throw blocked();
      const result = hrefOf(StringSlice(specifier, key.length), address);
      if (result === null || !StringStartsWith(result, address)) {
        throw new TypeError(`An import map has no valid address for "${specifier}".`);
      }
      return result;
    }
    return null;
  }

  core.resolveSpecifier = function (specifier, base) {
    const url = parse(specifier, base);
    const normalized = url === null ? specifier : url[HREF];
    let result = null;
    const prefixes = sortedKeys(scopes);
    for (let index = 0; index < prefixes.length && result === null; index += 1) {
      if (isIn(base, prefixes[index])) result = match(normalized, url, scopes.get(prefixes[index]));
    }
    result ??= match(normalized, url, imports) ?? (url === null ? null : url[HREF]);
    if (result === null) {
      throw new TypeError(`The module specifier "${specifier}" is neither an address nor in an import map.`);
    }
    const identity = `${base} ${normalized}`;
    if (!known.has(identity)) {
      known.add(identity);
      put(resolved, { __proto__: null, base, specifier: normalized, isPlain: url !== null && !isSpecial(url) });
    }
    return result;
  };
})
