import type { PersonCard } from '#contract/people.ts'
import { PersonLink } from '#parts/cards/PersonLink.tsx'
import { peopleText } from '#text/people.ts'
import { browseText } from '#text/titles.ts'
import { Carousel } from '#ui/lists/Carousel.tsx'
import styles from './FoundPeople.module.css'

/** The people that a full search found. */
export function FoundPeople({ people }: { people: PersonCard[] }) {
  if (people.length === 0) return null
  return (
    <div className={styles.people}>
      <Carousel title={browseText.people}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonLink person={person} note={peopleText.role[person.job]} />
          </li>
        ))}
      </Carousel>
    </div>
  )
}
