import { messages, type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite'
import type { Database } from '#server/database/connect.ts'

interface Prepared {
  name: string
  /** OIDs of the parameters. */
  types: number[]
  /** The description of the rows, as PostgreSQL sent it. */
  rows: messages.BackendMessage[]
}

const { serialize, Parser } = protocol

/**
 * Speeds up the embedded database: each statement is prepared once, and then takes one round trip instead of six.
 * Statements, transactions and their isolation stay PostgreSQL's. The production driver is tested where whole processes
 * and browsers run (`tests/server/serverProcess.test.ts`, `tests/e2e`).
 */
export function quicken(database: Database): void {
  const client = (database as unknown as { $client: PGlite }).$client
  const statements = new Map<string, Prepared>()
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let before: Promise<unknown> = Promise.resolve()
  /** Parsers of every type, created once: all statements use the same ones. */
  let parsers: Parameters<typeof parse.parseResults>[1] | undefined
  /** Messages to send together with the next statement. */
  let first: Uint8Array[] = []

  /** Runs work alone on the single connection; a transaction holds it until it ends. */
  function alone<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const mine = before.then(work)
    before = mine.catch(() => undefined)
    return mine
  }

  function send(...parts: Uint8Array[]): messages.BackendMessage[] {
    const answers: messages.BackendMessage[] = []
    const bytes = client.execProtocolRawSync(Buffer.concat([...first, ...parts]))
    first = []
    new Parser().parse(bytes, (message) => answers.push(message))
    for (const message of answers) {
      if (message instanceof messages.NotificationResponseMessage) {
        for (const onMessage of listeners.get(message.channel) ?? []) onMessage(message.payload)
      }
    }
    const failure = answers.find((message) => message instanceof messages.DatabaseError)
    if (failure) throw failure
    return answers
  }

  function prepare(text: string): Prepared {
    const name = `s${statements.size}`
    const described = send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync())
    const types = parse.parseDescribeStatementResults(described)
    const rows = described.filter((message) => message.name === 'rowDescription')
    const prepared = { name, types, rows }
    statements.set(text, prepared)
    return prepared
  }

  function query(text: string, parameters: unknown[] = [], { rowMode, parsers: own }: QueryOptions = {}): Results {
    parsers ??= { ...client.parsers, ...own }
    const { name, types, rows } = statements.get(text) ?? prepare(text)
    const values = parameters.map((value, index) => {
      if (value === null || value === undefined) return null
      return client.serializers[types[index] ?? 0]?.(value) ?? String(value)
    })
    const answers = send(serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync())
    const since = answers.findIndex((message) => message.name === 'bindComplete')
    const [result] = parse.parseResults([...rows, ...answers.slice(since)], parsers, rowMode ? { rowMode } : {})
    if (!result) throw new Error(`no answer to ${text}`)
    return result
  }

  async function transaction<Result>(work: (inside: { query: typeof query }) => Promise<Result>): Promise<Result> {
    first = [serialize.query('begin')]
    try {
      const result = await work({ query })
      const ended = send(serialize.query('commit')).find((message) => message.name === 'commandComplete')
      if ((ended as { text?: string } | undefined)?.text === 'ROLLBACK') throw new Error('the transaction was aborted')
      return result
    } catch (failure) {
      send(serialize.query('rollback'))
      throw failure
    }
  }

  async function listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> {
    const others = listeners.get(channel) ?? new Set()
    listeners.set(channel, others.add(onMessage))
    await alone(() => query(`listen ${channel}`))
    return async () => void others.delete(onMessage)
  }

  Object.assign(client, {
    listen,
    query: (...asked: Parameters<typeof query>) => alone(() => query(...asked)),
    transaction: (work: Parameters<typeof transaction>[0]) => alone(() => transaction(work)),
  })
}
