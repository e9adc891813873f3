import { useState } from 'react'
import type { ImportList } from '#data/database/rows.ts'
import { importText } from '#text/imports.ts'
import { Button } from '#ui/controls/Button.tsx'
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx'
import styles from './ImportSection.module.css'
import type { ParsedList } from './useImporting.ts'

const TARGETS = (['watchlist', 'history'] as const).map((value) => ({ value, label: importText.targets[value] }))

/** Shows the parsed list and asks where to import it. Preselects the kind detected in the file. */
export function FoundList({
  found,
  isSaving,
  onStart,
  onCancel,
}: {
  found: ParsedList
  isSaving: boolean
  onStart: (found: ParsedList, list: ImportList) => void
  onCancel: () => void
}) {
  const { name, list } = found
  const [target, setTarget] = useState<ImportList>(list.isWatched ? 'history' : 'watchlist')
  return (
    <div className={styles.step}>
      <p className={styles.found} role="status">
        {importText.found(list.rows.length, name)}
      </p>
      {list.skipped > 0 && <p className={styles.note}>{importText.skipped(list.skipped)}</p>}
      <p aria-hidden="true">{importText.target}</p>
      <SegmentedControl label={importText.target} options={TARGETS} value={target} onChange={setTarget} />
      <p className={styles.note}>{importText.targetNote[target]}</p>
      <div className={styles.actions}>
        <Button
          look="solid"
          busy={isSaving ? importText.starting : undefined}
          onClick={() => onStart({ name, list }, target)}
        >
          {importText.start}
        </Button>
        <Button look="plain" onClick={onCancel}>
          {importText.cancel}
        </Button>
      </div>
    </div>
  )
}
