import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { savedTitles, setSaved, watchlist } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { beginSession } from '#data/database/session.ts'
import { liveListOf } from '#data/lists/liveList.ts'
import type { BenchTitle, Candidate, Setup } from '#tests/bench/peers/peer.ts'

/** The data floor as the app ships it, without a screen. */
export async function open({ apiUrl, token, user }: Setup): Promise<Candidate> {
  // Whoever has signed in has the cookie; the peers are opened with it as well.
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
  // As the peers: a candidate that is open has its database open.
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

/** As the screen has them: the first that the list on it is told. */
async function firstOf(count: number): Promise<number> {
  const list = liveListOf(watchlist, await personalDatabase())
  return new Promise((done) => {
    const stop = list.subscribe(() => {
      const told = list.look()
      if (typeof told !== 'object') return
      stop()
      done(told.items.slice(0, count).length)
    })
  })
}

function cardOf(title: BenchTitle): TitleCard {
  return title as unknown as TitleCard
}
