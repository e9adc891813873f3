import type { Release } from '#data/areas/calendar.ts'
import { calendarText } from '#text/calendar.ts'
import { formatLeaf } from '#text/format.ts'
import { dayId } from './Agenda.tsx'
import styles from './MonthTable.module.css'
import { weekdayOf } from './persianMonth.ts'

const WEEK = 7
/** Bars or names in one cell. */
const MAX_MARKS = 3

/** A month as a table of weeks. A day with releases is a button that leads to it in the agenda. */
export function MonthTable({
  name,
  days,
  today,
  releases,
}: {
  name: string
  /** ISO dates, as `today` and the days of `releases` */
  days: string[]
  today: string
  releases: Release[]
}) {
  return (
    <table className={styles.table}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {calendarText.weekdays.map((weekday) => (
            <th key={weekday} scope="col" className={styles.weekday}>
              <span aria-hidden="true">{weekday.slice(0, 1)}</span>
              <span className="sr-only">{weekday}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days).map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, at) => (
              <td
                key={day ?? calendarText.weekdays[at]}
                className={styles.cell}
                aria-current={day === today ? 'date' : undefined}
              >
                {day !== undefined && <Day day={day} releases={releases.filter((release) => release.day === day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day: iso, releases }: { day: string; releases: Release[] }) {
  const { day, weekday } = formatLeaf(iso)
  const number = (
    <time className={styles.number} dateTime={iso}>
      {day}
    </time>
  )
  if (releases.length === 0) return <span className={styles.day}>{number}</span>
  const more = releases.length - MAX_MARKS
  return (
    <button type="button" className={styles.day} data-releases onClick={() => showDay(iso)}>
      {number}
      <span className="sr-only">{weekday}: </span>
      <span className={styles.marks}>
        {releases.slice(0, MAX_MARKS).map(({ card }) => (
          <span key={card.id} className={styles.mark}>
            {card.titleFa || card.titleEn}{' '}
          </span>
        ))}
      </span>
      {more > 0 && <span className="sr-only">{calendarText.more(more)}</span>}
    </button>
  )
}

/** Scrolls to a day of the agenda and moves the focus there. */
function showDay(day: string) {
  const heading = document.getElementById(dayId(day))
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}

/** Rows of seven; the first and the last are filled up with undefined. */
function weeksOf(days: string[]): (string | undefined)[][] {
  const cells = [...Array.from({ length: weekdayOf(days[0] ?? '') }, () => undefined), ...days]
  const rows = Math.ceil(cells.length / WEEK)
  return Array.from({ length: rows }, (_, row) => Array.from({ length: WEEK }, (_, at) => cells[row * WEEK + at]))
}
