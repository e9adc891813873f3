import type { ContactChannel } from '#contract/contact.ts'

/** The URL of a channel. */
export function channelAddress({ kind, address }: ContactChannel): string {
  switch (kind) {
    case 'email':
      return `mailto:${address}`
    case 'telegram':
      return `https://t.me/${address}`
    case 'instagram':
      return `https://instagram.com/${address}`
    case 'phone':
      return `tel:${address}`
  }
}
