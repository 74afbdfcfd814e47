// One stream that becomes two. https://streams.spec.whatwg.org/#abstract-opdef-readablestreamtee
(function (core) {
  "use strict";
  const { list, Uint8Array } = core;
  const { streams } = core;
  const { upon, Deferred } = streams;

  /** What both branches say before the source is told to stop. */
  function makeCanceling(stream) {
    const result = new Deferred();
    const reasons = list(undefined, undefined), isCanceled = list(false, false);
    return {
      __proto__: null, result, isCanceled,
      cancel: (which) => (reason) => {
        isCanceled[which] = true;
        reasons[which] = reason;
        if (isCanceled[1 - which]) result.resolve(streams.cancel(stream, [reasons[0], reasons[1]]));
        return result.promise;
      },
    };
  }

  /** https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee */
  function teeDefault(stream, clones) {
    const reader = streams.acquireReader(stream);
    const canceling = makeCanceling(stream);
    const { isCanceled } = canceling;
    let isReading = false, readsAgain = false;
    const branches = list();

    function pull() {
      if (isReading) {
        readsAgain = true;
        return core.PromiseResolve(undefined);
      }
      isReading = true;
      streams.read(reader, {
        __proto__: null,
        chunk: (chunk) => core.queueMicrotask(() => {
          readsAgain = false;
          let second = chunk;
          if (!isCanceled[1] && clones) {
            try {
              second = core.structuredClone(chunk);
            } catch (thrown) {
              branches[0].controller.fail(thrown);
              branches[1].controller.fail(thrown);
              canceling.result.resolve(streams.cancel(stream, thrown));
              return;
            }
          }
          if (!isCanceled[0]) branches[0].controller.enqueue(chunk);
          if (!isCanceled[1]) branches[1].controller.enqueue(second);
          isReading = false;
          if (readsAgain) pull();
        }),
        close() {
          isReading = false;
          if (!isCanceled[0]) branches[0].controller.close();
          if (!isCanceled[1]) branches[1].controller.close();
          if (!isCanceled[0] || !isCanceled[1]) canceling.result.resolve(undefined);
        },
        error() { isReading = false; },
      });
      return core.PromiseResolve(undefined);
    }

    for (let which = 0; which < 2; which += 1) {
      core.put(branches, streams.makeReadable({ __proto__: null, pull, cancel: canceling.cancel(which) }));
    }
    streams.handled(reader.closed.promise);
    upon(reader.closed.promise, streams.nothing, (reason) => {
      branches[0].controller.fail(reason);
      branches[1].controller.fail(reason);
      if (!isCanceled[0] || !isCanceled[1]) canceling.result.resolve(undefined);
    });
    return branches;
  }

  const copyOf = (view) => {
    const { buffer, byteOffset, byteLength } = core.viewOf(view);
    return new Uint8Array(core.ArrayBufferSlice(buffer, byteOffset, byteOffset + byteLength));
  };

  /** https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamtee */
  function teeBytes(stream) {
    let reader = streams.acquireReader(stream);
    const canceling = makeCanceling(stream);
    const { isCanceled } = canceling;
    let isReading = false;
    const readsAgain = list(false, false);
    const branches = list();

    function forward(mine) {
      upon(mine.closed.promise, streams.nothing, (reason) => {
        if (mine !== reader) return;
        branches[0].controller.fail(reason);
        branches[1].controller.fail(reason);
        if (!isCanceled[0] || !isCanceled[1]) canceling.result.resolve(undefined);
      });
    }

    function use(make) {
      streams.releaseReader(reader);
      reader = make(stream);
      forward(reader);
    }

    function fail(thrown) {
      branches[0].controller.fail(thrown);
      branches[1].controller.fail(thrown);
      canceling.result.resolve(streams.cancel(stream, thrown));
    }

    function goOn() {
      isReading = false;
      if (readsAgain[0]) pull(0);
      else if (readsAgain[1]) pull(1);
    }

    function pullDefault() {
      if (reader.isBYOB) use(streams.acquireReader);
      streams.read(reader, {
        __proto__: null,
        chunk: (chunk) => core.queueMicrotask(() => {
          readsAgain[0] = readsAgain[1] = false;
          let second = chunk;
          if (!isCanceled[0] && !isCanceled[1]) {
            try {
              second = copyOf(chunk);
            } catch (thrown) {
              fail(thrown);
              return;
            }
          }
          if (!isCanceled[0]) branches[0].controller.enqueue(chunk);
          if (!isCanceled[1]) branches[1].controller.enqueue(second);
          goOn();
        }),
        close() {
          isReading = false;
          for (let which = 0; which < 2; which += 1) {
            const { controller } = branches[which];
            if (!isCanceled[which]) controller.close();
            if (controller.pending.length > 0) controller.respond(0);
          }
          if (!isCanceled[0] || !isCanceled[1]) canceling.result.resolve(undefined);
        },
        error() { isReading = false; },
      });
    }

    function pullInto(view, which) {
      if (!reader.isBYOB) use(streams.acquireBYOBReader);
      const asking = branches[which], other = branches[1 - which];
      streams.readInto(reader, view, 1, {
        __proto__: null,
        chunk: (chunk) => core.queueMicrotask(() => {
          readsAgain[0] = readsAgain[1] = false;
          if (!isCanceled[1 - which]) {
            let copy;
            try {
              copy = copyOf(chunk);
            } catch (thrown) {
              fail(thrown);
              return;
            }
            if (!isCanceled[which]) asking.controller.respondWithView(chunk);
            other.controller.enqueue(copy);
          } else if (!isCanceled[which]) {
            asking.controller.respondWithView(chunk);
          }
          goOn();
        }),
        close(chunk) {
          isReading = false;
          if (!isCanceled[which]) asking.controller.close();
          if (!isCanceled[1 - which]) other.controller.close();
          if (chunk !== undefined) {
            if (!isCanceled[which]) asking.controller.respondWithView(chunk);
            if (!isCanceled[1 - which] && other.controller.pending.length > 0) other.controller.respond(0);
          }
          if (!isCanceled[0] || !isCanceled[1]) canceling.result.resolve(undefined);
        },
        error() { isReading = false; },
      });
    }

    function pull(which) {
      if (isReading) {
        readsAgain[which] = true;
        return core.PromiseResolve(undefined);
      }
      isReading = true;
      const view = branches[which].controller.requestedView();
      if (view === null) pullDefault();
      else pullInto(view, which);
      return core.PromiseResolve(undefined);
    }

    for (let which = 0; which < 2; which += 1) {
      core.put(branches, streams.makeReadable(
        { __proto__: null, pull: () => pull(which), cancel: canceling.cancel(which) }, true));
    }
    forward(reader);
    return branches;
  }

  /** Two records. With `clones`, what the second gets is a copy. */
  streams.tee = (stream, clones) =>
    (streams.isByteStream?.(stream) ? teeBytes(stream) : teeDefault(stream, clones));
})
