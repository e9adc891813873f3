import { useEffect } from 'react'
import { storeDataSaver } from '#data/database/dataSaver.ts'
import { appText } from '#text/app.ts'
import { dataSaverChoice, setDataSaver, useDataSaver, watchDataSaver } from '#ui/browser/dataSaver.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import styles from './DataSaverSwitch.module.css'

/** The person's own say on how much comes over the network; follows the browser until it is touched. */
export function DataSaverSwitch() {
  const spares = useDataSaver()
  useEffect(() => {
    const keep = () => void storeDataSaver(dataSaverChoice()).catch(() => undefined)
    keep()
    return watchDataSaver(keep)
  }, [])
  return (
    <div className={styles.switch}>
      <Switch label={appText.saver} note={appText.saverNote} checked={spares} onChange={setDataSaver} />
    </div>
  )
}
