// DOMException, and where exceptions were thrown. https://webidl.spec.whatwg.org/#idl-DOMException
(function (core) {
  "use strict";
  const {
    isObject, Stamp, TypeError, RegExpExec, ReflectConstruct, ReflectDefineProperty, ReflectGetOwnPropertyDescriptor,
    ObjectSetPrototypeOf, StringSlice,
  } = core;

  const codes = {
    __proto__: null, IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
    NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11,
    SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17,
    SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23,
    InvalidNodeTypeError: 24, DataCloneError: 25,
  };

  const ExceptionState = core.agent.ExceptionState ??= class extends Stamp {
    #name;
    #message;
    constructor(object, name, message) {
      super(object);
      this.#name = name;
      this.#message = message;
    }
    static name(object) { return object.#name; }
    static message(object) { return object.#message; }
    static has(object) { return isObject(object) && #name in object; }
  };

  const noArguments = core.list();

  // A line of the engine's stack: a function's name, and the place unless it is the prelude's or native.
  const innerLine = /^[^\n@]*@(?:\[native code\])?(?:\n|$)/;
  const outerLine = /@([^\n]*):(\d+):(\d+)(?:\n|$)/;

  /** Takes the prelude's own functions from the top of an exception's stack. */
  function trimStack(exception) {
    const stack = ReflectGetOwnPropertyDescriptor(exception, "stack")?.value;
    if (typeof stack !== "string") return;
    let rest = stack, line;
    while (rest !== "" && (line = RegExpExec(innerLine, rest)) !== null) rest = StringSlice(rest, line[0].length);
    ReflectDefineProperty(exception, "stack",
      { __proto__: null, value: rest, writable: true, enumerable: false, configurable: true });
    delete exception.line;
    delete exception.column;
    delete exception.sourceURL;
  }

  /** Where an exception was thrown, as far as its stack says. */
  core.position = function (exception) {
    const stack = ReflectGetOwnPropertyDescriptor(exception, "stack")?.value;
    const found = typeof stack === "string" ? RegExpExec(outerLine, stack) : null;
    if (found === null) return { url: undefined, line: 0, column: 0 };
    return { url: found[1], line: +found[2], column: +found[3] };
  };

  // The slots throw the errors of the realm that has made them.
  const own = (value) => {
    if (!ExceptionState.has(value)) throw new TypeError("Illegal invocation");
    return value;
  };

  class DOMException {
    constructor(message = "", name = "Error") {
      message = core.string(message);
      name = core.string(name);
      // An Error of the engine's, so that it has a stack.
      const exception = ReflectConstruct(core.Error, noArguments, new.target);
      new ExceptionState(exception, name, message);
      trimStack(exception);
      return exception;
    }
    get name() { return ExceptionState.name(own(this)); }
    get message() { return ExceptionState.message(own(this)); }
    get code() { return codes[ExceptionState.name(own(this))] ?? 0; }
  }
  ObjectSetPrototypeOf(DOMException.prototype, core.Error.prototype);
  core.constants(DOMException, {
    INDEX_SIZE_ERR: 1, DOMSTRING_SIZE_ERR: 2, HIERARCHY_REQUEST_ERR: 3, WRONG_DOCUMENT_ERR: 4, INVALID_CHARACTER_ERR: 5,
    NO_DATA_ALLOWED_ERR: 6, NO_MODIFICATION_ALLOWED_ERR: 7, NOT_FOUND_ERR: 8, NOT_SUPPORTED_ERR: 9,
    INUSE_ATTRIBUTE_ERR: 10, INVALID_STATE_ERR: 11, SYNTAX_ERR: 12, INVALID_MODIFICATION_ERR: 13, NAMESPACE_ERR: 14,
    INVALID_ACCESS_ERR: 15, VALIDATION_ERR: 16, TYPE_MISMATCH_ERR: 17, SECURITY_ERR: 18, NETWORK_ERR: 19, ABORT_ERR: 20,
    URL_MISMATCH_ERR: 21, QUOTA_EXCEEDED_ERR: 22, TIMEOUT_ERR: 23, INVALID_NODE_TYPE_ERR: 24, DATA_CLONE_ERR: 25,
  });
  core.define({ DOMException });
  core.DOMException = DOMException;
  core.isDOMException = ExceptionState.has;
  core.exceptionName = ExceptionState.name;
  core.exceptionMessage = ExceptionState.message;
  core.error = (name, message = "") => new DOMException(message, name);
})
