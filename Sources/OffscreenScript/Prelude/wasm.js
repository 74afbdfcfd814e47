// What WebAssembly does later: the engine's own promises wait for threads and a loop of events that pages do not have, and
// would never be settled. https://webassembly.github.io/spec/js-api/ https://webassembly.github.io/spec/web-api/
(function (core) {
  "use strict";
  core.load("bytes.js");
  core.load("streams.js");
  const { list, WebAssembly, TypeError } = core;
  const { streams } = core;
  const { Module, Instance } = WebAssembly;

  const moduleExports = Module.exports;
  const isModule = core.recognizes((value) => core.ReflectApply(moduleExports, Module, list(value)));

  /** What a function gives in a task of its own, as a promise. */
  function later(steps) {
    const result = new streams.Deferred();
    core.queueTask(() => {
      try {
        result.resolve(steps());
      } catch (thrown) {
        result.reject(thrown);
      }
    });
    return result.promise;
  }

  const compile = (bytes) => core.ReflectConstruct(Module, list(bytes));
  const link = (module, imports) => core.ReflectConstruct(Instance, imports === undefined ? list(module) : list(module, imports));

  function copyOf(bytes) {
    if (!core.isBufferSource(bytes)) throw new TypeError("The bytes are neither a buffer nor a view of one.");
    return core.copyBytes(core.viewBytes(bytes));
  }

  function checkImports(imports) {
    if (imports !== undefined && !core.isObject(imports)) throw new TypeError("The imports are no object.");
  }

  function both(bytes, imports) {
    const module = compile(bytes);
    return { module, instance: link(module, imports) };
  }

  /** The bytes of a response, or of a promise of one. https://webassembly.github.io/spec/web-api/#streaming-modules */
  function bytesOf(source) {
    core.load("fetch.js");
    return streams.then(core.PromiseResolve(source), (response) => {
      core.convertInterface(response, core.fetching.isResponse, "Response");
      const fields = core.fetching.fieldsOf(response), { headers } = fields;
      if (core.toASCIILowercase(core.headers.combined(core.fetching.listOf(headers), "content-type") ?? "") !== "application/wasm") {
        throw new TypeError("The response's type is not application/wasm.");
      }
      if (fields.status < 200 || fields.status > 299 || fields.type === "opaque") throw new TypeError("The response is not successful.");
      if (fields.body?.isUnusable) throw new TypeError("The body has been read already, or is locked.");
      return fields.body === null ? new core.Uint8Array(0) : fields.body.readAll();
    });
  }

  const members = {
    compile(bytes) {
      return streams.guard(() => {
        const copy = copyOf(bytes);
        return later(() => compile(copy));
      });
    },
    instantiate(source, importObject = undefined) {
      return streams.guard(() => {
        checkImports(importObject);
        if (isModule(source)) return later(() => link(source, importObject));
        const copy = copyOf(source);
        return later(() => both(copy, importObject));
      });
    },
    compileStreaming(source) {
      return streams.guard(() => streams.then(bytesOf(source), compile));
    },
    instantiateStreaming(source, importObject = undefined) {
      return streams.guard(() => {
        checkImports(importObject);
        return streams.then(bytesOf(source), (bytes) => both(bytes, importObject));
      });
    },
  };
  const names = core.ReflectOwnKeys(members);
  for (let index = 0; index < names.length; index += 1) {
    core.ReflectDefineProperty(WebAssembly, names[index],
      { __proto__: null, value: core.conceal(members[names[index]]), writable: true, enumerable: true, configurable: true });
  }
  core.alias("WebAssembly", WebAssembly);
})
