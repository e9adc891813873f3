import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListView } from '#data/react/listHooks.ts'
import { cachedListText } from '#text/cachedLists.ts'
import { failureText } from '#text/failures.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, GuestDrawing, OfflineDrawing } from '#ui/feedback/illustrations.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'

/** Texts shown when a list cannot be shown. */
export interface CachedListTexts {
  guest: string
  guestNote: string
  unseen: string
  unseenNote: string
  failed: string
}

/** The content of a list. `complete`: all of it; otherwise only the newest items are loaded and the rest follows. */
export interface CachedList<Item> {
  items: Item[]
  complete: boolean
  isOffline: boolean
}

/**
 * Renders a list that is cached whole on this device: loading, signed out, never loaded, refused by the server, empty,
 * or its items.
 */
export function CachedListView<Item>({
  view,
  texts,
  path,
  skeleton,
  empty,
  children,
}: {
  view: ListView<Item>
  texts: CachedListTexts
  /** Path of the list, to return to after sign-in. */
  path: string
  skeleton: ReactNode
  empty: ReactNode
  children: (list: CachedList<Item>) => ReactNode
}) {
  if (view.state === 'loading') return skeleton
  if (view.state === 'guest') {
    return (
      <EmptyState
        drawing={<GuestDrawing />}
        title={texts.guest}
        announce
        actions={
          <Link to="/auth/login" search={{ redirect: path }} className={buttonClass('solid')}>
            {cachedListText.login}
          </Link>
        }
      >
        {texts.guestNote}
      </EmptyState>
    )
  }
  if (view.state === 'ready') {
    if (view.items.length > 0) return children({ items: view.items, complete: view.complete, isOffline: view.offline })
    return view.complete ? empty : skeleton
  }
  const isUnseen = view.state === 'unseen'
  return (
    <EmptyState
      drawing={isUnseen ? <OfflineDrawing /> : <FailedDrawing />}
      title={isUnseen ? texts.unseen : texts.failed}
      announce
      actions={<Button onClick={view.retry}>{failureText.retry}</Button>}
    >
      {view.state === 'unseen' ? texts.unseenNote : (view.message ?? failureText.default)}
      {view.state === 'failed' && <RequestId id={view.requestId} />}
    </EmptyState>
  )
}
