import { afterEach, beforeEach } from 'vitest'
import { createMutationClient } from './mutationClient.ts'
import { type DatabaseKind, type Member, startServer, type TestServer } from './server.ts'

/** A server, a member with two devices, and two titles of the catalogue; replaced for each test. */
export let server: TestServer
export let member: Member
export let device: ReturnType<typeof createMutationClient>
export let phone: ReturnType<typeof createMutationClient>
export let title: number
export let otherTitle: number

/** Registers the set-up and tear-down of tests of a member's mutations. */
export function setUpMember(database: DatabaseKind, account: { name?: string } = {}) {
  beforeEach(async () => {
    server = await startServer({ database })
    member = await server.createUser(account)
    device = createMutationClient(member)
    phone = createMutationClient(member)
    ;[title = 0, otherTitle = 0] = await server.titleIds(2)
  })
  afterEach(() => server.close())
}

/** The ids on the member's watchlist, last saved first. */
export async function savedTitles(): Promise<number[]> {
  const { json } = await member.get('/api/user/watchlist?per_page=100')
  return json.data.map(({ titleId }: { titleId: number }) => titleId)
}
