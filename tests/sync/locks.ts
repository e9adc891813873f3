interface Held {
  name: string
  owner: object
  /** ends the request: the work is done, the lock was stolen, its owner died */
  lose(failure?: DOMException): void
}
interface Waiting {
  name: string
  owner: object
  grant(): void
}

/**
 * Web Locks as the standard has them, for the processes of one device: exclusive locks in the order of asking, stealing
 * (the robbed request rejects while its work goes on unaware), an abort of the wait, and release when the owner dies.
 */
export class Locks {
  readonly #held = new Map<string, Held>()
  #waiting: Waiting[] = []

  constructor(readonly task: (run: () => void) => void) {}

  /** What a process sees as `navigator.locks`. */
  of(owner: object & { alive: boolean }) {
    return {
      request: (name: string, options: { signal?: AbortSignal; steal?: boolean }, work: (lock: object) => unknown) =>
        new Promise((resolve, reject) => {
          if (!owner.alive) return
          const { signal, steal } = options
          if (signal?.aborted) return reject(signal.reason)
          const grant = () => {
            signal?.removeEventListener('abort', giveUp)
            const held: Held = {
              name,
              owner,
              lose: (failure) => {
                if (this.#held.get(name) === held) this.#held.delete(name)
                if (failure) this.task(() => reject(failure))
              },
            }
            this.#held.set(name, held)
            this.task(() => {
              if (!owner.alive) return
              void Promise.resolve()
                .then(() => work({ name, mode: 'exclusive' }))
                .then(resolve, reject)
                .finally(() => {
                  held.lose()
                  this.#next(name)
                })
            })
          }
          const waiting = { name, owner, grant }
          const giveUp = () => {
            this.#waiting = this.#waiting.filter((other) => other !== waiting)
            reject(signal?.reason)
          }
          if (steal) {
            this.#held.get(name)?.lose(new DOMException('stolen', 'AbortError'))
            return grant()
          }
          signal?.addEventListener('abort', giveUp, { once: true })
          this.#waiting.push(waiting)
          this.#next(name)
        }),
    }
  }

  #next(name: string) {
    if (this.#held.has(name)) return
    const first = this.#waiting.find((waiting) => waiting.name === name)
    if (!first) return
    this.#waiting = this.#waiting.filter((waiting) => waiting !== first)
    first.grant()
  }

  /** Takes every lock of a name from its holder, as another tab would. */
  steal(prefix: string) {
    for (const held of [...this.#held.values()]) {
      if (!held.name.startsWith(prefix)) continue
      held.lose(new DOMException('stolen', 'AbortError'))
      this.#next(held.name)
    }
  }

  release(owner: object) {
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner)
    for (const held of [...this.#held.values()]) {
      if (held.owner !== owner) continue
      held.lose()
      this.#next(held.name)
    }
  }
}
