import { Link } from '@tanstack/react-router'
import { watchlistText } from '#text/watchlist.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, NothingFoundDrawing } from '#ui/feedback/illustrations.tsx'

/** Empty watchlist. */
export function EmptyWatchlist() {
  return (
    <EmptyState
      drawing={<EmptyDrawing sign="saved" />}
      title={watchlistText.empty}
      actions={
        <Link to="/" className={buttonClass('solid')}>
          {watchlistText.browse}
        </Link>
      }
    >
      {watchlistText.emptyNote}
    </EmptyState>
  )
}

/** No title matches the filter. */
export function NoMatchingTitles({ clear }: { clear: () => void }) {
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title={watchlistText.noMatch}
      actions={<Button onClick={clear}>{watchlistText.clearFilters}</Button>}
    >
      {watchlistText.noMatchNote}
    </EmptyState>
  )
}
