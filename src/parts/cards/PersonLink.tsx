import { Link } from '@tanstack/react-router'
import type { PersonCard, PersonRole } from '#contract/people.ts'
import { personLink } from '#parts/navigation/links.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './PersonLink.module.css'

/** A person's portrait and names as a link. `note`: a third line. */
export function PersonLink({
  person,
  role,
  note,
}: {
  person: PersonCard
  role?: PersonRole
  note?: string | undefined
}) {
  return (
    <Link {...personLink(person, role)} className={styles.person}>
      <span className={styles.portrait}>
        <Picture source={person.image} shape="portrait" alt="" sizes="96px" />
      </span>
      <span className={styles.name}>{person.fullnameFa || person.fullnameEn}</span>
      <span className={styles.latin}>
        <bdi dir="ltr">{person.fullnameEn}</bdi>
      </span>
      {note !== undefined && <span className={styles.part}>{note}</span>}
    </Link>
  )
}
