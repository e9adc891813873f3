import type { ContactChannel } from '#contract/contact.ts'
import { channelAddress } from '#parts/navigation/channelAddress.ts'
import { contactText } from '#text/contact.ts'
import { EmailIcon, InstagramIcon, PhoneIcon, TelegramIcon } from '#ui/icons/externalIcons.tsx'
import styles from './Channels.module.css'

const ICONS = { email: EmailIcon, telegram: TelegramIcon, instagram: InstagramIcon, phone: PhoneIcon }

/** The contact channels configured by the operator. */
export function Channels({ channels }: { channels: ContactChannel[] }) {
  if (channels.length === 0) return null
  return (
    <ul className={styles.channels}>
      {channels.map((channel) => {
        const ChannelIcon = ICONS[channel.kind]
        const isElsewhere = channel.kind === 'telegram' || channel.kind === 'instagram'
        return (
          <li key={channel.kind}>
            <a
              className={styles.channel}
              href={channelAddress(channel)}
              {...(isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            >
              <span className={styles.icon}>
                <ChannelIcon size={22} />
              </span>
              <span className={styles.text}>
                <span>{contactText.kinds[channel.kind]}</span>
                <bdi dir="ltr" className={styles.address}>
                  {isElsewhere ? `@${channel.address}` : channel.address}
                </bdi>
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}
