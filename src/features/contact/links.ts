import type { ContactChannel } from '#contract/contact.ts'
import { contactText } from '#text/contact.ts'

/** The URL of a channel with a prefilled text; undefined when the channel supports none. */
export function addressWith({ kind, address }: ContactChannel, text: string): string | undefined {
  if (kind === 'email') {
    return `mailto:${address}?subject=${encodeURIComponent(contactText.subject)}&body=${encodeURIComponent(text)}`
  }
  return kind === 'telegram' ? `https://t.me/${address}?text=${encodeURIComponent(text)}` : undefined
}
