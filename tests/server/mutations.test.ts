import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import {
  device,
  member,
  otherTitle,
  savedTitles,
  server,
  setUpMember,
  title,
} from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const DAY = 86_400_000

describe.each(databaseKinds)('queued mutations on %s', (database) => {
  setUpMember(database)

  const likes = async () => (await member.post(`/api/user/like/${title}`, { liked: true })).json.data.likes
  const rowsOf = async (table: string) => {
    const { rows } = await server.database.execute<{ count: number }>(
      sql`select count(*)::integer as count from ${sql.identifier(table)}`,
    )
    return rows[0]?.count
  }

  describe('idempotency key', () => {
    test('replays the first answer to a repeated request, with one effect', async () => {
      const key = uuid()
      const first = await device.save(title, true, { key, seq: 1 })
      await device.save(title, false, { seq: 2 })
      const again = await device.save(title, true, { key, seq: 1 })
      expect(first.json.result).toBe('applied')
      expect(again.status).toBe(200)
      expect(again.json).toEqual({ ...first.json, result: 'replayed' })
      expect(await savedTitles()).toEqual([])
    })

    test('applies one of twenty simultaneous requests; the others are replays or 409', async () => {
      const key = uuid()
      const answers = await Promise.all(Array.from({ length: 20 }, () => device.like(title, true, { key, seq: 1 })))
      const results = answers.map(({ status, json }) => (status === 200 ? json.result : json.code))
      expect(results.filter((result) => result === 'applied')).toHaveLength(1)
      expect(new Set(results)).not.toContain('stale')
      for (const { status, headers, json } of answers) {
        if (status === 200) expect(json.data).toEqual({ titleId: title, liked: true, likes: 1, version: 1 })
        else {
          expect(json.code).toBe('in_progress')
          expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
        }
      }
      expect(await likes()).toBe(1)
      expect((await device.like(title, true, { key, seq: 1 })).json.result).toBe('replayed')
    })

    test('is rejected with another value, title or endpoint', async () => {
      const key = uuid()
      await device.save(title, true, { key })
      for (const answer of [
        await device.save(title, false, { key }),
        await device.save(otherTitle, true, { key }),
        await device.like(title, true, { key }),
      ]) {
        expect(answer.status).toBe(422)
        expect(answer.json).toMatchObject({ code: 'key_reused', message: expect.stringMatching(/[آ-ی]/) })
      }
      expect(await savedTitles()).toEqual([title])
    })

    test('ignores letter case of the key and formatting of the body', async () => {
      const key = uuid()
      await device.save(title, true, { key })
      const spelled = await member.post(`/api/user/watchlist/${title}`, ' { "unknown": 1, "saved" : true } ', {
        'Idempotency-Key': key.toUpperCase(),
      })
      expect(spelled.json.result).toBe('replayed')
    })

    test('is scoped to the member', async () => {
      const key = uuid()
      const otherMember = await server.createUser()
      await device.save(title, true, { key })
      const theirs = await createMutationClient(otherMember).save(title, true, { key })
      expect(theirs.json.result).toBe('applied')
    })

    test('is free again after a refusal', async () => {
      const key = uuid()
      const refused = await member.post('/api/user/watchlist/2147483000', { saved: true }, { 'Idempotency-Key': key })
      expect(refused.status).toBe(404)
      expect(await rowsOf('mutation_keys')).toBe(0)
      expect(await rowsOf('fences')).toBe(0)
      expect(await rowsOf('versions')).toBe(0)
    })

    test('expires after thirty days, and the fence rejects a repeat after that', async () => {
      const key = uuid()
      await device.save(title, true, { key, seq: 1 })
      await device.save(title, false, { seq: 2 })
      server.pass(29 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      expect((await device.save(title, true, { key, seq: 1 })).json.result).toBe('replayed')
      server.pass(2 * DAY)
      expect((await device.save(title, true, { key, seq: 1 })).json.result).toBe('stale')
      server.pass(31 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      expect(await rowsOf('mutation_keys')).toBe(0)
      expect(await savedTitles()).toEqual([])
    })
  })

  describe('sequence of the device', () => {
    test('answers stale with the current row to an earlier mutation that arrives later', async () => {
      await device.save(title, false, { seq: 5 })
      const late = await device.save(title, true, { seq: 4 })
      expect(late.json).toEqual({ result: 'stale', data: { titleId: title, saved: false, version: 2 } })
      await device.save(title, true, { seq: 6 })
      const again = await device.save(title, false, { seq: 6 })
      expect(again.json).toMatchObject({ result: 'stale', data: { titleId: title, version: 3, title: { id: title } } })
      expect(await savedTitles()).toEqual([title])
    })

    test('is compared per title and kind', async () => {
      await device.save(title, true, { seq: 9 })
      expect((await device.save(otherTitle, true, { seq: 3 })).json.result).toBe('applied')
      expect((await device.like(title, true, { seq: 4 })).json.result).toBe('applied')
    })

    test('is compared per device and member', async () => {
      await device.save(title, true, { seq: 9 })
      expect((await createMutationClient(member).save(title, false, { seq: 1 })).json.result).toBe('applied')
      const otherMember = await server.createUser()
      const headers = { 'X-Client-Id': device.clientId, 'X-Client-Seq': '1' }
      const theirs = await otherMember.post(`/api/user/watchlist/${title}`, { saved: true }, headers)
      expect(theirs.json.result).toBe('applied')
    })

    test('ends with the last of twenty mutations in any order', async () => {
      const mutations = Array.from({ length: 20 }, (_, n) => ({ seq: n + 1, liked: n % 2 === 0 }))
      const mixed = mutations.toSorted((one, other) => ((one.seq * 7) % 20) - ((other.seq * 7) % 20))
      await Promise.all(mixed.map(({ seq, liked }) => device.like(title, liked, { seq })))
      const { json } = await device.like(title, true, { seq: 20 })
      expect(json).toMatchObject({ result: 'stale', data: { liked: false, likes: 0 } })
    })
  })

  describe('without the sync headers', () => {
    test('applies the mutation', async () => {
      const { json } = await member.post(`/api/user/watchlist/${title}`, { saved: true })
      expect(json).toMatchObject({ result: 'applied', data: { titleId: title, version: 1 } })
      await device.save(title, false)
      expect((await member.post(`/api/user/watchlist/${title}`, { saved: true })).json.result).toBe('applied')
    })

    test('toggles the value without a state in the body', async () => {
      const first = await member.post(`/api/user/watchlist/${title}`)
      expect(first.json.data.savedAt).toEqual(expect.any(String))
      expect((await member.post(`/api/user/watchlist/${title}`, {})).json.data.saved).toBe(false)
      expect((await member.post(`/api/user/like/${title}`)).json.data).toMatchObject({ liked: true, likes: 1 })
      expect((await member.post(`/api/user/like/${title}`)).json.data).toMatchObject({ liked: false, likes: 0 })
    })

    test('toggles once per key', async () => {
      const headers = { 'Idempotency-Key': uuid() }
      await member.post(`/api/user/like/${title}`, {}, headers)
      expect((await member.post(`/api/user/like/${title}`, {}, headers)).json).toMatchObject({
        result: 'replayed',
        data: { liked: true },
      })
      expect(await likes()).toBe(1)
    })

    test.each([
      { 'Idempotency-Key': 'not a key' },
      { 'Idempotency-Key': "' or 1=1 --" },
      { 'X-Client-Id': 'a b' },
      { 'X-Client-Id': 'x'.repeat(500) },
      { 'X-Client-Id': 'a', 'X-Client-Seq': '-1' },
      { 'X-Client-Id': 'a', 'X-Client-Seq': '1.5' },
      { 'X-Client-Id': 'a', 'X-Client-Seq': '9'.repeat(30) },
      { 'X-Mutation-Age': 'yesterday' },
      { 'X-Mutation-Age': 'NaN' },
    ] as Record<string, string>[])('%o is refused in Persian and changes nothing', async (headers) => {
      const answer = await member.post(`/api/user/watchlist/${title}`, { saved: true }, headers)
      expect(answer.status).toBe(422)
      expect(Object.values<string[]>(answer.json.errors).flat().join()).toMatch(/[آ-ی]/)
      expect(await savedTitles()).toEqual([])
    })

    test.each(['1e400', 'Infinity', '-Infinity', '', '1e300'])('accepts an age of "%s"', async (age) => {
      const headers = { 'X-Mutation-Age': age }
      const answer = await member.post(`/api/user/watchlist/${title}`, { saved: true }, headers)
      expect([200, 422]).toContain(answer.status)
    })
  })

  describe('concurrency', () => {
    test('gives each mutation the next version', async () => {
      const ids = await server.titleIds(20)
      const answers = await Promise.all(ids.map((id) => device.save(id, true)))
      const versions = answers.map(({ json }) => json.data.version).toSorted((one, other) => one - other)
      expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    })

    test('counts the likes of twenty members', async () => {
      const members = await Promise.all(Array.from({ length: 20 }, () => server.createUser()))
      await Promise.all(members.map((one) => createMutationClient(one).like(title, true)))
      expect(await likes()).toBe(21)
      await Promise.all(members.map((one) => one.post(`/api/user/like/${title}`, { liked: false })))
      expect(await likes()).toBe(1)
    })

    test('keeps the like count equal to the likes under concurrent changes', async () => {
      const members = await Promise.all(Array.from({ length: 5 }, () => server.createUser()))
      await Promise.all(members.flatMap((one) => Array.from({ length: 8 }, () => one.post(`/api/user/like/${title}`))))
      const { rows } = await server.database.execute<{ liked: number; counted: number }>(sql`
        select (select count(*)::integer from likes where liked) as liked,
          (select sum(likes)::integer from like_counts) as counted`)
      expect(rows[0]?.counted).toBe(rows[0]?.liked)
    })
  })

  describe('unknown titles', () => {
    test.each(['2147483000', '99999999999', '999999999999999', '0', '-1', '1e3', 'abc', '%00', "1'--", '1.5'])(
      'answers 404 in Persian to the title "%s"',
      async (id) => {
        for (const path of [`/api/user/watchlist/${id}`, `/api/user/like/${id}`]) {
          const answer = await member.post(path, {})
          expect(answer.status).toBe(404)
          expect(answer.json.message).toMatch(/[آ-ی]/)
        }
      },
    )
  })

  test.each([null, 'yes', 1, 0, [], {}, 'false'])('rejects the state %j', async (state) => {
    for (const [path, name] of [
      [`/api/user/watchlist/${title}`, 'saved'],
      [`/api/user/like/${title}`, 'liked'],
    ] as const) {
      const answer = await member.post(path, { [name]: state })
      expect(answer.status).toBe(422)
      expect(answer.json.errors[name].join()).toMatch(/[آ-ی]/)
    }
  })

  test('requires sign-in', async () => {
    const guest = server.createGuest()
    for (const path of [`/api/user/watchlist/${title}`, `/api/user/like/${title}`, '/api/sanc/logout']) {
      expect((await guest.post(path, {})).status).toBe(401)
    }
    expect(await rowsOf('watchlist')).toBe(0)
  })
})
