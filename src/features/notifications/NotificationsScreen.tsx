import { markAllRead, markRead, notificationsPull, type ShownNotification } from '#data/areas/notifications.ts'
import { useNotifications } from '#data/react/listHooks.ts'
import { useSession } from '#data/react/readHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { CachedListView } from '#parts/lists/CachedListView.tsx'
import { ListAge } from '#parts/lists/ListAge.tsx'
import { useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { notificationText } from '#text/notifications.ts'
import { Button } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import item from './NotificationItem.module.css'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './NotificationsScreen.module.css'
import { PushSettings } from './PushSettings.tsx'
import { useMarkSeen } from './useMarkSeen.ts'
import { useNewNotifications } from './useNewNotifications.ts'

/** Page size of older notifications. */
const PAGE_SIZE = 50

/** The user's notifications, available offline: unread ones first, marked as read once seen. */
export function NotificationsScreen() {
  const session = useSession()
  return (
    <Page title={notificationText.title} unlisted>
      <div className={styles.columns}>
        <div>
          <CachedListView
            view={useNotifications()}
            texts={notificationText}
            path="/user/notifications"
            skeleton={<NotificationsSkeleton />}
            empty={
              <EmptyState drawing={<EmptyDrawing sign="news" />} title={notificationText.empty}>
                {notificationText.emptyNote}
              </EmptyState>
            }
          >
            {({ items, isOffline }) => <Notifications items={items} isOffline={isOffline} />}
          </CachedListView>
        </div>
        {session.state === 'member' && (
          <div className={styles.settings}>
            <PushSettings />
          </div>
        )}
      </div>
    </Page>
  )
}

function Notifications({ items, isOffline }: { items: ShownNotification[]; isOffline: boolean }) {
  const { fresh, earlier } = useNewNotifications(items)
  const change = useMutationAction()
  const seen = useMarkSeen()
  const [limit, setLimit] = useHistoryNumber('notifications', PAGE_SIZE)
  const unread = items.filter(({ readAt }) => readAt === null).length
  const list = (name: string, some: ShownNotification[]) =>
    some.length > 0 && (
      <section>
        <h2 className={styles.part}>{name}</h2>
        <ul className={styles.list} aria-label={name}>
          {some.map((one) => (
            <li key={one.id} data-id={one.id} ref={one.readAt === null ? seen : undefined}>
              <NotificationItem
                item={one}
                onOpen={(id) => {
                  if (one.readAt === null) void change(() => markRead([id]))
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <>
      <div className={styles.under}>
        <span className={styles.count}>
          <span role="status">{notificationText.count(unread)}</span>
          <ListAge list={notificationsPull} isOffline={isOffline} />
        </span>
        {unread > 0 && (
          <Button look="plain" onClick={() => void change(markAllRead)}>
            {notificationText.readAll}
          </Button>
        )}
      </div>
      {list(notificationText.fresh, fresh)}
      {list(notificationText.earlier, earlier.slice(0, limit))}
      {earlier.length > limit && (
        <div className={styles.more}>
          <Button onClick={() => setLimit(limit + PAGE_SIZE)}>{notificationText.more}</Button>
        </div>
      )}
    </>
  )
}

const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index)

function NotificationsSkeleton() {
  return (
    <div role="status" aria-label={notificationText.loading}>
      <div className={styles.under}>
        <Skeleton inlineSize={120} blockSize={14} />
      </div>
      <div className={styles.part}>
        <Skeleton inlineSize={56} blockSize={20} />
      </div>
      {PLACEHOLDERS.map((index) => (
        <div key={index} className={item.item}>
          <Skeleton inlineSize={44} blockSize={44} radius="var(--radius-full)" />
          <span className={item.text}>
            <Skeleton inlineSize="55%" blockSize={16} />
            <Skeleton inlineSize="80%" blockSize={14} />
          </span>
        </div>
      ))}
    </div>
  )
}
