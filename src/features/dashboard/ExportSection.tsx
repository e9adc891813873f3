import { useState } from 'react'
import { type DataExport, exportData } from '#data/areas/dataExport.ts'
import { reportError } from '#data/platform/reportError.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { dashboardText } from '#text/dashboard.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Section } from '#ui/layout/Section.tsx'
import styles from './ExportSection.module.css'
import { LISTS, type List, tableOf } from './exportTables.ts'

/** Data export: from the server, or from this device while the server is unreachable. */
export function ExportSection() {
  const [running, setRunning] = useState<List | 'all'>()
  useReloadGuard(running && 'task')
  const exportList = async (what: List | 'all') => {
    setRunning(what)
    try {
      const all = await exportData()
      const isSaved = what === 'all' ? saveAll(all) : await saveTable(what, all)
      if (!isSaved) showSnackbar({ text: dashboardText.nothing })
      else showSnackbar({ text: all.from === 'server' ? dashboardText.tookAll : dashboardText.tookHere })
    } catch (failure) {
      reportError(failure)
      showSnackbar({ text: dashboardText.notTaken, tone: 'warning' })
    }
    setRunning(undefined)
  }
  const busy = (what: List | 'all') => (running === what ? dashboardText.taking : undefined)
  return (
    <Section title={dashboardText.take} note={dashboardText.takeNote}>
      <Button busy={busy('all')} onClick={() => void exportList('all')}>
        {dashboardText.takeJson}
      </Button>
      <h3 className={styles.title}>{dashboardText.csv}</h3>
      <ul className={styles.lists}>
        {LISTS.map((list) => (
          <li key={list}>
            <Button
              aria-label={dashboardText.listOf(dashboardText.lists[list])}
              busy={busy(list)}
              onClick={() => void exportList(list)}
            >
              {dashboardText.lists[list]}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function saveAll(all: DataExport): boolean {
  saveFile(`parde-${dayOf(all)}.json`, 'application/json', JSON.stringify(all, null, 1))
  return true
}

async function saveTable(list: List, all: DataExport): Promise<boolean> {
  const { fields, rows } = tableOf(list, all)
  if (rows.length === 0) return false
  // The CSV library loads when a table is exported.
  const { writeCsv } = await import('#data/platform/writeCsv.ts')
  saveFile(`parde-${list}-${dayOf(all)}.csv`, 'text/csv;charset=utf-8', writeCsv(fields, rows))
  return true
}

function dayOf({ exportedAt }: DataExport): string {
  return exportedAt.slice(0, 10)
}
