import { clearQuarantine, exportQuarantine } from '#data/database/quarantine.ts'
import { syncText } from '#text/sync.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { notifyIfFailed } from './notifyIfFailed.ts'
import styles from './SyncSheet.module.css'

/** Lets the user export quarantined entries before they are deleted. */
export function QuarantineNote({ count }: { count: number }) {
  return (
    <section>
      <h3 className={styles.title}>{syncText.quarantined}</h3>
      <p className={styles.note}>{syncText.asideNote(count)}</p>
      <div className={styles.head}>
        <Button onClick={() => void notifyIfFailed(download)}>{syncText.asideExport}</Button>
        <Button look="plain" onClick={() => void notifyIfFailed(clearQuarantine)}>
          {syncText.asideClear}
        </Button>
      </div>
    </section>
  )
}

async function download() {
  saveFile('parde-aside.json', 'application/json', await exportQuarantine())
}
