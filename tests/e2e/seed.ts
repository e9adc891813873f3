import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'

/** Seeds one database by starting the server. Every world starts from a copy of it. */
export default async function seed() {
  const folder = resolve('.cache/e2e/seed')
  await rm(resolve('.cache/e2e'), { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const appPort = String(await freePort())
  const server = run('node', [join('dist/server/main.js')], {
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
