import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { build } from 'vite'
import { issueToken } from '#server/accounts/tokens.ts'
import { type Connection, connect } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import type { BenchTitle, Setup } from '#tests/bench/peers/peer.ts'
import { startPostgres } from '#tests/harness/database/postgres.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'
import { type NetworkProxy, startNetworkProxy } from './networkProxy.ts'

/** Made-up titles in addition to the demo titles, so that ten thousand can be saved. */
const TITLES = 11_000
const PEERS = ['offlineTransactions', 'rxdb', 'pouchdb', 'workbox'] as const
export const CANDIDATES = ['parde', ...PEERS] as const
export type CandidateName = (typeof CANDIDATES)[number]

/** The real server on PostgreSQL, the proxy to it, and a page for each candidate. */
export interface BenchWorld {
  pageOf(candidate: CandidateName): string
  proxy: NetworkProxy
  titles: BenchTitle[]
  /** Registers a new user. */
  createUser(): Promise<Setup>
  /** The number of titles on a user's watchlist on the server, and of effects that led to it. */
  onServer(userId: number): Promise<{ saved: number; effects: number }>
  close(): Promise<void>
}

/** Starts the world. `say` receives progress messages. */
export async function startBenchWorld(say: (words: string) => void): Promise<BenchWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'parde-bench-'))
  const postgres = await startPostgres()
  const name = `bench_${process.pid}`
  const url = new URL(postgres.url)
  const admin = await connect({ url: postgres.url, folder })
  await admin.database.execute(sql.raw(`create database ${name}`))
  url.pathname = `/${name}`
  const databaseUrl = url.href

  say(`a catalogue of ${TITLES} titles`)
  const grown = run('npx', ['tsx', 'server/commands/seed.ts', '--titles', String(TITLES)], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
  })
  if ((await grown.ended) !== 0) throw new Error(grown.output())

  say('the pages of all candidates')
  const apiPort = await freePort()
  const proxy = await startNetworkProxy(apiPort)
  const pages = await servePages(join(folder, 'pages'), proxy.url)
  const server = run('node', ['dist/server/main.js'], {
    APP_PORT: '0',
    API_PORT: String(apiPort),
    API_BASE: proxy.url,
    APP_ORIGINS: pages.url,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    DRAW_AHEAD: '0',
  })
  say('the server')
  await server.waitForOutput(String(apiPort))
  const connection = await connect({ url: databaseUrl, folder })
  return {
    proxy,
    pageOf: (candidate) => `${pages.url}/${candidate}.html`,
    titles: await someTitles(`http://localhost:${apiPort}`),
    createUser: () => createUser(connection, proxy.url),
    async onServer(userId) {
      // Every effect takes the next of a person's versions.
      const { rows } = await connection.database.execute<{ saved: string; effects: string | null }>(sql`
        select count(*) as saved, (select version from versions where user_id = ${userId}) as effects
        from watchlist where user_id = ${userId} and deleted_at is null`)
      return { saved: Number(rows[0]?.saved), effects: Number(rows[0]?.effects ?? 0) }
    },
    async close() {
      await server.end()
      await connection.close()
      await Promise.all([proxy.close(), pages.close()])
      await admin.database.execute(sql.raw(`drop database ${name} with (force)`))
      await admin.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createUser({ database }: Connection, apiUrl: string): Promise<Setup> {
  const [user] = await database.insert(users).values({ name: 'سنجش', createdAt: new Date() }).returning()
  if (!user) throw new Error('the user was not created')
  const token = await issueToken({ database, clock: () => new Date() }, user.id)
  return { apiUrl, token, user: { id: user.id, name: user.name } }
}

async function someTitles(api: string): Promise<BenchTitle[]> {
  const titles: BenchTitle[] = []
  for (let page = 1; titles.length < 10_000; page++) {
    const answer = await fetch(`${api}/api/titles/search?order_by=votes&per_page=100&page=${page}`)
    const { data } = (await answer.json()) as { data: BenchTitle[] }
    if (data.length === 0) throw new Error(`only ${titles.length} titles`)
    titles.push(...data)
  }
  return titles.slice(0, 10_000)
}

/** Opens every transaction with strict durability, overriding the library's option. */
function durable() {
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (stores, mode) {
    return transaction.call(this, stores, mode, { durability: 'strict' })
  }
}

/** Bundles every candidate for production and serves a page for each. */
async function servePages(folder: string, apiUrl: string) {
  const peers = resolve('tests/bench/peers')
  const bundle = (input: Record<string, string>, format: 'es' | 'iife') =>
    build({
      configFile: false,
      logLevel: 'warn',
      root: resolve('.'),
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      build: {
        outDir: folder,
        emptyOutDir: false,
        modulePreload: false,
        rolldownOptions: {
          input,
          preserveEntrySignatures: 'strict',
          output: { format, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    })
  await bundle(
    {
      parde: resolve('tests/bench/sync/parde.ts'),
      ...Object.fromEntries(PEERS.map((peer) => [peer, join(peers, `${peer}.ts`)])),
    },
    'es',
  )
  await bundle({ workboxWorker: join(peers, 'workboxWorker.ts') }, 'iife')
  const worker = await readFile(join(folder, 'workboxWorker.js'), 'utf8')
  await writeFile(join(folder, 'durableWorker.js'), `(${durable.toString()})();\n${worker}`)
  for (const candidate of CANDIDATES) {
    await writeFile(
      join(folder, `${candidate}.html`),
      `<!doctype html><meta charset="utf-8"><meta name="api-base" content="${apiUrl}"><title>${candidate}</title>
<script>if (location.search === '?durable') (${durable.toString()})()</script>
<script type="module">import { open } from './${candidate}.js'; window.openCandidate = open</script>`,
    )
  }
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname
    readFile(join(folder, path)).then(
      (body) => outgoing.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(body),
      () => outgoing.writeHead(404).end(),
    )
  })
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, ready))
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
