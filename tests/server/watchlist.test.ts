import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, databaseKinds, type Member, type TestServer } from '#tests/harness/server.ts'

describe.each(databaseKinds)('the watchlist, on %s', (database) => {
  let server: TestServer
  let person: Member
  beforeEach(async () => {
    server = await aServer({ database })
    person = await server.aUser()
  })
  afterEach(() => server.close())

  test('a title is saved, listed, taken off, and a tombstone says so', async () => {
    const saved = await person.post('/api/user/watchlist/7', { saved: true })
    expect(saved.json).toMatchObject({ result: 'applied', data: { titleId: 7, version: 1, title: { id: 7 } } })
    const start = await person.get('/api/user/watchlist?since=')
    expect(start.json.data).toHaveLength(1)
    const off = await person.post('/api/user/watchlist/7', { saved: false })
    expect(off.json).toEqual({ result: 'applied', data: { titleId: 7, saved: false, version: 2 } })
    const delta = await person.get(`/api/user/watchlist?since=${start.json.meta.cursor}`)
    expect(delta.json.data).toEqual([{ titleId: 7, deleted: true, version: 2 }])
    expect(delta.json.meta.more).toBe(false)
  })
})
