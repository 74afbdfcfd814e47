// Patterns that addresses are held against. https://urlpattern.spec.whatwg.org/
(function (core) {
  "use strict";
  core.load("url-pattern-parsing.js");
  core.load("bytes.js");
  const { native, list, put, TypeError } = core;
  const { compile, escapePattern, tokenize } = core.urlPatterns;

  const components = list("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash");
  const ports = { __proto__: null, http: "80", https: "443", ws: "80", wss: "443", ftp: "21", file: "" };
  const isSpecial = (scheme) => ports[scheme] !== undefined;
  const refuse = (what) => { throw new TypeError(`The ${what} is not valid.`); };
  // Places in what `native.url` gives.
  const places = { __proto__: null, protocol: 2, username: 3, password: 4, hostname: 6, port: 7, pathname: 8, search: 9, hash: 10 };

  // MARK: Parts as addresses have them. https://urlpattern.spec.whatwg.org/#canon-encoding-callbacks

  const dummy = "https://dummy.invalid/";
  const set = (part, value) => native.setURLPart(dummy, part, value)[places[part]];

  function encodeProtocol(value) {
    if (value === "") return "";
    const parts = native.url(`${value}://dummy.invalid/`, null);
    if (parts === null) refuse("protocol");
    return core.StringSlice(parts[2], 0, -1);
  }
  const encodeUsername = (value) => (value === "" ? "" : set("username", value));
  const encodePassword = (value) => (value === "" ? "" : set("password", value));

  const forbiddenHost = /[\0\t\n\r #/:<>?@[\\\]^|%]/;
  function encodeHostname(value) {
    if (value === "") return "";
    const found = set("hostname", value);
    if (found === "dummy.invalid" && core.toASCIILowercase(value) !== "dummy.invalid") refuse("hostname");
    if (value[0] !== "[" && core.RegExpExec(forbiddenHost, found) !== null) refuse("hostname");
    return found;
  }

  const ofIPv6 = /^[0-9a-fA-F[\]:]*$/;
  function encodeIPv6(value) {
    if (core.RegExpExec(ofIPv6, value) === null) refuse("hostname");
    return core.toASCIILowercase(value);
  }

  const ofPort = /^[0-9]+/;
  function encodePort(value, scheme = "") {
    let text = "";
    for (let index = 0; index < value.length; index += 1) {
      if (value[index] !== "\t" && value[index] !== "\n" && value[index] !== "\r") text += value[index];
    }
    if (text === "") return "";
    const digits = core.RegExpExec(ofPort, text);
    const number = digits === null ? Infinity : core.NumberParseInt(digits[0], 10);
    if (number > 65535) refuse("port");
    return ports[scheme] === "" + number ? "" : "" + number;
  }

  function encodePathname(value) {
    if (value === "") return "";
    const isAbsolute = value[0] === "/";
    const found = set("pathname", isAbsolute ? value : "/-" + value);
    return isAbsolute ? found : core.StringSlice(found, 2);
  }

  /** https://url.spec.whatwg.org/#c0-control-percent-encode-set */
  function encodeOpaque(value) {
    let text = "";
    const bytes = core.utf8Encode(value);
    for (let index = 0; index < core.TypedArrayLength(bytes); index += 1) {
      const byte = bytes[index];
      text += byte < 0x20 || byte > 0x7E ? "%" + core.StringPadStart(core.StringToUpperCase(core.NumberToString(byte, 16)), 2, "0")
        : core.StringFromCharCode(byte);
    }
    return text;
  }
  const withoutFirst = (text) => core.StringSlice(text, 1);
  const encodeSearch = (value) => (value === "" ? "" : withoutFirst(set("search", value)));
  const encodeHash = (value) => (value === "" ? "" : withoutFirst(set("hash", value)));

  // MARK: The text of a whole pattern. https://urlpattern.spec.whatwg.org/#constructor-string-parsing

  const plain = { __proto__: null, delimiter: "", prefix: "" };
  const ofHostname = { __proto__: null, delimiter: ".", prefix: "" }, ofPathname = { __proto__: null, delimiter: "/", prefix: "/" };

  function matchesSpecial(protocol) {
    const schemes = core.ReflectOwnKeys(ports);
    for (let index = 0; index < schemes.length; index += 1) {
      if (core.RegExpExec(protocol.expression, schemes[index]) !== null) return true;
    }
    return false;
  }

  const isOneOf = (name, names) => core.StringIndexOf(` ${names} `, ` ${name} `) >= 0;

  class StringParser {
    #text;
    #tokens;
    #index = 0;
    #start = 0;
    #step = 1;
    #state = "init";
    #groups = 0;
    #brackets = 0;
    #isSpecial = false;
    result = { __proto__: null };

    constructor(text) {
      this.#text = text;
      this.#tokens = tokenize(text, true);
    }

    parse() {
      while (this.#index < this.#tokens.length) {
        this.#step = 1;
        const { type } = this.#tokens[this.#index];
        if (type === "end") {
          if (this.#state === "init") {
            this.#rewind();
            if (this.#is("#")) this.#change("hash", 1);
            else if (this.#isSearch()) this.#change("search", 1);
            else this.#change("pathname", 0);
          } else if (this.#state === "authority") {
            this.#rewind();
            this.#state = "hostname";
          } else {
            this.#change("done", 0);
            break;
          }
        } else if (type === "open") {
          this.#groups += 1;
        } else if (this.#groups > 0 && type !== "close") {
          // What stands in a group is no end of a part.
        } else {
          if (this.#groups > 0) this.#groups -= 1;
          this[`on_${this.#state}`]();
        }
        this.#index += this.#step;
      }
      const { result } = this;
      if (result.hostname !== undefined && result.port === undefined) result.port = "";
      return result;
    }

    on_init() { if (this.#is(":")) this.#return("protocol"); }
    on_protocol() {
      if (!this.#is(":")) return;
      this.#isSpecial = matchesSpecial(compile(this.#component(), encodeProtocol, plain));
      if (this.#is("/", 1) && this.#is("/", 2)) this.#change("authority", 3);
      else this.#change(this.#isSpecial ? "authority" : "pathname", 1);
    }
    on_authority() {
      if (this.#is("@")) this.#return("username");
      else if (this.#is("/") || this.#isSearch() || this.#is("#")) this.#return("hostname");
    }
    on_username() {
      if (this.#is(":")) this.#change("password", 1);
      else if (this.#is("@")) this.#change("hostname", 1);
    }
    on_password() { if (this.#is("@")) this.#change("hostname", 1); }
    on_hostname() {
      if (this.#is("[")) this.#brackets += 1;
      else if (this.#is("]")) this.#brackets -= 1;
      else if (this.#is(":") && this.#brackets === 0) this.#change("port", 1);
      else this.on_port();
    }
    on_port() {
      if (this.#is("/")) this.#change("pathname", 0);
      else this.on_pathname();
    }
    on_pathname() {
      if (this.#isSearch()) this.#change("search", 1);
      else this.on_search();
    }
    on_search() { if (this.#is("#")) this.#change("hash", 1); }
    on_hash() {}

    #is(value, ahead = 0) {
      const token = this.#tokens[this.#index + ahead];
      return token !== undefined && token.value === value
        && (token.type === "char" || token.type === "escaped" || token.type === "invalid");
    }
    /** A question mark that is not what makes a group optional. */
    #isSearch() {
      if (this.#is("?")) return true;
      if (this.#tokens[this.#index].value !== "?") return false;
      const before = this.#tokens[this.#index - 1];
      return before === undefined || !isOneOf(before.type, "name regexp close asterisk");
    }
    #rewind() {
      this.#index = this.#start;
      this.#step = 0;
    }
    #return(state) {
      this.#rewind();
      this.#state = state;
    }
    #component() {
      const from = this.#tokens[this.#start].index, to = this.#tokens[this.#index].index;
      let text = "", place = 0;
      for (let index = 0; index < this.#text.length && place < to; place += 1) {
        const point = core.StringFromCodePoint(core.StringCodePointAt(this.#text, index));
        if (place >= from) text += point;
        index += point.length;
      }
      return text;
    }
    /** https://urlpattern.spec.whatwg.org/#change-state: parts that come before the one that is named are empty. */
    #change(next, skip) {
      const state = this.#state, { result } = this;
      if (!isOneOf(state, "init authority done")) result[state] = this.#component();
      if (state !== "init" && next !== "done") {
        if (isOneOf(state, "protocol authority username password") && isOneOf(next, "port pathname search hash")) {
          result.hostname ??= "";
        }
        if (isOneOf(state, "protocol authority username password hostname port") && isOneOf(next, "search hash")) {
          result.pathname ??= this.#isSpecial ? "/" : "";
        }
        if (isOneOf(state, "protocol authority username password hostname port pathname") && next === "hash") result.search ??= "";
      }
      this.#state = next;
      this.#index += skip;
      this.#start = this.#index;
      this.#step = 0;
    }
  }

  // MARK: Parts one by one. https://urlpattern.spec.whatwg.org/#process-a-urlpatterninit

  const initNames = ["baseURL", "hash", "hostname", "password", "pathname", "port", "protocol", "search", "username"];
  function convertInit(value) {
    const given = core.dictionary(value), init = { __proto__: null };
    for (let index = 0; index < initNames.length; index += 1) {
      init[initNames[index]] = core.member(given, initNames[index], core.usvString);
    }
    return init;
  }

  const without = (text, mark, isLast) => {
    if (isLast) return core.StringEndsWith(text, mark) ? core.StringSlice(text, 0, -1) : text;
    return core.StringStartsWith(text, mark) ? withoutFirst(text) : text;
  };

  function isAbsolute(path, isPattern) {
    if (core.StringStartsWith(path, "/")) return true;
    return isPattern && (core.StringStartsWith(path, "\\/") || core.StringStartsWith(path, "{/"));
  }

  /** What is taken from a base: only what comes before the first part that is given. */
  function takeBase(init, base, isPattern, result) {
    const fromBase = (name) => {
      const text = name === "protocol" ? without(base[2], ":", true) : name === "search" || name === "hash" ? withoutFirst(base[places[name]])
        : base[places[name]];
      result[name] = isPattern ? escapePattern(text) : text;
    };
    const order = ["protocol", "hostname", "port", "pathname", "search", "hash"];
    for (let index = 0; index < order.length && init[order[index]] === undefined; index += 1) fromBase(order[index]);
    if (isPattern || init.protocol !== undefined || init.hostname !== undefined || init.port !== undefined) return;
    if (init.username !== undefined) return;
    fromBase("username");
    if (init.password === undefined) fromBase("password");
  }

  function process(init, isPattern, result) {
    let base = null;
    if (init.baseURL !== undefined) {
      base = native.url(init.baseURL, null);
      if (base === null) refuse("base URL");
      takeBase(init, base, isPattern, result);
    }
    const take = (name, encode) => {
      if (init[name] !== undefined) result[name] = isPattern ? init[name] : encode(init[name]);
    };
    if (init.protocol !== undefined) {
      const text = without(init.protocol, ":", true);
      result.protocol = isPattern ? text : encodeProtocol(text);
    }
    take("username", encodeUsername);
    take("password", encodePassword);
    take("hostname", encodeHostname);
    const scheme = result.protocol ?? "";
    take("port", (text) => encodePort(text, scheme));
    if (init.pathname !== undefined) {
      let path = init.pathname;
      // A base without slashes after its scheme has no folders.
      if (base !== null && base[8][0] === "/" && !isAbsolute(path, isPattern)) {
        const folder = isPattern ? escapePattern(base[8]) : base[8];
        path = core.StringSlice(folder, 0, core.StringLastIndexOf(folder, "/") + 1) + path;
      }
      result.pathname = isPattern ? path : scheme === "" || isSpecial(scheme) ? encodePathname(path) : encodeOpaque(path);
    }
    if (init.search !== undefined) {
      const text = without(init.search, "?", false);
      result.search = isPattern ? text : encodeSearch(text);
    }
    if (init.hash !== undefined) {
      const text = without(init.hash, "#", false);
      result.hash = isPattern ? text : encodeHash(text);
    }
    return result;
  }

  // MARK: URLPattern. https://urlpattern.spec.whatwg.org/#urlpattern-class

  const Patterns = core.brand();

  const startsIPv6 = (text) => text[0] === "[" || core.StringStartsWith(text, "{[") || core.StringStartsWith(text, "\\[");

  function create(input, base, ignoresCase) {
    let init = input;
    if (typeof input === "string") {
      init = new StringParser(input).parse();
      if (base === undefined && init.protocol === undefined) throw new TypeError("The pattern has no protocol, and no base is given.");
      if (base !== undefined) init.baseURL = base;
    } else if (base !== undefined) {
      throw new TypeError("The base is a member of the pattern.");
    }
    const given = process(init, true, { __proto__: null });
    for (let index = 0; index < components.length; index += 1) given[components[index]] ??= "*";
    if (isSpecial(given.protocol) && given.port === ports[given.protocol]) given.port = "";
    const made = { __proto__: null, protocol: compile(given.protocol, encodeProtocol, plain) };
    made.username = compile(given.username, encodeUsername, plain);
    made.password = compile(given.password, encodePassword, plain);
    made.hostname = compile(given.hostname, startsIPv6(given.hostname) ? encodeIPv6 : encodeHostname, ofHostname);
    made.port = compile(given.port, encodePort, plain);
    const hasFolders = matchesSpecial(made.protocol);
    made.pathname = compile(given.pathname, hasFolders ? encodePathname : encodeOpaque, hasFolders ? ofPathname : plain, ignoresCase);
    made.search = compile(given.search, encodeSearch, plain, ignoresCase);
    made.hash = compile(given.hash, encodeHash, plain, ignoresCase);
    return made;
  }

  /** The parts of what is held against a pattern; null for what is no address. */
  function partsOf(input, base) {
    if (typeof input !== "string") {
      if (base !== undefined) throw new TypeError("The base is a member of the input.");
      const result = { __proto__: null };
      for (let index = 0; index < components.length; index += 1) result[components[index]] = "";
      try {
        return process(input, false, result);
      } catch {
        return null;
      }
    }
    if (base !== undefined && native.url(base, null) === null) return null;
    const address = native.url(input, base ?? null);
    if (address === null) return null;
    const result = { __proto__: null };
    for (let index = 0; index < components.length; index += 1) result[components[index]] = address[places[components[index]]];
    result.protocol = without(result.protocol, ":", true);
    result.search = without(result.search, "?", false);
    result.hash = without(result.hash, "#", false);
    return result;
  }

  function match(pattern, input, base) {
    const parts = partsOf(input, base);
    if (parts === null) return null;
    const found = { __proto__: null };
    for (let index = 0; index < components.length; index += 1) {
      const name = components[index];
      found[name] = core.RegExpExec(pattern[name].expression, parts[name]);
      if (found[name] === null) return null;
    }
    return { __proto__: null, parts, found };
  }

  const define = (object, name, value) => core.ReflectDefineProperty(object, name,
    { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  const convertInput = (value) => (value === undefined || core.isObject(value) || value === null ? convertInit(value) : core.usvString(value));
  const convertBase = (value) => (value === undefined ? undefined : core.usvString(value));

  class URLPattern {
    constructor(input = undefined, base = undefined, options = undefined) {
      input = convertInput(input);
      // The second argument may be the options.
      if (arguments.length < 3 && (base === undefined || base === null || core.isObject(base))) {
        options = base;
        base = undefined;
      } else {
        base = core.usvString(base);
      }
      new Patterns(this, create(input, base, core.member(core.dictionary(options), "ignoreCase", core.boolean, false)));
    }
    get hasRegExpGroups() {
      const pattern = Patterns.of(this);
      for (let index = 0; index < components.length; index += 1) if (pattern[components[index]].hasExpressions) return true;
      return false;
    }
    test(input = undefined, base = undefined) {
      return match(Patterns.of(this), convertInput(input), convertBase(base)) !== null;
    }
    exec(input = undefined, base = undefined) {
      const pattern = Patterns.of(this);
      const given = convertInput(input);
      base = convertBase(base);
      const found = match(pattern, given, base);
      if (found === null) return null;
      const result = {}, inputs = list();
      put(inputs, typeof given === "string" ? given : shownInit(given));
      if (base !== undefined) put(inputs, base);
      define(result, "inputs", core.array(inputs));
      for (let index = 0; index < components.length; index += 1) {
        const name = components[index], groups = {}, { names } = pattern[name];
        for (let place = 0; place < names.length; place += 1) define(groups, names[place], found.found[name][place + 1]);
        const part = {};
        define(part, "input", found.parts[name]);
        define(part, "groups", groups);
        define(result, name, part);
      }
      return result;
    }
  }
  for (let index = 0; index < components.length; index += 1) {
    const name = components[index];
    core.mixin(URLPattern, { get [name]() { return Patterns.of(this)[name].pattern; } });
  }

  function shownInit(init) {
    const shown = {};
    for (let index = 0; index < initNames.length; index += 1) {
      if (init[initNames[index]] !== undefined) define(shown, initNames[index], init[initNames[index]]);
    }
    return shown;
  }

  core.define({ URLPattern });
})
