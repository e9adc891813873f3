import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { pictureAddress } from '#contract/pictures.ts'
import { type BuiltServer, call, startBuiltServer } from '#tests/harness/builtServer.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { findNode } from '#tests/harness/findNode.ts'

/** Versions that are supported besides the one that runs the tests. */
const VERSIONS = [22, 24]
/** Installing a version and starting the server take seconds, on a busy machine far longer. In ms. */
const SLOW = 240_000

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const cases = VERSIONS.flatMap((version) => [
  { version, kind: 'the embedded database' },
  ...(process.env.TEST_DATABASE_URL ? [{ version, kind: 'PostgreSQL' }] : []),
])

test.each(cases)(
  'on Node $version with $kind the built server keeps a saved title over a restart, and the operator’s program finds it',
  async ({ version, kind }) => {
    const folder = mkdtempSync(join(tmpdir(), 'parde-node-'))
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
    const database = kind === 'PostgreSQL' ? await createEmptyDatabase() : undefined
    cleanUps.push(() => database?.drop())
    const env = {
      PATH: `${findNode(version)}:${process.env.PATH ?? ''}`,
      DATABASE_URL: database?.url ?? '',
      SEED: 'none',
      DATA_DIR: folder,
    }
    const start = async (): Promise<BuiltServer> => {
      const server = await startBuiltServer(folder, env)
      cleanUps.push(() => server.end('SIGKILL'))
      await server.waitForOutput(server.app)
      return server
    }

    const node = (...args: string[]) => execFileSync('node', args, { env, encoding: 'utf8' })
    expect(node('--version')).toMatch(new RegExp(`^v${version}\\.`))

    const first = await start()
    const file = join(folder, 'catalogue.ndjson')
    const film = {
      kind: 'title',
      imdb: 'tt0133093',
      type: 'movie',
      titleFa: 'ماتریکس',
      titleEn: 'The Matrix',
      year: 1999,
    }
    writeFileSync(file, JSON.stringify({ ...film, genres: ['drama'] }))
    node('dist/server/cli.js', 'import', file)
    const form = {
      name: 'sara',
      email: 'sara@parde.example',
      password: 'horse 1405',
      passwordConfirmation: 'horse 1405',
    }
    const { token } = (await call(first, '/api/sanc/register', form)).json.data
    const [title] = (await call(first, '/api/titles/search')).json.data
    expect((await call(first, `/api/user/watchlist/${title.id}`, { saved: true }, token)).status).toBe(200)
    const picture = await fetch(pictureAddress(title.poster, first.api, 342, 'webp'))
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
    expect(await first.end()).toBe(0)

    const second = await start()
    const list = await call(second, '/api/user/watchlist', undefined, token)
    expect(list.json.data.map(({ titleId }: { titleId: number }) => titleId)).toEqual([title.id])
    expect(node('dist/server/cli.js', 'title', 'find', 'matrix', '--json')).toContain(film.imdb)
    expect(await second.end()).toBe(0)
    expect(second.output()).not.toMatch(/Warning|"level":"(error|warn)"/)
  },
  SLOW,
)
