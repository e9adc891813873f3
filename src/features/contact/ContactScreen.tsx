import { Link } from '@tanstack/react-router'
import { type ContactInfo, contactInfo } from '#data/areas/contact.ts'
import { useRead, type View } from '#data/react/readHooks.ts'
import { contactText, questionsText } from '#text/contact.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { DownIcon } from '#ui/icons/icons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { CatalogueCredits } from './CatalogueCredits.tsx'
import { Channels } from './Channels.tsx'
import styles from './ContactScreen.module.css'
import { MessageForm } from './MessageForm.tsx'

/** Frequently asked questions, available offline, the contact channels, and the sources of the catalogue. */
export function ContactScreen() {
  const view = useRead(contactInfo())
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
          <Ways view={view} />
          <p className={styles.note}>{contactText.noChannels}</p>
          <Link to="/user/new-request" className={buttonClass()}>
            {contactText.newRequest}
          </Link>
        </section>
        {view.state === 'ready' && <CatalogueCredits sources={view.data.catalogueSources} />}
      </div>
    </Page>
  )
}

function Ways({ view }: { view: View<ContactInfo> }) {
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
          <Channels channels={view.data.channels} />
          <MessageForm channels={view.data.channels} />
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
