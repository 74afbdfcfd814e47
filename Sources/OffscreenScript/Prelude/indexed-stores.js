// What indexed databases hold: stores and indexes as plain records, which all windows of an origin share.
// https://w3c.github.io/IndexedDB/#object-store-construct
//
// What a transaction changes, it writes into its journal as functions that take the change back.
(function (core) {
  "use strict";
  core.load("indexed-keys.js");
  const { error, list, put, SafeMap } = core;
  const { ARRAY, NUMBER, compare, extract, inject, isAboveLower, isBelowUpper, isIn, makeKey, mostGenerated, sizeOf } = core.indexedKeys;

  // Bytes of all databases of a page.
  const quota = 128 * 1024 * 1024;

  const shared = core.agent.indexed ??= { __proto__: null, databases: new SafeMap(), size: 0 };

  // MARK: Databases

  /** The databases of this window's origin, by name. */
  function databasesOf(origin) {
    let databases = shared.databases.get(origin);
    if (databases === undefined) shared.databases.set(origin, (databases = new SafeMap()));
    return databases;
  }

  const makeDatabase = (name) => ({
    __proto__: null, name, version: 0, stores: new SafeMap(), connections: list(),
    // Transactions that are not finished, in the order in which they were made.
    transactions: list(),
  });

  const makeStore = (name, keyPath, autoIncrement) => ({
    __proto__: null, name, keyPath, autoIncrement, next: 1, records: list(), indexes: new SafeMap(), isDeleted: false,
    // Those that are kept up: an index comes and goes in the order of the requests.
    filled: list(),
  });

  const makeIndex = (store, name, keyPath, unique, multiEntry) => ({
    __proto__: null, store, name, keyPath, unique, multiEntry, records: list(), isDeleted: false,
  });

  /** Takes back what was written since the journal had a length, the last first. */
  function rollBack(journal, length) {
    while (journal.length > length) core.ArrayPop(journal)();
  }

  // MARK: Records. A store's have a key and a value, an index's a key and the store's record.

  /** The order of a record and a key; of an index, and the key of the store's record. `null` comes before all keys. */
  function order(record, key, primaryKey) {
    const result = compare(record.key, key);
    if (result !== 0 || record.target === undefined || primaryKey === undefined) return result;
    return primaryKey === null ? 1 : compare(record.target.key, primaryKey);
  }

  /** How many records come before a key; `after`: those of that key, too. */
  function rank(records, key, primaryKey = undefined, after = false) {
    let low = 0, high = records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const result = order(records[middle], key, primaryKey);
      if (result < 0 || (after && result === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function add(records, record, journal) {
    const place = rank(records, record.key, record.target?.key);
    if (place === records.length) put(records, record);
    else core.ArraySplice(records, place, 0, record);
    put(journal, () => core.ArraySplice(records, rank(records, record.key, record.target?.key), 1));
  }

  function removeAt(records, place, count, journal) {
    const removed = core.ArraySlice(records, place, place + count);
    core.ArraySplice(records, place, count);
    put(journal, () => {
      for (let index = 0; index < removed.length; index += 1) core.ArraySplice(records, place + index, 0, removed[index]);
    });
  }

  /** The first and the last place, behind it, of the records in a range. */
  function placesIn(records, range) {
    const from = range.lower === null ? 0 : rank(records, range.lower, undefined, range.lowerOpen);
    const to = range.upper === null ? records.length : rank(records, range.upper, undefined, !range.upperOpen);
    return { __proto__: null, from, to: core.MathMax(from, to) };
  }

  /** A record takes more room, or less. */
  function grow(record, size, journal) {
    if (shared.size + size > quota) throw error("QuotaExceededError", "The page's databases are too large.");
    shared.size += size;
    record.size += size;
    put(journal, () => {
      shared.size -= size;
      record.size -= size;
    });
  }

  /** A test that throws for what is of another kind. */
  function passes(test, value) {
    try {
      test(value);
      return true;
    } catch {
      return false;
    }
  }

  /** About how many bytes a copy takes: one of ours, which nothing of a page's looks at. */
  function sizeOfCopy(value) {
    const seen = new core.SafeSet(), rest = list(value);
    const look = (item) => put(rest, item);
    let size = 0;
    while (rest.length > 0) {
      const item = core.ArrayPop(rest);
      size += 16;
      if (typeof item === "string") size += 2 * item.length;
      if (!core.isObject(item) || seen.has(item)) continue;
      seen.add(item);
      if (core.ArrayBufferIsView(item)) {
        look(core.viewOf(item).buffer);
        continue;
      }
      if (core.isArrayBuffer(item)) size += core.ArrayBufferByteLength(item);
      else if (core.isBlob?.(item)) size += core.blobMember(item, "size");
      else if (passes(core.MapSize, item)) {
        core.MapForEach(item, (inner, key) => {
          look(key);
          look(inner);
        });
      } else if (passes(core.SetSize, item)) core.SetForEach(item, look);
      const names = core.ObjectKeys(item);
      for (let index = 0; index < names.length; index += 1) {
        size += 2 * names[index].length;
        look(item[names[index]]);
      }
    }
    return size;
  }

  // MARK: Storing. https://w3c.github.io/IndexedDB/#object-store-storage-operation

  /** Puts a copy of a page's value into a store; gives its key. What it throws leaves all as it was. */
  function store(target, key, value, noOverwrite, journal) {
    const before = journal.length;
    try {
      return storeInto(target, key, value, noOverwrite, journal);
    } catch (thrown) {
      rollBack(journal, before);
      throw thrown;
    }
  }

  function storeInto(target, key, value, noOverwrite, journal) {
    // 1. Key generators.
    if (target.autoIncrement) {
      const next = target.next;
      if (key === undefined) {
        if (next > mostGenerated) throw error("ConstraintError", "There are no more keys.");
        key = makeKey(NUMBER, next);
        target.next = next + 1;
        if (target.keyPath !== null) inject(value, target.keyPath, key);
      } else if (key.type === NUMBER && key.value >= next) {
        // https://w3c.github.io/IndexedDB/#possibly-update-the-key-generator
        target.next = core.MathMin(core.MathFloor(key.value), mostGenerated) + 1;
      }
      put(journal, () => { target.next = next; });
    }
    // 2. What was there.
    const place = rank(target.records, key);
    const old = target.records[place];
    if (old !== undefined && compare(old.key, key) === 0) {
      if (noOverwrite) throw error("ConstraintError", "A record with this key is there already.");
      remove(target, core.indexedKeys.only(key), journal);
    }
    // 3. The record, and those of the indexes.
    const record = { __proto__: null, key, value, size: 0, target: undefined };
    grow(record, sizeOf(key) + sizeOfCopy(value), journal);
    add(target.records, record, journal);
    for (let index = 0; index < target.filled.length; index += 1) addToIndex(target.filled[index], record, journal);
    return key;
  }

  function addToIndex(index, record, journal) {
    let key;
    try {
      key = extract(record.value, index.keyPath, index.multiEntry);
    } catch {
      return;
    }
    if (key === undefined || key === null) return;
    const keys = index.multiEntry && key.type === ARRAY ? key.value : list(key);
    grow(record, keys.length * 32, journal);
    for (let place = 0; place < keys.length; place += 1) {
      if (index.unique) {
        const found = index.records[rank(index.records, keys[place])];
        if (found !== undefined && compare(found.key, keys[place]) === 0) {
          throw error("ConstraintError", `The index '${index.name}' has this key already.`);
        }
      }
      add(index.records, { __proto__: null, key: keys[place], target: record }, journal);
    }
  }

  /** Fills a new index with what its store holds. */
  function fillIndex(index, journal) {
    const { records, filled } = index.store;
    put(filled, index);
    put(journal, () => core.ArrayPop(filled));
    for (let place = 0; place < records.length; place += 1) addToIndex(index, records[place], journal);
  }

  /** An index is not kept up any more. */
  function dropIndex(index, journal) {
    const { filled } = index.store, place = core.ArrayIndexOf(filled, index);
    if (place < 0) return;
    core.ArraySplice(filled, place, 1);
    put(journal, () => core.ArraySplice(filled, place, 0, index));
  }

  /** https://w3c.github.io/IndexedDB/#delete-records-from-an-object-store */
  function remove(target, range, journal) {
    const { from, to } = placesIn(target.records, range);
    if (from === to) return;
    const gone = new core.SafeSet();
    for (let place = from; place < to; place += 1) {
      gone.add(target.records[place]);
      grow(target.records[place], -target.records[place].size, journal);
    }
    removeAt(target.records, from, to - from, journal);
    for (let index = 0; index < target.filled.length; index += 1) removeFromIndex(target.filled[index], gone, journal);
  }

  function removeFromIndex(index, gone, journal) {
    // Few are looked for one by one, many by going through all.
    const { records } = index;
    if (gone.size === 1) {
      gone.forEach((record) => {
        const key = extract(record.value, index.keyPath, index.multiEntry);
        if (key === undefined || key === null) return;
        const keys = index.multiEntry && key.type === ARRAY ? key.value : list(key);
        for (let place = 0; place < keys.length; place += 1) {
          const found = rank(records, keys[place], record.key);
          if (records[found]?.target === record) removeAt(records, found, 1, journal);
        }
      });
      return;
    }
    const kept = list();
    for (let place = 0; place < records.length; place += 1) {
      if (!gone.has(records[place].target)) put(kept, records[place]);
    }
    if (kept.length === records.length) return;
    index.records = kept;
    put(journal, () => { index.records = records; });
  }

  /** https://w3c.github.io/IndexedDB/#clear-an-object-store */
  function clear(target, journal) {
    remove(target, core.indexedKeys.rangeOf(undefined), journal);
  }

  // MARK: Finding

  const isBackwards = (direction) => direction === "prev" || direction === "prevunique";
  const isUnique = (direction) => direction === "nextunique" || direction === "prevunique";

  /**
   * The record that a cursor comes to next, or undefined. `position`: where it stands, null at first, and of an index
   * with the store's key. `key`, `primaryKey`: what it is to reach at least, or undefined.
   * https://w3c.github.io/IndexedDB/#iterate-a-cursor
   */
  function findNext(records, range, direction, position, key, primaryKey) {
    if (isBackwards(direction)) return findPrevious(records, range, direction, position, key, primaryKey);
    let place = range.lower === null ? 0 : rank(records, range.lower, undefined, range.lowerOpen);
    if (position !== null) {
      const behind = isUnique(direction) ? undefined : position.primaryKey;
      place = core.MathMax(place, rank(records, position.key, behind, true));
    }
    if (key !== undefined) place = core.MathMax(place, rank(records, key, primaryKey));
    const record = records[place];
    return record !== undefined && isBelowUpper(range, record.key) ? record : undefined;
  }

  function findPrevious(records, range, direction, position, key, primaryKey) {
    let end = range.upper === null ? records.length : rank(records, range.upper, undefined, !range.upperOpen);
    if (position !== null) {
      end = core.MathMin(end, rank(records, position.key, isUnique(direction) ? undefined : position.primaryKey));
    }
    if (key !== undefined) end = core.MathMin(end, rank(records, key, primaryKey, true));
    const record = records[end - 1];
    if (record === undefined || !isAboveLower(range, record.key)) return undefined;
    // Of several with one key, the first.
    return isUnique(direction) ? records[rank(records, record.key)] : record;
  }

  /** A list of the records in a range, in a direction, at most so many. */
  function findAll(records, range, direction, count) {
    const { from, to } = placesIn(records, range);
    const found = list();
    const backwards = isBackwards(direction), unique = isUnique(direction);
    for (let step = 0; step < to - from && found.length < count; step += 1) {
      let record = records[backwards ? to - 1 - step : from + step];
      if (unique) {
        const last = found[found.length - 1];
        if (last !== undefined && compare(last.key, record.key) === 0) continue;
        if (backwards) record = records[rank(records, record.key)];
      }
      put(found, record);
    }
    return found;
  }

  const findFirst = (records, range) => {
    const { from, to } = placesIn(records, range);
    return from < to ? records[from] : undefined;
  };

  const count = (records, range) => {
    const { from, to } = placesIn(records, range);
    return to - from;
  };

  /** What all records of a database take is free again. */
  function forget(database) {
    database.stores.forEach((target) => clear(target, list()));
  }

  core.indexedStores = {
    __proto__: null, clear, count, databasesOf, dropIndex, fillIndex, findAll, findFirst, findNext, forget, isBackwards, isIn, isUnique,
    makeDatabase, makeIndex, makeStore, remove, rollBack, store,
  };
})
