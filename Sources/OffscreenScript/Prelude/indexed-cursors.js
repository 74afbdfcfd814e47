// Cursors of indexed databases. https://w3c.github.io/IndexedDB/#cursor-interface
(function (core) {
  "use strict";
  core.load("indexed-objects.js");
  const { error, TypeError } = core;
  const keys = core.indexedKeys, stores = core.indexedStores;
  const { IDBRequest, ask, makeRequest, requireActive, requireWritable } = core.indexedTransactions;
  const { copyOf, readKey, readPrimaryKey, readValue, requireThere } = core.indexedObjects;

  const Cursors = core.brand();

  /** https://w3c.github.io/IndexedDB/#dom-idbobjectstore-opencursor */
  core.openIndexedCursor = function (handle, range, direction, isKeyOnly) {
    const Class = isKeyOnly ? IDBCursor : IDBCursorWithValue;
    const request = makeRequest(IDBRequest, handle.object, handle.transaction);
    const cursor = {
      __proto__: null, object: core.ObjectCreate(Class.prototype), handle, range, direction, isKeyOnly, request,
      // Where it stands: null at first, and again where there is nothing more.
      position: null, hasValue: false, key: undefined, primaryKey: undefined, value: undefined,
    };
    new Cursors(cursor.object, cursor);
    return ask(handle.transaction, request, () => iterate(cursor, 1, undefined, undefined));
  };

  /** Goes on by so many records; gives the cursor, or null. https://w3c.github.io/IndexedDB/#iterate-a-cursor */
  function iterate(cursor, count, key, primaryKey) {
    const { range, direction } = cursor, { records } = cursor.handle.item;
    let found, position = cursor.position;
    for (let step = 0; step < count; step += 1) {
      found = stores.findNext(records, range, direction, position, key, primaryKey);
      if (found === undefined) {
        cursor.key = cursor.primaryKey = cursor.value = undefined;
        return null;
      }
      position = { __proto__: null, key: found.key, primaryKey: (found.target ?? found).key };
    }
    cursor.position = position;
    cursor.key = readKey(found);
    cursor.primaryKey = readPrimaryKey(found);
    if (!cursor.isKeyOnly) cursor.value = readValue(found);
    cursor.hasValue = true;
    return cursor.object;
  }

  /** The same request is made once more. */
  function goOn(cursor, count, key, primaryKey) {
    cursor.hasValue = false;
    cursor.request.isDone = false;
    ask(cursor.handle.transaction, cursor.request, () => iterate(cursor, count, key, primaryKey));
  }

  function begin(cursor) {
    requireActive(cursor.handle.transaction);
    requireThere(cursor.handle);
  }

  function requireValue(cursor) {
    if (!cursor.hasValue) throw error("InvalidStateError", "The cursor is being moved, or has come to its end.");
  }

  const isOfIndex = (cursor) => cursor.handle.owner !== undefined;

  function beginWriting(cursor) {
    requireActive(cursor.handle.transaction);
    requireWritable(cursor.handle.transaction);
    requireThere(cursor.handle);
    requireValue(cursor);
    if (cursor.isKeyOnly) throw error("InvalidStateError", "The cursor has keys alone.");
  }

  function request(cursor, operation) {
    const { transaction } = cursor.handle;
    return ask(transaction, makeRequest(IDBRequest, cursor.object, transaction), operation);
  }

  const refuse = () => { throw error("DataError", "The key does not lie before the cursor."); };

  class IDBCursor {
    constructor() { throw new TypeError("Illegal constructor"); }
    get source() { return Cursors.of(this).handle.object; }
    get direction() { return Cursors.of(this).direction; }
    get key() { return Cursors.of(this).key; }
    get primaryKey() { return Cursors.of(this).primaryKey; }
    get request() { return Cursors.of(this).request.object; }
    advance(count) {
      const cursor = Cursors.of(this);
      core.requireArguments(arguments.length, 1);
      count = core.enforceRange(count, 0, 4294967295);
      if (count === 0) throw new TypeError("A cursor is not advanced by nothing.");
      begin(cursor);
      requireValue(cursor);
      goOn(cursor, count, undefined, undefined);
    }
    continue(key = undefined) {
      const cursor = Cursors.of(this);
      begin(cursor);
      requireValue(cursor);
      if (key !== undefined) {
        key = keys.requireKey(key);
        const order = keys.compare(key, cursor.position.key);
        if (stores.isBackwards(cursor.direction) ? order >= 0 : order <= 0) refuse();
      }
      goOn(cursor, 1, key, undefined);
    }
    continuePrimaryKey(key, primaryKey) {
      const cursor = Cursors.of(this);
      core.requireArguments(arguments.length, 2);
      begin(cursor);
      if (!isOfIndex(cursor) || stores.isUnique(cursor.direction)) {
        throw error("InvalidAccessError", "The cursor is not one of an index that shows each record.");
      }
      requireValue(cursor);
      key = keys.requireKey(key);
      primaryKey = keys.requireKey(primaryKey);
      let order = keys.compare(key, cursor.position.key);
      if (order === 0) order = keys.compare(primaryKey, cursor.position.primaryKey);
      if (stores.isBackwards(cursor.direction) ? order >= 0 : order <= 0) refuse();
      goOn(cursor, 1, key, primaryKey);
    }
    update(value) {
      const cursor = Cursors.of(this), { store, transaction } = cursor.handle;
      core.requireArguments(arguments.length, 1);
      beginWriting(cursor);
      const key = cursor.position.primaryKey;
      const copy = copyOf(value, transaction);
      requireActive(transaction);
      if (store.keyPath !== null) {
        const found = keys.extract(copy, store.keyPath);
        if (found === undefined || found === null || keys.compare(found, key) !== 0) {
          throw error("DataError", "The value has another key than the cursor.");
        }
      }
      return request(cursor, () => keys.valueOf(stores.store(store, key, copy, false, transaction.journal)));
    }
    delete() {
      const cursor = Cursors.of(this), { store, transaction } = cursor.handle;
      beginWriting(cursor);
      const range = keys.only(cursor.position.primaryKey);
      return request(cursor, () => stores.remove(store, range, transaction.journal));
    }
  }

  class IDBCursorWithValue extends IDBCursor {
    constructor() { super(); }
    get value() { return Cursors.of(this).value; }
  }

  core.define({ IDBCursor, IDBCursorWithValue });
})
