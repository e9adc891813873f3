import { reportError } from '#server/platform/reportError.ts'

/** A check that takes longer counts as failed, in ms. */
const CHECK_TIMEOUT = 2_000
/** A result is used again for this long, in ms: however many probes ask, the database is queried once a second. */
const RESULT_LIFE = 1_000

/** The checks of readiness by name. A check rejects while its part cannot be used. */
type Checks = Record<string, () => Promise<unknown>>

export interface Probes {
  /** Answers `GET /api/live` and `GET /api/ready`; undefined for any other request. */
  answer(request: Request): Promise<Response | undefined>
  /** From now on, readiness depends on these checks. */
  started(checks: Checks): void
  /** From now on, the process is not ready. */
  stopping(): void
}

/**
 * The probes of an orchestrator or a load balancer (docs/operations.md#probes). Live: the process answers. Ready: the
 * answers of the API can be right; otherwise 503 with the reasons.
 */
export function createProbes(): Probes {
  let phase: 'starting' | 'running' | 'stopping' = 'starting'
  let reasons: () => Promise<string[]> = async () => []
  const notReady = async () => (phase === 'running' ? reasons() : [phase])
  return {
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const { pathname } = new URL(request.url)
      if (pathname === '/api/live') return respond(200, { status: 'live' })
      if (pathname !== '/api/ready') return undefined
      const why = await notReady()
      return why.length === 0 ? respond(200, { status: 'ready' }) : respond(503, { status: 'not ready', reasons: why })
    },
    started(checks) {
      if (phase === 'starting') phase = 'running'
      const all = Object.entries(checks).map(([name, check]) => ({ name, passes: watch(name, check) }))
      reasons = async () => {
        const results = await Promise.all(all.map(async ({ name, passes }) => ((await passes()) ? [] : [name])))
        return results.flat()
      }
    },
    stopping() {
      phase = 'stopping'
    },
  }
}

function respond(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** Returns whether the check passes. One runs at a time, also when it takes longer than the probes wait. */
function watch(name: string, check: () => Promise<unknown>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  let isFailing = false
  const run = async () => {
    try {
      await check()
      isFailing = false
      return true
    } catch (error) {
      if (!isFailing) reportError(`Not ready (${name})`, error)
      isFailing = true
      return false
    } finally {
      endedAt = performance.now()
    }
  }
  return async () => {
    if (performance.now() - endedAt > RESULT_LIFE) {
      endedAt = Number.POSITIVE_INFINITY
      running = run()
    }
    return Promise.race([running ?? false, timeout()])
  }
}

function timeout(): Promise<false> {
  return new Promise((done) => setTimeout(done, CHECK_TIMEOUT, false).unref())
}
