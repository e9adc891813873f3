import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, databaseKinds, PASSWORD, type TestServer } from '#tests/harness/server.ts'

describe.each(databaseKinds)('an account, on %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await aServer({ database })
  })
  afterEach(() => server.close())

  test('a person registers, is known by the token, leaves, and is known no more', async () => {
    const person = await server.aUser({ name: 'سارا', email: 'Sara@Parde.example' })
    const shown = await person.get('/api/user')
    expect(shown.status).toBe(200)
    expect(shown.json.data).toMatchObject({ id: person.id, name: 'سارا', email: 'sara@parde.example' })
    expect(shown.headers.get('Cache-Control')).toBe('no-store')
    expect((await person.post('/api/sanc/logout')).status).toBe(204)
    expect((await person.get('/api/user')).status).toBe(401)
    expect(
      (await server.aGuest().post('/api/sanc/login', { email: 'sara@parde.example', password: PASSWORD })).status,
    ).toBe(200)
  })
})
