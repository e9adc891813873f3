import { Link } from '@tanstack/react-router'
import { watchlistText } from '#text/watchlist.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Placard } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, NothingFoundDrawing } from '#ui/feedback/illustrations.tsx'

/** The list is known, and nothing is on it. */
export function NothingSaved() {
  return (
    <Placard
      drawing={<EmptyDrawing sign="saved" />}
      title={watchlistText.empty}
      actions={
        <Link to="/" className={buttonClass('solid')}>
          {watchlistText.browse}
        </Link>
      }
    >
      {watchlistText.emptyNote}
    </Placard>
  )
}

/** Nothing on the list answers what was asked. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Placard
      drawing={<NothingFoundDrawing />}
      title={watchlistText.noMatch}
      actions={<Button onClick={clear}>{watchlistText.clearFilters}</Button>}
    >
      {watchlistText.noMatchNote}
    </Placard>
  )
}
