import { Link } from '@tanstack/react-router'
import { contactChannels } from '#data/areas/contact.ts'
import { useRead } from '#data/react/readHooks.ts'
import { contactText, questionsText } from '#text/contact.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { DownIcon } from '#ui/icons/icons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Channels } from './Channels.tsx'
import styles from './ContactScreen.module.css'
import { MessageForm } from './MessageForm.tsx'

/** Frequently asked questions, available offline, and the contact channels. */
export function ContactScreen() {
  return (
    <Page title={contactText.title} description={contactText.about}>
      <div className={styles.columns}>
        <section aria-labelledby="questions">
          <h2 id="questions" className={styles.title}>
            {contactText.questions}
          </h2>
          <p className={styles.note}>{contactText.intro}</p>
          <div className={styles.questions}>
            {questionsText.map(({ question, answer }) => (
              <details key={question} className={styles.item}>
                <summary className={styles.question}>
                  {question}
                  <span className={styles.arrow}>
                    <DownIcon size={20} />
                  </span>
                </summary>
                <p className={styles.answer}>{answer}</p>
              </details>
            ))}
          </div>
        </section>
        <section aria-labelledby="channels">
          <h2 id="channels" className={styles.title}>
            {contactText.channels}
          </h2>
          <Ways />
          <p className={styles.note}>{contactText.noChannels}</p>
          <Link to="/user/new-request" className={buttonClass()}>
            {contactText.newRequest}
          </Link>
        </section>
      </div>
    </Page>
  )
}

function Ways() {
  const view = useRead(contactChannels())
  switch (view.state) {
    case 'loading':
      return (
        <div role="status" aria-label={contactText.loading}>
          <Skeleton blockSize={64} radius="var(--radius-m)" />
        </div>
      )
    case 'ready':
      return (
        <>
          <Channels channels={view.data} />
          <MessageForm channels={view.data} />
        </>
      )
    case 'missing':
      return null
    default:
      return (
        <div className={styles.trouble} role="status">
          <p>{view.state === 'unseen' ? contactText.channelsUnseen : contactText.channelsFailed}</p>
          <Button onClick={view.retry}>{contactText.retry}</Button>
        </div>
      )
  }
}
