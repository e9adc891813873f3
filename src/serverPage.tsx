import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createQueryClient } from '#app/queryClient.ts'
import type { HydrationData } from '#contract/hydrationData.ts'
import { heroPicture } from '#features/home/heroPicture.ts'
import { App } from './App.tsx'
import { hydrateQueries } from './app/hydrationData.ts'
import { createAppRouter } from './router.ts'
import { pictureAddresses } from './ui/pictures/pictureAddress.ts'

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
    const markup = renderToString(<App queryClient={queryClient} router={router} pictures={pictures} sheet={sheet} />)
    return { markup, head: heroAhead(content, pictures) }
  } finally {
    queryClient.clear()
  }
}

/** Preload link of the LCP picture. */
function heroAhead({ slides: [first] }: HydrationData, base: string): string {
  const { source, shape, sizes } = first ? heroPicture(first) : { source: null, shape: 'backdrop' as const, sizes: '' }
  if (source === null) return ''
  const { plain, sets, sizes: shown } = pictureAddresses(source, { base, shape, sizes })
  const [best] = sets
  return renderToStaticMarkup(
    <link
      rel="preload"
      as="image"
      href={best ? undefined : plain}
      type={best?.type}
      imageSrcSet={best?.srcSet}
      imageSizes={best && shown}
      fetchPriority="high"
      crossOrigin="anonymous"
    />,
  )
}
