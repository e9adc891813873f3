import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Hono } from 'hono'
import type { createApi } from '#server/areas/createApi.ts'
import { bundle, type Patch } from '#tests/sync/simulation/bundle.ts'
import type { TestServer } from '#tests/sync/simulation/testServer.ts'
import { buildCodeUnderTest, type CodeUnderTest } from '#tests/sync/simulation/world.ts'

/** Builds a mutant: patches to `server/` go into the server, all others into the data layer. */
export async function buildMutant(
  patches: Patch[],
  server: TestServer,
): Promise<{ code: CodeUnderTest; mutantServer: TestServer }> {
  const inServer = patches.filter(({ file }) => file.startsWith('server/'))
  const code = await buildCodeUnderTest(patches.filter((patch) => !inServer.includes(patch)))
  return {
    code,
    mutantServer: inServer.length === 0 ? server : { ...server, api: await buildMutantServer(inServer, server) },
  }
}

/** Builds the server's API with patches applied, on the database of the unpatched one. */
async function buildMutantServer(patches: Patch[], server: TestServer): Promise<Hono> {
  const code = await bundle('server/areas/createApi.ts', patches, { ssr: true })
  const folder = resolve('.cache/sync')
  const file = resolve(folder, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, code)
  const patched = (await import(/* @vite-ignore */ file)) as { createApi: typeof createApi }
  return patched.createApi(server.frame, server.media)
}
