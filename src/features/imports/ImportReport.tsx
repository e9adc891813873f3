import { Link } from '@tanstack/react-router'
import { dropImportReport, type ImportState } from '#data/areas/importState.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { importText } from '#text/imports.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import styles from './ImportSection.module.css'
import { MissingTitles } from './MissingTitles.tsx'

const LIST_PATHS = { watchlist: '/user/watchlist', history: '/user/history' } as const

/**
 * Progress of an import and the titles that were not found. The import continues in the background, even after the page
 * was closed.
 */
export function ImportReport({ state }: { state: ImportState }) {
  const { importId, list, rows, done, saved, missing, waiting, failed } = state
  const name = state.name || importText.unnamed
  const reachable = useReachable()
  return (
    <article className={styles.report} aria-label={name}>
      <h3 className={styles.name}>
        <bdi>{name}</bdi>
      </h3>
      {waiting > 0 && (
        <>
          <progress className={styles.progress} max={rows} value={done} aria-label={importText.progress(list)} />
          <p className={styles.note}>{importText.going(done, rows)}</p>
          {!reachable && <p className={styles.note}>{importText.offline}</p>}
        </>
      )}
      <p role="status">{waiting === 0 && importText.done(saved, list)}</p>
      {failed > 0 && <p className={styles.failed}>{importText.refused(failed)}</p>}
      {missing.length > 0 && <MissingTitles of={importId} titles={missing} fileName={name} />}
      {waiting === 0 && (
        <div className={styles.actions}>
          <Link to={LIST_PATHS[list]} className={buttonClass()}>
            {importText.open[list]}
          </Link>
          {failed === 0 && (
            <Button
              look="plain"
              aria-label={importText.closeOf(name)}
              onClick={() => void dropImportReport(importId).catch(ignoring(...STORAGE_ERRORS))}
            >
              {importText.close}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
