import { chromium } from '@playwright/test'
import { median } from '#tests/bench/figures.ts'
import { cell, writeReport } from '#tests/bench/report.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { FLOOR, FRAMES, measureEmpty, measureList, ROWS, SCREENS, type Screen, SLOWDOWN, WAITING } from './measure.ts'

const FILES = 'dist/app'
const HEAP = 'heap, empty list = 100 (200)'

/** Measures the built app's long lists and a bare list of as many rows. `only` selects lists by a part of their name. */
export async function benchLists({ runs, only = '' }: { runs: number; only?: string | undefined }) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const rounds: Record<string, Record<string, number[]>> = {}
  const note = (name: string, screen: Screen, figures: number[]) => {
    rounds[name] = { ...rounds[name], [screen]: [...(rounds[name]?.[screen] ?? []), ...figures] }
  }
  const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => screen === FLOOR || screen.includes(only))
  try {
    for (let run = 1; run <= runs; run++) {
      for (const screen of screens) {
        const { first, taps, mean, longest, slow, heap } = await measureList(browser, FILES, screen)
        note('tap until the next paint (100)', screen, taps)
        note('frame while scrolling, mean (18: 55 per second)', screen, [mean])
        note('frame while scrolling, longest (50)', screen, [longest])
        note('frames over 50 ms, of 100 (0)', screen, [(100 * slow) / FRAMES])
        for (const { read, rendered } of first) {
          note('first rows from the database, not slowed down (20)', screen, [read])
          note('first rows rendered, page just opened', screen, [rendered])
        }
        if (screen !== FLOOR) note(HEAP, screen, [(100 * heap) / (await measureEmpty(browser, FILES, screen))])
      }
    }
  } finally {
    await browser.close()
  }
  const table = Object.fromEntries(
    Object.entries(rounds).map(([name, row]) => [
      name,
      Object.fromEntries(screens.flatMap((screen) => (row[screen] ? [[screen, median(row[screen])]] : []))),
    ]),
  )
  if (only === '')
    await writeReport('lists', `Lists of ${ROWS} with ${WAITING} waiting changes, ${SLOWDOWN}× slower`, table)
  for (const [name, row] of Object.entries(table)) {
    console.log(`  ${name}`)
    for (const screen of screens) console.log(`    ${screen.padEnd(20)} ${cell(name, screen, row[screen])}`)
  }
}
