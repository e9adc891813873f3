import { useCallback, useEffect, useState } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { markPersonalHome } from '#data/platform/personalHomeMarker.ts'
import { useSession } from '#data/react/readHooks.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { browseText } from '#text/titles.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { useStoredChoice } from '#ui/browser/useStoredChoice.ts'

const loadRow = async () => (await import('./ContinueRow.tsx')).ContinueRow

/**
 * The row "continue watching", whose code only members load. Stores whether there was a row, so that its space is
 * reserved before the database answers.
 */
export function ContinueSlot() {
  const session = useSession()
  const [storedPresence, setStoredPresence] = useStoredChoice('parde-continues', ['no', 'yes'])
  const [isMissing, setMissing] = useState(false)
  const Row = useLazyComponent(loadRow, session.state === 'member' && !isMissing, () => setMissing(true))
  const isGuest = session.state === 'guest'
  const reserved = storedPresence === 'yes'
  const onPresence = useCallback(
    (isShown: boolean) => {
      if (isShown !== reserved) setStoredPresence(isShown ? 'yes' : 'no')
      // Storage is blocked or full: no space is reserved, and the home page is not prerendered from the cache either.
      markPersonalHome(isShown).catch(ignoring(...EXPECTED_ERRORS))
    },
    [reserved, setStoredPresence],
  )
  useEffect(() => {
    if (isGuest) onPresence(false)
  }, [isGuest, onPresence])

  if (isGuest || isMissing) return null
  if (Row) return <Row isReserved={reserved} onPresence={onPresence} />
  return reserved ? <ReservedRow /> : null
}

/** Placeholder of the row. */
export function ReservedRow() {
  return <TitleCarousel title={browseText.continues} view={{ state: 'loading' }} />
}
