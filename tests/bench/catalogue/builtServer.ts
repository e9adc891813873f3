import { sql } from 'drizzle-orm'
import { connectServer } from '#server/database/connect.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'
import { type Asked, parentOf } from './load.ts'

/** Starts the built server as a process. */
export async function withServer(env: Record<string, string>, job: (server: Asked) => Promise<void>) {
  const port = await freePort()
  const server = run('node', ['dist/server/main.js'], {
    ...{ APP_PORT: '0', API_PORT: String(port), HOST: '127.0.0.1', DRAW_AHEAD: '0' },
    ...env,
  })
  try {
    await server.waitForOutput('API ')
    await job({ port, pid: server.child.pid })
  } finally {
    await server.end()
  }
}

/** The parent process of the database's connections; undefined for a remote database. */
export async function processOf(url: string): Promise<number | undefined> {
  const { database, close } = await connectServer(url)
  try {
    const { rows } = await database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    return rows[0] && parentOf(rows[0].pid)
  } finally {
    await close()
  }
}
