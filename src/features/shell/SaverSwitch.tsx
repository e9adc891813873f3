import { useId } from 'react'
import { appText } from '#text/app.ts'
import { setSparesData, useSparesData } from '#ui/dataSaver.ts'
import styles from './SaverSwitch.module.css'

/** The person's own say on how much comes over the network; follows the browser until it is touched. */
export function SaverSwitch() {
  const noteId = useId()
  const spares = useSparesData()
  return (
    <div className={styles.place}>
      <label className={styles.saver}>
        <span>{appText.saver}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          aria-describedby={noteId}
          checked={spares}
          aria-checked={spares}
          onChange={({ target }) => setSparesData(target.checked)}
        />
      </label>
      <p id={noteId} className={styles.note}>
        {appText.saverNote}
      </p>
    </div>
  )
}
