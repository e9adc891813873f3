import { useEffect, useState } from 'react'
import { type LocalSource, localSource } from '#data/downloads/downloads.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** Returns the download for an address, null when there is none, undefined while loading. */
export function useDownloadedSource(imdb: string, id: number): LocalSource | null | undefined {
  const [found, setFound] = useState<{ key: string; local: LocalSource | null }>()
  const key = `${imdb}/${id}`
  useEffect(() => {
    let isOver = false
    const publish = (local: LocalSource | undefined) => isOver || setFound({ key, local: local ?? null })
    void localSource(imdb, id)
      .catch(ignoring(...EXPECTED_ERRORS))
      .then(publish)
    return () => {
      isOver = true
    }
  }, [imdb, id, key])
  return found && found.key === key ? found.local : undefined
}
