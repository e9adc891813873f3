import type { Title } from '#contract/titles.ts'
import { PersonLink } from '#parts/cards/PersonLink.tsx'
import { titleText } from '#text/titles.ts'
import { Carousel } from '#ui/lists/Carousel.tsx'
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
            <PersonLink person={person} role={role} note={job} />
          </li>
        ))}
      </Carousel>
    </div>
  )
}
