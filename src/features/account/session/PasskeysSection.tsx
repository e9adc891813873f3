import { useCallback, useState } from 'react'
import { PASSKEYS_MAX, type Passkey } from '#contract/passkeys.ts'
import { clock } from '#data/platform/clock.ts'
import { useOnline } from '#data/react/readHooks.ts'
import { hasPasskeys } from '#data/session/passkeys.ts'
import { ListTrouble } from '#parts/lists/ListTrouble.tsx'
import { formatDate, formatRelative } from '#text/format.ts'
import { passkeysText } from '#text/passkeys.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './DevicesSection.module.css'
import { usePasskeys } from './usePasskeys.ts'

const loadSheet = async () => (await import('./RemovePasskeySheet.tsx')).RemovePasskeySheet

/**
 * The user's passkeys, with actions to add one and to remove one. Renders nothing when the server has no passkeys. A
 * browser without passkeys shows the list only.
 */
export function PasskeysSection() {
  const { view, running, create, remove } = usePasskeys()
  const online = useOnline()
  const [asked, setAsked] = useState<Passkey>()
  const [isAsking, setAsking] = useState(false)
  const stopAsking = useCallback(() => setAsking(false), [])
  const RemoveSheet = useLazyComponent(loadSheet, isAsking, stopAsking)
  if (view.state === 'missing') return null
  const isFull = view.state === 'ready' && view.data.length >= PASSKEYS_MAX
  return (
    <Section id="passkeys-title" title={passkeysText.title} note={passkeysText.note}>
      {view.state === 'loading' && (
        <div className={styles.waiting} role="status" aria-label={passkeysText.loading}>
          <Skeleton blockSize={56} radius="var(--radius-m)" />
        </div>
      )}
      <ListTrouble view={view} texts={passkeysText} />
      {view.state === 'ready' && view.data.length === 0 && <p className={styles.note}>{passkeysText.empty}</p>}
      {view.state === 'ready' && view.data.length > 0 && (
        <ul className={styles.list}>
          {view.data.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              remove={() => {
                setAsked(passkey)
                setAsking(true)
              }}
            />
          ))}
        </ul>
      )}
      {view.state === 'ready' && !isFull && hasPasskeys() && (
        <Button onClick={create} busy={running === 'creating' ? passkeysText.creating : undefined}>
          {passkeysText.create}
        </Button>
      )}
      {isFull && <p className={styles.note}>{passkeysText.full(PASSKEYS_MAX)}</p>}
      {view.state === 'ready' && !online && <p className={styles.note}>{passkeysText.needsNetwork}</p>}
      {RemoveSheet && asked && (
        <RemoveSheet
          open={isAsking}
          onClose={stopAsking}
          name={asked.name}
          isRemoving={running === 'removing'}
          onRemove={() => void remove(asked).then(stopAsking)}
        />
      )}
    </Section>
  )
}

function PasskeyItem({ passkey: { name, createdAt, usedAt }, remove }: { passkey: Passkey; remove: () => void }) {
  return (
    <li className={styles.item}>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          <span>{passkeysText.made(formatDate(createdAt))}</span>
          <span>
            {usedAt === null
              ? passkeysText.neverUsed
              : passkeysText.used(formatRelative(Date.parse(usedAt), clock.now()))}
          </span>
        </span>
      </span>
      <Button look="plain" aria-label={passkeysText.removeOf(name)} onClick={remove}>
        {passkeysText.remove}
      </Button>
    </li>
  )
}
