import { useState } from 'react'
import { type Belongings, takeAlong } from '#data/areas/dataExport.ts'
import { writeCsv } from '#data/platform/writeCsv.ts'
import { useBusy } from '#parts/actions/useReloadGuard.ts'
import { dashboardText } from '#text/dashboard.ts'
import { saveFile } from '#ui/browser/saveFile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { notify } from '#ui/feedback/snackbar.ts'
import { Panel } from '#ui/layout/Section.tsx'
import styles from './ExportSection.module.css'
import { LISTS, type List, tableOf } from './exportTables.ts'

/** Everything that is one's own, to be taken along: from the server, or without it from this device. */
export function ExportPanel() {
  const [taking, setTaking] = useState<List | 'all'>()
  useBusy(taking && 'hand')
  const take = async (what: List | 'all') => {
    setTaking(what)
    try {
      const all = await takeAlong()
      const isThere = what === 'all' ? saveAll(all) : saveTable(what, all)
      if (!isThere) notify({ text: dashboardText.nothing })
      else notify({ text: all.from === 'server' ? dashboardText.tookAll : dashboardText.tookHere })
    } catch (failure) {
      reportError(failure)
      notify({ text: dashboardText.notTaken, tone: 'warning' })
    }
    setTaking(undefined)
  }
  const busy = (what: List | 'all') => (taking === what ? dashboardText.taking : undefined)
  return (
    <Panel title={dashboardText.take} note={dashboardText.takeNote}>
      <Button busy={busy('all')} onClick={() => void take('all')}>
        {dashboardText.takeJson}
      </Button>
      <h3 className={styles.title}>{dashboardText.csv}</h3>
      <ul className={styles.lists}>
        {LISTS.map((list) => (
          <li key={list}>
            <Button
              aria-label={dashboardText.listOf(dashboardText.lists[list])}
              busy={busy(list)}
              onClick={() => void take(list)}
            >
              {dashboardText.lists[list]}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function saveAll(all: Belongings): boolean {
  saveFile(`parde-${dayOf(all)}.json`, 'application/json', JSON.stringify(all, null, 1))
  return true
}

function saveTable(list: List, all: Belongings): boolean {
  const { fields, rows } = tableOf(list, all)
  if (rows.length === 0) return false
  saveFile(`parde-${list}-${dayOf(all)}.csv`, 'text/csv;charset=utf-8', writeCsv(fields, rows))
  return true
}

function dayOf({ exportedAt }: Belongings): string {
  return exportedAt.slice(0, 10)
}
