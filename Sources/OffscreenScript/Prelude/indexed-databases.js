// Indexed databases: opening, changing their version, deleting. They live as long as the page.
// https://w3c.github.io/IndexedDB/#factory-interface
(function (core) {
  "use strict";
  core.load("indexed-objects.js");
  core.load("streams.js");
  const { error, list, put, SafeMap, TypeError } = core;
  const keys = core.indexedKeys, stores = core.indexedStores;
  const { ACTIVE, INACTIVE, FINISHED, IDBOpenDBRequest, abort, deactivateLater, finish, fireEnd, fireVersionChange, makeRequest,
    makeTransaction, requireActive, wake } = core.indexedTransactions;
  const { hasThrown } = core.events;
  const { storeHandle } = core.indexedObjects;

  // MARK: One after the other. https://w3c.github.io/IndexedDB/#connection-queues

  const queues = core.agent.indexedQueues ??= new SafeMap();

  /** Calls steps, which tell by a function that they are done, after all before of the same database. */
  function enqueue(origin, name, steps) {
    const key = `${origin} ${name}`;
    const queue = queues.get(key) ?? list();
    if (queue.length === 0) queues.set(key, queue);
    const start = () => core.queueTask(() => steps(() => {
      core.ArrayShift(queue);
      if (queue.length > 0) queue[0]();
      else queues.delete(key);
    }));
    put(queue, start);
    if (queue.length === 1) start();
  }

  // MARK: Connections

  const Connections = core.brand();

  function makeConnection(database) {
    const connection = {
      __proto__: null, object: core.makeOwn(IDBDatabase), database, version: database.version, stores: new SafeMap(),
      // The transaction that changes the version.
      upgrade: null, isClosing: false, isClosed: false, waiting: list(), transactionEnded: null, tellVersionChange: null,
    };
    database.stores.forEach((store, name) => connection.stores.set(name, store));
    connection.transactionEnded = () => closeIfDone(connection);
    // https://w3c.github.io/IndexedDB/#open-a-database-connection step 10.2: of this window.
    connection.tellVersionChange = (oldVersion, newVersion, done) => core.queueTask(() => {
      if (!connection.isClosing) fireVersionChange(connection.object, "versionchange", oldVersion, newVersion);
      done();
    });
    new Connections(connection.object, connection);
    put(database.connections, connection);
    return connection;
  }

  /** https://w3c.github.io/IndexedDB/#close-a-database-connection */
  function close(connection) {
    connection.isClosing = true;
    closeIfDone(connection);
  }

  function closeIfDone(connection) {
    if (!connection.isClosing || connection.isClosed) return;
    const { transactions, connections } = connection.database;
    for (let index = 0; index < transactions.length; index += 1) if (transactions[index].connection === connection) return;
    connection.isClosed = true;
    const place = core.ArrayIndexOf(connections, connection);
    if (place >= 0) core.ArraySplice(connections, place, 1);
    for (let index = 0; index < connection.waiting.length; index += 1) connection.waiting[index]();
    connection.waiting = list();
  }

  /** Asks all connections to close, and goes on once they have. `blocked` is called where one does not. */
  function waitForOthers(database, newVersion, blocked, done) {
    const others = core.ArraySlice(database.connections);
    let told = others.length;
    const afterTelling = () => {
      const open = list();
      for (let index = 0; index < others.length; index += 1) if (!others[index].isClosed) put(open, others[index]);
      let isOpen = false;
      for (let index = 0; index < open.length; index += 1) if (!open[index].isClosing) isOpen = true;
      if (isOpen) blocked();
      let left = open.length;
      if (left === 0) done();
      for (let index = 0; index < open.length; index += 1) {
        put(open[index].waiting, () => {
          left -= 1;
          if (left === 0) core.queueTask(done);
        });
      }
    };
    if (told === 0) afterTelling();
    for (let index = 0; index < others.length; index += 1) {
      others[index].tellVersionChange(database.version, newVersion, () => {
        told -= 1;
        if (told === 0) afterTelling();
      });
    }
  }

  class IDBDatabase extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get name() { return Connections.of(this).database.name; }
    get version() { return Connections.of(this).version; }
    get objectStoreNames() { return core.stringList(core.sortedNames(Connections.of(this).stores)); }
    close() { close(Connections.of(this)); }

    /** https://w3c.github.io/IndexedDB/#dom-idbdatabase-transaction */
    transaction(names, mode = "readonly", options = undefined) {
      const connection = Connections.of(this);
      core.requireArguments(arguments.length, 1);
      names = keys.convertPath(names);
      mode = core.enumeration(mode, modes);
      const durability = core.member(core.dictionary(options), "durability", convertDurability, "default");
      if (connection.upgrade !== null) throw error("InvalidStateError", "The version is being changed.");
      if (connection.isClosing) throw error("InvalidStateError", "The connection is closed.");
      if (typeof names === "string") names = list(names);
      const scope = new SafeMap();
      for (let index = 0; index < names.length; index += 1) {
        const store = connection.stores.get(names[index]);
        if (store === undefined) throw error("NotFoundError", `There is no store '${names[index]}'.`);
        scope.set(names[index], store);
      }
      if (scope.size === 0) throw error("InvalidAccessError", "No store is named.");
      if (mode === "versionchange") throw new TypeError("Only a change of version begins such a transaction.");
      const transaction = makeTransaction(connection, mode, scope, durability);
      wake(connection.database);
      deactivateLater(transaction);
      return transaction.object;
    }

    /** https://w3c.github.io/IndexedDB/#dom-idbdatabase-createobjectstore */
    createObjectStore(name, options = undefined) {
      const connection = Connections.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      options = core.dictionary(options);
      const autoIncrement = core.member(options, "autoIncrement", core.boolean, false);
      const keyPath = core.member(options, "keyPath", (path) => core.nullable(path, keys.convertPath), null);
      const transaction = requireUpgrade(connection);
      if (keyPath !== null && !keys.isValidPath(keyPath)) throw error("SyntaxError", "The key path is not valid.");
      if (connection.stores.has(name)) throw error("ConstraintError", `There is a store '${name}' already.`);
      if (autoIncrement && (keyPath === "" || (keyPath !== null && typeof keyPath !== "string"))) {
        throw error("InvalidAccessError", "A key generator needs a key path that is not empty, or none.");
      }
      const { database } = connection, store = stores.makeStore(name, keyPath, autoIncrement);
      const add = (map) => map.set(name, store);
      add(database.stores);
      add(connection.stores);
      const handle = storeHandle(transaction, store);
      put(transaction.journal, () => {
        store.isDeleted = true;
        database.stores.delete(store.name);
        connection.stores.delete(store.name);
        handle.indexes.clear();
      });
      return handle.object;
    }

    /** https://w3c.github.io/IndexedDB/#dom-idbdatabase-deleteobjectstore */
    deleteObjectStore(name) {
      const connection = Connections.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      const transaction = requireUpgrade(connection), { database } = connection;
      const store = connection.stores.get(name);
      if (store === undefined) throw error("NotFoundError", `There is no store '${name}'.`);
      const handle = storeHandle(transaction, store), shown = handle.indexes;
      store.isDeleted = true;
      handle.indexes = new SafeMap();
      database.stores.delete(name);
      connection.stores.delete(name);
      put(transaction.journal, () => {
        store.isDeleted = false;
        handle.indexes = shown;
        database.stores.set(name, store);
        connection.stores.set(name, store);
      });
    }
  }
  core.eventHandlers(IDBDatabase, ["abort", "close", "error", "versionchange"]);

  const modes = list("readonly", "readwrite", "versionchange"), durabilities = list("default", "strict", "relaxed");
  const convertDurability = (value) => core.enumeration(value, durabilities);

  function requireUpgrade(connection) {
    if (connection.upgrade === null) throw error("InvalidStateError", "The version is not being changed.");
    requireActive(connection.upgrade);
    return connection.upgrade;
  }

  // MARK: Opening. https://w3c.github.io/IndexedDB/#open-a-database-connection

  function fail(request, failure, done) {
    core.queueTask(() => {
      finish(request, undefined, failure);
      fireEnd(request);
      done();
    });
  }

  function open(request, origin, name, version, done) {
    const databases = stores.databasesOf(origin);
    let database = databases.get(name);
    if (database === undefined) databases.set(name, (database = stores.makeDatabase(name)));
    version ??= core.MathMax(database.version, 1);
    if (database.version > version) {
      fail(request, error("VersionError", `The database has the version ${database.version}, which is higher.`), done);
      return;
    }
    const connect = () => {
      if (database.version === version) {
        succeed(request, makeConnection(database), done);
        return;
      }
      upgrade(request, makeConnection(database), version, () => {
        if (database.version === 0 && databases.get(name) === database) databases.delete(name);
        done();
      });
    };
    if (database.version === version) connect();
    else waitForOthers(database, version, () => tellBlocked(request, database.version, version), connect);
  }

  const tellBlocked = (request, oldVersion, version) =>
    core.queueTask(() => fireVersionChange(request.object, "blocked", oldVersion, version));

  function succeed(request, connection, done) {
    core.queueTask(() => {
      finish(request, connection.object, null);
      fireEnd(request);
      done();
    });
  }

  /** https://w3c.github.io/IndexedDB/#upgrade-a-database */
  function upgrade(request, connection, version, done) {
    const { database } = connection, oldVersion = database.version;
    const transaction = makeTransaction(connection, "versionchange", connection.stores, "default");
    transaction.state = INACTIVE;
    transaction.request = request;
    connection.upgrade = transaction;
    database.version = connection.version = version;
    transaction.oldVersion = oldVersion;
    put(transaction.journal, () => { database.version = connection.version = oldVersion; });
    transaction.mayStart = () => core.queueTask(() => {
      finish(request, connection.object, null);
      request.transaction = transaction;
      transaction.state = ACTIVE;
      const event = fireVersionChange(request.object, "upgradeneeded", oldVersion, version);
      if (hasThrown(event)) abort(transaction, error("AbortError", "A listener has thrown an exception."));
      deactivateLater(transaction);
    });
    transaction.finished = () => {
      const isAborted = connection.version !== version;
      if (!isAborted && !connection.isClosing) {
        succeed(request, connection, done);
        return;
      }
      close(connection);
      fail(request, error("AbortError", isAborted ? "The change of the version was aborted." : "The connection was closed."), done);
    };
    wake(database);
  }

  // MARK: Deleting. https://w3c.github.io/IndexedDB/#delete-a-database

  function remove(request, origin, name, done) {
    const databases = stores.databasesOf(origin), database = databases.get(name);
    const finishRemoval = (oldVersion) => core.queueTask(() => {
      finish(request, undefined, null);
      fireVersionChange(request.object, "success", oldVersion, null);
      done();
    });
    if (database === undefined) {
      finishRemoval(0);
      return;
    }
    waitForOthers(database, null, () => tellBlocked(request, database.version, null), () => {
      stores.forget(database);
      databases.delete(name);
      finishRemoval(database.version);
    });
  }

  // MARK: The factory

  const Factory = core.brand();

  function originOf() {
    const origin = core.storageKey();
    if (origin === null) throw error("SecurityError", "The page's origin has no databases.");
    return origin;
  }

  const makeOpenRequest = () => makeRequest(IDBOpenDBRequest, null, null);

  class IDBFactory {
    constructor() { throw new TypeError("Illegal constructor"); }
    open(name, version = undefined) {
      Factory.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      if (version !== undefined) {
        version = core.enforceRange(version, 0, 9007199254740991);
        if (version === 0) throw new TypeError("A version is not zero.");
      }
      const origin = originOf(), request = makeOpenRequest();
      enqueue(origin, name, (done) => open(request, origin, name, version, done));
      return request.object;
    }
    deleteDatabase(name) {
      Factory.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      const origin = originOf(), request = makeOpenRequest();
      enqueue(origin, name, (done) => remove(request, origin, name, done));
      return request.object;
    }
    databases() {
      return core.streams.guard(() => {
        Factory.of(this);
        const origin = originOf(), result = new core.streams.Deferred();
        core.queueTask(() => {
          const infos = list();
          stores.databasesOf(origin).forEach((database, name) => {
            // One that is being made is not there yet.
            if (database.version > 0 && !isBeingMade(database)) put(infos, { name, version: settledVersion(database) });
          });
          result.resolve(core.array(infos));
        });
        return result.promise;
      });
    }
    cmp(first, second) {
      Factory.of(this);
      core.requireArguments(arguments.length, 2);
      return keys.compare(keys.requireKey(first), keys.requireKey(second));
    }
  }

  const isBeingMade = (database) => settledVersion(database) === 0;
  /** The version, which a change that is under way has not made another. */
  function settledVersion(database) {
    const { transactions } = database;
    for (let index = 0; index < transactions.length; index += 1) {
      if (transactions[index].request !== null && transactions[index].state !== FINISHED) return transactions[index].oldVersion;
    }
    return database.version;
  }

  const factory = core.ObjectCreate(IDBFactory.prototype);
  new Factory(factory);
  core.define({ IDBFactory, IDBDatabase });
  core.defineGlobals({ get indexedDB() { return factory; } });
})
