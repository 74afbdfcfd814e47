// Tasks with priorities. https://wicg.github.io/scheduling-apis/
(function (core) {
  "use strict";
  core.load("abort.js");
  core.load("streams.js");
  const { error, list, put, TypeError } = core;

  const priorities = list("user-blocking", "user-visible", "background");
  const convertPriority = (value) => core.enumeration(value, priorities);
  const rankOf = (priority) => core.ArrayIndexOf(priorities, priority);

  // MARK: Signals. https://wicg.github.io/scheduling-apis/#sec-task-signal

  const Signals = core.brand();
  class TaskSignal extends core.AbortSignal {
    constructor() {
      super();
      new Signals(this, { __proto__: null, priority: "user-visible", isFixed: true, dependents: null, isChanging: false });
    }
    static any(signals, options = undefined) {
      core.requireArguments(arguments.length, 1);
      signals = core.sequence(signals, (signal) => core.convertInterface(signal, core.isAbortSignal, "AbortSignal"));
      const priority = core.member(core.dictionary(options), "priority",
        (value) => (Signals.has(value) ? value : convertPriority(value)), "user-visible");
      const signal = core.dependentSignal(signals, TaskSignal);
      const state = Signals.of(signal);
      if (!Signals.has(priority)) {
        state.priority = priority;
        return signal;
      }
      const source = Signals.of(priority);
      state.priority = source.priority;
      state.isFixed = source.isFixed;
      if (!source.isFixed) put((source.dependents ??= list()), signal);
      return signal;
    }
    get priority() { return Signals.of(this).priority; }
  }
  core.eventHandlers(TaskSignal, ["prioritychange"]);
  core.eventInterface("TaskPriorityChangeEvent", core.Event, { previousPriority: [convertPriority, undefined, true] });

  /** https://wicg.github.io/scheduling-apis/#tasksignal-signal-priority-change */
  function changePriority(signal, priority) {
    const state = Signals.of(signal);
    if (state.isChanging) throw error("NotAllowedError", "The priority is being changed.");
    if (state.priority === priority) return;
    state.isChanging = true;
    try {
      const previousPriority = state.priority;
      state.priority = priority;
      core.fire(signal, "prioritychange", { __proto__: null, previousPriority }, "TaskPriorityChangeEvent");
      for (let index = 0; index < (state.dependents?.length ?? 0); index += 1) changePriority(state.dependents[index], priority);
    } finally {
      state.isChanging = false;
    }
  }

  class TaskController extends core.AbortController {
    #signal;
    constructor(options = undefined) {
      const priority = core.member(core.dictionary(options), "priority", convertPriority, "user-visible");
      const signal = core.makeAbortSignal(TaskSignal);
      super();
      core.setControllerSignal(this, signal);
      this.#signal = signal;
      const state = Signals.of(signal);
      state.priority = priority;
      state.isFixed = false;
    }
    setPriority(priority) {
      const signal = this.#signal;
      core.requireArguments(arguments.length, 1);
      changePriority(signal, convertPriority(priority));
    }
  }

  // MARK: Tasks. https://wicg.github.io/scheduling-apis/#sec-scheduling-tasks-and-continuations

  const waiting = list();
  // What the task that runs was posted with: a continuation goes on with it.
  let current = null;

  /** A task is `{run, signal, priority, isContinuation}`. */
  function enqueue(task) {
    put(waiting, task);
    core.queueTask(runNext);
  }

  const effectiveRank = (task) => {
    const priority = task.priority ?? (Signals.has(task.signal) ? Signals.of(task.signal).priority : "user-visible");
    return rankOf(priority) * 2 - (task.isContinuation ? 1 : 0);
  };

  function runNext() {
    let best = -1;
    for (let index = 0; index < waiting.length; index += 1) {
      if (best < 0 || effectiveRank(waiting[index]) < effectiveRank(waiting[best])) best = index;
    }
    if (best < 0) return;
    const task = waiting[best];
    core.ArraySplice(waiting, best, 1);
    const before = current;
    current = task;
    try {
      task.run();
    } finally {
      core.queueMicrotask(() => { if (current === task) current = before; });
    }
  }

  function remove(task) {
    const place = core.ArrayIndexOf(waiting, task);
    if (place >= 0) core.ArraySplice(waiting, place, 1);
  }

  function convertOptions(value) {
    const options = core.dictionary(value);
    return {
      __proto__: null,
      delay: core.member(options, "delay", (delay) => core.enforceRange(delay, 0, 9007199254740991), 0),
      priority: core.member(options, "priority", convertPriority),
      signal: core.member(options, "signal", (signal) => core.convertInterface(signal, core.isAbortSignal, "AbortSignal"), null),
    };
  }

  const Brand = core.brand();
  let isMaking = true;
  class Scheduler {
    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      new Brand(this);
    }
    postTask(callback, options = undefined) {
      return core.streams.guard(() => {
        Brand.of(this);
        core.requireArguments(arguments.length, 1);
        core.convertCallback(callback);
        const { delay, priority, signal } = convertOptions(options);
        if (signal !== null && core.isAborted(signal)) throw core.abortReason(signal);
        const result = new core.streams.Deferred();
        const task = {
          __proto__: null, signal, priority, isContinuation: false,
          run() {
            if (!result.isPending) return;
            try {
              result.resolve(core.callPage(callback, undefined, list(), false));
            } catch (thrown) {
              result.reject(thrown);
            }
          },
        };
        if (signal !== null) {
          core.whenAborted(signal, (reason) => {
            if (!result.isPending) return;
            remove(task);
            result.reject(reason);
          });
        }
        if (delay > 0) core.startTimer(delay, false, () => { if (result.isPending) enqueue(task); });
        else enqueue(task);
        return result.promise;
      });
    }
    yield() {
      return core.streams.guard(() => {
        Brand.of(this);
        const signal = current?.signal ?? null, priority = current?.priority;
        if (signal !== null && core.isAborted(signal)) throw core.abortReason(signal);
        const result = new core.streams.Deferred();
        const task = { __proto__: null, signal, priority, isContinuation: true, run: () => result.resolve(undefined) };
        if (signal !== null) {
          core.whenAborted(signal, (reason) => {
            if (!result.isPending) return;
            remove(task);
            result.reject(reason);
          });
        }
        enqueue(task);
        return result.promise;
      });
    }
  }
  const scheduler = new Scheduler();
  isMaking = false;

  core.define({ Scheduler, TaskController, TaskSignal });
  core.defineReplaceable({ get scheduler() { return scheduler; } });
})
