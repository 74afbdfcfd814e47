// What Swift asks of the page for those who drive it, expressions and their values, and what the page tells them. It is
// evaluated when they first ask; at once where they listen to messages.
(function (core) {
  "use strict";
  const { native } = core;
  const { JSONStringify, StringToWellFormed, PromiseThen, PromiseResolve, ObjectKeys: keys, ArrayIsArray: isArray } = core;
  const PromiseConstructor = core.Promise;
  const isFinite = core.NumberIsFinite;
  const text = core.String;
  // What reads the answer takes no surrogates that stand alone.
  const quoted = (value) => JSONStringify(StringToWellFormed(value));

  const depthLimit = 100;
  const sizeLimit = 1 << 20;

  // JSON without `toJSON`, without the page's own JSON, and bounded. Throws a string where it cannot be written.
  function json(value, depth, state) {
    if (depth > depthLimit) throw "the value is nested too deeply";
    if ((state.count += 1) > sizeLimit) throw "the value is too large";
    switch (typeof value) {
      case "string": return quoted(value);
      case "number": return isFinite(value) ? text(value) : "null";
      case "boolean": return value ? "true" : "false";
      case "bigint": return '"' + text(value) + '"';
      case "object": break;
      default: return undefined;
    }
    if (value === null) return "null";
    let out = "";
    if (isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        out += (index ? "," : "") + (json(value[index], depth + 1, state) ?? "null");
      }
      return "[" + out + "]";
    }
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) {
      const member = json(value[names[index]], depth + 1, state);
      if (member !== undefined) out += (out ? "," : "") + quoted(names[index]) + ":" + member;
    }
    return "{" + out + "}";
  }

  function succeeded(value) {
    let written;
    try {
      written = json(value, 0, { count: 0 }) ?? "null";
    } catch (error) {
      return failed(error);
    }
    native.finishEvaluation(true, written, typeof value === "string" ? value : null);
  }

  function failed(error) {
    let message;
    try {
      message = text(error);
    } catch {
      message = "an exception that has no text";
    }
    native.finishEvaluation(false, message, null);
  }

  core.evaluateForDriver = function (expression) {
    let value;
    try {
      value = native.evaluate(expression, "expression", 1);
      if ((typeof value === "object" && value !== null) || typeof value === "function") {
        if (typeof value.then === "function") {
          PromiseThen(PromiseResolve(value), succeeded, failed);
          return;
        }
      }
    } catch (error) {
      return failed(error);
    }
    succeeded(value);
  };

  // MARK: Messages. `window.webkit.messageHandlers.NAME.postMessage(value)`, as web views have it.

  const names = native.messageHandlers();
  if (names.length === 0) return;
  const waiting = new core.SafeMap();
  const mostWaiting = 1_000, longestMessage = 1 << 24;
  let last = 0;

  function post(name, value) {
    let written;
    if (waiting.size >= mostWaiting) throw core.error("QuotaExceededError", "Too many messages wait for an answer.");
    try {
      written = json(value, 0, { count: 0 }) ?? "null";
    } catch (error) {
      if (typeof error === "string") throw core.error("DataCloneError", error);
      throw error;
    }
    if (written.length > longestMessage) throw core.error("DataCloneError", "the value is too large");
    last += 1;
    const number = last;
    native.postMessage(number, name, written);
    return new PromiseConstructor((resolve, reject) => waiting.set(number, { __proto__: null, resolve, reject }));
  }

  core.entry.replied = function (number, isAnswer, text) {
    const promise = waiting.get(number);
    waiting.delete(number);
    if (promise === undefined) return;
    if (isAnswer) promise.resolve(core.JSONParse(text));
    else promise.reject(new core.Error(text));
  };

  const handlers = {};
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index];
    const handler = {
      postMessage(message) {
        core.requireArguments(arguments.length, 1);
        return post(name, message);
      },
    };
    core.conceal(handler.postMessage);
    core.ReflectDefineProperty(handlers, name, { __proto__: null, value: core.ObjectFreeze(handler), enumerable: true });
  }
  core.ReflectDefineProperty(core.global, "webkit", {
    __proto__: null, value: core.ObjectFreeze({ messageHandlers: core.ObjectFreeze(handlers) }), enumerable: true,
  });
})
