import { resolve } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { demo } from '#demo/demo.ts'
import { issueToken } from '#server/accounts/tokens.ts'
import { createApi } from '#server/areas/createApi.ts'
import type { Database } from '#server/database/connect.ts'
import { users } from '#server/database/schema/account.ts'
import { episodes } from '#server/database/schema/catalogue.ts'
import { comments } from '#server/database/schema/comments.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { openPictureStore } from '#server/pictures/pictureStore.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { closeDatabases, type DatabaseKind, release, takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { othersCommentId, ownCommentId } from '#tests/sync/plan/commentKinds.ts'
import { NOTIFIED_AT, setFixtures } from '#tests/sync/plan/mutationKinds.ts'
import { type Series, seriesOf } from './series.ts'

/** A registered user. */
export interface TestUser {
  id: number
  /** all session tokens ever issued to the user */
  tokens: string[]
  name: string
}

/** The real server in this Node process, shared by many runs. Each run has its own users, so none cleans up. */
export interface TestServer {
  api: Hono
  frame: Parameters<typeof createApi>[0]
  media: Parameters<typeof createApi>[1]
  database: Database
  /** a film, a series, and two films that only imports use */
  cards: TitleCard[]
  /** the series that have download rules: the one of `cards`, and one that no other mutation uses */
  series: [Series, Series]
  /** a valid CSRF cookie */
  xsrf: string
  clock: { now: number }
  newUser(): Promise<TestUser>
  newToken(user: TestUser): Promise<string>
  close(): Promise<void>
}

export const ORIGIN = 'http://localhost:4173'
/** Users are inserted in batches of this size, to save queries. */
const USERS_PER_INSERT = 100

export async function openTestServer(
  kind: DatabaseKind = process.env.TEST_DATABASE_URL === undefined ? 'pglite' : 'postgres',
): Promise<TestServer> {
  const connection = await takeDatabase(kind)
  const { database } = connection
  const clock = { now: 0 }
  const frame = {
    database,
    clock: () => new Date(clock.now),
    settings: {
      origins: [ORIGIN],
      secrets: ['a test secret of at least thirty-two characters'] as const,
      cookieDomain: undefined,
      proxies: 0,
      passwordCost: { N: 16, r: 8, p: 1 },
      checkReplies: false,
      films: resolve('.cache/test-films'),
    },
  }
  const pictures = openPictureStore({ folder: resolve('.cache/test-media'), artist: demo.openArtist() })
  const media = { pictures, storage: openFolder(resolve('.cache/test-library')), sampleFilm: demo.sampleFilm }
  const api = createApi(frame, media)
  const [series, ruled] = await mostVoted('series', 2)
  const [film, saved, watched, ...others] = await mostVoted('movie', 7)
  const [flaggedFirst, flaggedSecond, hiddenFirst, hiddenSecond] = others
  if (
    !series ||
    !ruled ||
    !film ||
    !saved ||
    !watched ||
    !flaggedFirst ||
    !flaggedSecond ||
    !hiddenFirst ||
    !hiddenSecond
  )
    throw new Error('the catalogue has too few films or series')
  const cards = [film, series, saved, watched]
  const withRules: [Series, Series] = [await readSeries(series, 4), await readSeries(ruled, 6)]
  const { id, titleId } = episodes
  const twoEpisodes = await database
    .select({ id, titleId })
    .from(episodes)
    .where(eq(titleId, series.id))
    .orderBy(asc(id))
    .limit(2)
  setFixtures({
    ...{ saved, watched, episodes: twoEpisodes },
    flagged: { [film.id]: flaggedFirst, [series.id]: flaggedSecond },
    hidden: { [film.id]: hiddenFirst, [series.id]: hiddenSecond },
  })
  const csrf = await api.request('http://localhost:8787/sanctum/csrf-cookie')
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(csrf.headers.get('Set-Cookie') ?? '')?.[1]
  if (xsrf === undefined) throw new Error('the server set no XSRF-TOKEN cookie')
  const unusedIds: number[] = []
  let inserts = 0

  async function mostVoted(type: TitleCard['type'], limit: number): Promise<TitleCard[]> {
    const url = `http://localhost:8787/api/titles/search?type=${type}&order_by=votes&per_page=${limit}`
    return ((await (await api.request(url)).json()) as { data: TitleCard[] }).data
  }

  async function readSeries(card: TitleCard, count: number): Promise<Series> {
    const answer = await api.request(`http://localhost:8787/api/titles/${card.id}`)
    return seriesOf(card, ((await answer.json()) as { data: Title }).data, count)
  }

  /** Inserts an own comment per user and title, and the comments that everyone likes and reports. */
  async function addTestComments(userIds: number[]) {
    const createdAt = new Date(NOTIFIED_AT)
    const rowsOf = ({ id: titleId }: TitleCard) => [
      { id: othersCommentId(titleId), titleId, userId: null, body: 'others', deletedAt: null },
      ...userIds.map((userId) => ({
        ...{ id: ownCommentId(userId, titleId), titleId, userId, body: 'one', deletedAt: createdAt },
      })),
    ]
    await database
      .insert(comments)
      .overridingSystemValue()
      .values(cards.flatMap(rowsOf).map((row) => ({ ...row, spoiler: false, version: 0, createdAt })))
      .onConflictDoNothing()
  }

  return {
    api,
    frame,
    media,
    database,
    cards,
    series: withRules,
    xsrf,
    clock,
    async newUser() {
      if (unusedIds.length === 0) {
        const createdAt = new Date(clock.now)
        // Users of finished runs are no longer needed, and large tables are slow.
        if (inserts++ % 10 === 9) await database.execute(sql`truncate users, throttles, like_counts cascade`)
        const created = await database
          .insert(users)
          .values(Array.from({ length: USERS_PER_INSERT }, () => ({ name: 'Tester', createdAt })))
          .returning({ id: users.id })
        await database.insert(notifications).values(
          created.map(({ id: userId }) => ({
            ...{ id: crypto.randomUUID(), userId, kind: 'other' as const, title: 'News', body: '', version: 0 },
            createdAt: new Date(NOTIFIED_AT),
          })),
        )
        await addTestComments(created.map(({ id }) => id))
        unusedIds.push(...created.map(({ id }) => id))
      }
      const id = unusedIds.pop() ?? 0
      return { id, tokens: [], name: 'Tester' }
    },
    async newToken({ id, tokens }) {
      const token = await issueToken(frame, id)
      tokens.push(token)
      return token
    },
    async close() {
      await release(kind, connection)
      await closeDatabases()
    },
  }
}
