import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import { type Listener, listen } from '#server/http/listen.ts'
import { checkBackend, printReport, type Report, reaches } from '#tests/conformance/conformance.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { databaseKinds, startServer, type TestServer } from '#tests/harness/server.ts'

/** Changes or answers a request before the server gets it. */
type Fault = (request: Request) => Request | Response | Promise<Request | Response>

// PostgreSQL where the tests have one.
const database = databaseKinds.at(-1)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ ...(database && { database }) })
})
afterAll(() => server.close())

/** Checks the server over HTTP, behind a proxy with a fault. */
async function check(fault: Fault = (request) => request): Promise<Report> {
  const port = await freePort()
  const listener: Listener = await listen(
    async (request, env) => {
      const passed = await fault(request)
      return passed instanceof Response ? passed : server.api.fetch(passed, env)
    },
    { port, host: '127.0.0.1', option: 'PORT' },
  )
  try {
    return await checkBackend(`http://127.0.0.1:${port}`)
  } finally {
    await listener.close()
  }
}

const without = (header: string) => (request: Request) => {
  const headers = new Headers(request.headers)
  headers.delete(header)
  return new Request(request, { headers })
}

test('the server reaches every level', async () => {
  const report = await check()
  expect(report.levels.flatMap(({ failures }) => failures)).toEqual([])
  expect(reaches(report, 'streams')).toBe(true)
  expect(report.optional.filter(({ isThere }) => !isThere)).toEqual([])
}, 120_000)

const FAULTS: [name: string, fault: Fault, level: Report['levels'][number]['level'], sentence: RegExp][] = [
  [
    'a proxy that drops the idempotency key',
    without(HEADER_KEY),
    'mutations',
    /the same idempotency key made 2 comments/,
  ],
  [
    'a proxy that drops the sequence',
    without(HEADER_SEQ),
    'mutations',
    /a call with a lower sequence removed the title/,
  ],
  [
    'a list that ignores the cursor',
    (request) => new Request(request.url.replace(/([?&])since=[^&]*/, '$1x='), request),
    'deltas',
    /answers no cursor/,
  ],
  [
    'a server without the batch call',
    (request) => (request.url.endsWith('/user/mutations') ? Response.json({ message: '' }, { status: 404 }) : request),
    'batch',
    /POST \/api\/user\/mutations answers 404/,
  ],
  [
    'titles without a name',
    async (request) => {
      if (!/\/api\/titles\/search/.test(request.url)) return request
      const answer = await server.api.fetch(without('Accept-Encoding')(request))
      const text = (await answer.text()).replaceAll('"titleFa"', '"title"')
      return new Response(text, { headers: { 'Content-Type': 'application/json' } })
    },
    'calls',
    /must have required property 'titleFa'/,
  ],
]
test.each(FAULTS)(
  '%s is found',
  async (_, fault, level, sentence) => {
    const report = await check(fault)
    expect(printReport(report)).toMatch(sentence)
    expect(reaches(report, level)).toBe(false)
    const below = report.levels[report.levels.findIndex((one) => one.level === level) - 1]
    if (below) expect(reaches(report, below.level)).toBe(true)
  },
  120_000,
)
