import type { ComingTitle } from '#contract/titles.ts'
import { comingSoonText } from '#text/comingSoon.ts'
import { formatMonth } from '#text/format.ts'

interface Month {
  /** in words; what has no day stands under words that say so */
  month: string
  titles: ComingTitle[]
}

/** Coming titles by months of the Persian calendar, in the order they came in. */
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
