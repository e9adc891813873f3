interface Request {
  run: () => Promise<void>
  fail: (why: unknown) => void
}
interface Options {
  signal?: AbortSignal
  steal?: boolean
}

/** Fake Web Locks, which jsdom lacks: exclusive, first come first served, with `signal` and `steal`. */
export function fakeLocks() {
  const held = new Map<string, Request>()
  const lines = new Map<string, Request[]>()

  function next(name: string) {
    const line = lines.get(name) ?? []
    const first = held.has(name) ? undefined : line.shift()
    if (first) void first.run()
  }

  return {
    request<Result>(name: string, { signal, steal }: Options, work: () => Promise<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        const request: Request = {
          fail: reject,
          async run() {
            held.set(name, request)
            signal?.removeEventListener('abort', leave)
            try {
              resolve(await work())
            } catch (failure) {
              reject(failure)
            }
            if (held.get(name) === request) held.delete(name)
            next(name)
          },
        }
        const line = lines.get(name) ?? []
        lines.set(name, line)
        const leave = () => {
          const at = line.indexOf(request)
          if (at >= 0) line.splice(at, 1)
          reject(signal?.reason)
        }
        if (signal?.aborted) return leave()
        signal?.addEventListener('abort', leave)
        if (!steal) {
          line.push(request)
          return next(name)
        }
        held.get(name)?.fail(new DOMException('stolen', 'AbortError'))
        void request.run()
      })
    },
  }
}
