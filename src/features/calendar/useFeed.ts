import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallResult } from '#data/network/failures.ts'
import { useRead } from '#data/react/readHooks.ts'
import { calendarFeed, endCalendarFeed, renewCalendarFeed } from '#data/session/calendarFeed.ts'
import { failureWords } from '#parts/actions/failureWords.ts'
import { calendarFeedText } from '#text/calendar.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** The user's calendar address with the actions to replace and to delete it. `running`: the action in progress. */
export function useFeed() {
  const view = useRead(calendarFeed())
  const client = useQueryClient()
  const [running, setRunning] = useState<'renew' | 'end'>()

  async function run(action: 'renew' | 'end', act: () => Promise<CallResult<unknown>>, done: string) {
    if (running !== undefined) return
    setRunning(action)
    try {
      const answer = await act()
      if (answer.ok) showSnackbar({ text: done })
      else showSnackbar({ text: failureWords(answer, calendarFeedText.offline), tone: 'warning' })
      await client.invalidateQueries({ queryKey: calendarFeed().key })
    } finally {
      setRunning(undefined)
    }
  }

  return {
    view,
    running,
    create: () => void run('renew', renewCalendarFeed, calendarFeedText.created),
    renew: () => void run('renew', renewCalendarFeed, calendarFeedText.renewed),
    end: () => void run('end', endCalendarFeed, calendarFeedText.ended),
  }
}
