interface HeldLock {
  name: string
  owner: object
  /** Frees the lock: after the work, on a steal (rejects the request), or when the owner is killed. */
  release(failure?: DOMException): void
}
interface LockRequest {
  name: string
  owner: object
  grant(): void
}

/**
 * A simulation of the Web Locks API for the processes of one device: exclusive locks in request order, `steal` (the old
 * request rejects while its work continues unaware), `signal`, and release when the owner is killed.
 */
export class WebLocks {
  readonly #held = new Map<string, HeldLock>()
  #waiting: LockRequest[] = []

  constructor(readonly task: (run: () => void) => void) {}

  /** `navigator.locks` of one process. */
  of(owner: object & { isAlive: boolean }) {
    return {
      request: (name: string, options: { signal?: AbortSignal; steal?: boolean }, work: (lock: object) => unknown) =>
        new Promise((resolve, reject) => {
          if (!owner.isAlive) return
          const { signal, steal } = options
          if (signal?.aborted) return reject(signal.reason)
          const grant = () => {
            signal?.removeEventListener('abort', onAbort)
            const held: HeldLock = {
              name,
              owner,
              release: (failure) => {
                if (this.#held.get(name) === held) this.#held.delete(name)
                if (failure) this.task(() => reject(failure))
              },
            }
            this.#held.set(name, held)
            this.task(() => {
              if (!owner.isAlive) return
              void Promise.resolve()
                .then(() => work({ name, mode: 'exclusive' }))
                .then(resolve, reject)
                .finally(() => {
                  held.release()
                  this.#next(name)
                })
            })
          }
          const waiting = { name, owner, grant }
          const onAbort = () => {
            this.#waiting = this.#waiting.filter((other) => other !== waiting)
            reject(signal?.reason)
          }
          if (steal) {
            this.#held.get(name)?.release(new DOMException('stolen', 'AbortError'))
            return grant()
          }
          signal?.addEventListener('abort', onAbort, { once: true })
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

  /** Steals all held locks whose names begin with the prefix, as another tab would. */
  steal(prefix: string) {
    for (const held of [...this.#held.values()]) {
      if (!held.name.startsWith(prefix)) continue
      held.release(new DOMException('stolen', 'AbortError'))
      this.#next(held.name)
    }
  }

  release(owner: object) {
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner)
    for (const held of [...this.#held.values()]) {
      if (held.owner !== owner) continue
      held.release()
      this.#next(held.name)
    }
  }
}
