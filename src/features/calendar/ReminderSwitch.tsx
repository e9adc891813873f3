import { setNotificationSetting } from '#data/areas/notificationSettings.ts'
import { useNotificationSettings } from '#data/react/notificationHooks.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { calendarText } from '#text/calendar.ts'
import { Switch } from '#ui/controls/Switch.tsx'

/** Turns the reminders of tomorrow's releases on or off. Renders nothing while it is unknown whether the server sends any. */
export function ReminderSwitch() {
  const settings = useNotificationSettings()
  const change = useMutationAction()
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
