import { useState } from 'react'
import { type DataExport, exportData as readExport } from '#data/areas/dataExport.ts'
import { reportError } from '#data/platform/reportError.ts'
import { dashboardText } from '#text/dashboard.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { useReloadGuard } from './useReloadGuard.ts'

/**
 * Exports the user's data to a file, and says what came of it. `running` names the export under way. `save` returns false
 * if there is nothing to save.
 */
export function useDataExport<What extends string>() {
  const [running, setRunning] = useState<What>()
  useReloadGuard(running && 'task')
  async function exportData(what: What, save: (all: DataExport) => boolean | Promise<boolean>): Promise<boolean> {
    setRunning(what)
    try {
      const all = await readExport()
      const isSaved = await save(all)
      if (!isSaved) showSnackbar({ text: dashboardText.nothing })
      else showSnackbar({ text: all.from === 'server' ? dashboardText.tookAll : dashboardText.tookHere })
      return isSaved
    } catch (failure) {
      reportError(failure)
      showSnackbar({ text: dashboardText.notTaken, tone: 'warning' })
      return false
    } finally {
      setRunning(undefined)
    }
  }
  return { running, exportData }
}

/** Saves everything as JSON. */
export function saveAll(all: DataExport): boolean {
  saveFile(`parde-${dayOf(all)}.json`, 'application/json', JSON.stringify(all, null, 1))
  return true
}

/** The day of an export, for file names. */
export function dayOf({ exportedAt }: DataExport): string {
  return exportedAt.slice(0, 10)
}
