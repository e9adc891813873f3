import { copy } from '#parts/actions/share.ts'
import { ListTrouble } from '#parts/lists/ListTrouble.tsx'
import { calendarFeedText as text } from '#text/calendar.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './FeedSection.module.css'
import { useFeed } from './useFeed.ts'

/** The secret address for calendar programs. Renders nothing when the server has no such call. */
export function FeedSection() {
  const { view, running, create, renew, end } = useFeed()
  if (view.state === 'missing') return null
  return (
    <Section title={text.title} note={text.note}>
      {view.state === 'loading' && (
        <div className={styles.loading} role="status" aria-label={text.loading}>
          <Skeleton blockSize={44} radius="var(--radius-m)" />
        </div>
      )}
      <ListTrouble view={view} texts={text} />
      {view.state === 'ready' &&
        (view.data.address === null ? (
          <Button onClick={create} busy={running === 'renew' ? text.creating : undefined}>
            {text.create}
          </Button>
        ) : (
          <>
            <output className={styles.address} dir="ltr" aria-label={text.address}>
              {view.data.address}
            </output>
            <div className={styles.actions}>
              <a className={buttonClass('quiet')} href={view.data.address.replace(/^https?:/, 'webcal:')}>
                {text.add}
              </a>
              <CopyButton address={view.data.address} />
              <Button look="plain" onClick={renew} busy={running === 'renew' ? text.creating : undefined}>
                {text.renew}
              </Button>
              <Button look="plain" onClick={end} busy={running === 'end' ? text.ending : undefined}>
                {text.end}
              </Button>
            </div>
            <p className={styles.note}>{text.renewNote}</p>
          </>
        ))}
    </Section>
  )
}

function CopyButton({ address }: { address: string }) {
  return (
    <Button onClick={() => void copy(address, { copied: text.copied, refused: text.notCopied })}>{text.copy}</Button>
  )
}
