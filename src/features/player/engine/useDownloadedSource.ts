import { useEffect, useState } from 'react'
import { type LocalSource, localSource } from '#data/downloads/downloads.ts'

/** What of an address stands on this device; null: nothing. Nothing at all for the first moment. */
export function useDownloadedSource(imdb: string, id: number): LocalSource | null | undefined {
  const [found, setFound] = useState<{ key: string; local: LocalSource | null }>()
  const key = `${imdb}/${id}`
  useEffect(() => {
    let isOver = false
    const say = (local: LocalSource | undefined) => isOver || setFound({ key, local: local ?? null })
    localSource(imdb, id).then(say, () => say(undefined))
    return () => {
      isOver = true
    }
  }, [imdb, id, key])
  return found && found.key === key ? found.local : undefined
}
