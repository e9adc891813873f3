import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Hono } from 'hono'
import type { createApi } from '#server/areas/createApi.ts'
import { bundle, type Patch } from './bundle.ts'
import type { TestServer } from './testServer.ts'

/** Builds the server's API with patches applied, on the database of the unpatched one. */
export async function buildMutantServer(patches: Patch[], server: TestServer): Promise<Hono> {
  const code = await bundle('server/areas/createApi.ts', patches, { ssr: true })
  const folder = resolve('.cache/sync')
  const file = resolve(folder, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, code)
  const patched = (await import(/* @vite-ignore */ file)) as { createApi: typeof createApi }
  return patched.createApi(server.frame, server.media)
}
