import { contactInfo } from '#data/areas/contact.ts'
import { setMetricsConsent } from '#data/areas/metricsSettings.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useMetricsSettings } from '#data/react/metricsHooks.ts'
import { useRead } from '#data/react/readHooks.ts'
import { userMetricsText } from '#text/userMetrics.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Section } from '#ui/layout/Section.tsx'

/** What this device reports about the app, with the user's consent to it. Renders nothing where the operator wants none. */
export function MetricsSection() {
  // Its answer tells the operator's policy.
  useRead(contactInfo())
  const settings = useMetricsSettings()
  if (!settings || settings.policy === 'off') return null
  return (
    <Section id="user-metrics" title={userMetricsText.title} note={`${userMetricsText.sent} ${userMetricsText.unsent}`}>
      {settings.policy === 'on' ? (
        <p>{userMetricsText.always}</p>
      ) : (
        <Switch
          label={userMetricsText.allow}
          note={userMetricsText.withdrawal}
          checked={settings.consent}
          onChange={(consent) => void setMetricsConsent(consent).catch(notStored)}
        />
      )}
    </Section>
  )
}

function notStored(failure: unknown) {
  ignoring(...EXPECTED_ERRORS)(failure)
  showSnackbar({ text: userMetricsText.notStored, tone: 'warning' })
}
