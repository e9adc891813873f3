import { Link } from '@tanstack/react-router'
import type { PersonCard } from '#contract/people.ts'
import { personLink } from '#parts/navigation/links.ts'
import { searchText } from '#text/search.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { OptionList } from './OptionList.tsx'
import type { ResultsProps } from './resultsProps.ts'
import styles from './SearchOption.module.css'
import { shownPeople } from './searchRules.ts'
import { useMenuResults } from './useMenuResults.ts'

export function PersonResults({ list, query, settled, activeId, isMobile, isHeld, onOptions, onChosen }: ResultsProps) {
  const results = useMenuResults('people', { query, settled, isHeld })
  const { cards } = shownPeople(results.cards, isMobile)
  return (
    <OptionList list={list} results={results} shown={cards} onOptions={onOptions}>
      {(person, id) => <PersonOption key={id} person={person} id={id} isActive={id === activeId} onChosen={onChosen} />}
    </OptionList>
  )
}

/** Best starred for actors, best directed for directors (docs/specification.md, section 2). */
function bestOf({ job, bestStarred, bestDirected }: PersonCard): { label: string; title: string | null } {
  return job === 'director'
    ? { label: searchText.bestDirected, title: bestDirected }
    : { label: searchText.bestStarred, title: bestStarred }
}

function PersonOption({
  person,
  id,
  isActive,
  onChosen,
}: {
  person: PersonCard
  id: string
  isActive: boolean
  onChosen: () => void
}) {
  const best = bestOf(person)
  return (
    <Link
      {...personLink(person)}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.option}
      onClick={onChosen}
    >
      <span className={styles.portrait}>
        <Picture source={person.image} shape="portrait" alt="" sizes="56px" />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{person.fullnameFa || <bdi dir="ltr">{person.fullnameEn}</bdi>}</span>
        {person.fullnameFa !== '' && (
          <bdi dir="ltr" className={styles.latin}>
            {person.fullnameEn}
          </bdi>
        )}
        <span className={styles.best}>
          <span>{person.job === 'director' ? searchText.director : searchText.actor}</span>
          {best.title !== null && (
            <>
              <span>{`· ${best.label}:`}</span>
              <bdi dir="ltr" className={styles.bestTitle}>
                {best.title}
              </bdi>
            </>
          )}
        </span>
      </span>
    </Link>
  )
}
