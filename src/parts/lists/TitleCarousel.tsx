import type { ReactNode } from 'react'
import type { TitleCard as Card } from '#contract/titleCards.ts'
import type { View } from '#data/react/readHooks.ts'
import { CardSkeleton } from '#parts/cards/CardSkeleton.tsx'
import { TitleCard } from '#parts/cards/TitleCard.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { Carousel } from '#ui/lists/Carousel.tsx'

/** Card widths in a carousel, for `sizes`. */
export const ROW_SIZES = '(min-width: 675px) 160px, 29vw'

/**
 * A carousel of titles beside the main content. Renders nothing when its read fails or is empty
 * (docs/product.md#screens).
 */
export function TitleCarousel<AnyCard extends Card>({
  title,
  view,
  count = 6,
  factsOf,
  end,
}: {
  title: string
  view: View<AnyCard[]>
  count?: number
  /** Replaces year, rating and genre of each card. */
  factsOf?: (card: AnyCard) => string
  /** Link to the full list, beside the title. */
  end?: ReactNode
}) {
  if (view.state === 'loading') {
    return (
      <Carousel title={title} end={end}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <li key={at}>
            <CardSkeleton />
          </li>
        ))}
      </Carousel>
    )
  }
  if (view.state !== 'ready' || view.data.length === 0) return null
  return <FilledRow title={title} titles={view.data} factsOf={factsOf} end={end} />
}

function FilledRow<AnyCard extends Card>({
  title,
  titles,
  factsOf,
  end,
}: {
  title: string
  titles: AnyCard[]
  factsOf: ((card: AnyCard) => string) | undefined
  end: ReactNode
}) {
  const stateOf = useCardStates(titles)
  return (
    <Carousel title={title} end={end}>
      {titles.map((card) => (
        <li key={card.id}>
          <TitleCard card={card} state={stateOf(card.id)} sizes={ROW_SIZES} facts={factsOf?.(card)} />
        </li>
      ))}
    </Carousel>
  )
}
