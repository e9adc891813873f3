import { Link } from '@tanstack/react-router'
import type { Title } from '#contract/titles.ts'
import { personLink } from '#parts/navigation/links.ts'
import { titleText } from '#text/titles.ts'
import { Carousel } from '#ui/lists/Carousel.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './Credits.module.css'

/** Directors and cast, each linked to their other work. */
export function Credits({ title: { directors, cast } }: { title: Title }) {
  const people = [
    ...directors.map((person) => ({
      person,
      role: 'director' as const,
      job: titleText.director,
      key: `director ${person.id}`,
    })),
    ...cast.map((person, at) => ({
      person,
      role: 'actor' as const,
      job: person.character === null ? undefined : titleText.role(person.character),
      key: `cast ${at} ${person.id}`,
    })),
  ]
  if (people.length === 0) return null
  return (
    <div className={styles.credits}>
      <Carousel title={titleText.credits}>
        {people.map(({ person, role, job, key }) => (
          <li key={key}>
            <Link {...personLink(person, role)} className={styles.person}>
              <span className={styles.portrait}>
                <Picture source={person.image} shape="portrait" alt="" sizes="96px" />
              </span>
              <span className={styles.name}>{person.fullnameFa || person.fullnameEn}</span>
              <span className={styles.latin}>
                <bdi dir="ltr">{person.fullnameEn}</bdi>
              </span>
              {job !== undefined && <span className={styles.part}>{job}</span>}
            </Link>
          </li>
        ))}
      </Carousel>
    </div>
  )
}
