import { parseArgs } from 'node:util'
import { asc, eq, isNull } from 'drizzle-orm'
import { REQUEST_STATES, type Request } from '#contract/requests.ts'
import { removeRequest, replyToRequest } from '#server/areas/requestReplies.ts'
import { readConfig } from '#server/config.ts'
import { type Connection, connect } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { migrate } from '#server/database/migrate.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { requests } from '#server/database/schema/personal.ts'
import { StartupError } from '#server/platform/startupError.ts'

/**
 * Lists and answers title requests. `npm run requests` lists open ones; `-- 12 --status added --title 68646 --reply
 * "…"` answers request 12 and notifies its user; `-- 12 --remove` removes an invalid one. Stop the server first if it
 * uses the embedded database.
 */
const USAGE = `npm run requests
npm run requests -- <number> --status ${REQUEST_STATES.join('|')} [--reply "words"] [--title <number of the title>]
npm run requests -- <number> --remove`

try {
  const asked = readArguments()
  const { dataDir, databaseUrl } = readConfig(process.env)
  const release = databaseUrl === undefined ? await lockFolder(dataDir) : async () => undefined
  const connection = await connect({ url: databaseUrl, folder: `${dataDir}/database` })
  try {
    await migrate(connection)
    await runCommand(connection, asked)
  } finally {
    await connection.close()
    await release()
  }
} catch (problem) {
  console.error(problem instanceof StartupError ? problem.message : problem)
  process.exitCode = 1
}

interface Arguments {
  id: number | undefined
  status: Request['status'] | undefined
  reply: string | undefined
  titleId: number | undefined
  remove: boolean
}

async function runCommand({ database }: Connection, { id, status, reply, titleId, remove }: Arguments) {
  if (id === undefined) return list(database)
  const context = { database, clock: () => new Date() }
  if (titleId !== undefined && (await database.$count(titles, eq(titles.id, titleId))) === 0) {
    throw new StartupError(`There is no title ${titleId}.`)
  }
  const isDone = remove
    ? await removeRequest(context, id)
    : await replyToRequest(context, id, {
        status: status ?? 'waiting',
        ...(reply !== undefined && { reply }),
        ...(titleId !== undefined && { titleId }),
      })
  if (!isDone) throw new StartupError(`There is no request ${id}.`)
  console.log(`${id}: ${remove ? 'removed' : status}`)
}

async function list(database: Connection['database']) {
  const rows = await database.select().from(requests).where(isNull(requests.deletedAt)).orderBy(asc(requests.id))
  const open = rows.filter(({ status }) => status === 'waiting' || status === 'accepted')
  for (const { id, status, name, type, year, imdb, note } of open) {
    console.log([id, status, type, name, year, imdb, note].filter((part) => part !== null && part !== '').join('  '))
  }
  console.log(`${open.length} requests wait`)
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        status: { type: 'string' },
        reply: { type: 'string' },
        title: { type: 'string' },
        remove: { type: 'boolean', default: false },
      },
    })
    const [id, ...rest] = positionals.map(numberOf)
    const status = REQUEST_STATES.find((state) => state === values.status)
    const isAnswer = id !== undefined && (values.remove ? values.status === undefined : status !== undefined)
    if (rest.length > 0 || (id !== undefined && !isAnswer) || (id === undefined && Object.keys(values).length > 1)) {
      throw new Error(process.argv.slice(2).join(' '))
    }
    const titleId = values.title === undefined ? undefined : numberOf(values.title)
    return { id, status, reply: values.reply, titleId, remove: values.remove }
  } catch (error) {
    throw new StartupError(
      `This is not understood: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
    )
  }
}

function numberOf(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(text)
  return number
}
