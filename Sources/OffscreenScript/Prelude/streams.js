// What streams of all kinds share: promises, queues, and the two queuing strategies. https://streams.spec.whatwg.org/
(function (core) {
  "use strict";
  const { call, list, put, Promise, PromiseThen, ReflectDefineProperty, ReflectDeleteProperty, RangeError, TypeError } = core;

  // MARK: Promises. https://webidl.spec.whatwg.org/#js-promise-manipulation

  const shield = { __proto__: null, value: undefined, configurable: true };

  /** The engine's PerformPromiseThen: pages may have given promises another `constructor`, which nobody asks here. */
  function then(promise, fulfilled, rejected = undefined) {
    if (core.ObjectHasOwn(promise, "constructor") || !ReflectDefineProperty(promise, "constructor", shield)) {
      return PromiseThen(promise, fulfilled, rejected);
    }
    try {
      return PromiseThen(promise, fulfilled, rejected);
    } finally {
      ReflectDeleteProperty(promise, "constructor");
    }
  }

  const nothing = () => {};

  /** Calls functions of ours once a promise is settled; nobody is told of a rejection. */
  const upon = (promise, fulfilled, rejected = nothing) => { then(promise, fulfilled, rejected); };

  /** Nobody is told where a promise is rejected. */
  const handled = (promise) => { then(promise, undefined, nothing); };

  /** A promise, and how it is settled. */
  class Deferred {
    promise;
    resolve;
    reject;
    isPending = true;

    constructor() {
      this.promise = new Promise((resolve, reject) => {
        this.resolve = (value) => {
          this.isPending = false;
          resolve(value);
        };
        this.reject = (reason) => {
          this.isPending = false;
          reject(reason);
        };
      });
    }
  }

  function settled(value) {
    const result = new Deferred();
    result.resolve(value);
    return result;
  }

  function failed(reason) {
    const result = new Deferred();
    result.reject(reason);
    handled(result.promise);
    return result;
  }

  /** What a function gives, as a promise. */
  function attempt(steps) {
    try {
      return core.PromiseResolve(steps());
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  }

  /** The promise that a function gives, rejected with what it throws. */
  function guard(steps) {
    try {
      return steps();
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  }

  /** A promise of all that a list's promises give: rejected with the first that is. */
  function all(promises) {
    const result = new Deferred();
    let left = promises.length;
    if (left === 0) result.resolve(undefined);
    for (let index = 0; index < promises.length; index += 1) {
      upon(promises[index], () => {
        left -= 1;
        if (left === 0) result.resolve(undefined);
      }, result.reject);
    }
    return result.promise;
  }

  // MARK: Queues. https://streams.spec.whatwg.org/#queue-with-sizes

  /** First in, first out. */
  class Queue {
    #items = list();
    #first = 0;
    get length() { return this.#items.length - this.#first; }
    get first() { return this.#items[this.#first]; }
    at(index) { return this.#items[this.#first + index]; }
    put(item) { put(this.#items, item); }
    take() {
      const item = this.#items[this.#first];
      this.#items[this.#first] = undefined;
      this.#first += 1;
      if (this.#first >= 256 && this.#first * 2 >= this.#items.length) {
        core.ArraySplice(this.#items, 0, this.#first);
        this.#first = 0;
      }
      return item;
    }
    /** A list of all, which are no longer in it. */
    drain() {
      const items = core.ArraySlice(this.#items, this.#first), result = list();
      this.#items = list();
      this.#first = 0;
      for (let index = 0; index < items.length; index += 1) put(result, items[index]);
      return result;
    }
  }

  /** Values with sizes. */
  class SizedQueue {
    #entries = new Queue();
    total = 0;
    get length() { return this.#entries.length; }
    get first() { return this.#entries.first.value; }
    put(value, size) {
      if (!(size >= 0) || size === Infinity) throw new RangeError("The size of a chunk must be a finite number, not negative.");
      this.#entries.put({ __proto__: null, value, size });
      this.total += size;
    }
    take() {
      const { value, size } = this.#entries.take();
      // Sums of fractions may come out a little below.
      this.total = core.MathMax(0, this.total - size);
      return value;
    }
    clear() {
      this.#entries.drain();
      this.total = 0;
    }
  }

  // MARK: Strategies. https://streams.spec.whatwg.org/#qs

  /** https://streams.spec.whatwg.org/#dictdef-queuingstrategy */
  function convertStrategy(value) {
    const strategy = core.dictionary(value);
    const highWaterMark = core.member(strategy, "highWaterMark", core.unrestrictedDouble);
    return { __proto__: null, highWaterMark, size: core.member(strategy, "size", core.convertCallback) };
  }

  /** https://streams.spec.whatwg.org/#validate-and-normalize-high-water-mark */
  function highWaterMarkOf(strategy, otherwise) {
    const { highWaterMark } = strategy;
    if (highWaterMark === undefined) return otherwise;
    if (!(highWaterMark >= 0)) throw new RangeError("The high water mark must be a number that is not negative.");
    return highWaterMark;
  }

  /** https://streams.spec.whatwg.org/#make-size-algorithm-from-size-function */
  function sizeOf(strategy) {
    const { size } = strategy;
    return size === undefined ? () => 1 : (chunk) => core.unrestrictedDouble(call(size, undefined, chunk));
  }

  const Marks = core.brand();

  function convertMark(init) {
    const { highWaterMark } = core.dictionary(init);
    if (highWaterMark === undefined) throw new TypeError("The high water mark is missing.");
    return core.unrestrictedDouble(highWaterMark);
  }

  const countSize = core.conceal({ size() { return 1; } }.size);
  const byteSize = core.conceal({ size(chunk) { return chunk.byteLength; } }.size);

  class CountQueuingStrategy {
    constructor(init) {
      core.requireArguments(arguments.length, 1);
      new Marks(this, { __proto__: null, mark: convertMark(init), size: countSize });
    }
    get highWaterMark() { return stateOf(this, countSize).mark; }
    get size() { return stateOf(this, countSize).size; }
  }

  class ByteLengthQueuingStrategy {
    constructor(init) {
      core.requireArguments(arguments.length, 1);
      new Marks(this, { __proto__: null, mark: convertMark(init), size: byteSize });
    }
    get highWaterMark() { return stateOf(this, byteSize).mark; }
    get size() { return stateOf(this, byteSize).size; }
  }

  function stateOf(strategy, size) {
    const state = Marks.of(strategy);
    if (state.size !== size) throw new TypeError("Illegal invocation");
    return state;
  }

  core.define({ ByteLengthQueuingStrategy, CountQueuingStrategy });

  /** A page's object with a callback: what it says when it is called, as a promise. */
  const method = (object, callback) => function (first, second) {
    return attempt(() => core.callPage(callback, object, list(first, second), false));
  };

  core.streams = {
    __proto__: null, then, upon, handled, Deferred, settled, failed, attempt, guard, all, nothing, method, Queue, SizedQueue,
    convertStrategy, highWaterMarkOf, sizeOf,
  };
})
