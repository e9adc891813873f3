import { useQueryClient } from '@tanstack/react-query'
import type { File } from '#contract/files.ts'
import { titleFiles } from '#data/areas/files.ts'
import { clock } from '#data/platform/clock.ts'
import { readQuery, useRead, useSession, type View } from './readHooks.ts'

/** Age after which links are requested again before use, in ms. Links expire some hours after they were issued. */
const LINKS_MAX_AGE = 600_000

/** Returns the files of a title that the current user or guest may download. */
export function useFiles(titleId: number): {
  view: View<File[]>
  /** Returns the available ones of these files, with links valid for a while. Throws the errors of `call`. */
  renew: (ids: number[]) => Promise<File[]>
} {
  const session = useSession()
  const client = useQueryClient()
  const files = titleFiles(titleId, session.state === 'member' ? session.user.id : undefined)
  // Wait for the session: another user's files must not show.
  const view = useRead(files, { enabled: session.state !== 'unknown' })

  async function renew(ids: number[]): Promise<File[]> {
    const known = view.state === 'ready' ? view.data : []
    const isFresh = view.state === 'ready' && clock.now() - view.at < LINKS_MAX_AGE && !known.some(isExpired)
    const all = isFresh ? known : await client.fetchQuery({ ...readQuery(files), staleTime: 0 })
    return all.filter(({ id }) => ids.includes(id))
  }
  return { view, renew }
}

function isExpired({ expiresAt }: File): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= clock.now()
}
