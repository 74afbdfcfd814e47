// View transitions: what becomes of the document, and in which order its promises are kept. What they would show in
// between is not shown: the picture is of what comes after. https://drafts.csswg.org/css-view-transitions-1/
(function (core) {
  "use strict";
  const { native, put, error, TypeError, SafeSet, SafeMap } = core;
  const key = core.list();

  // How long the animations of the user agent's style sheet take, in milliseconds.
  const duration = 250;
  // How long a callback may take. https://drafts.csswg.org/css-view-transitions-1/#call-the-update-callback
  const longest = 4000;

  // MARK: Types. https://drafts.csswg.org/css-view-transitions-2/#viewtransitiontypeset

  const Types = core.brand();
  const typesOf = (object) => Types.of(object);

  function valuesOf(object) {
    const list = core.list();
    typesOf(object).forEach((value) => put(list, value));
    return core.array(list);
  }

  class ViewTransitionTypeSet {
    constructor(token = undefined, values = undefined) {
      if (token !== key) throw new TypeError("Illegal constructor");
      new Types(this, values);
    }
    get size() { return valuesOf(this).length; }
    has(value) {
      const types = typesOf(this);
      core.requireArguments(arguments.length, 1);
      return types.has(core.string(value));
    }
    add(value) {
      const types = typesOf(this);
      core.requireArguments(arguments.length, 1);
      types.add(core.string(value));
      return this;
    }
    delete(value) {
      const types = typesOf(this);
      core.requireArguments(arguments.length, 1);
      return types.delete(core.string(value));
    }
    clear() { typesOf(this).clear(); }
    values() { return core.call(core.arrayMethods.values, valuesOf(this)); }
    keys() { return core.call(core.arrayMethods.values, valuesOf(this)); }
    entries() {
      const values = valuesOf(this), pairs = core.list();
      for (let index = 0; index < values.length; index += 1) put(pairs, core.array(core.list(values[index], values[index])));
      return core.call(core.arrayMethods.values, core.array(pairs));
    }
    forEach(callback, thisValue = undefined) {
      const values = valuesOf(this);
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      for (let index = 0; index < values.length; index += 1) core.call(callback, thisValue, values[index], values[index], this);
    }
  }

  // MARK: Transitions

  const State = core.brand();

  function makePromise() {
    const made = { __proto__: null, promise: null, resolve: null, reject: null, isSettled: false };
    made.promise = new core.Promise((resolve, reject) => {
      made.resolve = (value) => {
        made.isSettled = true;
        resolve(value);
      };
      made.reject = (reason) => {
        made.isSettled = true;
        reject(reason);
      };
    });
    return made;
  }
  const handle = (made) => core.PromiseThen(made.promise, undefined, () => {});

  const promiseOf = (object, name) => (State.has(object) ? State.of(object)[name].promise
    : core.PromiseReject(new TypeError("Illegal invocation")));

  class ViewTransition {
    constructor(token = undefined, state = undefined) {
      if (token !== key) throw new TypeError("Illegal constructor");
      state.object = this;
      new State(this, state);
    }
    get updateCallbackDone() { return promiseOf(this, "updateDone"); }
    get ready() { return promiseOf(this, "ready"); }
    get finished() { return promiseOf(this, "finished"); }
    get types() { return State.of(this).types; }
    get transitionRoot() { return core.wrap(State.of(this).root); }
    skipTransition() {
      const state = State.of(this);
      if (state.phase !== "done") skip(state, error("AbortError", "The transition was skipped."));
    }
  }
  core.define({ ViewTransition, ViewTransitionTypeSet });

  // Those that are under way, by the element that they are of.
  const active = new SafeMap();
  let isWatching = false;

  core.activeViewTransition = (root) => active.get(root)?.object ?? null;

  /** https://drafts.csswg.org/css-view-transitions-1/#dom-document-startviewtransition */
  core.startViewTransition = function (root, options) {
    let callback = null;
    const types = new SafeSet();
    if (typeof options === "function") {
      callback = options;
    } else {
      options = core.dictionary(options);
      const list = core.member(options, "types", (value) => (value === null ? core.list() : core.sequence(value, core.string)), core.list());
      callback = core.member(options, "update", (value) => (value === null ? null : core.convertCallback(value)), null);
      for (let index = 0; index < list.length; index += 1) types.add(list[index]);
    }
    const state = {
      __proto__: null, root, callback, phase: "pending-capture", updateDone: makePromise(), ready: makePromise(),
      finished: makePromise(), types: new ViewTransitionTypeSet(key, types), object: null, timer: 0,
    };
    new ViewTransition(key, state);
    const before = active.get(root);
    if (before !== undefined) skip(before, error("AbortError", "Another transition has begun."));
    active.set(root, state);
    if (!isWatching) {
      isWatching = true;
      core.rendering.add(4.5, perform);
    }
    core.rendering.request();
    return state.object;
  };

  /** https://drafts.csswg.org/css-view-transitions-1/#perform-pending-transition-operations */
  function perform() {
    active.forEach((state) => {
      if (state.phase === "pending-capture") setUp(state);
    });
  }

  /** Whether no two elements that are rendered have the same name. */
  function namesAreUnique(state) {
    const names = native.transitionNames(state.root), seen = new SafeSet();
    for (let index = 0; index < names.length; index += 1) {
      if (seen.has(names[index])) return false;
      seen.add(names[index]);
    }
    return true;
  }

  /** https://drafts.csswg.org/css-view-transitions-1/#setup-view-transition */
  function setUp(state) {
    if (!namesAreUnique(state)) {
      skip(state, error("InvalidStateError", "Two elements have the same name."));
      return;
    }
    state.phase = "capturing";
    core.queueTask(() => {
      if (state.phase === "done") return;
      callUpdate(state);
    });
  }

  /** https://drafts.csswg.org/css-view-transitions-1/#call-the-update-callback */
  function callUpdate(state) {
    const isSkipped = state.phase === "done";
    if (!isSkipped) state.phase = "update-callback-called";
    let result;
    try {
      result = core.PromiseResolve(state.callback === null ? undefined : core.callPage(state.callback, undefined, core.list(), false));
    } catch (thrown) {
      result = core.PromiseReject(thrown);
    }
    const timer = isSkipped ? 0 : core.startTimer(longest, false, () => {
      if (state.phase !== "done") skip(state, error("TimeoutError", "The callback takes too long."));
    });
    core.PromiseThen(result, () => {
      core.stopTimer(timer);
      state.updateDone.resolve(undefined);
      activate(state);
    }, (reason) => {
      core.stopTimer(timer);
      handle(state.updateDone);
      state.updateDone.reject(reason);
      if (state.phase === "done") return;
      handle(state.ready);
      skip(state, reason);
    });
  }

  /** https://drafts.csswg.org/css-view-transitions-1/#activate-view-transition */
  function activate(state) {
    if (state.phase === "done") return;
    if (!namesAreUnique(state)) {
      skip(state, error("InvalidStateError", "Two elements have the same name."));
      return;
    }
    state.phase = "animating";
    state.ready.resolve(undefined);
    state.timer = core.startTimer(native.transitionNames(state.root).length > 0 ? duration : 0, false, () => {
      if (state.phase !== "animating") return;
      end(state);
      state.finished.resolve(undefined);
    });
  }

  function end(state) {
    state.phase = "done";
    if (active.get(state.root) === state) active.delete(state.root);
    core.stopTimer(state.timer);
  }

  /** https://drafts.csswg.org/css-view-transitions-1/#skip-the-view-transition */
  function skip(state, reason) {
    const wasCalled = state.phase === "update-callback-called" || state.phase === "animating";
    if (!wasCalled) core.queueTask(() => callUpdate(state));
    end(state);
    if (!state.ready.isSettled) {
      // Who does not look at it, is not told of it.
      handle(state.ready);
      state.ready.reject(reason);
    }
    core.PromiseThen(state.updateDone.promise, () => state.finished.resolve(undefined), (problem) => {
      handle(state.finished);
      state.finished.reject(problem);
    });
  }
})
