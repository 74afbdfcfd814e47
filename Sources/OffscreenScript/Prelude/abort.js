// Signals to stop what is under way. https://dom.spec.whatwg.org/#aborting-ongoing-activities
(function (core) {
  "use strict";
  const { list, put, error, isObject, TypeError } = core;

  let isMaking = false;
  let isSignal, stateOf;

  class State {
    isAborted = false;
    reason = undefined;
    // Functions of ours that are called when it is aborted.
    steps = null;
    // Signals that it depends on, and those that depend on it.
    sources = null;
    dependents = null;
  }

  class AbortSignal extends core.EventTarget {
    #state;

    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      super();
      this.#state = new State();
    }

    get aborted() { return this.#state.isAborted; }
    get reason() { return this.#state.reason; }

    throwIfAborted() {
      const state = this.#state;
      if (state.isAborted) throw state.reason;
    }

    static abort(reason = undefined) {
      const signal = make();
      const state = stateOf(signal);
      state.isAborted = true;
      state.reason = reason === undefined ? aborted() : reason;
      return signal;
    }

    static timeout(milliseconds) {
      core.requireArguments(arguments.length, 1);
      milliseconds = core.enforceRange(milliseconds, 0, 9007199254740991);
      const signal = make();
      core.startTimer(milliseconds, false, () => abort(signal, error("TimeoutError", "The time is over.")));
      return signal;
    }

    static any(signals) {
      core.requireArguments(arguments.length, 1);
      return dependent(core.sequence(signals, (signal) => {
        if (!isSignal(signal)) throw new TypeError("The value is not an AbortSignal.");
        return signal;
      }));
    }

    static {
      isSignal = (value) => isObject(value) && #state in value;
      stateOf = (signal) => signal.#state;
    }
  }
  core.eventHandlers(AbortSignal, ["abort"]);

  const aborted = () => error("AbortError", "The operation was aborted.");

  function make(Class = AbortSignal) {
    isMaking = true;
    try {
      return new Class();
    } finally {
      isMaking = false;
    }
  }

  /** https://dom.spec.whatwg.org/#create-a-dependent-abort-signal */
  function dependent(signals, Class = AbortSignal) {
    const result = make(Class);
    const state = stateOf(result);
    for (let index = 0; index < signals.length; index += 1) {
      const source = stateOf(signals[index]);
      if (source.isAborted) {
        state.isAborted = true;
        state.reason = source.reason;
        return result;
      }
    }
    state.sources = list();
    for (let index = 0; index < signals.length; index += 1) {
      const sources = stateOf(signals[index]).sources;
      if (sources === null) depend(result, state, signals[index]);
      else for (let place = 0; place < sources.length; place += 1) depend(result, state, sources[place]);
    }
    return result;
  }

  function depend(result, state, source) {
    for (let index = 0; index < state.sources.length; index += 1) if (state.sources[index] === source) return;
    put(state.sources, source);
    put((stateOf(source).dependents ??= list()), result);
  }

  /** https://dom.spec.whatwg.org/#abortsignal-signal-abort */
  function abort(signal, reason) {
    const state = stateOf(signal);
    if (state.isAborted) return;
    state.isAborted = true;
    state.reason = reason === undefined ? aborted() : reason;
    const dependents = list();
    for (let index = 0; index < (state.dependents?.length ?? 0); index += 1) {
      const other = stateOf(state.dependents[index]);
      if (other.isAborted) continue;
      other.isAborted = true;
      other.reason = state.reason;
      put(dependents, state.dependents[index]);
    }
    runSteps(signal, state);
    for (let index = 0; index < dependents.length; index += 1) runSteps(dependents[index], stateOf(dependents[index]));
  }

  function runSteps(signal, state) {
    const steps = state.steps;
    state.steps = null;
    if (steps !== null) for (let index = 0; index < steps.length; index += 1) steps[index](state.reason);
    core.fire(signal, "abort");
  }

  let setSignal;
  class AbortController {
    // Made when someone asks, unless a subclass of ours has its own.
    #signal = null;
    get signal() { return (this.#signal ??= make()); }
    abort(reason = undefined) { abort((this.#signal ??= make()), reason); }
    static { setSignal = (controller, signal) => { controller.#signal = signal; }; }
  }

  core.define({ AbortController, AbortSignal });
  core.AbortSignal = AbortSignal;
  core.AbortController = AbortController;
  core.setControllerSignal = setSignal;
  core.isAbortSignal = isSignal;
  core.isAborted = (signal) => stateOf(signal).isAborted;
  core.abortReason = (signal) => stateOf(signal).reason;
  /** Calls a function of ours with the reason once a signal is aborted, unless it is. */
  core.whenAborted = function (signal, steps) {
    const state = stateOf(signal);
    if (!state.isAborted) put((state.steps ??= list()), steps);
  };
  /** A signal of our own, and how it is aborted. */
  core.makeAbortSignal = make;
  core.abortSignal = abort;
  /** One that is aborted once one of a list is. */
  core.dependentSignal = dependent;
})
