import { createHash } from 'node:crypto'
import pg from 'pg'
import { beginStatement, type Observed, untilEnd } from './statementTimes.ts'

/** A statement is prepared after this many uses, as in PostgreSQL's JDBC driver (`prepareThreshold`). */
const PREPARE_THRESHOLD = 5
/** Maximum number of prepared statements per connection. */
const MAX_PREPARED = 200

/**
 * Creates the connection class of one pool. Its connections prepare the statements of transactions: mutations repeat a
 * few small statements that take longer to plan than to run. Reads outside transactions are planned each time, because
 * the best plan depends on the searched words. Reports each statement to `observed`.
 */
export function createPlanningClient(observed: Observed) {
  const nameOf = createStatementNames()
  return class PlanningClient extends pg.Client {
    #isInTransaction = false

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const query: unknown = this.query.bind(this)
      const plain = query as (...given: unknown[]) => unknown
      // `query` has many signatures; only the first argument is changed.
      Object.assign(this, {
        query: (asked: unknown, ...more: unknown[]) => timed(observed, plain, [this.#named(asked), ...more]),
      })
    }

    #named(asked: unknown): unknown {
      const text = typeof asked === 'string' ? asked : textOf(asked)
      if (text === undefined) return asked
      if (/^(begin|start transaction)\b/i.test(text)) this.#isInTransaction = true
      else if (/^(commit|rollback(?! to))\b/i.test(text)) this.#isInTransaction = false
      else if (this.#isInTransaction && typeof asked === 'object') {
        const name = nameOf(text)
        if (name !== undefined) return { ...asked, name }
      }
      return asked
    }
  }
}

/** Runs a query and reports its time. */
function timed({ observer }: Observed, query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
  if (!observer) return query(...given)
  const [asked] = given
  return untilEnd(query, given, beginStatement(observer, typeof asked === 'string' ? asked : statementOf(asked)))
}

function statementOf(asked: unknown): string {
  return typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : ''
}

/** The text of a statement without a name. */
function textOf(asked: unknown): string | undefined {
  if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string')
    return undefined
  return 'name' in asked && asked.name !== undefined ? undefined : asked.text
}

/** Returns a function that names a statement from its fifth use on. */
function createStatementNames(): (text: string) => string | undefined {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MAX_PREPARED) return name
    const times = (seen.get(text) ?? 0) + 1
    if (times < PREPARE_THRESHOLD) {
      // Forgets statements whose text differs each time.
      if (seen.size > 10 * MAX_PREPARED) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const fresh = createHash('sha256').update(text).digest('base64url')
    names.set(text, fresh)
    return fresh
  }
}
