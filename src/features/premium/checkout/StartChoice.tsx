import type { Subscription } from '#contract/account.ts'
import type { JoinKind } from '#contract/premium.ts'
import { joinText } from '#text/premium.ts'
import { SegmentedControl } from '#ui/controls/SegmentedControl.tsx'
import styles from './JoinScreen.module.css'

const OPTIONS = [
  { value: 'join', label: joinText.now },
  { value: 'reserve', label: joinText.reserve },
] as const

/** Lets subscribers choose whether the new plan starts now or after the current one. */
export function StartChoice({
  current,
  kind,
  onChange,
}: {
  current: Subscription
  kind: JoinKind
  onChange: (kind: JoinKind) => void
}) {
  return (
    <div>
      <p className={styles.label} aria-hidden="true">
        {joinText.when}
      </p>
      <SegmentedControl label={joinText.when} options={OPTIONS} value={kind} onChange={onChange} />
      <p className={styles.note}>{kind === 'join' ? joinText.nowNote : joinText.reserveNote(current.endsAt)}</p>
    </div>
  )
}
