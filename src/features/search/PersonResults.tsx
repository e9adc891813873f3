import type { PersonCard } from '#contract/people.ts'
import { personLink } from '#parts/navigation/links.ts'
import { searchText } from '#text/search.ts'
import { factsLine } from '#text/titleFacts.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { OptionList } from './OptionList.tsx'
import type { ResultsProps } from './resultsProps.ts'
import styles from './SearchOption.module.css'
import { type OptionProps, SearchOption } from './SearchOption.tsx'
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

function PersonOption({ person, ...option }: OptionProps & { person: PersonCard }) {
  const best = bestOf(person)
  return (
    <SearchOption
      {...option}
      link={personLink(person)}
      nameFa={person.fullnameFa}
      nameEn={person.fullnameEn}
      picture={
        <span className={styles.portrait}>
          <Picture source={person.image} shape="portrait" alt="" sizes="56px" />
        </span>
      }
      facts={
        <span className={styles.best}>
          <span>{factsLine([searchText[person.job], best.title !== null && `${best.label}:`])}</span>
          {best.title !== null && (
            <bdi dir="ltr" className={styles.bestTitle}>
              {best.title}
            </bdi>
          )}
        </span>
      }
    />
  )
}
