import { useEffect, useRef, useState } from 'react'
import { importHistory } from '#data/areas/importHistory.ts'
import { importWatchlist } from '#data/areas/imports.ts'
import { NotStored } from '#data/database/durableWrite.ts'
import type { ImportList } from '#data/database/rows.ts'
import { SignedOut } from '#data/database/session.ts'
import { clock } from '#data/platform/clock.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { importText, listProblemText } from '#text/imports.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { FILE_MAX, InvalidList, type ReadList, ROWS_MAX } from './notAList.ts'
import { readInWorker } from './readInWorker.ts'
import { usePicker } from './usePicker.ts'

/** A parsed list and its file name. */
export interface ParsedList {
  name: string
  list: ReadList
}
type Step =
  | { state: 'idle' }
  | { state: 'reading'; name: string; part: number }
  | ({ state: 'found' | 'saving' } & ParsedList)
  | { state: 'wrong'; why: string }

/** Steps of an import, from the file to the outbox. Stores nothing until the user confirms the destination. */
export function useImporting() {
  const [step, setStep] = useState<Step>({ state: 'idle' })
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  const picker = usePicker()
  const isImporting = step.state !== 'idle' && step.state !== 'wrong'
  // A reload would lose the parsed file, and the user would have to choose it again.
  useReloadGuard(isImporting ? 'task' : picker.isOpen ? 'form' : undefined)

  async function choose(file: File) {
    const { name } = file
    const mine = new AbortController()
    reading.current?.abort()
    reading.current = mine
    picker.close()
    setStep({ state: 'reading', name, part: 0 })
    const tell = (next: Step) => !mine.signal.aborted && setStep(next)
    try {
      const onRead = (part: number) => tell({ state: 'reading', name, part })
      tell({ state: 'found', name, list: await readInWorker(file, { now: clock.now(), onRead, signal: mine.signal }) })
    } catch (failure) {
      tell({ state: 'wrong', why: whyNot(failure) })
    }
  }

  async function start(found: ParsedList, list: ImportList) {
    setStep({ state: 'saving', ...found })
    try {
      await (list === 'history' ? importHistory : importWatchlist)(found.list.rows, found.name)
      setStep({ state: 'idle' })
      showSnackbar({ text: importText.saved })
    } catch (failure) {
      if (!(failure instanceof NotStored || failure instanceof SignedOut)) throw failure
      const why = failure instanceof SignedOut ? importText.guest : importText.notSaved
      setStep({ state: 'wrong', why })
    }
  }

  function cancel() {
    reading.current?.abort()
    setStep({ state: 'idle' })
  }

  return {
    step,
    picker,
    cancel,
    choose: (file: File) => void choose(file),
    start: (found: ParsedList, list: ImportList) => void start(found, list),
  }
}

function whyNot(failure: unknown): string {
  if (!(failure instanceof InvalidList)) return importText.missingPart
  return listProblemText[failure.problem]({ line: failure.line, mega: FILE_MAX / 1_000_000, rows: ROWS_MAX })
}
