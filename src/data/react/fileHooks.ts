import { useQueryClient } from '@tanstack/react-query'
import type { File } from '#contract/files.ts'
import { titleFiles } from '#data/areas/files.ts'
import { clock } from '#data/platform/clock.ts'
import { readQuery, useRead, useSession, type View } from './readHooks.ts'

/** Links older than this, in ms, are asked for anew before they are handed out: they end some hours after they were given. */
const OLD = 600_000

/** The files of a title, as whoever is signed in here may have them. */
export function useFiles(titleId: number): {
  view: View<File[]>
  /** Those of the files that can be had now, with links that work for a good while. Throws what `call` throws. */
  renew: (ids: number[]) => Promise<File[]>
} {
  const session = useSession()
  const client = useQueryClient()
  const files = titleFiles(titleId, session.state === 'member' ? session.user.id : undefined)
  // A moment later it is known who asks, and what the one before may have is not shown to them.
  const view = useRead(files, { enabled: session.state !== 'unknown' })

  async function renew(ids: number[]): Promise<File[]> {
    const known = view.state === 'ready' ? view.data : []
    const isFresh = view.state === 'ready' && clock.now() - view.at < OLD && !known.some(isOver)
    const all = isFresh ? known : await client.fetchQuery({ ...readQuery(files), staleTime: 0 })
    return all.filter(({ id }) => ids.includes(id))
  }
  return { view, renew }
}

function isOver({ expiresAt }: File): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= clock.now()
}
