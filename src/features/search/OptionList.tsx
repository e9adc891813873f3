import { type ReactNode, useEffect } from 'react'
import { searchText } from '#text/search.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { OfflineIcon } from '#ui/icons/icons.tsx'
import styles from './SearchPanel.module.css'
import type { MenuResults } from './useMenuResults.ts'

/** Keys of the placeholder rows. */
const PLACEHOLDERS = ['one', 'two', 'three', 'four']

/**
 * Search results as options: from the server, from this device with a note, or none. Announces their number to screen
 * readers.
 */
export function OptionList<Card extends { id: number }>({
  list,
  results: { state, cards: found },
  shown,
  onOptions,
  children,
  footer,
}: {
  list: string
  results: MenuResults<Card>
  /** The visible results. */
  shown: Card[]
  onOptions: (ids: string[]) => void
  children: (card: Card, id: string) => ReactNode
  footer?: ReactNode
}) {
  const ids = shown.map(({ id }) => `${list}-${id}`)
  const key = ids.join()
  useEffect(() => onOptions(key === '' ? [] : key.split(',')), [key, onOptions])
  const isFromDevice = state === 'seen'
  const announcement =
    state === 'waiting' ? '' : isFromDevice ? searchText.foundSeen(found.length) : searchText.found(found.length)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {state === 'waiting' && <div className={styles.progress} aria-hidden="true" />}
      {isFromDevice && (
        <p className={styles.seen} aria-hidden={shown.length === 0}>
          <OfflineIcon size={16} />
          {searchText.seen}
        </p>
      )}
      {shown.length > 0 && (
        <div
          id={list}
          role="listbox"
          aria-label={searchText.results}
          aria-busy={state === 'waiting'}
          className={styles.list}
        >
          {shown.map((card) => children(card, `${list}-${card.id}`))}
        </div>
      )}
      {shown.length === 0 && state === 'waiting' && <Placeholders />}
      {shown.length === 0 && state !== 'waiting' && (
        <p className={styles.empty}>{isFromDevice ? searchText.nothingSeen : searchText.nothing}</p>
      )}
      {footer}
    </>
  )
}

function Placeholders() {
  return (
    <div className={styles.list} aria-hidden="true">
      {PLACEHOLDERS.map((key) => (
        <div key={key} className={styles.placeholder}>
          <Skeleton inlineSize={48} blockSize={72} />
          <span className={styles.placeholderLines}>
            <Skeleton inlineSize="60%" blockSize={14} />
            <Skeleton inlineSize="40%" blockSize={12} />
          </span>
        </div>
      ))}
    </div>
  )
}
