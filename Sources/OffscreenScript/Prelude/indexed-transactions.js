// Requests to indexed databases, and the transactions that they belong to. https://w3c.github.io/IndexedDB/#transaction-construct
//
// A transaction begins once those before it have ended that it may not run beside. Its requests are carried out one
// after the other, each in a task that then fires its event.
(function (core) {
  "use strict";
  core.load("indexed-stores.js");
  core.load("events-rare.js");
  core.load("string-list.js");
  const { error, list, put, TypeError } = core;
  const { rollBack } = core.indexedStores;
  const { hasThrown, isCanceled } = core.events;

  const ACTIVE = "active", INACTIVE = "inactive", COMMITTING = "committing", FINISHED = "finished";

  // MARK: Requests. https://w3c.github.io/IndexedDB/#request-construct

  const Requests = core.brand();

  class IDBRequest extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get result() {
      const request = Requests.of(this);
      if (!request.isDone) throw error("InvalidStateError", "The request has not finished.");
      return request.result;
    }
    get error() {
      const request = Requests.of(this);
      if (!request.isDone) throw error("InvalidStateError", "The request has not finished.");
      return request.error;
    }
    get source() { return Requests.of(this).source; }
    get transaction() { return Requests.of(this).transaction?.object ?? null; }
    get readyState() { return Requests.of(this).isDone ? "done" : "pending"; }
  }
  core.eventHandlers(IDBRequest, ["success", "error"]);

  class IDBOpenDBRequest extends IDBRequest {
    constructor() { super(); }
  }
  core.eventHandlers(IDBOpenDBRequest, ["blocked", "upgradeneeded"]);

  const unsigned = (value) => core.unsignedLongLong(value);
  const IDBVersionChangeEvent = core.eventInterface("IDBVersionChangeEvent", core.Event, {
    newVersion: [(value) => core.nullable(value, unsigned), null], oldVersion: [unsigned, 0],
  });

  function makeRequest(Class, source, transaction) {
    const object = core.makeOwn(Class);
    const request = { __proto__: null, object, source, transaction, isDone: false, result: undefined, error: null };
    new Requests(object, request);
    return request;
  }

  const fireVersionChange = (target, type, oldVersion, newVersion) => {
    const event = core.makeEvent(type, { __proto__: null, oldVersion, newVersion }, "IDBVersionChangeEvent");
    core.dispatch(event, target);
    return event;
  };

  // MARK: Transactions

  const Transactions = core.brand();

  /**
   * `scope`: from names to stores. Of a change of version, `request` is the one that asks for it. `mayStart` and
   * `finished` are called when it may begin and when it has ended, by whichever window of the origin finds that out.
   */
  function makeTransaction(connection, mode, scope, durability) {
    const transaction = {
      __proto__: null, object: core.makeOwn(IDBTransaction), connection, mode, scope, durability, state: ACTIVE, error: null,
      isStarted: false, isScheduled: false, pending: list(), first: 0, journal: list(), handles: new core.SafeMap(), request: null,
      finished: null, mayStart: null, oldVersion: 0,
    };
    transaction.mayStart = () => begin(transaction);
    new Transactions(transaction.object, transaction);
    put(connection.database.transactions, transaction);
    return transaction;
  }

  function overlaps(one, other) {
    if (one.mode === "readonly" && other.mode === "readonly") return false;
    let result = false;
    one.scope.forEach((store, name) => { if (other.scope.get(name) === store) result = true; });
    return result;
  }

  /** Begins those that have to wait for nothing any more. https://w3c.github.io/IndexedDB/#transaction-lifecycle */
  function wake(database) {
    const { transactions } = database;
    for (let index = 0; index < transactions.length; index += 1) {
      const transaction = transactions[index];
      let waits = transaction.isStarted;
      for (let before = 0; before < index && !waits; before += 1) waits = overlaps(transaction, transactions[before]);
      if (!waits) {
        transaction.isStarted = true;
        transaction.mayStart();
      }
    }
  }

  function begin(transaction) {
    if (transaction.state !== ACTIVE) proceed(transaction);
  }

  const hasPending = (transaction) => transaction.first < transaction.pending.length;

  function takePending(transaction) {
    const entry = transaction.pending[transaction.first];
    transaction.pending[transaction.first] = undefined;
    transaction.first += 1;
    if (transaction.first === transaction.pending.length) {
      transaction.pending = list();
      transaction.first = 0;
    }
    return entry;
  }

  /** Until the script that runs has ended, requests may be made. */
  function deactivateLater(transaction) {
    core.atEndOfTurn(() => {
      if (transaction.state === ACTIVE) transaction.state = INACTIVE;
      proceed(transaction);
    });
  }

  /** What comes next: a request, or the end. */
  function proceed(transaction) {
    if (!transaction.isStarted || transaction.isScheduled || transaction.state === FINISHED) return;
    if (hasPending(transaction)) {
      transaction.isScheduled = true;
      core.queueTask(() => {
        transaction.isScheduled = false;
        carryOut(transaction);
      });
    } else if (transaction.state !== ACTIVE) {
      transaction.isScheduled = true;
      transaction.state = COMMITTING;
      core.queueTask(() => complete(transaction));
    }
  }

  /** https://w3c.github.io/IndexedDB/#asynchronously-execute-a-request: `operation` gives the result, or throws. */
  function ask(transaction, request, operation) {
    put(transaction.pending, { __proto__: null, request, operation });
    return request?.object;
  }

  const asException = (thrown) =>
    (core.isDOMException(thrown) ? thrown : error("UnknownError", "The request could not be carried out."));

  function carryOut(transaction) {
    if (transaction.state === FINISHED) return;
    const { request, operation } = takePending(transaction);
    let result, failure = null;
    try {
      result = operation();
    } catch (thrown) {
      failure = asException(thrown);
    }
    if (request === null) {
      if (failure !== null) abort(transaction, failure);
      proceed(transaction);
      return;
    }
    finish(request, result, failure);
    if (transaction.state === INACTIVE) transaction.state = ACTIVE;
    const event = fireEnd(request);
    // https://w3c.github.io/IndexedDB/#fire-a-success-event, and of errors.
    if (hasThrown(event)) abort(transaction, error("AbortError", "A listener has thrown an exception."));
    else if (failure !== null && !isCanceled(event)) abort(transaction, failure);
    deactivateLater(transaction);
  }

  function finish(request, result, failure) {
    request.isDone = true;
    request.result = failure === null ? result : undefined;
    request.error = failure;
  }

  /** Fires the event that says that a request is done. */
  function fireEnd(request) {
    const event = request.error === null ? core.makeEvent("success")
      : core.makeEvent("error", { __proto__: null, bubbles: true, cancelable: true });
    core.dispatch(event, request.object);
    return event;
  }

  function leave(transaction) {
    const { connection } = transaction, { transactions } = connection.database;
    const place = core.ArrayIndexOf(transactions, transaction);
    if (place >= 0) core.ArraySplice(transactions, place, 1);
    wake(connection.database);
    transaction.finished?.();
    connection.transactionEnded();
  }

  /** https://w3c.github.io/IndexedDB/#commit-a-transaction */
  function complete(transaction) {
    if (transaction.state === FINISHED) return;
    transaction.state = FINISHED;
    transaction.journal = list();
    if (transaction.request !== null) transaction.connection.upgrade = null;
    core.fire(transaction.object, "complete");
    if (transaction.request !== null) transaction.request.transaction = null;
    leave(transaction);
  }

  /** https://w3c.github.io/IndexedDB/#abort-a-transaction. `failure`: null where the page asked for it. */
  function abort(transaction, failure) {
    if (transaction.state === FINISHED) return;
    transaction.state = FINISHED;
    rollBack(transaction.journal, 0);
    transaction.error = failure;
    const { pending } = transaction;
    for (let index = transaction.first; index < pending.length; index += 1) {
      const { request } = pending[index];
      if (request === null) continue;
      core.queueTask(() => {
        finish(request, undefined, error("AbortError", "The transaction was aborted."));
        fireEnd(request);
      });
    }
    transaction.pending = list();
    transaction.first = 0;
    core.queueTask(() => {
      const { request } = transaction;
      if (request !== null) transaction.connection.upgrade = null;
      core.fire(transaction.object, "abort", { __proto__: null, bubbles: true });
      if (request !== null) {
        request.transaction = null;
        request.result = undefined;
        request.isDone = false;
      }
      leave(transaction);
    });
  }

  function requireActive(transaction) {
    if (transaction.state !== ACTIVE) throw error("TransactionInactiveError", "The transaction is not active.");
  }

  function requireWritable(transaction) {
    if (transaction.mode === "readonly") throw error("ReadOnlyError", "The transaction is read-only.");
  }

  class IDBTransaction extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get objectStoreNames() { return core.stringList(core.sortedNames(Transactions.of(this).scope)); }
    get mode() { return Transactions.of(this).mode; }
    get durability() { return Transactions.of(this).durability; }
    get db() { return Transactions.of(this).connection.object; }
    get error() { return Transactions.of(this).error; }
    objectStore(name) {
      const transaction = Transactions.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      if (transaction.state === FINISHED) throw error("InvalidStateError", "The transaction has finished.");
      const store = transaction.scope.get(name);
      if (store === undefined) throw error("NotFoundError", `There is no store '${name}' in the transaction.`);
      return core.indexedHandle(transaction, store);
    }
    commit() {
      const transaction = Transactions.of(this);
      if (transaction.state !== ACTIVE) throw error("InvalidStateError", "The transaction is not active.");
      transaction.state = COMMITTING;
      proceed(transaction);
    }
    abort() {
      const transaction = Transactions.of(this);
      if (transaction.state === COMMITTING || transaction.state === FINISHED) {
        throw error("InvalidStateError", "The transaction has finished, or is about to.");
      }
      abort(transaction, null);
    }
  }
  core.eventHandlers(IDBTransaction, ["abort", "complete", "error"]);

  core.eventParent = function (target) {
    if (Requests.has(target)) return Requests.of(target).transaction?.object ?? null;
    return Transactions.has(target) ? Transactions.of(target).connection.object : null;
  };

  core.define({ IDBRequest, IDBOpenDBRequest, IDBTransaction });
  core.indexedTransactions = {
    __proto__: null, ACTIVE, INACTIVE, FINISHED, IDBRequest, IDBOpenDBRequest, IDBVersionChangeEvent, abort, ask, deactivateLater,
    finish, fireEnd, fireVersionChange, makeRequest, makeTransaction, requireActive, requireWritable, wake,
  };
})
