import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './Chips.module.css'

/** A cached page. `image`: a person's portrait, null when there is none. */
interface Chip {
  key: string | number
  link: LinkProps
  name: string
  image?: string | null
}

/** Links to cached pages; renders nothing without any. */
export function Chips({ title, items }: { title: string; items: Chip[] }) {
  const id = useId()
  if (items.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.chips}>
        {items.map(({ key, link, name, image }) => (
          <li key={key}>
            <Link {...link} className={`${styles.chip} ${image === undefined ? '' : styles.person}`}>
              {image !== undefined && (
                <span className={styles.portrait} aria-hidden="true">
                  <Picture source={image} shape="portrait" alt="" sizes="36px" fill />
                </span>
              )}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
