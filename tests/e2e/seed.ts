import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SHORT_LIVED } from '#tests/harness/builtServer.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'
import { SHARED_BY_WORLDS } from './world.ts'

/**
 * Seeds one database by starting the server. Every world starts from a copy of it. Pictures and films stay for the next
 * run: their names hash what they depend on.
 */
export default async function seed() {
  const cache = resolve('.cache/e2e')
  const folder = join(cache, 'seed')
  await mkdir(cache, { recursive: true })
  for (const name of await readdir(cache)) {
    if (!SHARED_BY_WORLDS.includes(name)) await rm(join(cache, name), { recursive: true })
  }
  await mkdir(folder)
  const appPort = String(await freePort())
  const server = run('node', [...SHORT_LIVED, join('dist/server/main.js')], {
    APP_PORT: appPort,
    API_PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: '',
    DRAW_AHEAD: '0',
  })
  await server.waitForOutput(appPort)
  await server.end()
  process.env.E2E_SEED = folder
}
