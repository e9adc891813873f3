import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { freePort } from '#tests/harness/network/relay.ts'

export const FLOORS = { html: 'one HTML file', react: 'React alone', stack: 'the stack, hello world' } as const
export type FloorName = keyof typeof FLOORS

export interface Floor {
  url: string
  /** The compressed size of the first screen's scripts, in bytes. */
  scripts: number
  close(): Promise<void>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** A minimal service worker: precaches every file and serves all from the cache. */
const workerOf = (files: string[]) => `
const FILES = ${JSON.stringify(files)}
addEventListener('install', (event) => event.waitUntil(caches.open('files').then((cache) => cache.addAll(FILES)).then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((cached) => cached ?? fetch(event.request))))
`

/** Builds and serves a floor like the app: compressed with brotli, hashed names cached forever. */
export async function startFloor(name: FloorName): Promise<Floor> {
  const folder = await mkdtemp(join(tmpdir(), `parde-floor-${name}-`))
  await build({
    root: join(import.meta.dirname, 'floors', name),
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  const files = new Map<string, { type: string; body: Buffer }>()
  const put = (path: string, text: string | Buffer) =>
    files.set(path, { type: TYPES[extname(path)] ?? 'application/octet-stream', body: brotliCompressSync(text) })
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of names.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    put(path.slice(folder.length), await readFile(path))
  }
  put('/sw.js', workerOf(['/', ...[...files.keys()].filter((path) => path !== '/index.html')]))
  await rm(folder, { recursive: true })

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://floor')
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(file.body)
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, () => listening()))
  const scripts = [...files].filter(([path]) => path.startsWith('/assets/') && path.endsWith('.js'))
  return {
    url: `http://localhost:${port}/`,
    scripts: scripts.reduce((sum, [, { body }]) => sum + body.length, 0),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
