import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { acceptedCompressions, compress } from '#server/http/compression.ts'
import { readerHeaders } from '#server/http/securityHeaders.ts'
import type { Api } from '#server/http/serve.ts'
import { once } from '#server/platform/once.ts'

const ROOT = `${import.meta.dirname}/../..`
const READER = 'openapi-explorer/dist/browser/openapi-explorer.min.js'
/** The build copies both files beside the bundle. */
const FILES = import.meta.filename.endsWith('.ts')
  ? { document: `${ROOT}/docs/openapi.json`, reader: `${ROOT}/node_modules/${READER}` }
  : { document: `${import.meta.dirname}/apiDocs/openapi.json`, reader: `${import.meta.dirname}/apiDocs/reader.js` }

/** Addresses are relative to `/api/docs`. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parde API</title>
<script type="module" src="docs/reader.js"></script>
</head>
<body>
<openapi-explorer spec-url="openapi.json" hide-authentication hide-server-selection hide-console></openapi-explorer>
</body>
</html>
`

/** Serves the published document (docs/openapi.json) and a page to read it on. */
export function serveApiDocs({ hono }: Pick<Api, 'hono'>): void {
  const document = createSender('application/json; charset=utf-8', () => readFile(FILES.document, 'utf8'))
  const page = createSender('text/html; charset=utf-8', async () => PAGE)
  const reader = createSender('text/javascript; charset=utf-8', () => readFile(FILES.reader, 'utf8'))
  hono.get('/api/openapi.json', document)
  hono.get('/api/docs', (http) => {
    for (const [name, value] of Object.entries(readerHeaders())) http.header(name, value)
    return page(http)
  })
  hono.get('/api/docs/reader.js', reader)
}

/** Sends a text that does not change while the server runs. It is read and compressed at its first use. */
function createSender(type: string, read: () => Promise<string>): (http: Context) => Promise<Response> {
  const text = once(read)
  const compressed = {
    br: once(async () => new Uint8Array(await compress(await text(), 'br', { tight: true }))),
    gzip: once(async () => new Uint8Array(await compress(await text(), 'gzip', { tight: true }))),
  }
  return async (http) => {
    http.header('Content-Type', type)
    http.header('Cache-Control', 'public, max-age=600')
    http.header('Vary', 'Accept-Encoding', { append: true })
    const [compression] = acceptedCompressions(http)
    if (!compression) return http.body(await text())
    http.header('Content-Encoding', compression)
    return http.body(await compressed[compression]())
  }
}
