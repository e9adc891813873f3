import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createQueryClient } from '#app/queryClient.ts'
import type { HydrationData } from '#contract/hydrationData.ts'
import { heroPicture } from '#features/home/hero/heroPicture.ts'
import { App } from './App.tsx'
import { hydrateQueries } from './app/hydrationData.ts'
import { createAppRouter } from './router.ts'
import { NARROW_MEDIA, WIDE_MEDIA } from './ui/pictures/Picture.tsx'
import { type PictureAddresses, pictureAddresses } from './ui/pictures/pictureAddress.ts'

/**
 * Renders the home page to HTML with the app's own components, so that React can hydrate it. `pictures`: base of
 * picture addresses; `sheet`: address of the first style sheet. `head`: preload links.
 */
export async function renderHome(
  content: HydrationData,
  { pictures, sheet }: { pictures: string; sheet: string },
): Promise<{ markup: string; head: string }> {
  const queryClient = createQueryClient()
  hydrateQueries(queryClient, content)
  const router = createAppRouter(
    { queryClient, syncNow: () => Promise.resolve() },
    {
      history: createMemoryHistory({ initialEntries: ['/'] }),
      // The router's scroll restoration would add an inline script, which the CSP forbids.
      scrollRestoration: false,
    },
  )
  try {
    await router.load()
    const page = { queryClient, router, pictures, sheet, renderedAt: content.at }
    const markup = renderToString(<App {...page} />)
    return { markup, head: heroAhead(content, pictures) }
  } finally {
    queryClient.clear()
  }
}

/** Preload links of the LCP picture: of the phone's poster and of the backdrop, each for its layout. */
function heroAhead({ slides: [first] }: HydrationData, base: string): string {
  const { source, narrow, ...wide } = first ? heroPicture(first) : { source: null, narrow: undefined, ...NO_PICTURE }
  if (source === null) return ''
  const onDesk = preloadLink(pictureAddresses(source, { base, ...wide }), narrow && WIDE_MEDIA)
  return narrow ? preloadLink(pictureAddresses(narrow.source, { base, ...narrow }), NARROW_MEDIA) + onDesk : onDesk
}

const NO_PICTURE = { shape: 'backdrop', sizes: '' } as const

function preloadLink({ plain, sets: [best], sizes }: PictureAddresses, media: string | undefined): string {
  return renderToStaticMarkup(
    <link
      rel="preload"
      as="image"
      media={media}
      href={best ? undefined : plain}
      type={best?.type}
      imageSrcSet={best?.srcSet}
      imageSizes={best && sizes}
      fetchPriority="high"
      crossOrigin="anonymous"
    />,
  )
}
