import { type MouseEvent, useRef, useState } from 'react'
import type { ContactChannel } from '#contract/contact.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { contactText } from '#text/contact.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Themed } from '#ui/theme/Themed.tsx'
import { addressWith } from './links.ts'
import styles from './MessageForm.module.css'
import { useMessageDraft } from './useMessageDraft.ts'

/** Maximum characters of a message: mail programs limit the length of `mailto:` URLs. */
const MAX_LENGTH = 1_500
const SEND_TEXTS = { email: contactText.byEmail, telegram: contactText.byTelegram }

/**
 * Drafts a message and opens it in the user's mail or Telegram app, because the API has no call for messages. Renders
 * nothing when no channel accepts a text.
 */
export function MessageForm({ channels }: { channels: ContactChannel[] }) {
  const ways = channels.filter(({ kind }) => kind === 'email' || kind === 'telegram')
  const draft = useMessageDraft()
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (ways.length === 0 || !draft) return null
  const { text, write } = draft
  const isEmpty = text.trim() === ''
  const guard = (event: MouseEvent) => {
    if (!isEmpty) return
    event.preventDefault()
    setMissing(true)
    input.current?.focus()
  }
  return (
    <Themed>
      <div className={styles.form}>
        <h3 className={styles.title}>{contactText.write}</h3>
        <p className={styles.note}>{contactText.writeNote}</p>
        <TextInput
          label={contactText.message}
          hint={contactText.messageHint}
          error={isMissing && isEmpty ? contactText.empty : undefined}
          lines={4}
          maxLength={MAX_LENGTH}
          inputRef={input}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
        <div className={styles.actions}>
          {ways.map((channel, at) => (
            <a
              key={channel.kind}
              className={buttonClass(at === 0 && !isEmpty ? 'solid' : 'quiet')}
              href={addressWith(channel, text)}
              onClick={guard}
              {...(channel.kind === 'telegram' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            >
              {channel.kind === 'telegram' ? SEND_TEXTS.telegram : SEND_TEXTS.email}
            </a>
          ))}
          {!isEmpty && (
            <>
              <Button onClick={() => void copy(text)}>{contactText.copy}</Button>
              <Button look="plain" onClick={() => write('')}>
                {contactText.clear}
              </Button>
            </>
          )}
        </div>
      </div>
    </Themed>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar({ text: contactText.copied })
  } catch (failure) {
    // `navigator.clipboard` is undefined on insecure origins.
    ignoring('NotAllowedError', 'TypeError')(failure)
    showSnackbar({ text: contactText.notCopied, tone: 'warning' })
  }
}
