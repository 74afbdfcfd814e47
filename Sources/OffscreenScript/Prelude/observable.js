// Values over time. https://wicg.github.io/observable/
(function (core) {
  "use strict";
  const { call, list, put, isObject, TypeError, ReflectApply } = core;
  core.load("abort.js");

  /** Whether nothing shows the document any more: then nobody is told of anything. */
  const isGone = () => core.scope === "Window" && !core.native.isShown();

  // MARK: Subscribers

  let isMaking = false;
  let stateOf;

  class SubscriberState {
    isActive = true;
    signal = core.makeAbortSignal();
    observers = list();
    teardowns = list();

    next(value) {
      if (!this.isActive || isGone()) return;
      const observers = copy(this.observers);
      for (let index = 0; index < observers.length; index += 1) observers[index].next(value);
    }

    error(error) {
      if (isGone()) return;
      if (!this.isActive) {
        core.report(error);
        return;
      }
      this.close(error);
      const observers = copy(this.observers);
      for (let index = 0; index < observers.length; index += 1) observers[index].error(error);
    }

    complete() {
      if (!this.isActive || isGone()) return;
      this.close(undefined);
      const observers = copy(this.observers);
      for (let index = 0; index < observers.length; index += 1) observers[index].complete();
    }

    /** https://wicg.github.io/observable/#close-a-subscription */
    close(reason) {
      if (!this.isActive) return;
      this.isActive = false;
      core.abortSignal(this.signal, reason);
      for (let index = this.teardowns.length - 1; index >= 0; index -= 1) this.teardowns[index]();
      this.teardowns = list();
    }

    addTeardown(teardown) {
      if (isGone()) return;
      if (this.isActive) put(this.teardowns, teardown);
      else teardown();
    }

    /** An observer that wants no more. */
    leave(observer, reason) {
      if (!this.isActive) return;
      const rest = list();
      for (let index = 0; index < this.observers.length; index += 1) {
        if (this.observers[index] !== observer) put(rest, this.observers[index]);
      }
      this.observers = rest;
      if (rest.length === 0) this.close(reason);
    }
  }

  function copy(items) {
    const all = list();
    for (let index = 0; index < items.length; index += 1) put(all, items[index]);
    return all;
  }

  class Subscriber {
    #state;

    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      this.#state = new SubscriberState();
    }

    next(value) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      state.next(value);
    }
    error(error) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      state.error(error);
    }
    complete() { this.#state.complete(); }
    addTeardown(teardown) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      core.convertCallback(teardown);
      state.addTeardown(() => core.callAndReport(teardown, undefined, []));
    }
    get active() { return this.#state.isActive; }
    get signal() { return this.#state.signal; }

    static {
      stateOf = (subscriber) => subscriber.#state;
    }
  }

  function makeSubscriber() {
    isMaking = true;
    try {
      return new Subscriber();
    } finally {
      isMaking = false;
    }
  }

  // MARK: Observing

  const ignore = () => {};

  /** What is told of values: functions of ours, all optional. */
  class Observer {
    constructor(next = ignore, error = core.report, complete = ignore) {
      this.next = next;
      this.error = error;
      this.complete = complete;
    }
  }

  const reporting = (callback) => (value) => { core.callAndReport(callback, undefined, [value]); };

  function convertObserver(value) {
    if (typeof value === "function") return new Observer(reporting(value));
    const given = core.dictionary(value);
    const complete = core.member(given, "complete", core.convertCallback, undefined);
    const error = core.member(given, "error", core.convertCallback, undefined);
    const next = core.member(given, "next", core.convertCallback, undefined);
    return new Observer(next && reporting(next), error && reporting(error),
      complete && (() => { core.callAndReport(complete, undefined, []); }));
  }

  function convertOptions(value) {
    const { signal } = core.dictionary(value);
    if (signal !== undefined && !core.isAbortSignal(signal)) throw new TypeError("The signal is not an AbortSignal.");
    return signal;
  }

  /** What an Observable does when it is subscribed to. */
  class Source {
    // The subscriber that all observers share while it is active.
    current = null;
    constructor(begin) { this.begin = begin; }

    /** https://wicg.github.io/observable/#observable-subscribe-to-an-observable */
    subscribe(observer, signal) {
      if (isGone()) return;
      const shared = this.current !== null && stateOf(this.current).isActive;
      if (!shared) this.current = makeSubscriber();
      const subscriber = this.current;
      const state = stateOf(subscriber);
      put(state.observers, observer);
      if (signal !== undefined) {
        if (core.isAborted(signal)) state.leave(observer, core.abortReason(signal));
        else core.whenAborted(signal, (reason) => state.leave(observer, reason));
      }
      if (!shared) this.begin(state, subscriber);
    }
  }

  let sourceOf, isObservable, pending = null;

  class Observable {
    #source;

    constructor(callback) {
      if (pending !== null) {
        this.#source = pending;
        pending = null;
        return;
      }
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      this.#source = new Source((state, subscriber) => {
        try {
          ReflectApply(callback, undefined, [subscriber]);
        } catch (error) {
          state.error(error);
        }
      });
    }

    static from(value) {
      core.requireArguments(arguments.length, 1);
      return from(value);
    }

    subscribe(observer = undefined, options = undefined) {
      const source = this.#source;
      const converted = convertObserver(observer);
      source.subscribe(converted, convertOptions(options));
    }

    // Operators.

    takeUntil(value) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      const notifier = sourceOf(from(value));
      return make((state) => {
        const complete = () => state.complete();
        notifier.subscribe(new Observer(complete, complete), state.signal);
        if (state.isActive) source.subscribe(relay(state), state.signal);
      });
    }

    map(mapper) {
      const source = this.#source;
      core.convertCallback(mapper);
      return make((state) => {
        let index = 0;
        source.subscribe(relay(state, (value) => {
          const mapped = attempt(state, mapper, value, index);
          index += 1;
          if (mapped !== failure) state.next(mapped);
        }), state.signal);
      });
    }

    filter(predicate) {
      const source = this.#source;
      core.convertCallback(predicate);
      return make((state) => {
        let index = 0;
        source.subscribe(relay(state, (value) => {
          const matches = attempt(state, predicate, value, index);
          index += 1;
          if (matches !== failure && matches) state.next(value);
        }), state.signal);
      });
    }

    take(amount) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      amount = core.unsignedLongLong(amount);
      return make((state) => {
        let remaining = amount;
        if (remaining === 0) {
          state.complete();
          return;
        }
        source.subscribe(relay(state, (value) => {
          state.next(value);
          remaining -= 1;
          if (remaining === 0) state.complete();
        }), state.signal);
      });
    }

    drop(amount) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      amount = core.unsignedLongLong(amount);
      return make((state) => {
        let remaining = amount;
        source.subscribe(relay(state, (value) => {
          if (remaining > 0) remaining -= 1;
          else state.next(value);
        }), state.signal);
      });
    }

    /** https://wicg.github.io/observable/#dom-observable-flatmap */
    flatMap(mapper) {
      const source = this.#source;
      core.convertCallback(mapper);
      return make((state) => {
        let index = 0, isInnerActive = false, isOuterComplete = false;
        const queue = list();
        const begin = (value) => {
          const inner = attemptFrom(state, mapper, value, index);
          index += 1;
          if (inner === failure) return;
          inner.subscribe(relay(state, undefined, () => {
            if (queue.length > 0) {
              begin(core.ArrayShift(queue));
            } else {
              isInnerActive = false;
              if (isOuterComplete) state.complete();
            }
          }), state.signal);
        };
        source.subscribe(relay(state, (value) => {
          if (isInnerActive) {
            put(queue, value);
          } else {
            isInnerActive = true;
            begin(value);
          }
        }, () => {
          isOuterComplete = true;
          if (!isInnerActive) state.complete();
        }), state.signal);
      });
    }

    /** https://wicg.github.io/observable/#dom-observable-switchmap */
    switchMap(mapper) {
      const source = this.#source;
      core.convertCallback(mapper);
      return make((state) => {
        let index = 0, active = null, isOuterComplete = false;
        source.subscribe(relay(state, (value) => {
          if (active !== null) core.abortSignal(active, undefined);
          active = core.makeAbortSignal();
          const inner = attemptFrom(state, mapper, value, index);
          index += 1;
          if (inner === failure) return;
          inner.subscribe(relay(state, undefined, () => {
            if (isOuterComplete) state.complete();
            else active = null;
          }), core.dependentSignal(list(active, state.signal)));
        }, () => {
          isOuterComplete = true;
          if (active === null) state.complete();
        }), state.signal);
      });
    }

    /** https://wicg.github.io/observable/#dom-observable-inspect */
    inspect(inspector = undefined) {
      const source = this.#source;
      const callbacks = convertInspector(inspector);
      return make((state) => {
        if (callbacks.subscribe !== undefined && attempt(state, callbacks.subscribe) === failure) return;
        let tellsAbort = callbacks.abort !== undefined;
        if (tellsAbort) {
          core.whenAborted(state.signal, (reason) => {
            if (tellsAbort) core.callAndReport(callbacks.abort, undefined, [reason]);
          });
        }
        const tell = (callback, hasValue, value) => {
          if (callback === undefined) return true;
          try {
            ReflectApply(callback, undefined, hasValue ? [value] : []);
            return true;
          } catch (error) {
            tellsAbort = false;
            state.error(error);
            return false;
          }
        };
        source.subscribe(new Observer((value) => {
          if (tell(callbacks.next, true, value)) state.next(value);
        }, (error) => {
          tellsAbort = false;
          if (tell(callbacks.error, true, error)) state.error(error);
        }, () => {
          tellsAbort = false;
          if (tell(callbacks.complete, false)) state.complete();
        }), state.signal);
      });
    }

    catch(callback) {
      const source = this.#source;
      core.convertCallback(callback);
      return make((state) => {
        source.subscribe(new Observer((value) => state.next(value), (error) => {
          const inner = attemptFrom(state, callback, error);
          if (inner !== failure) inner.subscribe(relay(state), state.signal);
        }, () => state.complete()), state.signal);
      });
    }

    finally(callback) {
      const source = this.#source;
      core.convertCallback(callback);
      return make((state) => {
        state.addTeardown(() => core.callAndReport(callback, undefined, []));
        source.subscribe(relay(state), state.signal);
      });
    }

    // Promises.

    toArray(options = undefined) {
      const values = list();
      return promise(this, options, (resolve) => new Observer((value) => put(values, value), undefined,
        () => resolve(core.array(values))));
    }

    forEach(visitor, options = undefined) {
      return promise(this, options, (resolve, stop, ask) => {
        let index = 0;
        return new Observer((value) => {
          ask(visitor, [value, index]);
          index += 1;
        }, undefined, () => resolve(undefined));
      }, visitor);
    }

    every(predicate, options = undefined) {
      return promise(this, options, (resolve, stop, ask) => {
        let index = 0;
        return new Observer((value) => {
          const passes = ask(predicate, [value, index]);
          index += 1;
          if (passes !== failure && !passes) stop(false);
        }, undefined, () => resolve(true));
      }, predicate);
    }

    some(predicate, options = undefined) {
      return promise(this, options, (resolve, stop, ask) => {
        let index = 0;
        return new Observer((value) => {
          const passes = ask(predicate, [value, index]);
          index += 1;
          if (passes !== failure && passes) stop(true);
        }, undefined, () => resolve(false));
      }, predicate);
    }

    find(predicate, options = undefined) {
      return promise(this, options, (resolve, stop, ask) => {
        let index = 0;
        return new Observer((value) => {
          const passes = ask(predicate, [value, index]);
          index += 1;
          if (passes !== failure && passes) stop(value);
        }, undefined, () => resolve(undefined));
      }, predicate);
    }

    first(options = undefined) {
      return promise(this, options, (resolve, stop, ask, reject) => new Observer(stop, undefined,
        () => reject(new core.RangeError("The Observable has no values."))));
    }

    last(options = undefined) {
      let hasValue = false, last;
      return promise(this, options, (resolve, stop, ask, reject) => new Observer((value) => {
        hasValue = true;
        last = value;
      }, undefined, () => {
        if (hasValue) resolve(last);
        else reject(new core.RangeError("The Observable has no values."));
      }));
    }

    reduce(reducer) {
      let hasValue = arguments.length > 1 && arguments[1] !== undefined, accumulator = arguments[1], index = 0;
      return promise(this, arguments[2], (resolve, stop, ask, reject) => new Observer((value) => {
        if (hasValue) {
          const result = ask(reducer, [accumulator, value, index]);
          if (result !== failure) accumulator = result;
        } else {
          hasValue = true;
          accumulator = value;
        }
        index += 1;
      }, undefined, () => {
        if (hasValue) resolve(accumulator);
        else reject(new TypeError("There is nothing to reduce, and no initial value."));
      }), reducer);
    }

    static {
      sourceOf = (observable) => observable.#source;
      isObservable = (value) => isObject(value) && #source in value;
    }
  }

  /** An Observable of our own. */
  function make(begin) {
    pending = new Source(begin);
    return new Observable();
  }

  /** An observer that hands all on, but for what is given. */
  const relay = (state, next = (value) => state.next(value), complete = () => state.complete()) =>
    new Observer(next, (error) => state.error(error), complete);

  const failure = { __proto__: null };

  /** Calls a page's function; what it throws ends the subscription. */
  function attempt(state, callback, ...values) {
    try {
      return ReflectApply(callback, undefined, values);
    } catch (error) {
      state.error(error);
      return failure;
    }
  }

  /** The same, for one that gives what an Observable is made of. */
  function attemptFrom(state, callback, ...values) {
    try {
      return sourceOf(from(ReflectApply(callback, undefined, values)));
    } catch (error) {
      state.error(error);
      return failure;
    }
  }

  const inspectorMembers = ["abort", "complete", "error", "next", "subscribe"];
  function convertInspector(value) {
    const callbacks = { __proto__: null };
    if (typeof value === "function") {
      callbacks.next = value;
      return callbacks;
    }
    const given = core.dictionary(value);
    for (let index = 0; index < inspectorMembers.length; index += 1) {
      callbacks[inspectorMembers[index]] = core.member(given, inspectorMembers[index], core.convertCallback, undefined);
    }
    return callbacks;
  }

  /**
   * A promise of what a subscription comes to. `observe(resolve, stop, ask, reject)` gives the observer: `stop` resolves
   * and ends the subscription; `ask` calls the page's function, and rejects with what it throws.
   */
  function promise(observable, options, observe, ...callbacks) {
    let resolve, reject;
    const result = new core.Promise((first, second) => {
      resolve = first;
      reject = second;
    });
    try {
      const source = sourceOf(observable);
      for (let index = 0; index < callbacks.length; index += 1) core.convertCallback(callbacks[index]);
      const given = convertOptions(options);
      const own = core.makeAbortSignal();
      const signal = given === undefined ? own : core.dependentSignal(list(own, given));
      if (core.isAborted(signal)) {
        reject(core.abortReason(signal));
        return result;
      }
      core.whenAborted(signal, reject);
      const stop = (value) => {
        resolve(value);
        core.abortSignal(own, undefined);
      };
      const ask = (callback, values) => {
        try {
          return ReflectApply(callback, undefined, values);
        } catch (error) {
          reject(error);
          core.abortSignal(own, error);
          return failure;
        }
      };
      const observer = observe(resolve, stop, ask, reject);
      observer.error = reject;
      source.subscribe(observer, signal);
    } catch (error) {
      reject(error);
    }
    return result;
  }

  // MARK: Conversion. https://wicg.github.io/observable/#observable-convert-to-an-observable

  function from(value) {
    if (!isObject(value)) throw new TypeError("The value cannot be made an Observable.");
    if (isObservable(value)) return value;
    const asyncMethod = methodOf(value, core.SymbolAsyncIterator);
    if (asyncMethod !== undefined) return make((state) => iterateLater(state, value, asyncMethod));
    const method = methodOf(value, core.SymbolIterator);
    if (method !== undefined) {
      return make((state) => {
        // Both are looked up anew with each subscription.
        iterate(state, value);
      });
    }
    if (isPromise(value)) {
      return make((state) => core.PromiseThen(value, (result) => {
        state.next(result);
        state.complete();
      }, (error) => state.error(error)));
    }
    throw new TypeError("The value cannot be made an Observable.");
  }

  function methodOf(value, symbol) {
    const method = value[symbol];
    if (method === undefined || method === null) return undefined;
    if (typeof method !== "function") throw new TypeError("The iterator's method is not a function.");
    return method;
  }

  function isPromise(value) {
    try {
      // Only a promise lets itself be asked.
      return core.PromiseResolve(value) === value || value instanceof core.Promise;
    } catch {
      return false;
    }
  }

  function closeIterator(iterator) {
    const method = iterator.return;
    if (method !== undefined && method !== null) return call(method, iterator);
    return undefined;
  }

  function iterate(state, value) {
    if (core.isAborted(state.signal)) return;
    let iterator, next;
    try {
      const method = methodOf(value, core.SymbolIterator);
      if (method === undefined) throw new TypeError("The value is not iterable.");
      iterator = core.object(call(method, value));
      next = iterator.next;
    } catch (error) {
      state.error(error);
      return;
    }
    if (core.isAborted(state.signal)) return;
    let isDone = false;
    core.whenAborted(state.signal, () => {
      if (isDone) return;
      isDone = true;
      closeIterator(iterator);
    });
    while (!core.isAborted(state.signal)) {
      let step;
      try {
        const result = core.object(call(next, iterator));
        isDone = !!result.done;
        if (!isDone) step = result.value;
      } catch (error) {
        isDone = true;
        state.error(error);
        return;
      }
      if (isDone) {
        state.complete();
        return;
      }
      state.next(step);
    }
  }

  function iterateLater(state, value, method) {
    if (core.isAborted(state.signal)) return;
    let iterator, next;
    try {
      const current = methodOf(value, core.SymbolAsyncIterator);
      iterator = core.object(call(current ?? method, value));
      next = iterator.next;
    } catch (error) {
      state.error(error);
      return;
    }
    if (core.isAborted(state.signal)) return;
    let isDone = false;
    core.whenAborted(state.signal, () => {
      if (isDone) return;
      isDone = true;
      try {
        closeIterator(iterator);
      } catch (error) {
        core.report(error);
      }
    });
    const fail = (error) => {
      isDone = true;
      state.error(error);
    };
    const advance = () => {
      if (core.isAborted(state.signal)) return;
      let result;
      try {
        result = core.PromiseResolve(call(next, iterator));
      } catch (error) {
        result = core.PromiseReject(error);
      }
      core.PromiseThen(result, (step) => {
        let item;
        try {
          core.object(step);
          isDone = isDone || !!step.done;
          if (step.done) {
            state.complete();
            return;
          }
          item = step.value;
        } catch (error) {
          fail(error);
          return;
        }
        state.next(item);
        advance();
      }, fail);
    };
    advance();
  }

  // MARK: Events

  core.when = function (target, type, options) {
    const given = core.dictionary(options);
    const capture = !!given.capture;
    const passive = given.passive === undefined ? undefined : !!given.passive;
    return make((state) => {
      if (core.isAborted(state.signal)) return;
      core.listen(target, type, (event) => state.next(event), capture, passive, state.signal);
    });
  };

  core.define({ Observable, Subscriber });
})
