import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import type { TitleCard } from '#contract/titleCards.ts'
import { generateCatalogue } from '#demo/catalogue/generateCatalogue.ts'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import type { TitleRecord } from '#server/catalogue/seeding/catalogueRecords.ts'
import { median, shown } from '#tests/bench/figures.ts'
import { writeReport } from '#tests/bench/report.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import type { SearchPage } from './page.ts'

const TITLES = 10_000
/** CPU slowdown factor, for the speed of a cheap phone. */
const SLOWDOWN = 4
/** Names, common words, typing errors, and words without a result. */
const QUERIES = [
  'پدرخوانده',
  'دوازده مرد خشمگین',
  'شوالیه تاریکی',
  'the silent river',
  'night',
  'godfahter',
  'رستکاری شاوشنگ',
  'intersteler',
  'zzqqxx wwvvk',
  // each word is common, the combination is rare
  'شب th sh',
  'ا ب پ',
  'teh silnt rivr',
]

/** Measures one key press in the on-device search (`src/data/search/deviceSearch.ts`) in a browser, and its floor. */
export async function benchSearch({ runs }: { runs: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'parde-search-'))
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const rounds: Record<string, number[]> = {}
  const note = (name: string, figure: number) => {
    rounds[name] = [...(rounds[name] ?? []), figure]
  }
  try {
    const script = await bundle(folder)
    for (let run = 1; run <= runs; run++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await openPage(page, script)
      const at = (times: number[], share: number) =>
        times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0
      const cards = seenCards()
      await evaluate(page, (search, all) => search.see(all), cards)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await evaluate(page, (search) => search.blocks(), undefined)
      note('reading and indexing all titles, once', await evaluate(page, (search) => search.prepare(), undefined))
      note(
        'longest block meanwhile (none: under 50)',
        Math.max(0, ...(await evaluate(page, (search) => search.blocks(), undefined))),
      )
      const floor = await evaluate(page, (search) => search.floor(), undefined)
      note('floor: 20 rows by id, p50', at(floor, 0.5))
      const keys = await evaluate(page, (search, queries) => search.type(queries), QUERIES)
      note('a key, p50', at(keys, 0.5))
      note('a key, p95', at(keys, 0.95))
      note('a key, worst', at(keys, 1))
      await evaluate(page, (search, news) => search.see(news), cards.slice(0, 24))
      note('first key after 24 new cards', at(await evaluate(page, (search) => search.type(['شب']), undefined), 1))
      note(
        'longest block while typing (none: under 50)',
        Math.max(0, ...(await evaluate(page, (search) => search.blocks(), undefined))),
      )
      await context.close()
    }
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
  const table = Object.fromEntries(
    Object.entries(rounds).map(([name, figures]) => [name, { median: median(figures), worst: Math.max(...figures) }]),
  )
  await writeReport('search', `Search on the device: ${TITLES} titles seen, ${SLOWDOWN}× slower`, table)
  console.log(`search on the device: ${TITLES} titles seen, ${SLOWDOWN}× slower, median of ${runs}`)
  for (const [name, figures] of Object.entries(rounds)) console.log(`  ${name.padEnd(44)} ${shown(median(figures))}`)
}

function evaluate<Given, Result>(
  page: Page,
  what: (search: SearchPage, given: Given) => Promise<Result>,
  given: Given,
): Promise<Result> {
  return page.evaluate(`(${what})(window.search, ${JSON.stringify(given) ?? 'undefined'})`) as Promise<Result>
}

/** Serves the page over HTTP, since a page without an origin has no IndexedDB. */
async function openPage(page: Page, script: string) {
  await page.route('http://search.localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><title>search</title>' }),
  )
  await page.goto('http://search.localhost/')
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction('window.search !== undefined')
}

async function bundle(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: resolve('.'),
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: { page: resolve('tests/bench/search/page.ts') },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })
  return readFile(join(folder, 'page.js'), 'utf8')
}

/** The demo catalogue, filled up with made-up titles. */
function seenCards(): TitleCard[] {
  const { titles } = readCatalogue()
  const madeUp = [...generateCatalogue(0, TITLES)].flatMap(({ catalogue }) => catalogue.titles)
  return [...titles, ...madeUp].slice(0, TITLES).map(cardOf)
}

function cardOf(
  { imdb, titleEn, titleFa, year, rating, votes, isDubbed, hasSubtitle, type }: TitleRecord,
  at: number,
): TitleCard {
  return {
    ...{
      id: at + 1,
      path: `/titles/${at + 1}/title`,
      imdb,
      type,
      titleEn,
      titleFa,
      year,
      rating,
      votes,
      isDubbed,
      hasSubtitle,
    },
    poster: `/media/posters/${at + 1}/{width}.{format}`,
    posterColor: '#204060',
    genres: [{ id: 1, titleFa: 'درام' }],
    rottenTomatoes: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
}
