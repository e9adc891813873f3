import { Link } from '@tanstack/react-router'
import type { Title } from '#contract/titles.ts'
import { collectionTitles } from '#data/areas/collections.ts'
import { useRead } from '#data/react/readHooks.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { collectionLink } from '#parts/navigation/links.ts'
import { titleText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'

/** The other titles of a title's collection, in order, with a link to the collection. */
export function CollectionRow({
  id,
  collection,
}: {
  /** Id of the current title. */
  id: number
  collection: NonNullable<Title['collection']>
}) {
  const view = useRead(collectionTitles(collection.id, { order: 'own', page: 1 }))
  const others = view.state === 'ready' ? { ...view, data: view.data.data.filter((one) => one.id !== id) } : view
  return (
    <TitleCarousel
      title={titleText.collection(collection.titleFa)}
      view={others}
      end={
        <Link {...collectionLink(collection)} className={buttonClass('plain')}>
          {titleText.wholeCollection}
        </Link>
      }
    />
  )
}
