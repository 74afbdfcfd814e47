// Streams that change what is written into what is read. https://streams.spec.whatwg.org/#ts
(function (core) {
  "use strict";
  core.load("readable-stream.js");
  core.load("writable-stream.js");
  const { call, TypeError, RangeError } = core;
  const { streams } = core;
  const { then, upon, Deferred } = streams;

  const StreamState = core.sharedBrand("TransformStream", "transform-stream.js"), ControllerState = core.brand();

  /** A stream with its controller. */
  class Transform {
    readable = null;
    writable = null;
    isBackpressured = undefined;
    backpressureChange = null;
    controllerObject = null;
    transformAlgorithm;
    flushAlgorithm;
    cancelAlgorithm;
    finishing = null;

    get output() { return this.readable.controller; }

    /** https://streams.spec.whatwg.org/#initialize-transform-stream */
    begin(start, writableMark, writableSize, readableMark, readableSize) {
      this.writable = streams.makeWritable({
        __proto__: null, start, highWaterMark: writableMark, size: writableSize,
        write: (chunk) => this.write(chunk), abort: (reason) => this.abort(reason), close: () => this.close(),
      });
      this.readable = streams.makeReadable({
        __proto__: null, start, highWaterMark: readableMark, size: readableSize,
        pull: () => this.pull(), cancel: (reason) => this.cancel(reason),
      });
      this.setBackpressure(true);
    }

    forget() {
      this.transformAlgorithm = this.flushAlgorithm = this.cancelAlgorithm = undefined;
    }

    setBackpressure(isBackpressured) {
      this.backpressureChange?.resolve(undefined);
      this.backpressureChange = new Deferred();
      this.isBackpressured = isBackpressured;
    }

    // MARK: The writable side. https://streams.spec.whatwg.org/#transform-stream-default-sink-write-algorithm

    write(chunk) {
      if (!this.isBackpressured) return this.transform(chunk);
      return then(this.backpressureChange.promise, () => {
        const { writable } = this;
        if (writable.state === "erroring") throw writable.error;
        return this.transform(chunk);
      });
    }

    transform(chunk) {
      return then(this.transformAlgorithm(chunk, this.controllerObject), undefined, (reason) => {
        this.fail(reason);
        throw reason;
      });
    }

    abort(reason) {
      if (this.finishing !== null) return this.finishing.promise;
      const { readable } = this;
      const finishing = (this.finishing = new Deferred());
      const result = this.cancelAlgorithm(reason);
      this.forget();
      upon(result, () => {
        if (readable.state === "errored") {
          finishing.reject(readable.error);
        } else {
          this.output.fail(reason);
          finishing.resolve(undefined);
        }
      }, (second) => {
        this.output.fail(second);
        finishing.reject(second);
      });
      return finishing.promise;
    }

    close() {
      if (this.finishing !== null) return this.finishing.promise;
      const { readable } = this;
      const finishing = (this.finishing = new Deferred());
      const result = this.flushAlgorithm(this.controllerObject);
      this.forget();
      upon(result, () => {
        if (readable.state === "errored") {
          finishing.reject(readable.error);
        } else {
          this.output.close();
          finishing.resolve(undefined);
        }
      }, (reason) => {
        this.output.fail(reason);
        finishing.reject(reason);
      });
      return finishing.promise;
    }

    // MARK: The readable side. https://streams.spec.whatwg.org/#transform-stream-default-source-pull-algorithm

    pull() {
      this.setBackpressure(false);
      return this.backpressureChange.promise;
    }

    cancel(reason) {
      if (this.finishing !== null) return this.finishing.promise;
      const { writable } = this;
      const finishing = (this.finishing = new Deferred());
      const result = this.cancelAlgorithm(reason);
      this.forget();
      upon(result, () => {
        if (writable.state === "errored") {
          finishing.reject(writable.error);
        } else {
          writable.controller.failIfNeeded(reason);
          this.unblock();
          finishing.resolve(undefined);
        }
      }, (second) => {
        writable.controller.failIfNeeded(second);
        this.unblock();
        finishing.reject(second);
      });
      return finishing.promise;
    }

    // MARK: The controller. https://streams.spec.whatwg.org/#ts-default-controller-abstract-ops

    unblock() {
      if (this.isBackpressured) this.setBackpressure(false);
    }

    fail(reason) {
      this.output.fail(reason);
      this.failWritable(reason);
    }

    failWritable(reason) {
      this.forget();
      this.writable.controller.failIfNeeded(reason);
      this.unblock();
    }

    enqueue(chunk) {
      const { output, readable } = this;
      if (!output.mayEnqueue()) throw new TypeError("The readable side is not in a state that permits enqueue.");
      try {
        output.enqueue(chunk);
      } catch (thrown) {
        this.failWritable(thrown);
        throw readable.error;
      }
      // https://streams.spec.whatwg.org/#rs-default-controller-has-backpressure
      const isBackpressured = !output.shouldPull();
      if (isBackpressured !== this.isBackpressured) this.setBackpressure(true);
    }

    terminate() {
      this.output.close();
      this.failWritable(new TypeError("The stream has been terminated."));
    }
  }

  class TransformStreamDefaultController {
    constructor() { throw new TypeError("Illegal constructor"); }
    get desiredSize() { return ControllerState.of(this).output.desiredSize(); }
    enqueue(chunk = undefined) { ControllerState.of(this).enqueue(chunk); }
    error(reason = undefined) { ControllerState.of(this).fail(reason); }
    terminate() { ControllerState.of(this).terminate(); }
  }

  function makeController(transform) {
    transform.controllerObject = core.ObjectCreate(TransformStreamDefaultController.prototype);
    new ControllerState(transform.controllerObject, transform);
  }

  /** https://streams.spec.whatwg.org/#dictdef-transformer, in the order of its members' names. */
  function convertTransformer(transformer) {
    const cancelled = core.member(transformer, "cancel", core.convertCallback);
    const flush = core.member(transformer, "flush", core.convertCallback);
    if (transformer.readableType !== undefined) throw new RangeError("The readable type is for later versions of the standard.");
    const start = core.member(transformer, "start", core.convertCallback);
    const transform = core.member(transformer, "transform", core.convertCallback);
    if (transformer.writableType !== undefined) throw new RangeError("The writable type is for later versions of the standard.");
    return { __proto__: null, cancel: cancelled, flush, start, transform };
  }

  const undefinedPromise = () => core.PromiseResolve(undefined);

  class TransformStream {
    constructor(transformer = undefined, writableStrategy = undefined, readableStrategy = undefined) {
      if (transformer !== undefined) core.object(transformer);
      writableStrategy = streams.convertStrategy(writableStrategy);
      readableStrategy = streams.convertStrategy(readableStrategy);
      const { cancel, flush, start, transform } = convertTransformer(transformer ?? core.dictionary(undefined));
      const readableMark = streams.highWaterMarkOf(readableStrategy, 0);
      const writableMark = streams.highWaterMarkOf(writableStrategy, 1);
      const stream = new Transform();
      new StreamState(this, stream);
      const starting = new Deferred();
      makeController(stream);
      stream.begin(() => starting.promise, writableMark, streams.sizeOf(writableStrategy), readableMark,
        streams.sizeOf(readableStrategy));
      stream.transformAlgorithm = transform === undefined ? (chunk) => streams.guard(() => {
        stream.enqueue(chunk);
        return undefinedPromise();
      }) : streams.method(transformer, transform);
      stream.flushAlgorithm = flush === undefined ? undefinedPromise
        : (controller) => streams.attempt(() => call(flush, transformer, controller));
      stream.cancelAlgorithm = cancel === undefined ? undefinedPromise
        : (reason) => streams.attempt(() => call(cancel, transformer, reason));
      starting.resolve(start === undefined ? undefined : call(start, transformer, stream.controllerObject));
    }
    get readable() { return StreamState.of(this).readable.object; }
    get writable() { return StreamState.of(this).writable.object; }
  }
  core.define({ TransformStream, TransformStreamDefaultController });

  /**
   * A transform of ours: `transform(chunk, enqueue)` and `flush(enqueue)` may throw.
   * https://streams.spec.whatwg.org/#transformstream-set-up
   */
  streams.makeTransform = function (transform, flush) {
    const stream = new Transform();
    makeController(stream);
    stream.begin(streams.nothing, 1, () => 1, 0, () => 1);
    const enqueue = (chunk) => stream.enqueue(chunk);
    stream.transformAlgorithm = (chunk) => streams.attempt(() => transform(chunk, enqueue));
    stream.flushAlgorithm = () => streams.attempt(() => flush(enqueue));
    stream.cancelAlgorithm = undefinedPromise;
    return stream;
  };
  /** One whose two sides are set up by someone else. */
  streams.allocateTransform = function () {
    const object = core.ObjectCreate(TransformStream.prototype), stream = new Transform();
    stream.readable = streams.allocateReadable();
    stream.writable = streams.allocateWritable();
    new StreamState(object, stream);
    return object;
  };
  streams.isTransformStream = StreamState.has;
  streams.transformOf = StreamState.of;
})
