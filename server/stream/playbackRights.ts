import type { UserRow } from '#server/accounts/tokens.ts'
import type { ServerContext } from '#server/http/serve.ts'
import { paidUntil } from '#server/premium/subscriptions.ts'
import type { PlaybackRights } from './describeFiles.ts'
import { GUEST_ID } from './signedLinks.ts'

/** The playback rights of a user or guest. */
export async function playbackRights(
  { database, clock, settings }: ServerContext,
  person: UserRow | null,
): Promise<PlaybackRights> {
  const now = clock()
  return {
    userId: person?.id ?? GUEST_ID,
    paidUntil: person && (await paidUntil(database, person.id, now)),
    now,
    settings,
  }
}
