import type { ReactNode } from 'react'
import { useState } from 'react'
import { useNotificationSettings, usePushState } from '#data/react/notificationHooks.ts'
import { useReachable } from '#data/react/readHooks.ts'
import type { PushState } from '#data/session/push.ts'
import { pushSettingsText as text } from '#text/push.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { BellIcon } from '#ui/icons/menuIcons.tsx'
import styles from './PushSettings.module.css'
import { PushTypes } from './PushTypes.tsx'

/** Push notifications on this device: the switch, the types and the quiet hours. */
export function PushSettings() {
  const state = usePushState()
  const settings = useNotificationSettings()
  return (
    <section className={styles.panel} aria-labelledby="push-settings">
      <h2 id="push-settings" className={styles.title}>
        <BellIcon size={20} />
        {text.title}
      </h2>
      {state === undefined ? <Skeleton blockSize={44} /> : <PushSwitch state={state} />}
      {settings !== undefined && settings !== 'missing' && settings !== 'unseen' && <PushTypes settings={settings} />}
      {settings === 'unseen' && <p className={styles.note}>{text.unseen}</p>}
    </section>
  )
}

/** Explains why push is unavailable, and how to enable it. */
function PushSwitch({ state }: { state: PushState | 'offline' }) {
  const isReachable = useReachable()
  const [problem, setProblem] = useState<ReactNode>()
  const [busy, setBusy] = useState(false)
  // The result of a click, until the device reports its own state. The switch stays mounted to keep the focus.
  const [latest, setLatest] = useState<{ now: PushState; before: typeof state }>()
  if (latest && latest.before !== state) setLatest(undefined)
  const now = latest?.before === state ? latest.now : state
  if (now === 'unsupported') return <p className={styles.note}>{text.unsupported}</p>
  if (now === 'denied') {
    return (
      <div className={styles.denied} role="status">
        <p className={styles.strong}>{text.denied}</p>
        <p className={styles.note}>{text.deniedNote}</p>
      </div>
    )
  }
  const isOn = now === 'on'
  const setPush = async (on: boolean) => {
    setProblem(undefined)
    // Switching off works offline, switching on needs the server.
    if (on && !isReachable) return setProblem(text.offline)
    setBusy(true)
    try {
      const { disablePush, enablePush } = await import('#data/session/push.ts')
      setLatest({ now: on ? await enablePush() : await disablePush(), before: state })
    } catch (failure) {
      const { Unreachable } = await import('#data/network/failures.ts')
      setProblem(failure instanceof Unreachable ? text.offline : text.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Switch
        label={text.push}
        note={isOn || isReachable ? text.pushNote : text.offline}
        checked={isOn}
        busy={busy}
        onChange={(on) => void setPush(on)}
      />
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </>
  )
}
