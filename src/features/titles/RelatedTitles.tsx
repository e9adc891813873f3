import type { Title } from '#contract/titles.ts'
import { directorTitles, similarTitles } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { titleText } from '#text/titles.ts'
import { CollectionRow } from './CollectionRow.tsx'

/** The rest of the collection, similar titles and other titles by the director. */
export function RelatedTitles({ id, title }: { id: number; title: Title | undefined }) {
  const similar = useRead(similarTitles(id))
  const byDirector = useRead(directorTitles(id))
  const [director] = title?.directors ?? []
  const isOne = title?.directors.length === 1 && director !== undefined
  return (
    <>
      {title?.collection && <CollectionRow id={id} collection={title.collection} />}
      <TitleCarousel title={titleText.similar} view={similar} />
      <TitleCarousel
        title={isOne ? titleText.others(director.fullnameFa || director.fullnameEn) : titleText.byDirector}
        view={byDirector}
      />
    </>
  )
}
