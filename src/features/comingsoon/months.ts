import type { ComingTitle } from '#contract/titles.ts'
import { comingSoonText } from '#text/comingSoon.ts'
import { formatMonth } from '#text/format.ts'

interface Month {
  /** the month's name, or a text for titles without a date */
  month: string
  titles: ComingTitle[]
}

/** Groups titles by month of the Persian calendar and keeps their order. */
export function byMonth(titles: ComingTitle[]): Month[] {
  const months: Month[] = []
  for (const title of titles) {
    const month = (title.releasedAt !== null && formatMonth(title.releasedAt)) || comingSoonText.noDay
    const known = months.find((one) => one.month === month)
    if (known) known.titles.push(title)
    else months.push({ month, titles: [title] })
  }
  return months
}
