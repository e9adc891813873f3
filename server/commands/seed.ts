import { parseArgs } from 'node:util'
import { growCatalogue, shrinkCatalogue } from '#server/catalogue/grow.ts'
import { seedComments } from '#server/catalogue/seedComments.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { migrate } from '#server/database/migrate.ts'
import { StartProblem } from '#server/platform/startupError.ts'

/**
 * `npm run seed` brings the database (DATA_DIR or DATABASE_URL) to this version's catalogue. `--titles 100000` brings the
 * made-up titles beside it to so many, for measuring; `--reset` takes all made-up ones out first. `--comments` adds the
 * comments that come with it, which the embedded database gets by itself, for looking around.
 */
const MOST_TITLES = 5_000_000

try {
  await seed()
} catch (problem) {
  console.error(problem instanceof StartProblem ? problem.message : problem)
  process.exitCode = 1
}

async function seed() {
  const { count, reset, comments } = readArguments()
  const { dataDir, databaseUrl } = readConfig(process.env)
  const release = databaseUrl === undefined ? await lockFolder(dataDir) : async () => undefined
  const connection = await connect({ url: databaseUrl, folder: `${dataDir}/database` })
  const started = performance.now()
  try {
    await migrate(connection)
    if (reset) await shrinkCatalogue(connection)
    console.log(`${await seedCatalogue(connection)} titles of the catalogue are new or corrected`)
    if (comments) console.log(`${await seedComments(connection)} comments are new`)
    const added = await growCatalogue(connection, count, (written) => console.log(`  ${written} made-up titles`))
    console.log(`${added} titles were made up, in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  } finally {
    await connection.close()
    await release()
  }
}

function readArguments(): { count: number; reset: boolean; comments: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        titles: { type: 'string', default: '0' },
        reset: { type: 'boolean', default: false },
        comments: { type: 'boolean', default: false },
      },
    })
    const count = Number(values.titles)
    if (!Number.isInteger(count) || count < 0 || count > MOST_TITLES) throw new Error(`--titles ${values.titles}`)
    return { count, reset: values.reset, comments: values.comments }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    throw new StartProblem(
      `This is not understood: ${what}\nnpm run seed -- [--titles 0 to ${MOST_TITLES}] [--reset] [--comments]`,
    )
  }
}
