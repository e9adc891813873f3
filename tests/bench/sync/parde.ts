import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { savedTitles, setSaved, watchlist } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { beginSession } from '#data/database/session.ts'
import { liveListOf } from '#data/lists/liveList.ts'
import type { BenchTitle, Candidate, Setup } from '#tests/bench/peers/peer.ts'

/** The app's data layer, without a screen. */
export async function open({ apiUrl, token, user }: Setup): Promise<Candidate> {
  // The session cookie, which the peers get as well.
  await fetch(`${apiUrl}/sanctum/csrf-cookie`, { credentials: 'include' })
  await beginSession(token, {
    ...user,
    email: null,
    telegram: null,
    newNotifications: false,
    subscription: null,
    createdAt: null,
  })
  const database = await personalDatabase()
  // Opens the database now, as the peers do.
  await database.open()
  return {
    name: 'Parde',
    save: (title) => setSaved({ titleId: title.id, saved: true, card: cardOf(title) }),
    async send() {
      for (;;) {
        const { nextAt } = await drainOutbox()
        if ((await database.outbox.where('status').anyOf('queued', 'sending').count()) === 0) return
        await new Promise((next) => setTimeout(next, Math.max(0, (nextAt ?? 0) - Date.now())))
      }
    },
    seen: async () => (await savedTitles())?.items.length ?? 0,
    async fill(titles) {
      const savedAt = Date.now()
      await database.watchlist.bulkPut(
        titles.map((title, at) => ({
          titleId: title.id,
          title: cardOf(title),
          savedAt: new Date(savedAt - at * 1000).toISOString(),
          version: at + 1,
        })),
      )
    },
    first: (count) => firstOf(count),
  }
}

/** The first rows that the screen's live list receives. */
async function firstOf(count: number): Promise<number> {
  const list = liveListOf(watchlist, await personalDatabase())
  return new Promise((done) => {
    const stop = list.subscribe(() => {
      const state = list.getSnapshot()
      if (typeof state !== 'object') return
      stop()
      done(state.items.slice(0, count).length)
    })
  })
}

function cardOf(title: BenchTitle): TitleCard {
  return title as unknown as TitleCard
}
