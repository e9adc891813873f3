import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCatalogue } from '#demo/catalogue/readCatalogue.ts'
import { rowsOf } from '#server/catalogue/seeding/catalogueRows.ts'
import { writeRows } from '#server/catalogue/seeding/writeRows.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { orders, subscriptions } from '#server/database/schema/premium.ts'
import { notifyScheduledNews } from '#server/notifications/scheduledNews.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { databaseKinds, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(databaseKinds)('scheduled notifications on %s', (database) => {
  let server: TestServer
  let member: Member
  let undo: (() => Promise<unknown>)[]
  beforeAll(async () => {
    server = await startServer({ database })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    member = await server.createUser()
    undo = []
  })
  afterEach(async () => {
    // The catalogue is shared with the next test.
    for (const step of undo.splice(0).reverse()) await step()
  })

  const runJob = () => notifyScheduledNews({ database: server.database, clock: server.now })
  const received = async (by: Member = member) =>
    (await by.get('/api/user/notifications?per_page=100')).json.data.map(
      ({ kind, title, body, path }: Record<string, string>) => ({ kind, title, body, path }),
    )
  /** A catalogue title with the given properties. */
  const findTitle = async (where: Partial<{ type: 'movie' | 'series'; isDubbed: boolean }>) => {
    const [row] = await server.database
      .select()
      .from(titles)
      .where(and(...Object.entries(where).map(([name, value]) => eq(titles[name as 'type'], value as 'movie'))))
      .orderBy(titles.id)
      .limit(1)
    if (!row) throw new Error('no such title')
    return row
  }
  const day = (offset = 0) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(new Date(server.now().getTime() + offset))

  test('notifies once about a dubbed version, only members who saved the title before', async () => {
    const rows = rowsOf(readCatalogue())
    const film = await findTitle({ isDubbed: false })
    await createMutationClient(member).save(film.id, true)
    server.pass(HOUR)
    await runJob()
    expect(await received()).toEqual([])
    const other = rows.titles.filter((row) => (row as { id?: number }).id === film.id)
    undo.push(() => server.database.update(titles).set(film).where(eq(titles.id, film.id)))
    const changed = other.map((row) => ({ ...row, is_dubbed: true, fingerprint: 'dubbed now' }))
    await writeRows(server.database, { ...rows, titles: changed, people: [], credits: [], episodes: [] }, server.now())
    server.pass(HOUR)
    const late = await server.createUser()
    await createMutationClient(late).save(film.id, true)
    await Promise.all([runJob(), runJob(), runJob()])
    await runJob()
    expect(await received()).toMatchObject([{ kind: 'dubbed', path: expect.stringContaining(`/titles/${film.id}/`) }])
    expect(await received(late)).toEqual([])
  })

  test("combines a day's episodes of a saved series, without those from before the save", async () => {
    const series = await findTitle({ type: 'series' })
    const early = await server.createUser()
    await createMutationClient(early).save(series.id, true)
    undo.push(() => server.database.delete(episodes).where(sql`id > 9000000000000`))
    const add = (number: number, airedAt: string) =>
      server.database
        .insert(episodes)
        .values({ id: 9_000_000_000_000 + number, titleId: series.id, season: 90, number, airedAt })
    await add(1, day(DAY))
    await runJob()
    expect(await received(early)).toEqual([])
    server.pass(2 * DAY)
    await createMutationClient(member).save(series.id, true)
    await add(2, day())
    await add(3, day())
    await Promise.all([runJob(), runJob()])
    expect((await received(early)).map(({ title }: { title: string }) => title).toSorted()).toEqual([
      `قسمت تازهٔ «${series.titleFa}» منتشر شد`,
      `۲ قسمت تازهٔ «${series.titleFa}» منتشر شد`,
    ])
    expect(await received()).toMatchObject([{ kind: 'episode', body: 'فصل ۹۰، قسمت‌های ۲ و ۳' }])
    await createMutationClient(member).save(series.id, false)
    await add(4, day())
    await runJob()
    expect(await received()).toHaveLength(1)
  })

  test('reminds of the end of a subscription three days and one day before', async () => {
    const buy = async (startsAt: Date, endsAt: Date) => {
      const common = { userId: member.id, planId: 1, planName: 'یک‌ماهه', startsAt, endsAt }
      const [order] = await server.database
        .insert(orders)
        .values({
          ...{ ...common, kind: 'join', days: 30, price: 1, discount: 0, amount: 1, state: 'paid' },
          ...{ ticket: uuid(), returnTo: 'http://localhost:4173' },
          ...{ createdAt: startsAt, expiresAt: startsAt },
        })
        .returning({ id: orders.id })
      await server.database.insert(subscriptions).values({ ...common, orderId: order?.id ?? 0 })
    }
    const start = server.now()
    const end = new Date(start.getTime() + 30 * DAY)
    await buy(start, end)
    server.pass(26 * DAY)
    await runJob()
    expect(await received()).toEqual([])
    server.pass(1.5 * DAY)
    await Promise.all([runJob(), runJob()])
    expect(await received()).toMatchObject([{ kind: 'subscription', title: '۳ روز تا پایان اشتراک یک‌ماهه' }])
    server.pass(2 * DAY)
    await runJob()
    await runJob()
    expect((await received()).map(({ title }: { title: string }) => title)[0]).toBe('یک روز تا پایان اشتراک یک‌ماهه')
    expect(await received()).toHaveLength(2)
    const follower = await server.createUser()
    member = follower
    await buy(start, end)
    await buy(end, new Date(end.getTime() + 30 * DAY))
    await runJob()
    expect(await received()).toEqual([])
  })
})
