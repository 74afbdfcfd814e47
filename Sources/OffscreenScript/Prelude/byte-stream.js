// Streams of bytes, and readers that bring their own buffers. https://streams.spec.whatwg.org/#rbs-controller-class
(function (core) {
  "use strict";
  core.load("readable-stream.js");
  core.load("bytes.js");
  const { list, TypeError, RangeError, Uint8Array } = core;
  const { streams } = core;
  const { Deferred, Queue } = streams;

  const ControllerState = core.brand(), RequestState = core.brand(), ReaderState = core.brand();

  const elementSizes = {
    __proto__: null, Int8Array: 1, Uint8Array: 1, Uint8ClampedArray: 1, Int16Array: 2, Uint16Array: 2, Float16Array: 2,
    Int32Array: 4, Uint32Array: 4, Float32Array: 4, Float64Array: 8, BigInt64Array: 8, BigUint64Array: 8, DataView: 1,
  };

  // MARK: Buffers

  const kindOf = (view) => core.TypedArrayKind(view) ?? "DataView";

  /** `[AllowShared]` is not said: views of shared buffers are refused. */
  function convertView(view) {
    if (!core.ArrayBufferIsView(view)) throw new TypeError("The value is not a view of a buffer.");
    const { buffer } = core.viewOf(view);
    if (!core.isArrayBuffer(buffer)) throw new TypeError("The view's buffer is shared.");
    return view;
  }

  /** https://streams.spec.whatwg.org/#transfer-array-buffer */
  const transfer = (buffer) => core.ArrayBufferTransfer(buffer);

  function copyBytes(target, targetOffset, source, sourceOffset, count) {
    core.TypedArraySet(new Uint8Array(target, targetOffset, count), new Uint8Array(source, sourceOffset, count));
  }

  /** A view of some elements of a buffer. */
  const makeView = (kind, buffer, offset, length) =>
    core.ReflectConstruct(core.viewConstructors[kind], list(buffer, offset, length));

  // MARK: The controller

  /** What is to be filled: a reader's buffer, or one of our own. */
  class PullInto {
    buffer;
    offset;
    length;
    filled = 0;
    minimum;
    elementSize;
    kind;
    // "default", "byob", or "none": its reader has gone.
    reader;
  }

  class ByteController extends streams.Controller {
    queue = new Queue();
    total = 0;
    autoAllocateChunkSize;
    request = null;
    pending = new Queue();

    constructor() { super(); }

    mayEnqueue() { return !this.isCloseRequested && this.stream.state === "readable"; }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-should-call-pull */
    shouldPull() {
      const { stream } = this;
      if (!this.mayEnqueue() || !this.isStarted) return false;
      return (stream.reader !== null && streams.waiting(stream) > 0) || this.desiredSize() > 0;
    }

    clearQueue() {
      this.queue.drain();
      this.total = 0;
    }

    clearPending() {
      this.invalidate();
      this.pending.drain();
    }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-invalidate-byob-request */
    invalidate() {
      if (this.request === null) return;
      const state = RequestState.of(this.request);
      state.controller = state.view = null;
      this.request = null;
    }

    /** https://streams.spec.whatwg.org/#rbs-controller-private-cancel */
    cancel(reason) {
      this.clearPending();
      this.clearQueue();
      const result = this.cancelAlgorithm(reason);
      this.forget();
      return result;
    }

    /** https://streams.spec.whatwg.org/#rbs-controller-private-pull */
    pull(request) {
      const { stream } = this;
      if (this.total > 0) return this.fillFromQueue(request);
      const size = this.autoAllocateChunkSize;
      if (size !== undefined) {
        let buffer;
        try {
          buffer = new core.ArrayBuffer(size);
        } catch (thrown) {
          return request.error(thrown);
        }
        this.addPending(buffer, 0, size, 1, 1, "Uint8Array", "default");
      }
      stream.reader.requests.put(request);
      return this.callPull();
    }

    /** https://streams.spec.whatwg.org/#abstract-opdef-rbs-controller-release-steps */
    release() {
      if (this.pending.length === 0) return;
      const { first } = this.pending;
      first.reader = "none";
      this.pending.drain();
      this.pending.put(first);
    }

    addPending(buffer, offset, length, minimum, elementSize, kind, reader) {
      const pull = new PullInto();
      pull.buffer = buffer;
      pull.offset = offset;
      pull.length = length;
      pull.minimum = minimum;
      pull.elementSize = elementSize;
      pull.kind = kind;
      pull.reader = reader;
      this.pending.put(pull);
      return pull;
    }

    /** https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontrollerfillreadrequestfromqueue */
    fillFromQueue(request) {
      const { buffer, offset, length } = this.queue.take();
      this.total -= length;
      this.drained();
      request.chunk(new Uint8Array(buffer, offset, length));
    }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-handle-queue-drain */
    drained() {
      if (this.total === 0 && this.isCloseRequested) {
        this.forget();
        streams.closeReadable(this.stream);
      } else {
        this.callPull();
      }
    }

    close() {
      if (!this.mayEnqueue()) return;
      if (this.total > 0) {
        this.isCloseRequested = true;
        return;
      }
      if (this.pending.length > 0 && this.pending.first.filled % this.pending.first.elementSize !== 0) {
        const reason = new TypeError("The stream ends in the middle of an element.");
        this.fail(reason);
        throw reason;
      }
      this.forget();
      streams.closeReadable(this.stream);
    }

    fail(reason) {
      if (this.stream.state !== "readable") return;
      this.clearPending();
      this.clearQueue();
      this.forget();
      streams.failReadable(this.stream, reason);
    }

    // MARK: Enqueuing. https://streams.spec.whatwg.org/#readable-byte-stream-controller-enqueue

    enqueue(chunk) {
      if (!this.mayEnqueue()) return;
      const { stream } = this;
      const { buffer, byteOffset, byteLength } = core.viewOf(chunk);
      if (core.ArrayBufferDetached(buffer)) throw new TypeError("The chunk's buffer is detached.");
      const transferred = transfer(buffer);
      if (this.pending.length > 0) {
        const { first } = this.pending;
        if (core.ArrayBufferDetached(first.buffer)) throw new TypeError("The request's buffer is detached.");
        this.invalidate();
        first.buffer = transfer(first.buffer);
        if (first.reader === "none") this.enqueueDetached(first);
      }
      const { reader } = stream;
      if (reader !== null && !reader.isBYOB) {
        while (this.total > 0 && reader.requests.length > 0) this.fillFromQueue(reader.requests.take());
        if (reader.requests.length === 0) {
          this.keep(transferred, byteOffset, byteLength);
        } else {
          if (this.pending.length > 0) this.pending.take();
          streams.fulfill(stream, new Uint8Array(transferred, byteOffset, byteLength), false);
        }
      } else if (reader !== null) {
        this.keep(transferred, byteOffset, byteLength);
        this.commitAll(this.processPending());
      } else {
        this.keep(transferred, byteOffset, byteLength);
      }
      this.callPull();
    }

    keep(buffer, offset, length) {
      this.queue.put({ __proto__: null, buffer, offset, length });
      this.total += length;
    }

    keepCopy(buffer, offset, length) {
      let copy;
      try {
        copy = core.ArrayBufferSlice(buffer, offset, offset + length);
      } catch (thrown) {
        this.fail(thrown);
        throw thrown;
      }
      this.keep(copy, 0, length);
    }

    /** https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamcontrollerenqueuedetachedpullintotoqueue */
    enqueueDetached(pull) {
      if (pull.filled > 0) this.keepCopy(pull.buffer, pull.offset, pull.filled);
      this.pending.take();
    }

    // MARK: Filling readers' buffers

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-fill-pull-into-descriptor-from-queue */
    fill(pull) {
      const most = core.MathMin(this.total, pull.length - pull.filled);
      const whole = pull.filled + most;
      let left = most, isReady = false;
      const aligned = whole - (whole % pull.elementSize);
      if (aligned >= pull.minimum) {
        left = aligned - pull.filled;
        isReady = true;
      }
      while (left > 0) {
        const head = this.queue.first;
        const count = core.MathMin(left, head.length);
        copyBytes(pull.buffer, pull.offset + pull.filled, head.buffer, head.offset, count);
        if (head.length === count) {
          this.queue.take();
        } else {
          head.offset += count;
          head.length -= count;
        }
        this.total -= count;
        pull.filled += count;
        left -= count;
      }
      return isReady;
    }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-process-pull-into-descriptors-using-queue */
    processPending() {
      const filled = list();
      while (this.pending.length > 0 && this.total > 0) {
        const { first } = this.pending;
        if (!this.fill(first)) break;
        this.pending.take();
        core.put(filled, first);
      }
      return filled;
    }

    commitAll(pulls) {
      for (let index = 0; index < pulls.length; index += 1) this.commit(pulls[index]);
    }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-commit-pull-into-descriptor */
    commit(pull) {
      streams.fulfill(this.stream, filledView(pull), this.stream.state === "closed");
    }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-pull-into */
    pullInto(view, minimum, request) {
      const { stream } = this;
      const kind = kindOf(view), elementSize = elementSizes[kind];
      const { buffer, byteOffset, byteLength } = core.viewOf(view);
      let transferred;
      try {
        transferred = transfer(buffer);
      } catch (thrown) {
        return request.error(thrown);
      }
      const hadPending = this.pending.length > 0;
      if (hadPending) {
        this.addPending(transferred, byteOffset, byteLength, minimum * elementSize, elementSize, kind, "byob");
        stream.reader.requests.put(request);
        return undefined;
      }
      if (stream.state === "closed") return request.close(makeView(kind, transferred, byteOffset, 0));
      const pull = this.addPending(transferred, byteOffset, byteLength, minimum * elementSize, elementSize, kind, "byob");
      if (this.total > 0) {
        if (this.fill(pull)) {
          this.pending.take();
          const filled = filledView(pull);
          this.drained();
          return request.chunk(filled);
        }
        if (this.isCloseRequested) {
          this.pending.take();
          const reason = new TypeError("The stream ends in the middle of an element.");
          this.fail(reason);
          return request.error(reason);
        }
      }
      stream.reader.requests.put(request);
      return this.callPull();
    }

    // MARK: Responding. https://streams.spec.whatwg.org/#readable-byte-stream-controller-respond

    respond(count) {
      const { first } = this.pending;
      if (this.stream.state === "closed") {
        if (count !== 0) throw new TypeError("Nothing is written to a stream that is closed.");
      } else {
        if (count === 0) throw new TypeError("Nothing has been written.");
        if (first.filled + count > first.length) throw new RangeError("More has been written than there is room for.");
      }
      first.buffer = transfer(first.buffer);
      this.respondInner(count);
    }

    respondWithView(view) {
      const { first } = this.pending;
      const { buffer, byteOffset, byteLength } = core.viewOf(view);
      if (this.stream.state === "closed") {
        if (byteLength !== 0) throw new TypeError("Nothing is written to a stream that is closed.");
      } else if (byteLength === 0) {
        throw new TypeError("Nothing has been written.");
      }
      if (first.offset + first.filled !== byteOffset) throw new RangeError("The view is of another place.");
      if (core.ArrayBufferByteLength(first.buffer) !== core.ArrayBufferByteLength(buffer)) {
        throw new RangeError("The view's buffer has another length.");
      }
      if (first.filled + byteLength > first.length) throw new RangeError("More has been written than there is room for.");
      first.buffer = transfer(buffer);
      this.respondInner(byteLength);
    }

    respondInner(count) {
      const { first } = this.pending;
      this.invalidate();
      if (this.stream.state === "closed") this.respondClosed(first);
      else this.respondReadable(count, first);
      this.callPull();
    }

    respondClosed(first) {
      if (first.reader === "none") this.pending.take();
      const { stream } = this;
      if (stream.reader === null || !stream.reader.isBYOB) return;
      const filled = list();
      while (filled.length < streams.waiting(stream)) core.put(filled, this.pending.take());
      this.commitAll(filled);
    }

    respondReadable(count, pull) {
      pull.filled += count;
      if (pull.reader === "none") {
        this.enqueueDetached(pull);
        this.commitAll(this.processPending());
        return;
      }
      if (pull.filled < pull.minimum) return;
      this.pending.take();
      const rest = pull.filled % pull.elementSize;
      if (rest > 0) this.keepCopy(pull.buffer, pull.offset + pull.filled - rest, rest);
      pull.filled -= rest;
      const filled = this.processPending();
      this.commit(pull);
      this.commitAll(filled);
    }

    /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-getbyobrequest */
    currentRequest() {
      if (this.request === null && this.pending.length > 0) {
        const { first } = this.pending;
        const view = new Uint8Array(first.buffer, first.offset + first.filled, first.length - first.filled);
        this.request = core.ObjectCreate(ReadableStreamBYOBRequest.prototype);
        new RequestState(this.request, { __proto__: null, controller: this, view });
      }
      return this.request;
    }

    /** What is asked to be filled, or null. */
    requestedView() {
      const request = this.currentRequest();
      return request === null ? null : RequestState.of(request).view;
    }
  }

  /** https://streams.spec.whatwg.org/#readable-byte-stream-controller-convert-pull-into-descriptor */
  const filledView = (pull) =>
    makeView(pull.kind, transfer(pull.buffer), pull.offset, pull.filled / pull.elementSize);

  // MARK: Interfaces

  class ReadableByteStreamController {
    constructor() { throw new TypeError("Illegal constructor"); }
    get byobRequest() { return ControllerState.of(this).currentRequest(); }
    get desiredSize() { return ControllerState.of(this).desiredSize(); }
    close() {
      const controller = ControllerState.of(this);
      if (!controller.mayEnqueue()) throw new TypeError("The stream is not in a state that permits close.");
      controller.close();
    }
    enqueue(chunk) {
      const controller = ControllerState.of(this);
      core.requireArguments(arguments.length, 1);
      convertView(chunk);
      const { buffer, byteLength } = core.viewOf(chunk);
      if (byteLength === 0) throw new TypeError("The chunk is empty.");
      if (core.ArrayBufferByteLength(buffer) === 0) throw new TypeError("The chunk's buffer is empty.");
      if (!controller.mayEnqueue()) throw new TypeError("The stream is not in a state that permits enqueue.");
      controller.enqueue(chunk);
    }
    error(error = undefined) { ControllerState.of(this).fail(error); }
  }

  class ReadableStreamBYOBRequest {
    constructor() { throw new TypeError("Illegal constructor"); }
    get view() { return RequestState.of(this).view; }
    respond(bytesWritten) {
      const { controller, view } = RequestState.of(this);
      core.requireArguments(arguments.length, 1);
      bytesWritten = core.enforceRange(bytesWritten, 0, 9007199254740991);
      if (controller === null) throw new TypeError("The request is no longer valid.");
      if (core.ArrayBufferDetached(core.viewOf(view).buffer)) throw new TypeError("The view's buffer is detached.");
      controller.respond(bytesWritten);
    }
    respondWithNewView(view) {
      const { controller } = RequestState.of(this);
      core.requireArguments(arguments.length, 1);
      convertView(view);
      if (controller === null) throw new TypeError("The request is no longer valid.");
      if (core.ArrayBufferDetached(core.viewOf(view).buffer)) throw new TypeError("The view's buffer is detached.");
      controller.respondWithView(view);
    }
  }

  /** https://streams.spec.whatwg.org/#readable-stream-byob-reader-read */
  function readInto(reader, view, minimum, request) {
    const { stream } = reader;
    stream.isDisturbed = true;
    if (stream.state === "errored") request.error(stream.error);
    else stream.controller.pullInto(view, minimum, request);
  }

  class ReadableStreamBYOBReader {
    constructor(stream) {
      core.requireArguments(arguments.length, 1);
      core.convertInterface(stream, core.isReadableStream, "ReadableStream");
      new ReaderState(this, acquire(streams.readableOf(stream)));
    }
    read(view, options = undefined) {
      return streams.guard(() => {
        const reader = ReaderState.of(this);
        core.requireArguments(arguments.length, 1);
        convertView(view);
        const minimum = core.member(core.dictionary(options), "min", (value) => core.enforceRange(value, 0, 9007199254740991), 1);
        const { buffer, byteLength } = core.viewOf(view);
        if (byteLength === 0) throw new TypeError("The view is empty.");
        if (core.ArrayBufferByteLength(buffer) === 0) throw new TypeError("The view's buffer is empty.");
        if (core.ArrayBufferDetached(buffer)) throw new TypeError("The view's buffer is detached.");
        if (minimum === 0) throw new TypeError("The least number of elements must be above 0.");
        const length = kindOf(view) === "DataView" ? byteLength : core.TypedArrayLength(view);
        if (minimum > length) throw new RangeError("The view has not that many elements.");
        if (reader.stream === null) throw streams.releasedError();
        const result = new Deferred();
        readInto(reader, view, minimum, streams.promiseRequest(result));
        return result.promise;
      });
    }
  }
  core.mixin(ReadableStreamBYOBReader, streams.readerMembers(ReaderState));

  function acquire(stream) {
    if (!(stream.controller instanceof ByteController)) throw new TypeError("The stream is no stream of bytes.");
    const reader = new streams.Reader();
    reader.isBYOB = true;
    return streams.attachReader(stream, reader);
  }

  /** https://streams.spec.whatwg.org/#set-up-readable-byte-stream-controller-from-underlying-source */
  streams.setUpBytes = function (stream, source) {
    if (source.autoAllocateChunkSize === 0) throw new TypeError("The size of chunks cannot be 0.");
    const controller = new ByteController();
    controller.object = core.ObjectCreate(ReadableByteStreamController.prototype);
    new ControllerState(controller.object, controller);
    controller.autoAllocateChunkSize = source.autoAllocateChunkSize;
    controller.begin(stream, source);
  };

  core.define({ ReadableByteStreamController, ReadableStreamBYOBReader, ReadableStreamBYOBRequest });
  streams.BYOBReader = ReadableStreamBYOBReader;
  streams.acquireBYOBReader = acquire;
  streams.isByteStream = (stream) => stream.controller instanceof ByteController;
  streams.readInto = readInto;
})
