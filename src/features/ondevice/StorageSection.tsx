import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { storageEstimate } from '#data/database/storageQuota.ts'
import {
  type Clearable,
  clearKind,
  STORAGE_KINDS,
  type StorageKind,
  storageUsage,
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

/** Storage used per kind, with an action that clears each kind. */
export function StorageSection() {
  const { data: sizes } = useQuery({ queryKey: MEASURE, queryFn: storageUsage, staleTime: 0, gcTime: 0 })
  const { data: use } = useQuery({
    queryKey: [...MEASURE, 'use'],
    queryFn: async () => (await storageEstimate()) ?? null,
    staleTime: 0,
    gcTime: 0,
  })
  const shown = STORAGE_KINDS.filter((kind) => kind !== 'downloads' || (sizes?.downloads ?? 0) > 0)
  return (
    <section aria-labelledby="storage">
      <div className={styles.head}>
        <h2 id="storage" className={styles.title}>
          {onDeviceText.storage}
        </h2>
        {use !== null && (
          <span className={styles.used}>
            {use ? onDeviceText.used(use.used, use.quota) : <Skeleton inlineSize="150px" blockSize="14px" />}
          </span>
        )}
      </div>
      <Bar sizes={sizes} />
      <ul className={styles.kinds}>
        {shown.map((kind) => (
          <li key={kind} className={styles.kind}>
            <span className={`${styles.dot} ${styles[kind]}`} aria-hidden="true" />
            <span className={styles.name}>{onDeviceText.kinds[kind]}</span>
            <span className={styles.size}>
              {sizes ? onDeviceText.about(sizes[kind]) : <Skeleton inlineSize="64px" blockSize="14px" />}
            </span>
            <span className={styles.action}>
              {isClearable(kind) && sizes && sizes[kind] > 0 && <Clear kind={kind} />}
            </span>
          </li>
        ))}
      </ul>
      {use !== null && (
        <p className={styles.persistence}>
          {use ? (use.persisted ? syncText.persisted : syncText.notPersisted) : EMPTY_LINE}
        </p>
      )}
    </section>
  )
}

function isClearable(kind: StorageKind): kind is Clearable {
  return CLEARABLE.includes(kind)
}

/** The share of each kind as a stacked bar; its legend follows below. */
function Bar({ sizes }: { sizes: Record<StorageKind, number> | undefined }) {
  const total = sizes ? STORAGE_KINDS.reduce((sum, kind) => sum + sizes[kind], 0) : 0
  return (
    <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {sizes &&
        total > 0 &&
        parts(sizes, total).map(({ kind, at, share }) => (
          <rect key={kind} className={styles[kind]} x={at} y="0" width={share} height="1" />
        ))}
    </svg>
  )
}

/** From the right, the start side in Persian. */
function parts(sizes: Record<StorageKind, number>, total: number) {
  let end = 100
  return STORAGE_KINDS.map((kind) => {
    const share = (sizes[kind] / total) * 100
    end -= share
    return { kind, at: end, share }
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
