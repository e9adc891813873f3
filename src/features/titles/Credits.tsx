import type { Title } from '#contract/titles.ts'
import { titleText } from '#text/titles.ts'
import { Picture } from '#ui/Picture.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import styles from './Credits.module.css'

/** Who made it and who plays in it, with their pictures. */
export function Credits({ title: { directors, cast } }: { title: Title }) {
  const people = [
    ...directors.map((person) => ({ person, part: titleText.director, key: `director ${person.id}` })),
    ...cast.map((person, at) => ({
      person,
      part: person.character === null ? undefined : titleText.role(person.character),
      key: `cast ${at} ${person.id}`,
    })),
  ]
  if (people.length === 0) return null
  return (
    <div className={styles.credits}>
      <Shelf title={titleText.credits} isStill>
        {people.map(({ person, part, key }) => (
          <li key={key} className={styles.person}>
            <div className={styles.portrait}>
              <Picture source={person.image} shape="portrait" alt="" sizes="96px" />
            </div>
            <p className={styles.name}>{person.fullnameFa || person.fullnameEn}</p>
            <p className={styles.latin}>
              <bdi dir="ltr">{person.fullnameEn}</bdi>
            </p>
            {part !== undefined && <p className={styles.part}>{part}</p>}
          </li>
        ))}
      </Shelf>
    </div>
  )
}
