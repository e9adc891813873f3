import { Link } from '@tanstack/react-router'
import type { Calendar, Release } from '#data/areas/calendar.ts'
import { useCalendar } from '#data/react/calendarHooks.ts'
import { calendarText } from '#text/calendar.ts'
import { formatDate, formatMonth } from '#text/format.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { ForwardIcon, PreviousIcon } from '#ui/icons/icons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Agenda, AgendaSkeleton, UndatedTitles } from './Agenda.tsx'
import styles from './CalendarScreen.module.css'
import { FeedSection } from './FeedSection.tsx'
import { MonthTable } from './MonthTable.tsx'
import { addMonths, isSameMonth, monthLink, monthOf, type PersianMonth, shownMonth } from './persianMonth.ts'
import { ReminderSwitch } from './ReminderSwitch.tsx'

/**
 * The releases of the user's own titles in one Persian month, from this device. `asked`: the month of the address;
 * `read`: its calendar before the first render.
 */
export function CalendarScreen({ asked, read }: { asked: string | undefined; read: Calendar | undefined }) {
  const { today, current, month, days, first, last } = shownMonth(asked)
  const calendar = useCalendar(first, last, read)
  const name = formatMonth(first)
  return (
    <Page title={calendarText.title} unlisted>
      <p className={styles.note}>{calendarText.note}</p>
      <div className={styles.layout}>
        <div className={styles.month}>
          <MonthSwitcher month={month} current={current} name={name} />
          <MonthTable name={name} days={days} today={today} releases={calendar?.releases ?? []} />
        </div>
        <div className={styles.agenda}>
          {calendar ? <Month calendar={calendar} today={today} current={current} /> : <AgendaSkeleton />}
        </div>
      </div>
      <div className={styles.outside}>
        <ReminderSwitch />
        <FeedSection />
      </div>
    </Page>
  )
}

/** The months beside this one. Before the last month the device knows too little. */
function MonthSwitcher({ month, current, name }: { month: PersianMonth; current: PersianMonth; name: string }) {
  const earliest = addMonths(current, -1)
  const hasPrevious = month.year * 12 + month.month > earliest.year * 12 + earliest.month
  return (
    <nav className={styles.switcher} aria-label={calendarText.months}>
      <h2 className={styles.name} aria-live="polite">
        {name}
      </h2>
      {!isSameMonth(month, current) && (
        <Link {...monthLink(current, current)} className={buttonClass('plain')}>
          {calendarText.thisMonth}
        </Link>
      )}
      {hasPrevious ? (
        <Link {...monthLink(addMonths(month, -1), current)} className={styles.step} title={calendarText.previous}>
          <PreviousIcon />
          <span className="sr-only">{calendarText.previous}</span>
        </Link>
      ) : (
        <span className={styles.step} aria-hidden="true" data-off>
          <PreviousIcon />
        </span>
      )}
      <Link {...monthLink(addMonths(month, 1), current)} className={styles.step} title={calendarText.following}>
        <ForwardIcon />
        <span className="sr-only">{calendarText.following}</span>
      </Link>
    </nav>
  )
}

function Month({ calendar, today, current }: { calendar: Calendar; today: string; current: PersianMonth }) {
  const { releases, undated, next, unknownTitles } = calendar
  const past = releases.filter(({ day }) => day < today)
  const upcoming = releases.filter(({ day }) => day >= today)
  return (
    <>
      {unknownTitles > 0 && (
        <p className={styles.unknown} role="status">
          {calendarText.unknown(unknownTitles)}
        </p>
      )}
      {releases.length === 0 && <NothingThisMonth next={next} current={current} />}
      <Part title={calendarText.upcoming} releases={upcoming} />
      <Part title={calendarText.past} releases={past} />
      {releases.length > 0 && next !== undefined && <NextMonth day={next} current={current} />}
      {undated.length > 0 && (
        <section className={styles.part} aria-label={calendarText.undated}>
          <h2 className={styles.partTitle}>{calendarText.undated}</h2>
          <UndatedTitles titles={undated} />
        </section>
      )}
    </>
  )
}

function Part({ title, releases }: { title: string; releases: Release[] }) {
  if (releases.length === 0) return null
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.partTitle}>{title}</h2>
      <Agenda releases={releases} />
    </section>
  )
}

function NextMonth({ day, current }: { day: string; current: PersianMonth }) {
  return (
    <Link {...monthLink(monthOf(day), current)} className={buttonClass('quiet')}>
      {calendarText.next(formatDate(day))}
    </Link>
  )
}

function NothingThisMonth({ next, current }: { next: string | undefined; current: PersianMonth }) {
  return (
    <EmptyState
      drawing={<EmptyDrawing />}
      title={calendarText.nothing}
      heading="p"
      announce
      actions={
        <>
          {next !== undefined && <NextMonth day={next} current={current} />}
          <Link to="/comingsoon" className={buttonClass(next === undefined ? 'solid' : 'plain')}>
            {calendarText.comingSoon}
          </Link>
        </>
      }
    >
      {calendarText.nothingNote}
    </EmptyState>
  )
}
