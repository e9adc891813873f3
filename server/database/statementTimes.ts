import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { Metrics } from '#server/platform/metrics.ts'

/** Receives the times of statements and of waits for a connection. */
export type DatabaseObserver = Pick<Metrics, 'statementEnded' | 'connectionAcquired'>

/** The observer of a database, once there is one. */
export interface Observed {
  observer?: DatabaseObserver
}

const STATEMENTS = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']

/** Begins to time a statement; call the result when it has ended, with its error. */
export function beginStatement(observer: DatabaseObserver, text: string): (error?: unknown) => void {
  const began = performance.now()
  return (error) => {
    const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
    const seconds = (performance.now() - began) / 1_000
    observer.statementEnded(STATEMENTS.includes(first) ? first : 'other', seconds, Boolean(error))
  }
}

type AnyFunction = (...given: unknown[]) => unknown

/** Calls a function of pg, which ends by the callback that it is given last, or by a promise, and reports its end. */
export function untilEnd(call: AnyFunction, given: unknown[], ended: (error?: unknown) => void): unknown {
  const callback = given.at(-1)
  if (typeof callback === 'function') {
    return call(...given.slice(0, -1), (error: unknown, ...results: unknown[]) => {
      ended(error)
      callback(error, ...results)
    })
  }
  const result = call(...given)
  if (result instanceof Promise) result.then(() => ended(), ended)
  return result
}

/** Reports the statements of the embedded database to `observed`, and its commits, which wait for the disk. */
export function observeEmbedded(client: PGlite, observed: Observed): void {
  const transaction = client.transaction.bind(client)
  const observe = (target: PGlite | Transaction) => {
    const query = target.query.bind(target)
    const observedQuery: typeof query = (text, ...more) => timed(observed, text, () => query(text, ...more))
    Object.assign(target, { query: observedQuery })
  }
  const observedTransaction: typeof transaction = async (job) => {
    let committed: ((error?: unknown) => void) | undefined
    const result = await transaction(async (inner) => {
      observe(inner)
      const value = await job(inner)
      committed = observed.observer && beginStatement(observed.observer, 'commit')
      return value
    })
    committed?.()
    return result
  }
  observe(client)
  Object.assign(client, { transaction: observedTransaction })
}

async function timed<Result>({ observer }: Observed, text: string, run: () => Promise<Result>): Promise<Result> {
  if (!observer) return run()
  const ended = beginStatement(observer, text)
  try {
    const result = await run()
    ended()
    return result
  } catch (error) {
    ended(error)
    throw error
  }
}
