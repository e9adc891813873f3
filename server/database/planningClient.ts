import { createHash } from 'node:crypto'
import pg from 'pg'

/** So often a text is seen before it is worth a plan that is kept, as in PostgreSQL's JDBC driver ("prepareThreshold"). */
const WORTH = 5
/** No more plans than this are kept by a process for each of its connections. */
const MOST = 200

/**
 * A connection that keeps the plans of what is asked inside transactions: changes are made of the same few statements
 * again and again, small ones, which take longer to plan than to run. What is read outside of them is planned each time
 * for the words that are looked for.
 */
export class PlanningClient extends pg.Client {
  private isInTransaction = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query: unknown = this.query.bind(this)
    const plain = query as (asked: unknown, ...more: unknown[]) => unknown
    // Of the many shapes a call can have, all but the first part are handed on as they are.
    Object.assign(this, { query: (asked: unknown, ...more: unknown[]) => plain(this.named(asked), ...more) })
  }

  private named(asked: unknown): unknown {
    const text = typeof asked === 'string' ? asked : textOf(asked)
    if (text === undefined) return asked
    if (/^(begin|start transaction)\b/i.test(text)) this.isInTransaction = true
    else if (/^(commit|rollback(?! to))\b/i.test(text)) this.isInTransaction = false
    else if (this.isInTransaction && typeof asked === 'object') {
      const name = nameOf(text)
      if (name !== undefined) return { ...asked, name }
    }
    return asked
  }
}

/** The text of a statement that has no name yet. */
function textOf(asked: unknown): string | undefined {
  if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string')
    return undefined
  return 'name' in asked && asked.name !== undefined ? undefined : asked.text
}

const seen = new Map<string, number>()
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size >= MOST) return name
  const times = (seen.get(text) ?? 0) + 1
  if (times < WORTH) {
    // What differs each time is forgotten again.
    if (seen.size > 10 * MOST) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  const fresh = createHash('sha256').update(text).digest('base64url')
  names.set(text, fresh)
  return fresh
}
