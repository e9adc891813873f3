import { createFileRoute } from '@tanstack/react-router'
import { CalendarScreen } from '#features/calendar/CalendarScreen.tsx'
import { type CalendarAddress, readCalendarAddress } from '#features/calendar/calendarAddress.ts'

export const Route = createFileRoute('/_member/user/calendar')({
  validateSearch: (raw: Record<string, unknown>): CalendarAddress => readCalendarAddress(raw),
  loaderDeps: ({ search }) => search,
  // Runs on every visit: an earlier calendar says nothing about what the user has saved since.
  loader: {
    handler: async ({ deps }) => (await import('#features/calendar/startCalendar.ts')).startCalendar(deps),
    staleReloadMode: 'blocking',
  },
  component: Calendar,
})

function Calendar() {
  return <CalendarScreen asked={Route.useSearch().month} read={Route.useLoaderData()} />
}
