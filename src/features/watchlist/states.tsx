import { Link } from '@tanstack/react-router'
import { failureText } from '#text/failures.ts'
import { watchlistText } from '#text/watchlist.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyDrawing, FailedDrawing, GuestDrawing, NothingFoundDrawing, OfflineDrawing } from '#ui/illustrations.tsx'
import { Placard } from '#ui/Placard.tsx'

/** The session has ended while the screen stood, here or in another tab. */
export function Guest() {
  return (
    <Placard
      drawing={<GuestDrawing />}
      title={watchlistText.guest}
      announce
      actions={
        <Link to="/auth/login" search={{ redirect: '/user/watchlist' }} className={buttonClass('solid')}>
          {watchlistText.login}
        </Link>
      }
    >
      {watchlistText.guestNote}
    </Placard>
  )
}

/** The list is known, and nothing is on it. */
export function NothingSaved() {
  return (
    <Placard
      drawing={<EmptyDrawing />}
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

/** No network, and the list has never come to this device. */
export function NotYetHere({ retry }: { retry: () => void }) {
  return (
    <Placard
      drawing={<OfflineDrawing />}
      title={watchlistText.unseen}
      announce
      actions={<Button onClick={retry}>{failureText.retry}</Button>}
    >
      {watchlistText.unseenNote}
    </Placard>
  )
}

/** The server was there and did not give the list. `message`: its sentence. */
export function Failed({ message, retry }: { message: string | undefined; retry: () => void }) {
  return (
    <Placard
      drawing={<FailedDrawing />}
      title={watchlistText.failed}
      announce
      actions={<Button onClick={retry}>{failureText.retry}</Button>}
    >
      {message ?? failureText.default}
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
