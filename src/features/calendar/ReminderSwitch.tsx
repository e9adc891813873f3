import { setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { useNotificationSettings } from '#data/react/notificationHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { calendarText } from '#text/calendar.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

/** Turns the reminders of tomorrow's releases on or off. Renders nothing when the server is not known to send any. */
export function ReminderSwitch() {
  const settings = useNotificationSettings()
  const change = useMutationAction()
  if (settings === undefined) return <Skeleton blockSize={72} radius="var(--radius-m)" />
  if (typeof settings !== 'object' || settings.reminders === undefined) return null
  return (
    <Switch
      label={calendarText.reminders}
      note={calendarText.remindersNote}
      checked={settings.reminders}
      onChange={(value) => void change(() => setNotificationSetting({ name: 'reminders', value }))}
    />
  )
}
