/** Lets every promise go on that can, at once: as after each task, but without a turn of Node's loop for each. */
const settle = (process as unknown as { _tickCallback(): void })._tickCallback.bind(process)

interface Timer {
  at: number
  order: number
  run: () => void
}

/** More tasks than any step of the model needs: somebody is going round in circles. */
const ENDLESS = 50_000

/**
 * The one order in which things happen: tasks of the storage, of timers and of messages run one after the other, and
 * all that a task sets going in its process has come to rest before the next. So a run is the same each time it is run.
 */
export class Time {
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

  /** Runs so many tasks, or all there are and come. */
  run(most = ENDLESS): Promise<void> {
    return new Promise((done, fail) => {
      // Promises can be made to go on only from outside of one.
      setImmediate(() => {
        settle()
        for (let count = 0; count < most; count++) {
          const task = this.#tasks.shift()
          if (!task) return done()
          task()
          settle()
        }
        if (most === ENDLESS) fail(new Error('the devices never come to rest'))
        else done()
      })
    })
  }

  /** When the next timer goes off. */
  get nextTimer(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map(({ at }) => at))
  }

  /** Lets time go by; whatever is due happens at its moment, and comes to rest if `all`. */
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
