import type { Person } from '#server/accounts/tokens.ts'
import type { Frame } from '#server/http/serve.ts'
import { paidUntil } from '#server/premium/subscriptions.ts'
import type { Asking } from './describeFiles.ts'
import { GUEST } from './signedLinks.ts'

/** With what right a person, or a guest, asks now. */
export async function askingOf({ database, clock, settings }: Frame, person: Person | null): Promise<Asking> {
  const now = clock()
  return {
    userId: person?.id ?? GUEST,
    paidUntil: person && (await paidUntil(database, person.id, now)),
    now,
    settings,
  }
}
