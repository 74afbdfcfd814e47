// Streams of what can be iterated over, and iterating over a stream.
// https://streams.spec.whatwg.org/#abstract-opdef-readablestreamfromiterable
(function (core) {
  "use strict";
  const { call, SymbolIterator, SymbolAsyncIterator, TypeError } = core;
  const { streams } = core;
  const { then, attempt, guard } = streams;

  function methodOf(object, key) {
    const method = object[key];
    if (method === undefined || method === null) return undefined;
    if (typeof method !== "function") throw new TypeError("The value is not iterable.");
    return method;
  }

  // MARK: From iterables

  /** An iterator's `next` and its end, each of which gives a promise. */
  function openIterator(iterable) {
    const asynchronous = methodOf(iterable, SymbolAsyncIterator);
    const method = asynchronous ?? methodOf(iterable, SymbolIterator);
    if (method === undefined) throw new TypeError("The value is not iterable.");
    const iterator = core.object(call(method, iterable));
    const { next } = iterator;
    const isAsynchronous = asynchronous !== undefined;
    return {
      __proto__: null,
      next: () => attempt(() => {
        const step = call(next, iterator);
        return isAsynchronous ? step : unwrapped(step, iterator);
      }),
      end: (reason) => attempt(() => {
        const method = methodOf(iterator, "return");
        if (method === undefined) return { done: true, value: undefined };
        const step = call(method, iterator, reason);
        return isAsynchronous ? step : unwrapped(step, null);
      }),
    };
  }

  /** https://tc39.es/ecma262/#sec-asyncfromsynciteratorcontinuation */
  function unwrapped(step, iterator) {
    core.object(step);
    const done = !!step.done;
    const closeAndThrow = (reason) => {
      if (iterator !== null && !done) {
        try {
          const method = methodOf(iterator, "return");
          if (method !== undefined) call(method, iterator);
        } catch {}
      }
      throw reason;
    };
    let value;
    try {
      value = core.PromiseResolve(step.value);
    } catch (thrown) {
      closeAndThrow(thrown);
    }
    return then(value, (value) => ({ __proto__: null, value, done }), closeAndThrow);
  }

  streams.fromIterable = function (iterable) {
    if (iterable === undefined || iterable === null) throw new TypeError("The value is not iterable.");
    const iterator = openIterator(iterable);
    const stream = streams.makeReadable({
      __proto__: null, highWaterMark: 0,
      pull: () => then(iterator.next(), (step) => {
        core.object(step);
        if (step.done) stream.controller.close();
        else stream.controller.enqueue(step.value);
      }),
      cancel: (reason) => then(iterator.end(reason), (step) => { core.object(step); }),
    });
    return stream.object;
  };

  // MARK: Asynchronous iterators. https://webidl.spec.whatwg.org/#js-asynchronous-iterator-prototype-object

  const Brand = core.brand();
  const prototype = core.ObjectCreate(core.AsyncIteratorPrototype);
  const endOfIteration = { __proto__: null };

  /** https://streams.spec.whatwg.org/#rs-asynciterator-prototype-next */
  function nextChunk(state) {
    const result = new streams.Deferred();
    streams.read(state.reader, {
      __proto__: null,
      chunk: result.resolve,
      close() {
        streams.releaseReader(state.reader);
        result.resolve(endOfIteration);
      },
      error(reason) {
        streams.releaseReader(state.reader);
        result.reject(reason);
      },
    });
    return result.promise;
  }

  function takeNext(state) {
    if (state.isFinished) return core.PromiseResolve({ value: undefined, done: true });
    return then(nextChunk(state), (value) => {
      state.ongoing = null;
      if (value !== endOfIteration) return { value, done: false };
      state.isFinished = true;
      return { value: undefined, done: true };
    }, (reason) => {
      state.ongoing = null;
      state.isFinished = true;
      throw reason;
    });
  }

  function finish(state, value) {
    if (state.isFinished) return core.PromiseResolve(undefined);
    state.isFinished = true;
    const { reader } = state;
    const result = state.preventCancel ? core.PromiseResolve(undefined) : streams.cancel(reader.stream, value);
    streams.releaseReader(reader);
    return result;
  }

  /** One step after the other. */
  function follow(state, steps) {
    state.ongoing = state.ongoing === null ? steps() : then(state.ongoing, steps, steps);
    return state.ongoing;
  }

  const members = {
    next() {
      return guard(() => {
        const state = Brand.of(this);
        return follow(state, () => takeNext(state));
      });
    },
    return(value) {
      return guard(() => {
        const state = Brand.of(this);
        return then(follow(state, () => finish(state, value)), () => ({ value, done: true }));
      });
    },
  };
  const keys = core.ReflectOwnKeys(members);
  for (let index = 0; index < keys.length; index += 1) {
    core.ReflectDefineProperty(prototype, keys[index],
      { __proto__: null, value: core.conceal(members[keys[index]]), writable: true, enumerable: true, configurable: true });
  }
  core.ReflectDefineProperty(prototype, core.SymbolToStringTag,
    { __proto__: null, value: "ReadableStream AsyncIterator", configurable: true });

  streams.iterate = function (reader, preventCancel) {
    const iterator = core.ObjectCreate(prototype);
    new Brand(iterator, { __proto__: null, reader, preventCancel, isFinished: false, ongoing: null });
    return iterator;
  };
})
