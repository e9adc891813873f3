import { describe, expect, test } from 'vitest'
import { member, otherTitle, server, setUpMember, title } from '#tests/harness/fixtures/memberDevices.ts'
import { databaseKinds } from '#tests/harness/server.ts'

describe.each(databaseKinds)('the list of likes on %s', (database) => {
  setUpMember(database)

  const like = (titleId: number, liked = true) => member.post(`/api/user/like/${titleId}`, { liked })
  const since = async (cursor = '') => (await member.get(`/api/user/likes?since=${cursor}`)).json

  test('returns each change once in order, with tombstones for removals', async () => {
    const start = await since()
    expect(start).toMatchObject({ data: [], meta: { more: false } })
    await like(title)
    await like(otherTitle)
    await like(title, false)
    const pulled = await since(start.meta.cursor)
    expect(pulled.data).toEqual([
      { titleId: otherTitle, liked: true, likes: 1, version: 2 },
      { titleId: title, deleted: true, version: 3 },
    ])
    expect((await since(pulled.meta.cursor)).data).toEqual([])
    await like(title)
    expect((await since(pulled.meta.cursor)).data).toEqual([{ titleId: title, liked: true, likes: 1, version: 4 }])
  })

  test('counts the likes of all users and lists those of its own user, last liked first', async () => {
    const other = await server.createUser()
    await other.post(`/api/user/like/${title}`, { liked: true })
    await like(title)
    server.pass(1000)
    await like(otherTitle)
    await like(otherTitle, false)
    server.pass(1000)
    await like(otherTitle)
    const { data, meta } = (await member.get('/api/user/likes')).json
    expect(data).toMatchObject([
      { titleId: otherTitle, likes: 1 },
      { titleId: title, likes: 2 },
    ])
    expect(meta).toMatchObject({ total: 2 })
    await like(title, false)
    expect((await member.get('/api/user/likes')).json.data).toMatchObject([{ titleId: otherTitle }])
    expect((await other.get('/api/user/likes')).json.data).toMatchObject([{ titleId: title, likes: 1 }])
  })
})
