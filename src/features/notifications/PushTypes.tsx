import { PUSHED_KINDS, type QuietHours } from '#contract/notifications.ts'
import { type NotificationPreferences, setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { pushSettingsText as text } from '#text/push.ts'
import { Select } from '#ui/controls/Select.tsx'
import { Switch } from '#ui/controls/Switch.tsx'
import styles from './PushSettings.module.css'

/** Default quiet hours, in minutes: from 23:00 to 08:00. */
const DEFAULT_QUIET_HOURS: QuietHours = { from: 23 * 60, to: 8 * 60 }
/** Step between selectable times, in minutes. */
const STEP = 30
const TIMES = Array.from({ length: 1440 / STEP }, (_, at) => ({
  value: String(at * STEP),
  label: text.time(at * STEP),
}))

/** Which notification types are pushed to all of the user's devices. Each click queues a mutation. */
export function PushTypes({ settings: { muted, quiet } }: { settings: NotificationPreferences }) {
  const change = useMutationAction()
  const set = (setting: Parameters<typeof setNotificationSetting>[0]) =>
    void change(() => setNotificationSetting(setting))
  return (
    <>
      <fieldset className={styles.kinds}>
        <legend className={styles.strong}>{text.kinds}</legend>
        <p className={styles.note}>{text.kindsNote}</p>
        {PUSHED_KINDS.map((name) => (
          <Switch
            key={name}
            label={text.kind[name]}
            checked={!muted.includes(name)}
            onChange={(value) => set({ name, value })}
          />
        ))}
      </fieldset>
      <Switch
        label={<span className={styles.strong}>{text.quiet}</span>}
        note={text.quietNote}
        checked={quiet !== null}
        onChange={(on) => set({ name: 'quiet', value: on ? DEFAULT_QUIET_HOURS : null })}
      />
      {quiet && (
        <div className={styles.hours}>
          {(['from', 'to'] as const).map((end) => (
            <span key={end} className={styles.hour}>
              <span aria-hidden="true">{text[end]}</span>
              <Select
                label={text[`${end}Label`]}
                // Excludes the other end, because quiet hours must not be empty.
                options={timesFor(quiet, end)}
                value={String(quiet[end])}
                onChange={(time) => set({ name: 'quiet', value: { ...quiet, [end]: Number(time) } })}
              />
            </span>
          ))}
        </div>
      )}
    </>
  )
}

/** Another device may have stored a time between two steps. */
function timesFor(quiet: QuietHours, end: 'from' | 'to') {
  const other = quiet[end === 'from' ? 'to' : 'from']
  const own = { value: String(quiet[end]), label: text.time(quiet[end]) }
  const times = TIMES.some(({ value }) => value === own.value) ? TIMES : [own, ...TIMES]
  return times.filter(({ value }) => value !== String(other))
}
