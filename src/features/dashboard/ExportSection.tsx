import type { DataExport } from '#data/areas/dataExport.ts'
import { writeCsv } from '#data/platform/writeCsv.ts'
import { dayOf, saveAll, useDataExport } from '#parts/actions/useDataExport.ts'
import { dashboardText } from '#text/dashboard.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './ExportSection.module.css'
import { LISTS, type List, tableOf } from './exportTables.ts'

/** Data export: from the server, or from this device while the server is unreachable. */
export function ExportSection() {
  const { running, exportData } = useDataExport<List | 'all'>()
  const busy = (what: List | 'all') => (running === what ? dashboardText.taking : undefined)
  return (
    <Section title={dashboardText.take} note={dashboardText.takeNote}>
      <Button busy={busy('all')} onClick={() => void exportData('all', saveAll)}>
        {dashboardText.takeJson}
      </Button>
      <h3 className={styles.title}>{dashboardText.csv}</h3>
      <ul className={styles.lists}>
        {LISTS.map((list) => (
          <li key={list}>
            <Button
              aria-label={dashboardText.listOf(dashboardText.lists[list])}
              busy={busy(list)}
              onClick={() => void exportData(list, (all) => saveTable(list, all))}
            >
              {dashboardText.lists[list]}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function saveTable(list: List, all: DataExport): boolean {
  const { fields, rows } = tableOf(list, all)
  if (rows.length === 0) return false
  saveFile(`parde-${list}-${dayOf(all)}.csv`, 'text/csv;charset=utf-8', writeCsv(fields, rows))
  return true
}
