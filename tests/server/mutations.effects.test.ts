import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effectsOf, recordEffects, timesOf } from '#tests/harness/database/effects.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { databaseKinds, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

describe.each(databaseKinds)('database effects of mutations, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database })
    await recordEffects(server.database)
  })
  afterAll(() => server.close())

  test('applies each key once per member for any number of simultaneous requests', async () => {
    const member = await server.createUser()
    const members = [member, await server.createUser()]
    const [title = 0] = await server.titleIds(1)
    const keys = Array.from({ length: 8 }, () => uuid())
    const comment = async (one: Member) =>
      (await createMutationClient(one).comment({ titleId: title, body: 'یک نظر' })).json.data.id
    const others = await comment(await server.createUser())
    const own = new Map([[member, await comment(member)]])
    own.set(members[1] ?? member, await comment(members[1] ?? member))
    await server.database.execute(sql`truncate effects`)
    await Promise.all(
      members.flatMap((one) => {
        const device = createMutationClient(one)
        return Array.from({ length: 6 }, () => [
          device.save(title, true, { key: keys[0], seq: 1 }),
          device.like(title, true, { key: keys[1], seq: 2 }),
          device.comment({ titleId: title, body: 'دیدنی بود' }, { key: keys[2], seq: 3 }),
          device.watch(title, { position: 1, duration: 2 }, { key: keys[3], seq: 4 }),
          device.request({ name: 'فیلمی دیگر', type: 'movie' }, { key: keys[4], seq: 5 }),
          device.changeComment(own.get(one) ?? 0, { body: 'نظری دیگر' }, { key: keys[5], seq: 6 }),
          device.likeComment(others, true, { key: keys[6], seq: 7 }),
          device.reportComment(others, 'spam', { key: keys[7], seq: 8 }),
        ]).flat()
      }),
    )
    // One superseded mutation without effect, and one without a key.
    await createMutationClient(member).save(title, false, { age: 3_600_000 })
    await member.post(`/api/user/like/${title}`, { liked: false })
    const effects = await effectsOf(server.database)
    const times = timesOf(effects)
    expect([...times.keys()].toSorted()).toEqual(
      members.flatMap(({ id }) => keys.map((key) => `${id} ${key}`)).toSorted(),
    )
    expect([...times.values()].every((count) => count === 1)).toBe(true)
    expect(effects.filter(({ key }) => key === null)).toEqual([{ userId: member.id, key: null, rows: { likes: 1 } }])
    const rowsOf = (index: number) => effects.find(({ key }) => key === keys[index])?.rows
    expect([2, 5, 6, 7].map(rowsOf)).toEqual([
      { comments: 1 },
      { comments: 1 },
      { comment_likes: 1 },
      { comment_reports: 1 },
    ])
  })
})
