import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { ShownNotification } from '#data/areas/notifications.ts'
import { clock } from '#data/platform/clock.ts'
import { sameOriginPath } from '#data/platform/sameOriginPath.ts'
import { formatDate, formatRelative } from '#text/format.ts'
import { notificationText } from '#text/notifications.ts'
import { CheckIcon, ClockIcon, ReplyIcon } from '#ui/icons/icons.tsx'
import { BellIcon, CalendarIcon, DubbedIcon, SeriesIcon } from '#ui/icons/menuIcons.tsx'

import styles from './NotificationItem.module.css'

const ICONS: Record<ShownNotification['kind'], (props: { size?: number }) => ReactNode> = {
  request: CheckIcon,
  released: CalendarIcon,
  dubbed: DubbedIcon,
  episode: SeriesIcon,
  subscription: ClockIcon,
  reply: ReplyIcon,
  reminder: CalendarIcon,
  other: BellIcon,
}

/** A notification with a link to its subject. `onOpen`: called when the user follows the link. */
export function NotificationItem({ item, onOpen }: { item: ShownNotification; onOpen: (id: string) => void }) {
  const { id, kind, title, body, createdAt, readAt } = item
  const router = useRouter()
  const Icon = ICONS[kind]
  const path = sameOriginPath(item.path)
  const content = (
    <>
      <span className={styles.icon}>
        <Icon size={22} />
      </span>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {readAt === null && <span className="sr-only">{notificationText.unread}: </span>}
          {title}
        </span>
        {body !== '' && (
          <span className={styles.body} dir="auto">
            {body}
          </span>
        )}
        <time className={styles.when} dateTime={createdAt} title={formatDate(createdAt)}>
          {formatRelative(Date.parse(createdAt), clock.now())}
        </time>
      </span>
      <span className={styles.dot} data-unread={readAt === null} />
    </>
  )
  if (path === undefined) return <div className={styles.item}>{content}</div>
  const follow = (event: MouseEvent) => {
    onOpen(id)
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href: path })
  }
  return (
    <a href={path} className={styles.item} onClick={follow}>
      {content}
    </a>
  )
}
