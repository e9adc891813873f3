import type { BrowserContext, Page } from '@playwright/test'
import { within } from '#tests/bench/figures.ts'
import type { BenchTitle, Candidate, Setup } from '#tests/bench/peers/peer.ts'
import type { BenchWorld, CandidateName } from './world.ts'

declare global {
  interface Window {
    openCandidate: (setup: Setup) => Promise<Candidate>
    candidate: Candidate
    titles: BenchTitle[]
    /** main-thread tasks of 50 ms and more, ms */
    blocks: number[]
  }
}

/** What one run of one line found. Milliseconds; `Infinity`: not within the line's time. */
export type Figures = Record<string, number>

interface Run {
  world: BenchWorld
  candidate: CandidateName
  context: BrowserContext
  /** differs from run to run, and is the same for every candidate */
  seed: number
}

export interface Line {
  name: string
  /** the promise, for the table */
  bound: string
  run: (run: Run) => Promise<Figures | undefined>
}

const STILL = { latency: 0, drops: 0 }
const SLOW = { latency: 50, drops: 0 }

export const lines: Line[] = [
  {
    name: 'enqueue 1,000, each awaited',
    bound: '≤ 3 ms each, no block over 50 ms',
    run: (run) => enqueue(run, 1_000, 60_000),
  },
  {
    name: 'enqueue 10,000, each awaited',
    bound: '≤ 3 ms each, no block over 50 ms',
    run: (run) => enqueue(run, 10_000, 180_000),
  },
  { name: 'replay 1,000 at 50 ms', bound: '≤ 1.5 s', run: (run) => replay(run, SLOW, 180_000) },
  {
    name: 'replay 1,000 at 50 ms, 10 % lost',
    bound: '0 lost, 0 doubled',
    run: (run) => replay(run, { latency: 50, drops: 0.1 }, 300_000),
  },
  {
    name: 'start with 10,000 waiting',
    bound: '≤ 600 ms to a right view',
    run: startWithMany,
  },
  { name: 'first 50 of a list of 10,000', bound: '≤ 20 ms', run: firstRows },
  {
    name: 'replay 200 behind a poisoned one, at 50 ms',
    bound: 'as without, plus one slot',
    run: poisoned,
  },
]

async function enqueue(run: Run, count: number, limit: number): Promise<Figures> {
  run.world.road.begin(run.seed, STILL)
  const page = await openPage(run)
  const took = await save(page, run.world.titles.slice(0, count), limit)
  const blocks = await page.evaluate(() => window.blocks)
  return { each: took === undefined ? Infinity : took / count, 'longest block': Math.max(0, ...blocks) }
}

async function replay(run: Run, weather: { latency: number; drops: number }, limit: number): Promise<Figures> {
  const { world } = run
  const person = await world.aPerson()
  world.road.begin(run.seed, STILL)
  const page = await openPage(run, person)
  const titles = world.titles.slice(0, 1_000)
  await save(page, titles, limit)
  world.road.begin(run.seed, weather)
  const took = await send(page, limit)
  const there = await world.savedOnServer(person.user.id)
  return { took: took ?? Infinity, 'not on the server': titles.length - there, calls: world.road.arrived }
}

async function startWithMany(run: Run): Promise<Figures> {
  const { world } = run
  const person = await world.aPerson()
  world.road.begin(run.seed, STILL)
  const page = await openPage(run, person)
  const titles = world.titles.slice(0, 10_000)
  if ((await save(page, titles, 180_000)) === undefined) return { took: Infinity }
  await page.reload()
  const took = await within(
    120_000,
    page.evaluate(
      async ({ setup, count }) => {
        window.candidate = await window.openCandidate(setup)
        while ((await window.candidate.seen()) < count) await new Promise((next) => setTimeout(next))
        // Since the navigation began: what a person waits for.
        return performance.now()
      },
      { setup: person, count: titles.length },
    ),
  )
  return { took: took ?? Infinity }
}

async function firstRows(run: Run): Promise<Figures | undefined> {
  const { world } = run
  const person = await world.aPerson()
  world.road.begin(run.seed, STILL)
  const page = await openPage(run, person)
  const can = await page.evaluate(() => window.candidate.fill !== undefined && window.candidate.first !== undefined)
  if (!can) return undefined
  await page.evaluate((titles) => window.candidate.fill?.(titles), world.titles.slice(0, 10_000))
  await page.reload()
  const took = await page.evaluate(async (setup) => {
    window.candidate = await window.openCandidate(setup)
    const started = performance.now()
    if ((await window.candidate.first?.(50)) !== 50) throw new Error('not 50 rows')
    return performance.now() - started
  }, person)
  return { took }
}

async function poisoned(run: Run): Promise<Figures> {
  const { world } = run
  const titles = world.titles.slice(0, 201)
  const times: number[] = []
  for (const poison of [undefined, titles[0]?.id]) {
    const person = await world.aPerson()
    world.road.begin(run.seed, STILL)
    const page = await openPage(run, person)
    await save(page, titles, 60_000)
    world.road.begin(run.seed, { ...SLOW, poison })
    const sending = send(page, 45_000)
    const started = performance.now()
    // All but the poisoned one: that never goes through.
    const there = await within(
      45_000,
      (async () => {
        while ((await world.savedOnServer(person.user.id)) < titles.length - 1) {
          await new Promise((next) => setTimeout(next, 10))
        }
        return performance.now() - started
      })(),
    )
    times.push(there ?? Infinity)
    sending.catch(() => undefined)
    await page.close()
  }
  const [without = Infinity, behind = Infinity] = times
  return { without, behind }
}

async function openPage({ world, candidate, context }: Run, person?: Setup): Promise<Page> {
  const page = await context.newPage()
  await page.goto(world.pageOf(candidate))
  await page.evaluate(
    async (setup) => {
      window.blocks = []
      new PerformanceObserver((list) => {
        window.blocks.push(...list.getEntries().map((entry) => entry.duration))
      }).observe({ entryTypes: ['longtask'] })
      window.candidate = await window.openCandidate(setup)
      window.blocks.length = 0
    },
    person ?? (await world.aPerson()),
  )
  return page
}

/** Taps, one after the other; ms, or nothing when it takes longer than `limit`. */
async function save(page: Page, titles: BenchTitle[], limit: number): Promise<number | undefined> {
  await page.evaluate(async (list) => {
    window.titles = list
    // To hand thousands over is a long task of the bench's own.
    await new Promise((idle) => requestIdleCallback(idle))
    window.blocks.length = 0
  }, titles)
  return within(
    limit,
    page.evaluate(async () => {
      const started = performance.now()
      for (const title of window.titles) await window.candidate.save(title)
      return performance.now() - started
    }),
  )
}

function send(page: Page, limit: number): Promise<number | undefined> {
  return within(
    limit,
    page.evaluate(async () => {
      const started = performance.now()
      // What databases throw is not always an error of the language, and would come out nameless.
      await window.candidate.send().catch(({ name, message, inner }) => {
        throw new Error(`sending: ${name} ${message} ${inner ?? ''}`)
      })
      return performance.now() - started
    }),
  )
}
