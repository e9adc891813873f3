import { TitleListItem } from '#parts/cards/TitleListItem.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { requestText } from '#text/requests.ts'
import styles from './CatalogueMatches.module.css'
import { useCatalogueMatches } from './useCatalogueMatches.ts'

/** Lists catalogue titles that match the typed name, with links and save buttons. */
export function CatalogueMatches({ name }: { name: string }) {
  const { cards, isSeenOnly } = useCatalogueMatches(name)
  const stateOf = useCardStates(cards)
  return (
    <div>
      <p className="sr-only" role="status">
        {cards.length > 0 && requestText.found(cards.length)}
      </p>
      {cards.length > 0 && (
        <section className={styles.matches} aria-label={requestText.here}>
          <h2 className={styles.title}>{isSeenOnly ? requestText.hereSeen : requestText.here}</h2>
          {cards.map((card) => (
            <TitleListItem key={card.id} card={card} state={stateOf(card.id)} />
          ))}
        </section>
      )}
    </div>
  )
}
