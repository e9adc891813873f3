import { useEffect } from 'react'
import { keepSaver } from '#data/database/dataSaver.ts'
import { appText } from '#text/app.ts'
import { chosenSaver, setSparesData, useSparesData, watchSaver } from '#ui/browser/dataSaver.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import styles from './DataSaverSwitch.module.css'

/** The person's own say on how much comes over the network; follows the browser until it is touched. */
export function SaverSwitch() {
  const spares = useSparesData()
  useEffect(() => {
    const keep = () => void keepSaver(chosenSaver()).catch(() => undefined)
    keep()
    return watchSaver(keep)
  }, [])
  return (
    <div className={styles.place}>
      <Switch label={appText.saver} note={appText.saverNote} checked={spares} onChange={setSparesData} />
    </div>
  )
}
