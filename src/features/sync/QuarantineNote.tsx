import { clearQuarantine, exportQuarantine } from '#data/database/quarantine.ts'
import { syncText } from '#text/sync.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './SyncSheet.module.css'

/** What nobody could read, for the person to take out before it is forgotten. */
export function QuarantineNote({ count }: { count: number }) {
  return (
    <section>
      <h3 className={styles.title}>{syncText.aside}</h3>
      <p className={styles.note}>{syncText.asideNote(count)}</p>
      <div className={styles.head}>
        <Button onClick={() => void orSay(download)}>{syncText.asideExport}</Button>
        <Button look="plain" onClick={() => void orSay(clearQuarantine)}>
          {syncText.asideClear}
        </Button>
      </div>
    </section>
  )
}

async function download() {
  saveFile('parde-aside.json', 'application/json', await exportQuarantine())
}

async function orSay(act: () => Promise<void>) {
  try {
    await act()
  } catch {
    showSnackbar({ text: syncText.notDone, tone: 'warning' })
  }
}
