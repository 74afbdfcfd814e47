// The console. https://console.spec.whatwg.org/
(function (core) {
  "use strict";
  const { native, put, SafeMap, SafeSet } = core;

  const mostDepth = 3, mostItems = 100;

  /** A value as people read it. */
  function format(value, depth = 0, seen = undefined) {
    switch (typeof value) {
      case "string": return depth === 0 ? value : core.JSONStringify(value);
      case "function": return `function ${core.ReflectGetOwnPropertyDescriptor(value, "name")?.value ?? ""}`;
      case "symbol": return core.SymbolToText(value);
      case "bigint": return `${value}n`;
      case "object": break;
      default: return `${value}`;
    }
    if (value === null) return "null";
    if (core.isNode(value)) return `[${core.ReflectGet(value, "nodeName")}]`;
    const stack = core.ReflectGetOwnPropertyDescriptor(value, "stack")?.value;
    if (typeof stack === "string") return `${value}`;
    seen = seen ?? new SafeSet();
    if (depth >= mostDepth || seen.has(value)) return core.ArrayIsArray(value) ? "[...]" : "{...}";
    seen.add(value);
    // Large lists are read as far as they are shown.
    const isArray = core.ArrayIsArray(value);
    const isView = !isArray && core.ArrayBufferIsView(value) && core.TypedArrayKind(value) !== undefined;
    const keys = isArray || isView ? null : core.ObjectKeys(value);
    const length = core.MathMin(mostItems, isArray ? value.length : isView ? core.TypedArrayLength(value) : keys.length);
    let out = "";
    for (let index = 0; index < length; index += 1) {
      const descriptor = core.ReflectGetOwnPropertyDescriptor(value, keys === null ? index : keys[index]);
      const text = descriptor === undefined ? "" : "value" in descriptor ? format(descriptor.value, depth + 1, seen) : "[accessor]";
      out += (out === "" ? "" : ", ") + (keys === null ? text : `${keys[index]}: ${text}`);
    }
    seen.delete(value);
    return keys === null ? `[${out}]` : `{${out}}`;
  }

  /** https://console.spec.whatwg.org/#formatter */
  function message(values) {
    let out = "", next = 0;
    if (values.length > 1 && typeof values[0] === "string") {
      const text = values[0];
      next = 1;
      for (let index = 0; index < text.length; index += 1) {
        const kind = text[index] === "%" ? text[index + 1] : undefined;
        if (kind === "%") {
          out += "%";
          index += 1;
        } else if (kind !== undefined && core.StringIndexOf("sdifoOc", kind) >= 0 && next < values.length) {
          const value = values[next];
          next += 1;
          index += 1;
          if (kind === "d" || kind === "i") out += core.NumberParseInt(safeText(value), 10);
          else if (kind === "f") out += core.NumberParseFloat(safeText(value));
          else if (kind !== "c") out += kind === "s" ? safeText(value) : format(value, 1);
        } else {
          out += text[index];
        }
      }
    }
    for (let index = next; index < values.length; index += 1) out += (out === "" ? "" : " ") + format(values[index]);
    return out;
  }

  function safeText(value) {
    try {
      return typeof value === "symbol" ? core.SymbolToText(value) : `${value}`;
    } catch {
      return "[object]";
    }
  }

  let indent = "";
  function log(level, values) {
    let text;
    try {
      text = indent + message(values);
    } catch {
      text = "[a value that cannot be shown]";
    }
    const { url, line } = core.position(new core.Error());
    native.log(level, text, url ?? "", line);
  }

  const counts = new SafeMap(), timers = new SafeMap();
  const name = (label) => (label === undefined ? "default" : core.string(label));
  const passed = (label) => `${label}: ${core.NumberToFixed(native.now() - timers.get(label), 3)} ms`;
  const console = core.ObjectCreate(core.ObjectCreate(core.Object.prototype));
  const members = {
    assert(condition = false) {
      if (condition) return;
      const values = core.list();
      for (let index = 1; index < arguments.length; index += 1) put(values, arguments[index]);
      if (values.length === 0) put(values, "Assertion failed");
      else if (typeof values[0] === "string") values[0] = `Assertion failed: ${values[0]}`;
      else core.ArrayUnshift(values, "Assertion failed");
      log("error", values);
    },
    clear() { indent = ""; },
    debug() { log("debug", arguments); },
    error() { log("error", arguments); },
    info() { log("info", arguments); },
    log() { log("log", arguments); },
    table(data = undefined) { log("log", arguments); },
    trace() { log("log", arguments); },
    warn() { log("warn", arguments); },
    dir(item = undefined) { log("log", core.list(item)); },
    dirxml() { log("log", arguments); },
    count(label = undefined) {
      label = name(label);
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log("log", core.list(`${label}: ${counts.get(label)}`));
    },
    countReset(label = undefined) { counts.delete(name(label)); },
    group() {
      if (arguments.length > 0) log("log", arguments);
      if (indent.length < 40) indent += "  ";
    },
    groupCollapsed() {
      if (arguments.length > 0) log("log", arguments);
      if (indent.length < 40) indent += "  ";
    },
    groupEnd() { indent = core.StringSlice(indent, 2); },
    time(label = undefined) {
      label = name(label);
      if (!timers.has(label)) timers.set(label, native.now());
    },
    timeLog(label = undefined) {
      label = name(label);
      if (timers.has(label)) log("log", core.list(passed(label)));
    },
    timeEnd(label = undefined) {
      label = name(label);
      if (!timers.has(label)) return;
      log("log", core.list(passed(label)));
      timers.delete(label);
    },
  };
  const keys = core.ReflectOwnKeys(members);
  for (let index = 0; index < keys.length; index += 1) {
    const descriptor = core.descriptor(members, keys[index]);
    core.conceal(descriptor.value);
    core.ReflectDefineProperty(console, keys[index], descriptor);
  }
  core.ReflectDefineProperty(console, core.SymbolToStringTag, { __proto__: null, value: "console", configurable: true });
  core.alias("console", console);
})
