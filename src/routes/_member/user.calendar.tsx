import { createFileRoute } from '@tanstack/react-router'
import { CalendarScreen } from '#features/calendar/CalendarScreen.tsx'
import { type CalendarAddress, readCalendarAddress } from '#features/calendar/calendarAddress.ts'

export const Route = createFileRoute('/_member/user/calendar')({
  validateSearch: (raw: Record<string, unknown>): CalendarAddress => readCalendarAddress(raw),
  component: Calendar,
})

function Calendar() {
  return <CalendarScreen month={Route.useSearch().month} />
}
