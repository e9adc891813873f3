import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListView } from '#data/react/listHooks.ts'
import { failureText } from '#text/failures.ts'
import { keptListText } from '#text/keptLists.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, GuestDrawing, OfflineDrawing } from '#ui/feedback/illustrations.tsx'

/** What is said in place of a list that cannot be shown. */
export interface CachedListTexts {
  guest: string
  guestNote: string
  unseen: string
  unseenNote: string
  failed: string
}

/** What there is of a list. `whole`: all of it; else the newest, and the others come soon. */
export interface CachedList<Item> {
  items: Item[]
  whole: boolean
  isOffline: boolean
}

/**
 * A list kept whole on this device, honestly: still looked up, a guest's (the session has ended while the screen stood),
 * never come to this device, refused by the server, known and empty, or there.
 */
export function CachedListView<Item>({
  view,
  words,
  at,
  skeleton,
  empty,
  children,
}: {
  view: ListView<Item>
  words: CachedListTexts
  /** Where the list is, to come back to after signing in. */
  at: string
  skeleton: ReactNode
  empty: ReactNode
  children: (list: CachedList<Item>) => ReactNode
}) {
  if (view.state === 'loading') return skeleton
  if (view.state === 'guest') {
    return (
      <EmptyState
        drawing={<GuestDrawing />}
        title={words.guest}
        announce
        actions={
          <Link to="/auth/login" search={{ redirect: at }} className={buttonClass('solid')}>
            {keptListText.login}
          </Link>
        }
      >
        {words.guestNote}
      </EmptyState>
    )
  }
  if (view.state === 'ready') {
    if (view.items.length > 0) return children({ items: view.items, whole: view.whole, isOffline: view.offline })
    return view.whole ? empty : skeleton
  }
  const isUnseen = view.state === 'unseen'
  return (
    <EmptyState
      drawing={isUnseen ? <OfflineDrawing /> : <FailedDrawing />}
      title={isUnseen ? words.unseen : words.failed}
      announce
      actions={<Button onClick={view.retry}>{failureText.retry}</Button>}
    >
      {isUnseen ? words.unseenNote : (view.message ?? failureText.default)}
    </EmptyState>
  )
}
