import { Link, type LinkProps } from '@tanstack/react-router'
import { EXACT } from '#parts/navigation/links.ts'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'

/** Link from a row of the home to its whole list. */
export function RowEnd({ row, link }: { row: string; link: LinkProps }) {
  return (
    <Link {...link} activeOptions={EXACT} className={buttonClass('plain')} aria-label={browseText.allOf(row)}>
      {browseText.all}
    </Link>
  )
}
