import type { PendingRequest } from '#data/areas/pendingRequests.ts'
import { requestsPull, type ShownRequest } from '#data/areas/requests.ts'
import { ListAge } from '#parts/lists/ListAge.tsx'
import { useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { requestText } from '#text/requests.ts'
import { Button } from '#ui/controls/Button.tsx'
import { RequestItem } from './RequestItem.tsx'
import styles from './RequestList.module.css'
import { WaitingRequest } from './WaitingRequest.tsx'

/** Page size. */
const PAGE_SIZE = 30

/** The user's requests: pending ones first, then newest first. */
export function RequestList({
  items,
  changes,
  isOffline,
}: {
  items: ShownRequest[]
  changes: PendingRequest[]
  isOffline: boolean
}) {
  const [limit, setLimit] = useHistoryNumber('requests', PAGE_SIZE)
  const changeOf = (key: string) => changes.find((one) => one.key === key)
  return (
    <>
      <div className={styles.age}>
        <ListAge list={requestsPull} isOffline={isOffline} />
      </div>
      <ul className={styles.list} aria-label={requestText.list}>
        {items.slice(0, limit).map((item) => {
          const change = item.pending ? changeOf(item.key) : undefined
          return (
            <li key={item.key}>
              {change ? <WaitingRequest item={item} change={change} /> : <RequestItem item={item} />}
            </li>
          )
        })}
      </ul>
      {items.length > limit && (
        <div className={styles.more}>
          <Button onClick={() => setLimit(limit + PAGE_SIZE)}>{requestText.more}</Button>
        </div>
      )}
    </>
  )
}
