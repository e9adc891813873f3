import { Link } from '@tanstack/react-router'
import type { ImportRow } from '#contract/imports.ts'
import { writeCsv } from '#data/platform/writeCsv.ts'
import { useHistoryFlag, useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { persianDigits } from '#text/format.ts'
import { importText } from '#text/imports.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { Button } from '#ui/controls/Button.tsx'
import styles from './ImportSection.module.css'

/** Page size. */
const PAGE_SIZE = 50

/** Titles that the catalogue lacks: the user can request each of them, or export the list. */
export function MissingTitles({ of, titles, fileName }: { of: string; titles: ImportRow[]; fileName: string }) {
  const [isOpen, setOpen] = useHistoryFlag(`missing of ${of}`)
  const [shown, setShown] = useHistoryNumber(`missing shown of ${of}`, PAGE_SIZE)
  return (
    <details className={styles.missing} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{importText.showMissing(titles.length)}</summary>
      <Button onClick={() => void save(titles, fileName)}>{importText.download}</Button>
      <ul className={styles.titles}>
        {titles.slice(0, shown).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list may contain equal rows and never changes its order
          <li key={at} className={styles.missed}>
            <span>
              <bdi>{row.name || row.imdb}</bdi>
              {row.year !== null && <span className={styles.year}>{persianDigits(row.year)}</span>}
            </span>
            {row.name !== '' && (
              <Link
                to="/user/new-request"
                search={{ name: row.name }}
                className={styles.request}
                aria-label={importText.requestOf(row.name)}
              >
                {importText.request}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {titles.length > shown && (
        <Button look="plain" onClick={() => setShown(shown + PAGE_SIZE)}>
          {importText.more(titles.length - shown)}
        </Button>
      )}
    </details>
  )
}

function save(titles: ImportRow[], fileName: string): void {
  const rows = titles.map(({ imdb, name, year }) => [imdb, name, year])
  const csv = writeCsv(['imdb', 'title', 'year'], rows)
  saveFile(`${fileName.replace(/\.\w+$/, '')}-missing.csv`, 'text/csv;charset=utf-8', csv)
}
