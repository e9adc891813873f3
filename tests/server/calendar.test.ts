import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calendarApi } from '#contract/calendar.ts'
import { calendarFile } from '#server/catalogue/calendarFile.ts'
import { pathOfTitle } from '#server/catalogue/cards.ts'
import type { Release } from '#server/catalogue/releases.ts'
import { calendarFeeds } from '#server/database/schema/access.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { remindOfReleases } from '#server/notifications/releaseReminders.ts'
import { notifyScheduledNews } from '#server/notifications/scheduledNews.ts'
import { addDays, dayInTehran, hourInTehran } from '#server/platform/tehranTime.ts'
import { device, member, phone, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { APP_ORIGIN, type Caller, databaseKinds } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CALENDAR = calendarApi.feed.path
const SETTINGS = '/api/user/notification-settings'
/** Ids of the episodes that these tests add start here. */
const ADDED = 9_000_000_000_000

/** A calendar as a calendar program reads it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    refresh: String(calendar.getFirstPropertyValue('refresh-interval')),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, summary, startDate, endDate } = new ICAL.Event(component)
      const value = (name: string) => component.getFirstPropertyValue(name)
      return {
        ...{ uid, summary, start: String(startDate), end: String(endDate), isDate: startDate.isDate },
        ...{ url: value('url'), transparency: value('transp') },
      }
    }),
  }
}

/** Lines as RFC 5545 wants them: at most 75 octets without the line break, and no character cut in two. */
function expectFolded(text: string) {
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of Buffer.from(text).toString('latin1').split('\r\n')) {
    expect(line.length).toBeLessThanOrEqual(75)
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(line, 'latin1'))).not.toThrow()
  }
}

