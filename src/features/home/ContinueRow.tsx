import { useEffect } from 'react'
import type { Watched } from '#data/history.ts'
import { useHistory } from '#data/listHooks.ts'
import { isWatched, watchedPart } from '#data/watchedPart.ts'
import { FilledRow, TitleRow } from '#parts/TitleRow.tsx'
import { browseText } from '#text/titles.ts'
import { useRemembered } from '#ui/useRemembered.ts'

/** As many as anybody goes on with. */
const MOST = 12

/**
 * What the person has begun and not finished, last watched first; nothing for who has begun nothing. Whether there was a row
 * the last time is remembered, so that its place stands before the database has answered.
 */
export function ContinueRow() {
  const history = useHistory()
  const [wasThere, setWasThere] = useRemembered('parde-continues', ['no', 'yes'])
  const isKnown = history.state !== 'loading'
  const begun = history.state === 'ready' ? history.items.filter(goesOn).slice(0, MOST) : []
  const isThere = begun.length > 0 ? 'yes' : 'no'
  useEffect(() => {
    if (isKnown && isThere !== wasThere) setWasThere(isThere)
  }, [isKnown, isThere, wasThere, setWasThere])

  if (!isKnown && wasThere === 'yes') return <TitleRow title={browseText.continues} view={{ state: 'loading' }} />
  if (begun.length === 0) return null
  const parts = new Map(begun.map((item) => [item.titleId, watchedPart(item)]))
  return (
    <FilledRow
      title={browseText.continues}
      titles={begun.map(({ title }) => title)}
      progressOf={(id) => parts.get(id)}
    />
  )
}

/** A series goes on after the end of an episode. */
function goesOn(item: Watched): boolean {
  return watchedPart(item) !== undefined && (item.title.type === 'series' || !isWatched(item))
}
