/** Runs all pending microtasks and `nextTick` callbacks synchronously, without a turn of Node's event loop. */
const runMicrotasks = (process as unknown as { _tickCallback(): void })._tickCallback.bind(process)

interface Timer {
  at: number
  order: number
  run: () => void
}

/** More tasks than any step of a plan needs. Reaching the limit means an endless loop. */
const TASK_LIMIT = 50_000

/**
 * Deterministic scheduler with a virtual clock. Tasks of storage, timers and messages run one at a time, and all
 * microtasks of a task run before the next task. So each run of a plan has the same order of events.
 */
export class VirtualTime {
  /** true time, in ms */
  now = Date.UTC(2026, 0, 5, 8)
  readonly #tasks: (() => void)[] = []
  #timers: Timer[] = []
  #order = 0

  task(run: () => void) {
    this.#tasks.push(run)
  }

  timer(run: () => void, ms: number): () => void {
    const timer = { at: this.now + Math.max(0, ms), order: this.#order++, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get isQuiet(): boolean {
    return this.#tasks.length === 0
  }

  /** Runs at most this many tasks; by default until the queue is empty. */
  run(limit = TASK_LIMIT): Promise<void> {
    return new Promise((done, fail) => {
      // Microtasks can only be run from outside of a microtask.
      setImmediate(() => {
        runMicrotasks()
        for (let count = 0; count < limit; count++) {
          const task = this.#tasks.shift()
          if (!task) return done()
          task()
          runMicrotasks()
        }
        if (limit === TASK_LIMIT) fail(new Error(`the task queue was not empty after ${TASK_LIMIT} tasks`))
        else done()
      })
    })
  }

  /** VirtualTime of the earliest timer, in ms. */
  get nextTimer(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map(({ at }) => at))
  }

  /** Advances the clock by `ms`. Runs each due timer at its time, and all tasks that follow from it. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    for (;;) {
      const due = this.#timers
        .filter(({ at }) => at <= until)
        .toSorted((one, other) => one.at - other.at || one.order - other.order)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.now = Math.max(this.now, due.at)
      this.#tasks.push(due.run)
      await this.run()
    }
    this.now = until
  }
}