describe.each(databaseKinds)('the calendar on %s', (database) => {
  setUpMember(database)
  let films: (typeof titles.$inferSelect)[]
  let series: (typeof titles.$inferSelect)[]
  let film: number
  let show: number
  let undo: (() => Promise<void>) | undefined
  beforeEach(async () => {
    const ofType = (type: 'movie' | 'series') =>
      server.database.select().from(titles).where(eq(titles.type, type)).orderBy(titles.id).limit(7)
    films = await ofType('movie')
    series = await ofType('series')
    film = films[0]?.id ?? 0
    show = series[0]?.id ?? 0
  })
  afterEach(async () => {
    // The catalogue is shared with the next test.
    await undo?.()
    undo = undefined
    await server.database.delete(episodes).where(sql`id > ${ADDED}`)
    for (const row of [...films, ...series]) await server.database.update(titles).set(row).where(eq(titles.id, row.id))
  })

  /** The day in Tehran, this many days from the server's today. */
  const day = (offset = 0) => addDays(dayInTehran(server.now()), offset)
  const nameOf = (id: number) => [...films, ...series].find((row) => row.id === id)?.titleFa ?? ''
  let added = ADDED
  const air = async (titleId: number, airedAt: string, ...parts: [season: number, number: number][]) => {
    const rows = parts.map(([season, number]) => ({ id: ++added, titleId, season, number, airedAt }))
    await server.database.insert(episodes).values(rows)
  }
  const change = (id: number, set: Partial<typeof titles.$inferInsert>) =>
    server.database.update(titles).set(set).where(eq(titles.id, id))
  const release = (id: number, releasedAt: string) => change(id, { releasedAt })
  const address = async (caller: Caller = member): Promise<string> => (await caller.post(CALENDAR)).json.data.address
  /** As a calendar program: without cookies, `Origin` and `Authorization`. */
  const fetchFeed = (path: string, init?: RequestInit) => server.request(path, init)
  const events = async (path: string) => read(await (await fetchFeed(path)).text()).events
  const summaries = async (path: string) => (await events(path)).map(({ summary }) => summary)

  describe('address', () => {
    test('is created, shown on every device, renewed and ended', async () => {
      expect((await member.get(CALENDAR)).json).toEqual({ data: { address: null } })
      const { json, status } = await member.post(CALENDAR)
      expect(status).toBe(200)
      const first: string = json.data.address
      expect(first).toMatch(/^\/api\/calendar\/[\w-]{32}\.ics$/)
      expect((await (await member.signIn()).get(CALENDAR)).json).toEqual({ data: { address: first } })
      expect((await fetchFeed(first)).status).toBe(200)

      const second = await address()
      expect(second).not.toBe(first)
      expect((await member.get(CALENDAR)).json.data.address).toBe(second)
      expect((await fetchFeed(first)).status).toBe(404)
      expect((await fetchFeed(second)).status).toBe(200)

      for (let nth = 0; nth < 2; nth++) expect((await member.delete(CALENDAR)).status).toBe(204)
      expect((await member.get(CALENDAR)).json).toEqual({ data: { address: null } })
      expect((await fetchFeed(second)).status).toBe(404)
    })

    test('answers 404 in another form, and to a token that nobody has', async () => {
      const own = await address()
      const wrong = [
        ...[own.replace('.ics', ''), own.replace('.ics', '.ICS'), own.replace('.ics', '.ics.ics'), `${own}/x`],
        ...[own.slice(0, -5), `${own.slice(0, -5)}.ics`, own.replace('.ics', 'a.ics'), own.toUpperCase()],
        ...['/api/calendar/', '/api/calendar', `/api/calendar/${'a'.repeat(32)}.ics`, '/api/calendar/%00.ics'],
      ]
      for (const path of wrong) expect([path, (await fetchFeed(path)).status]).toEqual([path, 404])
    })

    test('is renewed and fetched a limited number of times per hour', async () => {
      const statuses: number[] = []
      for (let times = 0; times < 61; times++) statuses.push((await member.post(CALENDAR)).status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(60)
      expect(statuses.at(-1)).toBe(429)
      const other = await server.createUser()
      const [own, theirs] = [(await member.get(CALENDAR)).json.data.address, await address(other)]
      for (let times = 0; times < 240; times++) await fetchFeed(own)
      const refused = await fetchFeed(own)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect((await fetchFeed(theirs)).status).toBe(200)
      server.pass(HOUR)
      expect((await fetchFeed(own)).status).toBe(200)
    })

    test('is in no log, also when the database fails, and not in the export', async () => {
      const caught = catchLog('debug')
      const own = await address()
      const token = own.slice('/api/calendar/'.length, -'.ics'.length)
      await fetchFeed(own)
      await fetchFeed(own, { method: 'HEAD' })
      await member.get(CALENDAR)
      const exported = await member.get('/api/user/export')
      expect(exported.status).toBe(200)
      await fetchFeed(`${own}/more`)
      await server.database.execute(sql`alter table titles rename column is_hidden to is_hidden_away`)
      try {
        expect((await fetchFeed(own)).status).toBe(500)
      } finally {
        await server.database.execute(sql`alter table titles rename column is_hidden_away to is_hidden`)
      }
      expect(caught.text()).toContain('GET /api/calendar/:file failed')
      expect(caught.lines().filter(({ route }) => route === '/api/calendar/:file').length).toBeGreaterThan(2)
      expect(caught.text()).not.toContain(token)
      expect(JSON.stringify(exported.json)).not.toContain(token)
    })

    test('is deleted with the account', async () => {
      const own = await address()
      await server.database.execute(sql`delete from users where id = ${member.id}`)
      expect(await server.database.select().from(calendarFeeds)).toEqual([])
      expect((await fetchFeed(own)).status).toBe(404)
    })
  })

  describe('file', () => {
    test('is an iCalendar file of all-day events with links to the app', async () => {
      await device.save(show, true)
      await air(show, day(3), [90, 4], [90, 3])
      const own = await address()
      const answer = await fetchFeed(own)
      expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
      expect(answer.headers.get('Cache-Control')).toBe('private, max-age=3600')
      const text = await answer.text()
      expectFolded(text)
      expect(text).toContain('X-PUBLISHED-TTL:PT12H')
      const { titleEn = '' } = series[0] ?? {}
      expect(read(text)).toEqual({
        name: 'تقویم من در پرده',
        refresh: 'PT12H',
        events: [
          {
            uid: `title-${show}-${day(3)}@localhost`,
            summary: `${nameOf(show)}: فصل ۹۰، قسمت‌های ۳ و ۴`,
            ...{ start: day(3), end: day(4), isDate: true },
            url: `${APP_ORIGIN}${pathOfTitle({ id: show, titleEn })}`,
            transparency: 'TRANSPARENT',
          },
        ],
      })
    })

    test('has the same events for every host, device and time of the day', async () => {
      await device.save(show, true)
      await air(show, day(3), [90, 1])
      const own = await address()
      const first = await (await fetchFeed(own)).text()
      const elsewhere = await server.api.request(`https://api.other.example${own}`, {
        headers: { Origin: 'https://other.example', Host: 'api.other.example' },
      })
      expect(await elsewhere.text()).toBe(first)
      server.pass(MINUTE)
      expect(await (await fetchFeed(own)).text()).toBe(first)
    })

    test('answers 304 to its ETag until something changes, and to HEAD without a body', async () => {
      await device.save(show, true)
      await air(show, day(3), [90, 1])
      const own = await address()
      const first = await fetchFeed(own)
      const tag = first.headers.get('ETag') ?? ''
      for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
        const again = await fetchFeed(own, { headers: { 'If-None-Match': known } })
        expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag])
      }
      const head = await fetchFeed(own, { method: 'HEAD' })
      expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', tag])
      expect(head.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
      await air(show, day(4), [90, 2])
      const changed = await fetchFeed(own, { headers: { 'If-None-Match': tag } })
      expect(changed.status).toBe(200)
      expect(read(await changed.text()).events).toHaveLength(2)
    })

    test('is compressed as accepted', async () => {
      await device.save(show, true)
      for (let offset = 0; offset < 20; offset++) await air(show, day(offset), [90, offset + 1])
      const own = await address()
      const packed = await fetchFeed(own, { headers: { 'Accept-Encoding': 'gzip' } })
      expect(packed.headers.get('Content-Encoding')).toBe('gzip')
      expect(packed.headers.get('Vary')).toContain('Accept-Encoding')
      const text = await new Response(packed.body?.pipeThrough(new DecompressionStream('gzip'))).text()
      expect(text).toBe(await (await fetchFeed(own)).text())
    })

    test.each([
      'بسیار بلند و دنباله‌دار '.repeat(12).trim(),
      '🎬'.repeat(60),
      'a, b; c: "d" \\ e',
      'خط یک\nخط دو',
      '\\n نه خط تازه \\, \\;',
      'BEGIN:VEVENT',
      ' با فاصله ',
    ])('has the name %j exactly as the catalogue', async (titleFa) => {
      await change(film, { titleFa })
      await release(film, day(1))
      await device.save(film, true)
      const text = await (await fetchFeed(await address())).text()
      expectFolded(text)
      expect(read(text).events.map(({ summary }) => summary)).toEqual([titleFa])
    })
  })

  describe('events', () => {
    test('are of titles that are saved or in the history, and of nothing else', async () => {
      const [saved = 0, watched = 0, marked = 0, unsaved = 0, removed = 0, hidden = 0, liked = 0] = films.map(
        ({ id }) => id,
      )
      for (const [nth, { id }] of films.entries()) await release(id, day(nth))
      await device.save(saved, true)
      await device.watch(watched, { position: 100, duration: 6000 })
      await device.flag(marked, [{ episodeId: null, watched: true }])
      await device.save(unsaved, true)
      await device.watch(removed, { position: 100, duration: 6000 })
      await device.save(hidden, true)
      await device.like(liked, true)
      const own = await address()
      const names = (...ids: number[]) => ids.map(nameOf)
      expect(await summaries(own)).toEqual(names(saved, watched, marked, unsaved, removed, hidden))
      await device.save(unsaved, false)
      await device.unwatch(removed)
      await change(hidden, { isHidden: true })
      expect(await summaries(own)).toEqual(names(saved, watched, marked))
      await phone.flag(marked, [{ episodeId: null, watched: null }])
      await device.hide(watched, true)
      expect(await summaries(own)).toEqual(names(saved, watched))
    })

    test("are never of another user's titles", async () => {
      await release(film, day(1))
      await air(show, day(2), [90, 1])
      const other = await server.createUser()
      await device.save(film, true)
      await createMutationClient(other).save(show, true)
      expect(await summaries(await address())).toEqual([nameOf(film)])
      expect(await summaries(await address(other))).toEqual([`${nameOf(show)}: فصل ۹۰، قسمت ۱`])
      expect(await summaries(await address(await server.createUser()))).toEqual([])
    })

    test('group the episodes of a series by day, also of a title both saved and watched', async () => {
      await device.save(show, true)
      await device.watch(show, { position: 100, duration: 6000 })
      const second = series[1]?.id ?? 0
      await device.save(second, true)
      await air(show, day(1), [91, 1], [90, 10], [90, 9])
      await air(show, day(2), ...[2, 3, 4, 5, 8, 10].map((number): [number, number] => [91, number]))
      await air(second, day(1), [1, 7])
      const own = await address()
      const [one = '', two = ''] = [nameOf(show), nameOf(second)]
      expect(await summaries(own)).toEqual(
        [
          { id: show, summary: `${one}: فصل ۹۰، قسمت‌های ۹ و ۱۰؛ فصل ۹۱، قسمت ۱` },
          { id: second, summary: `${two}: فصل ۱، قسمت ۷` },
        ]
          .toSorted((a, b) => a.id - b.id)
          .map(({ summary }) => summary)
          .concat(`${one}: فصل ۹۱، قسمت‌های ۲ تا ۵، ۸ و ۱۰`),
      )
      expect(new Set((await events(own)).map(({ uid }) => uid)).size).toBe(3)
    })

    test('are those from 30 days ago to 400 days ahead, by the day in Tehran', async () => {
      await device.save(show, true)
      const ends = [day(-30), day(400)]
      for (const [nth, offset] of [-31, -30, 400, 401].entries()) await air(show, day(offset), [90, nth + 1])
      const own = await address()
      const days = async () => (await events(own)).map(({ start }) => start)
      expect(await days()).toEqual(ends)
      const today = day()
      const untilMidnight = new Date(`${addDays(today, 1)}T00:00:00+03:30`).getTime() - server.now().getTime()
      server.pass(untilMidnight - MINUTE)
      expect(await days()).toEqual(ends)
      server.pass(2 * MINUTE)
      expect(await days()).toEqual([day(399), day(400)])
      expect(day(399)).toBe(ends[1])
    })

    test('are of films and coming titles by their release, of series by it only without days of episodes', async () => {
      const [undated = 0, dated = 0] = [series[0]?.id, series[1]?.id]
      const coming = films[1]?.id ?? 0
      const ofUndated = eq(episodes.titleId, undated)
      const known = await server.database.select().from(episodes).where(ofUndated)
      undo = async () => {
        await server.database.delete(episodes).where(ofUndated)
        await server.database.insert(episodes).values(known)
      }
      await server.database.update(episodes).set({ airedAt: null }).where(ofUndated)
      await change(coming, { isComing: true })
      for (const [nth, id] of [film, coming, undated, dated].entries()) {
        await release(id, day(nth + 1))
        await device.save(id, true)
      }
      // Its only day is outside of the calendar.
      await air(dated, day(-300), [90, 1])
      expect(await summaries(await address())).toEqual([film, coming, undated].map(nameOf))
    })

    test('are the soonest thousand', async () => {
      await device.save(show, true)
      await device.save(film, true)
      await release(film, day(400))
      await server.database.insert(episodes).values(
        Array.from({ length: 430 }, (_, nth) => ({
          ...{ id: ADDED + 1_000 + nth, titleId: show, season: 90, number: nth + 1, airedAt: day(nth - 30) },
        })),
      )
      const others = series.slice(1, 3).map(({ id }) => id)
      for (const [index, id] of others.entries()) {
        await device.save(id, true)
        await server.database.insert(episodes).values(
          Array.from({ length: 430 }, (_, nth) => ({
            ...{ id: ADDED + 10_000 * (index + 1) + nth, titleId: id, season: 90, number: nth + 1 },
            airedAt: day(nth - 30),
          })),
        )
      }
      const all = await events(await address())
      expect(all).toHaveLength(1_000)
      expect(all[0]?.start).toBe(day(-30))
      expect(all.at(-1)?.start).toBe(day(-30 + 333))
    })
  })

  describe('reminders', () => {
    const runJob = () => notifyScheduledNews({ database: server.database, clock: server.now })
    const reminders = async (by: Caller = member) =>
      (await by.get('/api/user/notifications?per_page=100')).json.data
        .filter(({ kind }: { kind: string }) => kind === 'reminder')
        .map(({ title, body, path }: Record<string, string>) => ({ title, body, path }))
    /** Moves the clock to the next time that it is this hour in Tehran, and a minute. */
    const passTo = (hour: number) => {
      const start = new Date(`${day()}T${String(hour).padStart(2, '0')}:01:00+03:30`).getTime()
      const wait = start - server.now().getTime()
      server.pass(wait > 0 ? wait : wait + DAY)
    }
    const persian = (isoDay: string) =>
      new Intl.DateTimeFormat('fa-u-ca-persian', {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      }).format(new Date(isoDay))
    const enable = (value = true) => device.set({ name: 'reminders', value })

    test('are off by default, and switched by a queued mutation that leaves other settings', async () => {
      expect((await member.get(SETTINGS)).json.data).toMatchObject({ reminders: false, version: 0 })
      await device.set({ name: 'dubbed', value: false })
      const { json } = await enable()
      expect(json).toMatchObject({ result: 'applied', data: { reminders: true, muted: ['dubbed'], quiet: null } })
      await device.set({ name: 'quiet', value: { from: 1380, to: 480 } })
      expect((await member.get(SETTINGS)).json.data).toMatchObject({
        ...{ reminders: true, muted: ['dubbed'], quiet: { from: 1380, to: 480 } },
      })
      const late = await phone.set({ name: 'reminders', value: false }, { age: HOUR })
      expect(late.json).toMatchObject({ result: 'stale', data: { reminders: true } })
      expect((await enable(false)).json.data).toMatchObject({ reminders: false, muted: ['dubbed'] })
      for (const value of [null, 1, 'yes', {}]) expect((await phone.set({ name: 'reminders', value })).status).toBe(422)
    })

    test('are sent once from six in the evening on, before the day', async () => {
      await enable()
      await device.save(show, true)
      passTo(12)
      await air(show, day(1), [90, 3], [90, 4])
      await runJob()
      expect(await reminders()).toEqual([])
      server.pass(5 * HOUR + 58 * MINUTE)
      expect(hourInTehran(server.now())).toBe(17)
      await runJob()
      expect(await reminders()).toEqual([])
      server.pass(MINUTE)
      expect(hourInTehran(server.now())).toBe(18)
      await Promise.all([runJob(), runJob(), runJob()])
      const reminder = {
        title: `${persian(day(1))}: «${nameOf(show)}»`,
        ...{ body: 'فصل ۹۰، قسمت‌های ۳ و ۴', path: '/user/calendar' },
      }
      expect(await reminders()).toEqual([reminder])
      server.pass(5 * HOUR)
      await air(show, day(1), [90, 5])
      await runJob()
      expect(await reminders()).toEqual([reminder])
    })

    test('are not sent after a downtime for a day that has begun', async () => {
      await enable()
      await device.save(film, true)
      passTo(12)
      const releaseDay = day(1)
      await release(film, releaseDay)
      passTo(0)
      expect(day()).toBe(releaseDay)
      await runJob()
      passTo(19)
      await runJob()
      expect(await reminders()).toEqual([])
    })

    test('ends its round at midnight', async () => {
      await enable()
      await device.save(film, true)
      passTo(23)
      await release(film, day(1))
      // Reads the clock twice before midnight, then after it.
      const times = [server.now(), server.now(), new Date(server.now().getTime() + HOUR)]
      let reads = 0
      const clock = () => times[Math.min(reads++, 2)] ?? server.now()
      await remindOfReleases({ database: server.database, clock })
      expect(await reminders()).toEqual([])
      await remindOfReleases({ database: server.database, clock: server.now })
      expect(await reminders()).toHaveLength(1)
    })

    test("are of the user's own titles, for users who asked, when something comes out", async () => {
      const [silent, other] = [await server.createUser(), await server.createUser()]
      await enable()
      await createMutationClient(other).set({ name: 'reminders', value: true })
      passTo(19)
      for (const { id } of films) await release(id, day(1))
      await device.save(film, true)
      await createMutationClient(silent).save(film, true)
      await runJob()
      expect(await reminders()).toMatchObject([{ title: expect.stringContaining(nameOf(film)), body: '' }])
      expect([await reminders(silent), await reminders(other)]).toEqual([[], []])
      await createMutationClient(other).save(films[1]?.id ?? 0, true)
      await createMutationClient(silent).set({ name: 'reminders', value: true })
      await enable(false)
      await runJob()
      expect(await reminders(other)).toMatchObject([{ title: expect.stringContaining(films[1]?.titleFa ?? '') }])
      expect(await reminders(silent)).toHaveLength(1)
      server.pass(DAY)
      for (const { id } of films) await release(id, day(1))
      await runJob()
      expect(await reminders()).toHaveLength(1)
      expect(await reminders(silent)).toHaveLength(2)
    })

    test('name five titles and count the others', async () => {
      await enable()
      passTo(19)
      for (const { id } of films) {
        await release(id, day(1))
        await device.flag(id, [{ episodeId: null, watched: true }])
      }
      await change(films[6]?.id ?? 0, { isHidden: true })
      await runJob()
      expect(await reminders()).toEqual([
        {
          title: `${persian(day(1))}: ۶ عنوان از تقویم شما`,
          body: [...films.slice(0, 5).map(({ titleFa }) => titleFa), 'و ۱ مورد دیگر'].join('\n'),
          path: '/user/calendar',
        },
      ])
    })
  })
})

const releaseArbitrary: fc.Arbitrary<Release> = fc.record({
  userId: fc.constant(1),
  titleId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  titleFa: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('\\', ',', ';', '\n', ':', '"', 'ی', '‌', '🎬', ' ', 'n', 'N'), maxLength: 200 }),
  ),
  path: fc.string({ unit: 'binary' }).map((titleEn) => pathOfTitle({ id: 1, titleEn })),
  day: fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  seasons: fc.constant([]),
  changedAt: fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
})

test('a calendar program reads every name, day and link as they were written', () => {
  fc.assert(
    fc.property(fc.array(releaseArbitrary, { maxLength: 5 }), (releases) => {
      const text = calendarFile(releases, 'https://parde.example')
      expectFolded(text)
      expect(read(text).events).toEqual(
        releases.map(({ titleId, titleFa, path, day }) => ({
          uid: `title-${titleId}-${day}@parde.example`,
          // Control characters are not allowed in a calendar.
          summary: titleFa.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, ''),
          ...{ start: day, end: addDays(day, 1), isDate: true },
          url: `https://parde.example${path}`,
          transparency: 'TRANSPARENT',
        })),
      )
    }),
    { numRuns: 300 },
  )
})
