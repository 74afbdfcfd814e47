// Stores and indexes as pages see them. https://w3c.github.io/IndexedDB/#object-store-interface
(function (core) {
  "use strict";
  core.load("indexed-transactions.js");
  const { error, list, put, SafeMap, TypeError } = core;
  const keys = core.indexedKeys, stores = core.indexedStores, { rangeOf, valueOf } = keys;
  const { FINISHED, ACTIVE, INACTIVE, IDBRequest, ask, makeRequest, requireActive, requireWritable } = core.indexedTransactions;

  // MARK: Handles. https://w3c.github.io/IndexedDB/#object-store-handle-construct

  const Stores = core.brand(), Indexes = core.brand();

  /** The object of a store in a transaction. */
  function storeHandle(transaction, store) {
    let handle = transaction.handles.get(store);
    if (handle === undefined) {
      handle = {
        __proto__: null, object: core.ObjectCreate(IDBObjectStore.prototype), transaction, item: store, store, name: store.name,
        indexes: new SafeMap(), handles: new SafeMap(), path: undefined,
      };
      store.indexes.forEach((index, name) => handle.indexes.set(name, index));
      new Stores(handle.object, handle);
      transaction.handles.set(store, handle);
    }
    return handle;
  }
  core.indexedHandle = (transaction, store) => storeHandle(transaction, store).object;

  function indexHandle(owner, index) {
    let handle = owner.handles.get(index);
    if (handle === undefined) {
      handle = {
        __proto__: null, object: core.ObjectCreate(IDBIndex.prototype), transaction: owner.transaction, item: index,
        store: owner.store, owner, name: index.name, path: undefined,
      };
      new Indexes(handle.object, handle);
      owner.handles.set(index, handle);
    }
    return handle;
  }

  function requireThere(handle) {
    if (handle.item.isDeleted || handle.store.isDeleted) throw error("InvalidStateError", "It has been deleted.");
  }

  /** What all that reads begins with. */
  function begin(handle) {
    requireThere(handle);
    requireActive(handle.transaction);
  }

  function beginWriting(handle) {
    begin(handle);
    requireWritable(handle.transaction);
  }

  function request(handle, operation) {
    return ask(handle.transaction, makeRequest(IDBRequest, handle.object, handle.transaction), operation);
  }

  /** What a page sees of a key path: the same list each time. */
  function pathOf(handle) {
    const { keyPath } = handle.item;
    if (keyPath === null || typeof keyPath === "string") return keyPath;
    return (handle.path = handle.path ?? core.array(keyPath));
  }

  /** https://w3c.github.io/IndexedDB/#clone: getters of the value may not make requests. */
  function copyOf(value, transaction) {
    transaction.state = INACTIVE;
    try {
      return core.structuredClone(value);
    } finally {
      if (transaction.state === INACTIVE) transaction.state = ACTIVE;
    }
  }

  // MARK: Reading

  const recordOf = (record) => record.target ?? record;
  const readValue = (record) => core.structuredClone(recordOf(record).value);
  const readKey = (record) => valueOf(record.key);
  const readPrimaryKey = (record) => valueOf(recordOf(record).key);

  const Records = core.brand();
  class IDBRecord {
    constructor() { throw new TypeError("Illegal constructor"); }
    get key() { return Records.of(this).key; }
    get primaryKey() { return Records.of(this).primaryKey; }
    get value() { return Records.of(this).value; }
  }
  function readRecord(record) {
    const object = core.ObjectCreate(IDBRecord.prototype);
    new Records(object, { __proto__: null, key: readKey(record), primaryKey: readPrimaryKey(record), value: readValue(record) });
    return object;
  }

  function readFirst(handle, query, read) {
    begin(handle);
    const range = rangeOf(query, false);
    return request(handle, () => {
      const record = stores.findFirst(handle.item.records, range);
      return record === undefined ? undefined : read(record);
    });
  }

  const directions = list("next", "nextunique", "prev", "prevunique");
  const convertDirection = (value) => core.enumeration(value, directions);
  const convertCount = (value) => core.enforceRange(value, 0, 4294967295);

  /** https://w3c.github.io/IndexedDB/#create-a-request-to-retrieve-multiple-items */
  function readAll(handle, query, count, direction, read) {
    begin(handle);
    const range = rangeOf(query);
    return request(handle, () => {
      const found = stores.findAll(handle.item.records, range, direction, count === 0 ? Infinity : count);
      const values = list();
      for (let index = 0; index < found.length; index += 1) put(values, read(found[index]));
      return core.array(values);
    });
  }

  /** `getAll` and its kin: a query and a count, or a dictionary. */
  function readMany(handle, query, count, read) {
    count = count === undefined ? 0 : convertCount(count);
    if (keys.mayBeRange(query)) return readAll(handle, query, count, "next", read);
    return readOptions(handle, query, read);
  }

  /** https://w3c.github.io/IndexedDB/#dictdef-idbgetalloptions */
  function readOptions(handle, options, read) {
    options = core.dictionary(options);
    const count = core.member(options, "count", convertCount, 0);
    const direction = core.member(options, "direction", convertDirection, "next");
    return readAll(handle, options.query, count, direction, read);
  }

  function countIn(handle, query) {
    begin(handle);
    const range = rangeOf(query);
    return request(handle, () => stores.count(handle.item.records, range));
  }

  function open(handle, query, direction, isKeyOnly) {
    direction = convertDirection(direction);
    begin(handle);
    return core.openIndexedCursor(handle, rangeOf(query), direction, isKeyOnly);
  }

  /** What stores and indexes have in common. */
  const reading = (stateOf) => ({
    get(query) {
      const handle = stateOf(this);
      core.requireArguments(arguments.length, 1);
      return readFirst(handle, query, readValue);
    },
    getKey(query) {
      const handle = stateOf(this);
      core.requireArguments(arguments.length, 1);
      return readFirst(handle, query, readPrimaryKey);
    },
    getAll(query = undefined, count = undefined) { return readMany(stateOf(this), query, count, readValue); },
    getAllKeys(query = undefined, count = undefined) { return readMany(stateOf(this), query, count, readPrimaryKey); },
    getAllRecords(options = undefined) { return readOptions(stateOf(this), options, readRecord); },
    count(query = undefined) { return countIn(stateOf(this), query); },
    openCursor(query = undefined, direction = "next") { return open(stateOf(this), query, direction, false); },
    openKeyCursor(query = undefined, direction = "next") { return open(stateOf(this), query, direction, true); },
    get keyPath() { return pathOf(stateOf(this)); },
    get name() { return stateOf(this).name; },
  });

  /** https://w3c.github.io/IndexedDB/#dom-idbobjectstore-name: the names of a table that one of its own changes. */
  function rename(handle, names, shown, name) {
    name = core.string(name);
    const { item, transaction } = handle;
    requireThere(handle);
    if (transaction.mode !== "versionchange") throw error("InvalidStateError", "The version is not being changed.");
    requireActive(transaction);
    const old = item.name;
    if (old === name) return;
    if (names.has(name)) throw error("ConstraintError", `There is one with the name '${name}' already.`);
    const replace = (before, after) => {
      item.name = handle.name = after;
      names.delete(before);
      names.set(after, item);
      if (shown !== names && shown.delete(before)) shown.set(after, item);
    };
    replace(old, name);
    put(transaction.journal, () => replace(name, old));
  }

  // MARK: Stores

  /** https://w3c.github.io/IndexedDB/#add-or-put */
  function store(handle, value, key, noOverwrite) {
    const { store: target, transaction } = handle;
    beginWriting(handle);
    const { keyPath, autoIncrement } = target;
    if (keyPath !== null && key !== undefined) throw error("DataError", "The store's keys are in its values.");
    if (keyPath === null && !autoIncrement && key === undefined) throw error("DataError", "No key is given.");
    let found = key === undefined ? undefined : keys.requireKey(key);
    const copy = copyOf(value, transaction);
    requireActive(transaction);
    if (keyPath !== null) found = keyIn(copy, keyPath, autoIncrement);
    return request(handle, () => valueOf(stores.store(target, found, copy, noOverwrite, transaction.journal)));
  }

  function keyIn(copy, keyPath, autoIncrement) {
    const key = keys.extract(copy, keyPath);
    if (key === null) throw error("DataError", "The value has no valid key.");
    if (key === undefined && !(autoIncrement && keys.canInject(copy, keyPath))) {
      throw error("DataError", "The value has no key, and none can be put into it.");
    }
    return key;
  }

  function requireUpgrade(handle) {
    if (handle.transaction.mode !== "versionchange") throw error("InvalidStateError", "The version is not being changed.");
    begin(handle);
  }

  class IDBObjectStore {
    constructor() { throw new TypeError("Illegal constructor"); }
    get indexNames() { return core.stringList(core.sortedNames(Stores.of(this).indexes)); }
    get transaction() { return Stores.of(this).transaction.object; }
    get autoIncrement() { return Stores.of(this).store.autoIncrement; }
    put(value, key = undefined) {
      const handle = Stores.of(this);
      core.requireArguments(arguments.length, 1);
      return store(handle, value, key, false);
    }
    add(value, key = undefined) {
      const handle = Stores.of(this);
      core.requireArguments(arguments.length, 1);
      return store(handle, value, key, true);
    }
    delete(query) {
      const handle = Stores.of(this);
      core.requireArguments(arguments.length, 1);
      beginWriting(handle);
      const range = rangeOf(query, false);
      return request(handle, () => stores.remove(handle.store, range, handle.transaction.journal));
    }
    clear() {
      const handle = Stores.of(this);
      beginWriting(handle);
      return request(handle, () => stores.clear(handle.store, handle.transaction.journal));
    }
    index(name) {
      const handle = Stores.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      if (handle.store.isDeleted || handle.transaction.state === FINISHED) {
        throw error("InvalidStateError", "The store has been deleted, or its transaction has finished.");
      }
      const index = handle.indexes.get(name);
      if (index === undefined) throw error("NotFoundError", `The store has no index '${name}'.`);
      return indexHandle(handle, index).object;
    }
    /** https://w3c.github.io/IndexedDB/#dom-idbobjectstore-createindex */
    createIndex(name, keyPath, options = undefined) {
      const handle = Stores.of(this), { store: owner, transaction } = handle;
      core.requireArguments(arguments.length, 2);
      name = core.string(name);
      keyPath = keys.convertPath(keyPath);
      options = core.dictionary(options);
      const multiEntry = core.member(options, "multiEntry", core.boolean, false);
      const unique = core.member(options, "unique", core.boolean, false);
      requireUpgrade(handle);
      if (owner.indexes.has(name)) throw error("ConstraintError", `There is an index '${name}' already.`);
      if (!keys.isValidPath(keyPath)) throw error("SyntaxError", "The key path is not valid.");
      if (multiEntry && typeof keyPath !== "string") {
        throw error("InvalidAccessError", "An index with several entries has no list of key paths.");
      }
      const index = stores.makeIndex(owner, name, keyPath, unique, multiEntry);
      owner.indexes.set(name, index);
      handle.indexes.set(name, index);
      put(transaction.journal, () => {
        index.isDeleted = true;
        owner.indexes.delete(index.name);
        handle.indexes.delete(index.name);
      });
      // What it holds is found after the requests that were made before, and before those that are made now.
      ask(transaction, null, () => stores.fillIndex(index, transaction.journal));
      return indexHandle(handle, index).object;
    }
    deleteIndex(name) {
      const handle = Stores.of(this), { store: owner, transaction } = handle;
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      requireUpgrade(handle);
      const index = handle.indexes.get(name);
      if (index === undefined) throw error("NotFoundError", `The store has no index '${name}'.`);
      index.isDeleted = true;
      owner.indexes.delete(name);
      handle.indexes.delete(name);
      put(transaction.journal, () => {
        index.isDeleted = false;
        owner.indexes.set(name, index);
        handle.indexes.set(name, index);
      });
      ask(transaction, null, () => stores.dropIndex(index, transaction.journal));
    }
  }
  core.mixin(IDBObjectStore, reading((object) => Stores.of(object)));
  core.mixin(IDBObjectStore, {
    get name() { return Stores.of(this).name; },
    set name(name) {
      const handle = Stores.of(this);
      rename(handle, handle.transaction.connection.database.stores, handle.transaction.scope, name);
    },
  });

  // MARK: Indexes. https://w3c.github.io/IndexedDB/#index-interface

  class IDBIndex {
    constructor() { throw new TypeError("Illegal constructor"); }
    get objectStore() { return Indexes.of(this).owner.object; }
    get multiEntry() { return Indexes.of(this).item.multiEntry; }
    get unique() { return Indexes.of(this).item.unique; }
  }
  core.mixin(IDBIndex, reading((object) => Indexes.of(object)));
  core.mixin(IDBIndex, {
    get name() { return Indexes.of(this).name; },
    set name(name) {
      const handle = Indexes.of(this);
      rename(handle, handle.store.indexes, handle.owner.indexes, name);
    },
  });

  core.define({ IDBObjectStore, IDBIndex, IDBRecord });
  core.lazyFunctions("indexed-cursors.js", "openIndexedCursor");
  core.indexedObjects = {
    __proto__: null, Stores, beginWriting, copyOf, readKey, readPrimaryKey, readValue, requireThere, storeHandle,
  };
})
