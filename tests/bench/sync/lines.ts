import type { BrowserContext, Page } from '@playwright/test'
import type { BenchTitle, Candidate, Setup } from '#tests/bench/peers/peer.ts'
import { within } from '#tests/harness/within.ts'
import type { BenchWorld, CandidateName } from './world.ts'

declare global {
  interface Window {
    openCandidate: (setup: Setup) => Promise<Candidate>
    candidate: Candidate
    titles: BenchTitle[]
    /** Durations of main-thread tasks of 50 ms and more, in ms. */
    blocks: number[]
  }
}

/** The figures of one run of a line, in ms; `Infinity` when it exceeded the line's limit. */
export type Figures = Record<string, number>

/** A run of one candidate in its own browser, for one group of lines. */
export interface Run {
  world: BenchWorld
  candidate: CandidateName
  context: BrowserContext
  /** Differs between runs, and is the same for every candidate. */
  seed: number
  person: Setup
  isDurable: boolean
  /** The page that the lines of a group share. */
  page: Page
}

export interface Line {
  name: string
  /** The bar, as text for the table. */
  bound: string
  /** Whether Parde's figures meet the bar. */
  holds: (ours: Figures) => boolean
  /** How Parde's and the peers' work differ in this line. */
  alike?: string
  /** The time limit in ms: twenty times the bar or more. */
  limit: number
  /** Opens every candidate's transactions with strict durability. */
  isDurable?: boolean
  /** An easier line: a candidate that exceeded its limit is not run for this one. */
  harderThan?: string
  run: (run: Run, limit: number) => Promise<Figures | undefined>
}

const STILL = { latency: 0, lossRate: 0 }
const SLOW = { latency: 50, lossRate: 0 }
const LOSSY = { latency: 50, lossRate: 0.1 }
const SECOND = 1_000

/** Explains why a mutation of Parde writes more than one record. */
const MORE_THAN_A_RECORD =
  'One mutation of Parde is one transaction with strict durability. It reads the pending entries of its lane and the base row, which allows it to replace earlier entries and to skip a state that is already reached, and writes an entry with four indexes and a journal event. The peers add one record with relaxed durability: a power cut loses the last mutations. The storage of @tanstack/offline-transactions resolves when the IndexedDB request has succeeded, before its transaction has committed (`IndexedDBAdapter.set`): a full disk can still undo the write.'
/** Explains why Parde's view reads more than a number of records. */
const COUNTED_ALONE =
  'The peers count their records without reading them. Parde parses ten thousand pending entries by their schemas, merges them with the base rows and sorts the whole list with its titles, as the screen shows it. For reading alone RxDB needs longer for fifty rows than Parde for ten thousand (next line).'
const isQuick = ({ each = Infinity, 'longest block': block = Infinity }: Figures) => each <= 3 && block <= 50
const isExactlyOnce = (count: Figures) => count['not on the server'] === 0 && count.doubled === 0

/** The lines of a group continue with the state that the previous line left. A line that exceeds its limit ends its group. */
export const groups: Line[][] = [
  [
    {
      name: 'enqueue 1,000, each awaited',
      bound: '≤ 3 ms each, no block over 50 ms',
      holds: isQuick,
      alike: MORE_THAN_A_RECORD,
      limit: 60 * SECOND,
      run: (run, limit) => enqueue(run, 1_000, limit),
    },
    {
      name: 'replay 1,000 at 50 ms',
      bound: '≤ 1.5 s',
      holds: (ours) => (ours.took ?? Infinity) <= 1_500 && isExactlyOnce(ours),
      limit: 30 * SECOND,
      run: (run, limit) => replay(run, 1_000, SLOW, limit),
    },
  ],
  [
    {
      name: 'enqueue 1,000, all with strict durability',
      bound: '≤ 3 ms each, no block over 50 ms',
      holds: isQuick,
      alike:
        'As the line above, but with strict durability for the peers too. The peers still write one record where Parde does two reads and two writes, and @tanstack/offline-transactions still does not wait for the commit.',
      limit: 60 * SECOND,
      isDurable: true,
      run: (run, limit) => enqueue(run, 1_000, limit),
    },
  ],
  [
    {
      name: 'replay 1,000 at 50 ms, 10 % lost',
      bound: '0 lost, 0 doubled',
      holds: isExactlyOnce,
      limit: 45 * SECOND,
      harderThan: 'replay 1,000 at 50 ms',
      async run(run, limit) {
        await enqueue(run, 1_000, 60 * SECOND)
        return replay(run, 1_000, LOSSY, limit)
      },
    },
  ],
  [
    {
      name: 'enqueue 10,000, each awaited',
      bound: '≤ 3 ms each, no block over 50 ms',
      holds: isQuick,
      alike: MORE_THAN_A_RECORD,
      limit: 60 * SECOND,
      harderThan: 'enqueue 1,000, each awaited',
      run: (run, limit) => enqueue(run, 10_000, limit),
    },
    {
      name: 'start with 10,000 waiting',
      bound: '≤ 600 ms until the view is complete',
      holds: ({ took = Infinity }) => took <= 600,
      alike: COUNTED_ALONE,
      limit: 30 * SECOND,
      run: startWithMany,
    },
  ],
  [
    {
      name: 'first 50 of a list of 10,000',
      bound: '≤ 20 ms',
      holds: ({ took = Infinity }) => took <= 20,
      limit: 30 * SECOND,
      run: firstRows,
    },
  ],
  [
    {
      name: 'replay 200 behind a poisoned entry, at 50 ms',
      bound: 'as without, plus one slot',
      // One slot is the time of one call; the 200 mutations fit into three calls.
      holds: ({ without = 0, behind = Infinity }) => behind <= (without * 4) / 3,
      limit: 30 * SECOND,
      run: poisoned,
    },
  ],
]

