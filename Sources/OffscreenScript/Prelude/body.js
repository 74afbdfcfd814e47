// Bodies of requests and responses. https://fetch.spec.whatwg.org/#bodies
(function (core) {
  "use strict";
  const { native, list, put, TypeError, Uint8Array } = core;
  core.load("mime.js");
  core.load("bytes.js");

  const chunkSize = 65536;

  /** Bytes that are known, which become a stream where someone asks for it; or a stream. */
  class Body {
    source;
    stream;
    // Whether all of it has been read without a stream.
    isUsed = false;

    constructor(source, stream = null) {
      this.source = source;
      this.stream = stream;
    }

    get isDisturbed() { return this.stream === null ? this.isUsed : this.stream.isDisturbed; }
    /** https://fetch.spec.whatwg.org/#body-unusable */
    get isUnusable() { return this.isDisturbed || (this.stream !== null && core.streams.isReadableLocked(this.stream)); }

    openStream() {
      if (this.stream !== null) return this.stream;
      this.stream = core.streamOfBytes(this.source);
      if (this.isUsed) {
        const reader = core.streams.acquireReader(this.stream);
        core.streams.cancel(this.stream, undefined);
        core.streams.handled(reader.closed.promise);
      }
      return this.stream;
    }

    /** A promise of all bytes. https://fetch.spec.whatwg.org/#body-fully-read */
    readAll() {
      if (this.stream === null) {
        this.isUsed = true;
        return core.PromiseResolve(core.copyBytes(this.source));
      }
      return readStream(this.stream);
    }

    /** https://fetch.spec.whatwg.org/#concept-body-clone */
    clone() {
      if (this.stream === null) return new Body(this.source);
      core.load("stream-teeing.js");
      const branches = core.streams.tee(this.stream, true);
      this.stream = branches[0];
      return new Body(null, branches[1]);
    }

    /** What another request takes over. https://streams.spec.whatwg.org/#readablestream-create-a-proxy */
    proxy() {
      if (this.stream === null) {
        this.isUsed = true;
        return new Body(this.source);
      }
      core.load("stream-piping.js");
      core.load("transform-stream.js");
      const { streams } = core;
      const identity = streams.makeTransform((chunk, enqueue) => enqueue(chunk), streams.nothing);
      streams.handled(streams.pipe(this.stream, identity.writable,
        { __proto__: null, preventAbort: false, preventCancel: false, preventClose: false, signal: null }));
      return new Body(null, identity.readable);
    }
  }

  function readStream(stream) {
    const { streams } = core;
    const result = new streams.Deferred(), pieces = list();
    let length = 0;
    const reader = streams.acquireReader(stream);
    const next = () => streams.read(reader, {
      __proto__: null,
      chunk(chunk) {
        if (!core.isUint8Array(chunk)) {
          const reason = new TypeError("A chunk is no Uint8Array.");
          result.reject(reason);
          streams.handled(streams.cancel(stream, reason));
          return;
        }
        length += core.TypedArrayLength(chunk);
        put(pieces, chunk);
        core.queueMicrotask(next);
      },
      close: () => result.resolve(core.joinBytes(pieces, length)),
      error: result.reject,
    });
    next();
    return result.promise;
  }

  /** A stream of bytes that are there. */
  core.streamOfBytes = function (bytes) {
    core.load("byte-stream.js");
    const length = core.TypedArrayLength(bytes);
    let place = 0;
    const stream = core.streams.makeReadable({
      __proto__: null,
      pull() {
        const { controller } = stream;
        if (place < length) {
          const end = core.MathMin(place + chunkSize, length);
          const chunk = core.copyBytes(bytes, place, end);
          place = end;
          controller.enqueue(chunk);
        }
        if (place >= length && controller.mayEnqueue()) {
          controller.close();
          if (controller.pending.length > 0) controller.respond(0);
        }
        return core.PromiseResolve(undefined);
      },
    }, true);
    return stream;
  };

  /** `{body, type}` of what a page gives. https://fetch.spec.whatwg.org/#concept-bodyinit-extract */
  core.makeBody = function (object) {
    if (core.isReadableStream(object)) {
      const stream = core.streams.readableOf(object);
      if (stream.isDisturbed || core.streams.isReadableLocked(stream)) {
        throw new TypeError("The stream has been read from, or is locked.");
      }
      return { __proto__: null, body: new Body(null, stream), type: null };
    }
    const { bytes, type } = core.extractBody(object);
    return { __proto__: null, body: new Body(bytes), type };
  };
  core.bodyOfBytes = (bytes) => new Body(bytes);

  // MARK: The Body mixin. https://fetch.spec.whatwg.org/#body-mixin

  /** `partsOf(object)`: its `{body, type}`: the type is the header's value, or null. */
  core.bodyMembers = function (partsOf) {
    function consume(object, convert) {
      try {
        const { body, type } = partsOf(object);
        if (body === null) return core.PromiseResolve(convert(new Uint8Array(0), type));
        if (body.isUnusable) throw new TypeError("The body has been read already, or is locked.");
        core.load("streams.js");
        return core.streams.then(body.readAll(), (bytes) => convert(bytes, type));
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
    return {
      get body() {
        const { body } = partsOf(this);
        return body === null ? null : body.openStream().object;
      },
      get bodyUsed() { return partsOf(this).body?.isDisturbed ?? false; },
      arrayBuffer() { return consume(this, (bytes) => core.TypedArrayBuffer(bytes)); },
      bytes() { return consume(this, (bytes) => bytes); },
      blob() {
        return consume(this, (bytes, header) => {
          core.load("blob.js");
          const type = core.mime.extract(header);
          return core.makeBlob(bytes, type === null ? "" : core.mime.serialize(type));
        });
      },
      json() { return consume(this, (bytes) => core.JSONParse(text(bytes))); },
      text() { return consume(this, text); },
      formData() { return consume(this, formData); },
    };
  };

  // The decoder leaves a byte order mark out.
  const text = (bytes) => native.decode("utf-8", bytes) ?? "";

  function formData(bytes, header) {
    core.load("form-data.js");
    core.load("url.js");
    const type = core.mime.extract(header);
    if (type?.essence === "multipart/form-data") {
      core.load("multipart.js");
      const boundary = core.mime.parameter(type, "boundary");
      const entries = boundary === null ? null : core.parseMultipart(bytes, boundary);
      if (entries === null) throw new TypeError("The body is no form data.");
      return core.formData.make(entries);
    }
    if (type?.essence !== "application/x-www-form-urlencoded") throw new TypeError("The body is no form data.");
    const pairs = core.formURLEncoded.parse(core.utf8Decode(bytes)), entries = list();
    for (let index = 0; index < pairs.length; index += 1) put(entries, { name: pairs[index][0], value: pairs[index][1] });
    return core.formData.make(entries);
  }
})
