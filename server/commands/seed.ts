import { parseArgs } from 'node:util'
import { loadDemo } from '#server/catalogue/demoContent.ts'
import { seedCatalogue } from '#server/catalogue/seeding/seedCatalogue.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { migrate } from '#server/database/migrate.ts'
import { StartupError } from '#server/platform/startupError.ts'

/**
 * `npm run seed` brings the database (DATA_DIR or DATABASE_URL) to the demo catalogue. `--titles 100000` adds generated
 * titles up to that number, for measuring; `--reset` removes all generated titles first; `--comments` adds the demo
 * comments, which the embedded database gets when the server starts.
 */
const MAX_TITLES = 5_000_000

try {
  await seed()
} catch (problem) {
  console.error(problem instanceof StartupError ? problem.message : problem)
  process.exitCode = 1
}

async function seed() {
  const { count, reset, comments } = readArguments()
  const demo = await loadDemo()
  if (!demo) throw new StartupError('There is no demo/ folder. Your own catalogue: npm run parde -- import FILE')
  const { dataDir, databaseUrl } = readConfig(process.env)
  const release = databaseUrl === undefined ? await lockFolder(dataDir) : async () => undefined
  const connection = await connect({ url: databaseUrl, folder: `${dataDir}/database` })
  const started = performance.now()
  try {
    await migrate(connection)
    if (reset) await demo.shrinkCatalogue(connection)
    console.log(`${await seedCatalogue(connection, demo.catalogue())} titles of the catalogue are new or corrected`)
    if (comments) console.log(`${await demo.seedComments(connection)} comments are new`)
    if (count > 0) {
      const added = await demo.growCatalogue(connection, count, (written) =>
        console.log(`  ${written} generated titles`),
      )
      console.log(`${added} titles were generated, in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
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
    if (!Number.isInteger(count) || count < 0 || count > MAX_TITLES) throw new Error(`--titles ${values.titles}`)
    return { count, reset: values.reset, comments: values.comments }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `This is not understood: ${what}\nnpm run seed -- [--titles 0 to ${MAX_TITLES}] [--reset] [--comments]`,
    )
  }
}
