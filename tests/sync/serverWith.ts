import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Hono } from 'hono'
import type { createApi } from '#server/areas/createApi.ts'
import { bundle, type Patch } from './bundle.ts'
import type { House } from './house.ts'

/** The same server with faults planted, on the same database. */
export async function serverWith(patches: Patch[], house: House): Promise<Hono> {
  const code = await bundle('server/areas/createApi.ts', patches, { ssr: true })
  const folder = resolve('.cache/sync')
  const file = resolve(folder, `${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, code)
  const planted = (await import(/* @vite-ignore */ file)) as { createApi: typeof createApi }
  return planted.createApi(house.frame, house.studio)
}
