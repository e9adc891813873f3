import { useRead } from '#data/react/readHooks.ts'
import { calendarFeed, endCalendarFeed, renewCalendarFeed } from '#data/session/calendarFeed.ts'
import { useOnlineAction } from '#parts/actions/useOnlineAction.ts'
import { calendarFeedText as text } from '#text/calendar.ts'

/** The user's calendar address with the actions to replace and to delete it. `running`: the action in progress. */
export function useFeed() {
  const { running, run } = useOnlineAction<'renew' | 'end'>({ queryKey: calendarFeed().key, offline: text.offline })
  return {
    view: useRead(calendarFeed()),
    running,
    create: () => void run('renew', renewCalendarFeed, () => text.created),
    renew: () => void run('renew', renewCalendarFeed, () => text.renewed),
    end: () => void run('end', endCalendarFeed, () => text.ended),
  }
}
