import { useEffect } from 'react'
import { storeDataSaver } from '#data/database/dataSaver.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { appText } from '#text/app.ts'
import { dataSaverChoice, setDataSaver, useDataSaver, watchDataSaver } from '#ui/browser/dataSaver.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import styles from './DataSaverSwitch.module.css'

/** Switch for the data saver; follows the browser's Save-Data setting until the user changes it. */
export function DataSaverSwitch() {
  const isOn = useDataSaver()
  useEffect(() => {
    const store = () => void storeDataSaver(dataSaverChoice()).catch(ignoring(...EXPECTED_ERRORS))
    store()
    return watchDataSaver(store)
  }, [])
  return (
    <div className={styles.switch}>
      <Switch label={appText.saver} note={appText.saverNote} checked={isOn} onChange={setDataSaver} />
    </div>
  )
}