async function enqueue({ page, world, seed }: Run, count: number, limit: number): Promise<Figures> {
  world.proxy.begin(seed, STILL)
  const took = await save(page, world.titles.slice(0, count), limit)
  if (took === undefined) return { each: Infinity }
  const blocks = await page.evaluate(() => window.blocks)
  return { each: took / count, 'longest block': Math.max(0, ...blocks) }
}

/** Sends the entries that the previous line left in the outbox. */
async function replay(
  { page, world, person, seed }: Run,
  count: number,
  conditions: { latency: number; lossRate: number },
  limit: number,
): Promise<Figures> {
  world.proxy.begin(seed, conditions)
  const took = await send(page, limit)
  const { saved, effects } = await world.onServer(person.user.id)
  const doubled = Math.max(0, effects - saved)
  return { took: took ?? Infinity, 'not on the server': count - saved, doubled, calls: world.proxy.arrived }
}

/** Reopens the page with the entries that the previous line left in the outbox. */
async function startWithMany({ page, person }: Run, limit: number): Promise<Figures> {
  await page.reload()
  const took = await within(
    limit,
    page.evaluate(
      async ({ setup, count }) => {
        window.candidate = await window.openCandidate(setup)
        while ((await window.candidate.seen()) < count) await new Promise((next) => setTimeout(next))
        // Measured from the start of the navigation, as the user waits.
        return performance.now()
      },
      { setup: person, count: 10_000 },
    ),
  )
  return { took: took ?? Infinity }
}

async function firstRows({ page, world, person, seed }: Run): Promise<Figures | undefined> {
  world.proxy.begin(seed, STILL)
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

async function poisoned(run: Run, limit: number): Promise<Figures> {
  const titles = run.world.titles.slice(0, 201)
  const without = await sendAllBut(run, titles, undefined, limit / 2)
  await run.page.close()
  if (without === Infinity) return { without }
  // Removes the data of the first round before the second.
  const context = await run.context.browser()?.newContext()
  if (!context) throw new Error('no browser any more')
  try {
    const behind = await sendAllBut(await openRun({ ...run, context }), titles, titles[0]?.id, limit / 2)
    return { without, behind }
  } finally {
    await context.close()
  }
}

/** Measures until the server has all of these titles, except for the poisoned one if any. */
async function sendAllBut(run: Run, titles: BenchTitle[], poison: number | undefined, limit: number): Promise<number> {
  const { world, person, page, seed } = run
  world.proxy.begin(seed, STILL)
  if ((await save(page, titles, limit)) === undefined) return Infinity
  world.proxy.begin(seed, { ...SLOW, poison })
  const started = performance.now()
  send(page, limit).catch(() => undefined)
  while (performance.now() - started < limit) {
    if ((await world.onServer(person.user.id)).saved >= titles.length - 1) return performance.now() - started
    await new Promise((next) => setTimeout(next, 10))
  }
  return Infinity
}

/** Opens a page of a candidate with a new user. */
export async function openRun(run: Omit<Run, 'person' | 'page'>): Promise<Run> {
  const [person, page] = [await run.world.createUser(), await run.context.newPage()]
  page.setDefaultTimeout(60 * SECOND)
  run.world.proxy.begin(run.seed, STILL)
  await page.goto(`${run.world.pageOf(run.candidate)}${run.isDurable ? '?durable' : ''}`)
  await page.evaluate(async (setup) => {
    window.blocks = []
    new PerformanceObserver((list) => {
      window.blocks.push(...list.getEntries().map((entry) => entry.duration))
    }).observe({ entryTypes: ['longtask'] })
    window.candidate = await window.openCandidate(setup)
    window.blocks.length = 0
  }, person)
  return { ...run, person, page }
}

/** Enqueues mutations in sequence. Returns the time in ms, or undefined beyond `limit`. */
async function save(page: Page, titles: BenchTitle[], limit: number): Promise<number | undefined> {
  await page.evaluate(async (list) => {
    window.titles = list
    // Passing thousands of titles to the page is a long task of the bench itself.
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
      // Databases throw objects other than Error, whose name would be lost.
      await window.candidate.send().catch(({ name, message, inner }) => {
        throw new Error(`sending: ${name} ${message} ${inner ?? ''}`)
      })
      return performance.now() - started
    }),
  )
}
