import { resolve } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { TitleCard } from '#contract/titleCards.ts'
import { giveToken } from '#server/accounts/tokens.ts'
import { createApi } from '#server/areas/createApi.ts'
import { openStudio } from '#server/artwork/studio.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { episodes } from '#server/database/schema/catalogue.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { closeDatabases, type DatabaseKind, release, takeDatabase } from '#tests/harness/testDatabase.ts'
import { kindsAreAbout, TOLD_AT } from './kinds.ts'

/** Somebody new, known to the server. */
export interface Person {
  id: number
  /** every one that was ever given */
  tokens: string[]
  name: string
}

/** The real server in this process, shared by many runs: each has people of its own and cleans nothing up. */
export interface House {
  api: Hono
  frame: Parameters<typeof createApi>[0]
  studio: Parameters<typeof createApi>[1]
  database: Database
  /** a film, a series, and what only imports are about */
  cards: TitleCard[]
  /** a good CSRF cookie */
  xsrf: string
  clock: { now: number }
  newPerson(): Promise<Person>
  newToken(person: Person): Promise<string>
  close(): Promise<void>
}

export const ORIGIN = 'http://localhost:4173'
const PEOPLE_AT_ONCE = 100

export async function openHouse(
  kind: DatabaseKind = process.env.TEST_DATABASE_URL === undefined ? 'pglite' : 'postgres',
): Promise<House> {
  const connection = await takeDatabase(kind)
  const { database } = connection
  const clock = { now: 0 }
  const frame = {
    database,
    clock: () => new Date(clock.now),
    settings: {
      origins: [ORIGIN],
      secret: 'a secret of the tests, long enough to be one',
      cookieDomain: undefined,
      proxies: 0,
      passwordCost: { N: 16, r: 8, p: 1 },
      checkReplies: false,
      films: resolve('.cache/test-films'),
    },
  }
  const studio = openStudio({ folder: resolve('.cache/test-media') })
  const api = createApi(frame, studio)
  const [series] = await mostVoted('series', 1)
  const [film, saved, watched] = await mostVoted('movie', 3)
  if (!series || !film || !saved || !watched) throw new Error('a catalogue without films and series')
  const { id, titleId } = episodes
  const two = await database
    .select({ id, titleId })
    .from(episodes)
    .where(eq(titleId, series.id))
    .orderBy(asc(id))
    .limit(2)
  kindsAreAbout({ saved, watched, episodes: two })
  const csrf = await api.request('http://localhost:8787/sanctum/csrf-cookie')
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(csrf.headers.get('Set-Cookie') ?? '')?.[1]
  if (xsrf === undefined) throw new Error('no XSRF-TOKEN cookie came')
  const waiting: number[] = []
  let made = 0

  async function mostVoted(type: TitleCard['type'], many: number): Promise<TitleCard[]> {
    const address = `http://localhost:8787/api/titles/search?type=${type}&order_by=votes&per_page=${many}`
    return ((await (await api.request(address)).json()) as { data: TitleCard[] }).data
  }

  return {
    api,
    frame,
    studio,
    database,
    cards: [film, series, saved, watched],
    xsrf,
    clock,
    async newPerson() {
      if (waiting.length === 0) {
        const createdAt = new Date(clock.now)
        // Who has played is of no use any more, and a full table is a slow one.
        if (made++ % 10 === 9) await database.execute(sql`truncate users, throttles, like_counts cascade`)
        const people = await database
          .insert(users)
          .values(Array.from({ length: PEOPLE_AT_ONCE }, () => ({ name: 'Tester', createdAt })))
          .returning({ id: users.id })
        await database.insert(notifications).values(
          people.map(({ id: userId }) => ({
            ...{ id: crypto.randomUUID(), userId, kind: 'other' as const, title: 'News', body: '', version: 0 },
            createdAt: new Date(TOLD_AT),
          })),
        )
        waiting.push(...people.map(({ id }) => id))
      }
      const id = waiting.pop() ?? 0
      return { id, tokens: [], name: 'Tester' }
    },
    async newToken({ id, tokens }) {
      const token = await giveToken(frame, id)
      tokens.push(token)
      return token
    },
    async close() {
      await release(kind, connection)
      await closeDatabases()
    },
  }
}
