import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Clearable,
  clearKind,
  STORAGE_KINDS,
  type StorageKind,
  type StorageReport,
  storageReport,
} from '#data/downloads/storageUsage.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { onDeviceText } from '#text/onDevice.ts'
import { syncText } from '#text/sync.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './StorageSection.module.css'

const MEASURE = ['device', 'storage']
const CLEARABLE: readonly StorageKind[] = ['downloads', 'pictures', 'seen'] satisfies Clearable[]

/** A non-breaking space holds a line's height until its text is known. */
const EMPTY_LINE = '\u00a0'

/** Storage used per kind, with an action that clears each kind. The kinds add up to the total. */
export function StorageSection() {
  const { data: report } = useQuery({ queryKey: MEASURE, queryFn: storageReport, staleTime: 0, gcTime: 0 })
  const shown = STORAGE_KINDS.filter((kind) => kind !== 'downloads' || (report?.kinds.downloads ?? 0) > 0)
  return (
    <section aria-labelledby="storage">
      <div className={styles.head}>
        <h2 id="storage" className={styles.title}>
          {onDeviceText.storage}
        </h2>
        <span className={styles.used}>
          {report ? onDeviceText.used(report.used, report.quota) : <Skeleton inlineSize="150px" blockSize="14px" />}
        </span>
      </div>
      {report?.quota !== undefined && <Bar report={report} quota={report.quota} />}
      <ul className={styles.kinds}>
        {shown.map((kind) => (
          <li key={kind} className={styles.kind}>
            <span className={`${styles.dot} ${styles[kind]}`} aria-hidden="true" />
            <span className={styles.name}>{onDeviceText.kinds[kind]}</span>
            <span className={styles.size}>
              {report ? onDeviceText.about(report.kinds[kind]) : <Skeleton inlineSize="64px" blockSize="14px" />}
            </span>
            <span className={styles.action}>
              {isClearable(kind) && report && report.kinds[kind] > 0 && <Clear kind={kind} />}
            </span>
          </li>
        ))}
        {report && report.other > 0 && (
          <li className={styles.kind}>
            <span className={`${styles.dot} ${styles.other}`} aria-hidden="true" />
            <span className={styles.name}>{onDeviceText.otherKind}</span>
            <span className={styles.size}>{onDeviceText.about(report.other)}</span>
          </li>
        )}
      </ul>
      {(!report || report.persisted !== undefined) && (
        <p className={styles.persistence}>
          {report ? (report.persisted ? syncText.persisted : syncText.notPersisted) : EMPTY_LINE}
        </p>
      )}
    </section>
  )
}

function isClearable(kind: StorageKind): kind is Clearable {
  return CLEARABLE.includes(kind)
}

/** Width of the smallest part of the bar, in percent, so that each kind of the legend is visible. */
const MIN_SHARE = 0.8

/** The kinds' shares of the quota as a stacked bar, whose empty rest is free; its legend follows below. */
function Bar({ report, quota }: { report: StorageReport; quota: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {partsOf(report, quota).map(({ kind, at, share }) => (
        <rect key={kind} className={styles[kind]} x={at} y="0" width={share} height="1" />
      ))}
    </svg>
  )
}

/** From the right, the start side in Persian. */
function partsOf({ kinds, other, used }: StorageReport, quota: number) {
  let end = 100
  return [...STORAGE_KINDS, 'other' as const].flatMap((kind) => {
    const bytes = kind === 'other' ? other : kinds[kind]
    if (bytes === 0) return []
    const share = Math.max(MIN_SHARE, (bytes / Math.max(quota, used)) * 100)
    end -= share
    return [{ kind, at: end, share }]
  })
}

/** Asks for confirmation in place: cleared data can be loaded again, but not offline. */
function Clear({ kind }: { kind: Clearable }) {
  const client = useQueryClient()
  const [step, setStep] = useState<'idle' | 'confirming' | 'clearing'>('idle')
  const name = onDeviceText.kinds[kind]
  const clear = async () => {
    setStep('clearing')
    const isDone = await clearKind(kind).then(() => true, ignoring(...STORAGE_ERRORS))
    showSnackbar(isDone ? { text: onDeviceText.cleared(name) } : { text: onDeviceText.notCleared, tone: 'warning' })
    setStep('idle')
    await client.invalidateQueries({ queryKey: MEASURE })
  }
  if (step === 'idle') {
    return (
      <Button look="plain" aria-label={onDeviceText.clearKind(name)} onClick={() => setStep('confirming')}>
        {onDeviceText.clear}
      </Button>
    )
  }
  return (
    <Button
      look="danger"
      aria-label={onDeviceText.sureKind(name)}
      busy={step === 'clearing' ? onDeviceText.clear : undefined}
      onClick={() => void clear()}
      onBlur={() => setStep((before) => (before === 'confirming' ? 'idle' : before))}
    >
      {onDeviceText.sure}
    </Button>
  )
}
