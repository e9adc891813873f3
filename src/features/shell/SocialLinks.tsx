import { useRef } from 'react'
import { contactInfo } from '#data/areas/contact.ts'
import { useRead } from '#data/react/readHooks.ts'
import { channelAddress } from '#parts/navigation/channelAddress.ts'
import { contactText } from '#text/contact.ts'
import { menuText } from '#text/menu.ts'
import { useNear } from '#ui/browser/useNear.ts'
import { InstagramIcon, TelegramIcon } from '#ui/icons/externalIcons.tsx'
import styles from './SocialLinks.module.css'

const ICONS = { telegram: TelegramIcon, instagram: InstagramIcon }

/**
 * The operator's social networks (docs/specification.md, section 2). Asks for them when the foot of the page comes near,
 * so that the first screen does not wait for them. Empty without an answer.
 */
export function SocialLinks() {
  const place = useRef<HTMLDivElement>(null)
  const view = useRead(contactInfo(), { enabled: useNear(place) })
  const channels = view.state === 'ready' ? view.data.channels : []
  const links = channels.flatMap(({ kind, address }) =>
    kind === 'telegram' || kind === 'instagram' ? [{ kind, address }] : [],
  )
  return (
    <div ref={place} className={styles.social}>
      {links.length > 0 && (
        <ul className={styles.list} aria-label={menuText.social}>
          {links.map((channel) => {
            const ChannelIcon = ICONS[channel.kind]
            return (
              <li key={channel.kind}>
                <a
                  className={styles.link}
                  href={channelAddress(channel)}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={contactText.kinds[channel.kind]}
                >
                  <ChannelIcon size={22} />
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
