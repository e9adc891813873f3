import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { migrate } from '#server/database/migrate.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { type CodeOrder, makeCodes } from '#server/premium/makeCodes.ts'
import { seedPlans } from '#server/premium/plans.ts'

/**
 * `npm run codes -- gift --plan 2 --count 10` creates ten gift codes for plan 2. `npm run codes -- discount --percent
 * 20 --uses 100 --word NOWRUZ --days 30` creates a word that a hundred users may use within thirty days.
 * Uses the database of DATA_DIR (stop the server first) or DATABASE_URL. Codes are printed once: only their hashes are
 * stored.
 */
const USAGE = `npm run codes -- gift --plan 2 [--count 10] [--uses 1] [--days 30] [--word NOWRUZ]
npm run codes -- discount (--percent 20 | --amount 50000) [--plan 2] [--count 1] [--uses 1] [--days 30] [--word NOWRUZ]`

const DAY = 86_400_000
const MAX_CODES = 10_000

try {
  await make()
} catch (problem) {
  console.error(problem instanceof StartupError ? problem.message : problem)
  process.exitCode = 1
}

async function make() {
  const now = new Date()
  const order = readOrder(now)
  const { dataDir, databaseUrl } = readConfig(process.env)
  const release = databaseUrl === undefined ? await lockFolder(dataDir) : async () => undefined
  try {
    const connection = await connect({ url: databaseUrl, folder: `${dataDir}/database` })
    try {
      await migrate(connection)
      await seedPlans(connection.database)
      for (const code of await makeCodes(connection.database, order, now)) console.log(code)
    } finally {
      await connection.close()
    }
  } finally {
    await release()
  }
}

function readOrder(now: Date): CodeOrder {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        plan: { type: 'string' },
        percent: { type: 'string' },
        amount: { type: 'string' },
        count: { type: 'string', default: '1' },
        uses: { type: 'string', default: '1' },
        days: { type: 'string' },
        word: { type: 'string' },
      },
    })
    const [kind, ...more] = positionals
    if ((kind !== 'gift' && kind !== 'discount') || more.length > 0) throw new Error(`"${positionals.join(' ')}"`)
    const planId = whole('plan', values.plan, 2 ** 31 - 1)
    const percent = whole('percent', values.percent, 100)
    const amount = whole('amount', values.amount, 1_000_000_000)
    const word = values.word ?? null
    const count = whole('count', values.count, word === null ? MAX_CODES : 1) ?? 1
    const days = whole('days', values.days, 3650)
    if (kind === 'gift' && planId === null) throw new Error('a gift without --plan')
    if (kind === 'gift' && (percent !== null || amount !== null)) throw new Error('a gift is of the whole plan')
    if (kind === 'discount' && (percent === null) === (amount === null)) throw new Error('--percent or --amount')
    const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY)
    return { kind, planId, percent, amount, count, word, expiresAt, uses: whole('uses', values.uses, 2 ** 31 - 1) ?? 1 }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    throw new StartupError(`This is not understood: ${what}\n${USAGE}`)
  }
}

/** A whole number from 1; null if the option is missing. */
function whole(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > most) throw new Error(`--${name} ${text}`)
  return number
}
