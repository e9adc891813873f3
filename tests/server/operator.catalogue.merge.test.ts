import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '#server/database/connect.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type SendCommand, startOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { createSyncedDevice } from '#tests/harness/fixtures/syncedDevice.ts'
import { importRecords } from '#tests/harness/importRecords.ts'
import { databaseKinds, type Member, type TestServer } from '#tests/harness/server.ts'

const HOUR = 3_600_000
/** For tests with many runs on a slow machine. */
const PROPERTY = { timeout: 180_000 }

const titleIndex = fc.constantFrom(0, 1)
const episode = fc.integer({ min: 1, max: 3 })
const ACTION = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), title: titleIndex, on: fc.boolean() }),
  fc.record({ kind: fc.constant('like' as const), title: titleIndex, on: fc.boolean() }),
  fc.record({
    kind: fc.constant('watch' as const),
    title: titleIndex,
    episode,
    seconds: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({
    kind: fc.constant('flag' as const),
    title: titleIndex,
    episode,
    watched: fc.constantFrom(true, false, null),
  }),
  fc.record({ kind: fc.constantFrom('unwatch' as const, 'comment' as const), title: titleIndex }),
  fc.record({ kind: fc.constant('pull' as const), title: titleIndex }),
)
type Action = typeof ACTION extends fc.Arbitrary<infer One> ? One : never

interface User {
  member: Member
  device: ReturnType<typeof createMutationClient>
  synced: ReturnType<typeof createSyncedDevice>
}

describe.each(databaseKinds)('merging titles on %s', (kind) => {
  let connection: Connection
  let server: TestServer
  let send: SendCommand
  beforeEach(async () => {
    ;({ connection, server, send } = await startOperator(kind))
  })
  afterEach(() => server.close())

  const rowsOf = async (query: ReturnType<typeof sql>) => (await server.database.execute(query)).rows
  const among = (ids: readonly number[]) => sql`title_id = any (${`{${ids.join()}}`}::integer[])`

  /** Imports two titles, of which the first has an episode that the second lacks. */
  async function importTwo(type: 'movie' | 'series', round: number): Promise<[number, number]> {
    const title = (at: number, episodes: number[]) => ({
      ...{
        kind: 'title',
        key: `${round}-${at}`,
        type,
        titleEn: 'Twice',
        titleFa: 'دوبار',
        year: 1999,
        genres: ['drama'],
      },
      ...(type === 'series' && { seasons: [{ number: 1, episodes: episodes.map((number) => ({ number })) }] }),
    })
    await importRecords(connection, [title(0, [1, 2, 3]), title(1, [1, 2])], { now: server.now() })
    const rows = await rowsOf(sql`select id from titles where key in (${`${round}-0`}, ${`${round}-1`}) order by key`)
    const [first, second] = rows.map(({ id }) => Number(id))
    return [first ?? 0, second ?? 0]
  }

  async function act({ device, synced }: User, action: Action, ids: readonly number[], type: 'movie' | 'series') {
    const titleId = ids[action.title] ?? 0
    const part = (number: number) => ({
      episodeId: type === 'movie' ? null : titleId * 100_000 + 1000 + Math.min(number, action.title === 0 ? 3 : 2),
    })
    server.pass(1000)
    if (action.kind === 'save') await device.save(titleId, action.on)
    if (action.kind === 'like') await device.like(titleId, action.on)
    if (action.kind === 'watch')
      await device.watch(titleId, { ...part(action.episode), position: action.seconds, duration: 6000 })
    if (action.kind === 'flag') await device.flag(titleId, [{ ...part(action.episode), watched: action.watched }])
    if (action.kind === 'unwatch') await device.unwatch(titleId)
    if (action.kind === 'comment') await device.comment({ titleId, body: 'عالی بود' })
    if (action.kind === 'pull') await synced.pull()
  }

  /** The later position and flag of each episode among a user's rows of these titles. */
  const latestOf = (member: Member, ids: readonly number[]) =>
    rowsOf(sql`
      select distinct on (kind, episode) kind, episode::integer, value::integer from (
        select 'mark' as kind, episode_id % 100000 as episode, position as value, watched_at as at from history_marks
        where user_id = ${member.id} and ${among(ids)}
        union all select 'flag', episode_id % 100000, coalesce(watched::integer, -1), flagged_at from watched_flags
        where user_id = ${member.id} and ${among(ids)}
      ) as rows order by kind, episode, at desc`)
  const commentsOf = (ids: readonly number[]) =>
    rowsOf(sql`select id, user_id, body from comments where ${among(ids)} order by id`)

  test(
    'gives each user the union of both once, on devices that were synced before as on new ones',
    PROPERTY,
    async () => {
      let round = 0
      const states = fc.array(fc.array(ACTION, { maxLength: 8 }), { minLength: 1, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(states, fc.constantFrom('movie', 'series'), fc.boolean(), async (users, type, isBackwards) => {
          // The limits of registrations are per hour.
          server.pass(HOUR)
          const ids = await importTwo(type, ++round)
          const [from, into] = isBackwards ? ids.toReversed() : ids
          const people: User[] = []
          for (const actions of users) {
            const member = await server.createUser()
            const user = { member, device: createMutationClient(member), synced: createSyncedDevice(member) }
            people.push(user)
            for (const action of actions) await act(user, action, ids, type)
          }
          const before = await Promise.all(
            people.map(async ({ member }) => {
              const fresh = createSyncedDevice(member)
              await fresh.pull()
              return { fresh, latest: await latestOf(member, ids) }
            }),
          )
          const comments = await commentsOf(ids)

          expect(await send('title-merge', { from: String(from), into: String(into) })).toHaveProperty(
            'result.into',
            into,
          )

          let liked = 0
          for (const [at, { member, synced }] of people.entries()) {
            await synced.pull()
            const fresh = createSyncedDevice(member)
            await fresh.pull()
            expect(synced.shown()).toEqual(fresh.shown())
            const had = before[at]
            for (const list of ['watchlist', 'likes'] as const)
              expect(fresh.titles(list)).toEqual(had?.fresh.titles(list).length ? [into] : [])
            liked += fresh.titles('likes').length
            expect(await latestOf(member, [into ?? 0])).toEqual(had?.latest)
            expect(await latestOf(member, [from ?? 0])).toEqual([])
            const isWatched = had?.latest.some(({ kind, value }) => kind === 'mark' || value === 1)
            expect(fresh.titles('history')).toEqual(isWatched ? [into] : [])
          }
          expect((await server.createGuest().get(`/api/titles/${into}`)).json.data.likes).toBe(liked)
          expect(await rowsOf(sql`select likes from like_counts where ${among(ids)} and likes > 0`)).toEqual(
            liked > 0 ? [{ likes: liked }] : [],
          )
          expect(await commentsOf([into ?? 0])).toEqual(comments)
        }),
        { numRuns: 15 },
      )
    },
  )

  test(
    'mutations beside a removal are applied before it or refused, and leave no row of the title',
    PROPERTY,
    async () => {
      const users = await Promise.all(Array.from({ length: 4 }, () => server.createUser()))
      for (let round = 0; round < 8; round++) {
        const [removed, into] = await importTwo('movie', 1000 + round)
        server.pass(HOUR)
        const mutations = users.flatMap((member) => {
          const device = createMutationClient(member)
          return [
            ...[device.save(removed, true), device.like(removed, true), device.like(into, true)],
            device.watch(removed, { position: 60, duration: 6000 }),
            device.comment({ titleId: removed, body: 'عالی بود' }),
          ]
        })
        const ending =
          round % 2 === 0
            ? send('title-remove', { title: String(removed) })
            : send('title-merge', { from: String(removed), into: String(into) })
        const answers = await Promise.all(mutations)
        expect(await ending).toHaveProperty('result')
        expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
        for (const lists of [
          sql`watchlist where deleted_at is null and`,
          sql`likes where liked and`,
          sql`history where deleted_at is null and`,
          sql`comments where`,
        ])
          expect(await rowsOf(sql`select user_id from ${lists} ${among([removed])}`)).toEqual([])
        const [counted] = await rowsOf(
          sql`select count(*)::integer as likes from likes where liked and ${among([into])}`,
        )
        expect(await rowsOf(sql`select likes from like_counts where ${among([into])}`)).toEqual([counted])
      }
    },
  )
})
