import { useSyncExternalStore } from 'react'
import { ignoring } from '#data/platform/ignoring.ts'
import { installMethod, promptInstall, watchInstallMethod } from '#data/platform/install.ts'
import { dashboardText } from '#text/dashboard.ts'
import { Button } from '#ui/controls/Button.tsx'
import { AddSquareIcon, SendUpIcon } from '#ui/icons/externalIcons.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './InstallSection.module.css'

const MARKS = { share: SendUpIcon, add: AddSquareIcon, done: CheckIcon }

/** Installs the app with the browser's prompt, or shows the steps on iOS. Renders nothing in the installed app. */
export function InstallSection() {
  const method = useSyncExternalStore(watchInstallMethod, installMethod)
  if (method === 'installed' || method === 'none') return null
  return (
    <Section title={dashboardText.install} note={dashboardText.installNote}>
      {method === 'prompt' ? (
        <Button
          look="solid"
          onClick={() => void promptInstall().catch(ignoring('NotAllowedError', 'InvalidStateError', 'AbortError'))}
        >
          {dashboardText.installAct}
        </Button>
      ) : (
        <ol className={styles.steps}>
          {dashboardText.coach.map(({ mark, text }) => {
            const Mark = MARKS[mark]
            return (
              <li key={mark} className={styles.step}>
                <span className={styles.mark}>
                  <Mark />
                </span>
                {text}
              </li>
            )
          })}
        </ol>
      )}
    </Section>
  )
}
