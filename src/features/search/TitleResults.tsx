import { Link } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { persianDigits } from '#text/format.ts'
import { searchText } from '#text/search.ts'
import { factsLine } from '#text/titleFacts.ts'
import { ForwardIcon } from '#ui/icons/icons.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import { ImdbRating, TomatoMeter } from '#ui/pictures/Rating.tsx'
import { OptionList } from './OptionList.tsx'
import type { ResultsProps } from './resultsProps.ts'
import styles from './SearchOption.module.css'
import { type OptionProps, SearchOption } from './SearchOption.tsx'
import { opensFullSearch, shownTitles } from './searchRules.ts'
import { useMenuResults } from './useMenuResults.ts'

/** Genres that fit a row. */
const GENRES = 3

export function TitleResults({
  list,
  query,
  settled,
  settledForPeople,
  activeId,
  isMobile,
  isHeld,
  onOptions,
  onChosen,
  onPeople,
  onMore,
}: ResultsProps & {
  /** The query after the debounce of the search for people. */
  settledForPeople: string
  onPeople: () => void
  onMore: () => void
}) {
  const results = useMenuResults('titles', { query, settled, isHeld })
  const { cards, hasMore } = shownTitles(results.cards, isMobile)
  return (
    <OptionList
      list={list}
      results={results}
      shown={cards}
      onOptions={onOptions}
      footer={
        cards.length === 0 && results.state !== 'waiting' ? (
          <PeopleOrRequest query={query} settled={settledForPeople} onPeople={onPeople} onChosen={onChosen} />
        ) : (
          hasMore &&
          opensFullSearch(query) && (
            <Link
              to="/"
              search={{ order_by: 'votes', type: 'all', q: query }}
              className={styles.more}
              onClick={(event) => {
                event.preventDefault()
                onMore()
              }}
            >
              {searchText.more}
              <ForwardIcon size={18} />
            </Link>
          )
        )
      }
    >
      {(card, id) => <TitleOption key={id} card={card} id={id} isActive={id === activeId} onChosen={onChosen} />}
    </OptionList>
  )
}

/** Without titles: leads to the people of that name, or to a request for a title when there are none. */
function PeopleOrRequest({
  query,
  settled,
  onPeople,
  onChosen,
}: Pick<ResultsProps, 'query' | 'settled' | 'onChosen'> & { onPeople: () => void }) {
  const people = useMenuResults('people', { query, settled, isHeld: false })
  if (people.cards.length > 0)
    return (
      <button type="button" className={styles.more} onClick={onPeople}>
        {searchText.showPeople(people.cards.length)}
        <ForwardIcon size={18} />
      </button>
    )
  if (people.state === 'waiting') return null
  return (
    <Link to="/user/new-request" search={{ name: query }} className={styles.more} onClick={onChosen}>
      {searchText.request(query)}
      <ForwardIcon size={18} />
    </Link>
  )
}

function TitleOption({ card, ...option }: OptionProps & { card: TitleCard }) {
  const { titleFa, titleEn, year, genres, rating, rottenTomatoes } = card
  const facts = [
    year === null ? undefined : persianDigits(year),
    ...genres.slice(0, GENRES).map((genre) => genre.titleFa),
  ]
  return (
    <SearchOption
      {...option}
      link={titleLink(card)}
      nameFa={titleFa}
      nameEn={titleEn}
      picture={
        <span className={styles.poster}>
          <Picture source={card.poster} shape="poster" alt="" sizes="48px" color={card.posterColor} />
        </span>
      }
      facts={<span className={styles.facts}>{factsLine(facts)}</span>}
      end={
        <span className={styles.ratings}>
          {rating !== null && <ImdbRating rating={rating} />}
          {rottenTomatoes && <TomatoMeter meter={rottenTomatoes.rtMeter} status={rottenTomatoes.rtStatus} />}
        </span>
      }
    />
  )
}
