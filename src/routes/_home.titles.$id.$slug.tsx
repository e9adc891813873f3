import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { DownloadEpisodes } from '#features/downloads/DownloadEpisodes.tsx'
import { DownloadTitle } from '#features/downloads/DownloadTitle.tsx'
import { useSubscription } from '#features/premium/subscription.ts'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'
import { readTitleAddress } from '#features/titles/address.ts'
import { startTitle, waitBehindPreview } from '#features/titles/startTitle.ts'
import { type DownloadSlotRenderer, TitleScreen } from '#features/titles/TitleScreen.tsx'

export const Route = createFileRoute('/_home/titles/$id/$slug')({
  validateSearch: readTitleAddress,
  loaderDeps: ({ search }) => ({ dub: search.dub === 1 }),
  beforeLoad({ context, params, search, preload }) {
    const id = readId(params.id)
    return preload || id === undefined ? undefined : waitBehindPreview(context.queryClient, id, search.dub === 1)
  },
  loader({ context, params, deps, preload }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    return startTitle(context.queryClient, id, {
      dub: deps.dub,
      isPrefetch: preload,
      isRestoring: context.isRestoring(),
    })
  },
  component: Title,
  notFoundComponent: NotFoundScreen,
})

function Title() {
  const { id, card } = Route.useLoaderData()
  const { subscription } = useSubscription()
  return (
    <TitleScreen
      id={id}
      slug={Route.useParams().slug}
      dub={Route.useLoaderDeps().dub}
      card={card}
      renderDownload={subscription ? renderDownload : renderFreeDownload}
    />
  )
}

const renderDownload: DownloadSlotRenderer = (item) =>
  'season' in item ? <DownloadEpisodes {...item} /> : <DownloadTitle {...item} />
/** Premium titles without a subscription offer no download; the player explains how to get access. */
const renderFreeDownload: DownloadSlotRenderer = (item) => (item.title.isPremium ? null : renderDownload(item))
