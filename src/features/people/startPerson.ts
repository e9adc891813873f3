import type { QueryClient } from '@tanstack/react-query'
import type { PersonCard } from '#contract/people.ts'
import { cachedPerson, type PersonView, person } from '#data/areas/people.ts'
import { startRead } from '#data/react/readHooks.ts'

/** Prefetches a person's page. The cached card fills the header until the data has loaded. */
export async function startPerson(
  client: QueryClient,
  id: number,
  search: PersonView,
): Promise<{ id: number; card: PersonCard | undefined }> {
  const [card] = await Promise.all([cachedPerson(id), startRead(client, person(id, search))])
  return { id, card }
}
