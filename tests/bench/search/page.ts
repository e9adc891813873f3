import type { TitleCard } from '#contract/titleCards.ts'
import { deviceDatabase as device } from '#data/database/deviceDatabase.ts'
import { prepareDeviceSearch, searchDeviceTitles } from '#data/search/deviceSearch.ts'

/** The number of results in the menu. */
const MOST = 20

export interface SearchPage {
  see(cards: TitleCard[]): Promise<void>
  /** Builds the index of all stored titles; ms. */
  prepare(): Promise<number>
  /** Types each query letter by letter, from the second letter on; ms per key. */
  type(queries: string[]): Promise<number[]>
  /** Reads as many rows as a result has by id, the floor of any search; ms each. */
  floor(): Promise<number[]>
  /** The longest tasks since the last call, in ms. Browsers report tasks of 50 ms and more. */
  blocks(): Promise<number[]>
}

declare global {
  interface Window {
    search: SearchPage
  }
}

let blocks: number[] = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) blocks.push(duration)
}).observe({ type: 'longtask' })

async function timed(job: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await job()
  return performance.now() - started
}

window.search = {
  async see(cards) {
    await device.cards.bulkPut(cards.map((card) => ({ id: card.id, card, at: Date.now() })))
  },
  prepare: () => timed(prepareDeviceSearch),
  async type(queries) {
    const times: number[] = []
    for (const query of queries) {
      for (let letters = 2; letters <= query.length; letters++) {
        times.push(await timed(() => searchDeviceTitles(query.slice(0, letters), MOST)))
      }
    }
    return times
  },
  async floor() {
    const ids = (await device.cards.toCollection().primaryKeys()).filter((_, at) => at % 500 === 0).slice(0, MOST)
    const times: number[] = []
    for (let time = 0; time < 50; time++) times.push(await timed(() => device.cards.bulkGet(ids)))
    return times
  },
  async blocks() {
    await new Promise((done) => setTimeout(done, 100))
    const drained = blocks
    blocks = []
    return drained
  },
}
