import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createQueryClient } from '#app/queryClient.ts'
import type { FirstScreen } from '#contract/firstScreen.ts'
import { heroPicture } from '#features/home/heroPicture.ts'
import { App } from './App.tsx'
import { hydrateQueries } from './app/hydrationData.ts'
import { createAppRouter } from './router.ts'
import { pictureAddresses } from './ui/pictures/pictureAddress.ts'

/**
 * The home as HTML, for whoever has just come: drawn by the app itself, so that React finds in the page what it would
 * have drawn. `pictures`: what their addresses stand on; `sheet`: where the first style sheet is. `head`: what the page is
 * to fetch before anything else.
 */
export async function renderHome(
  content: FirstScreen,
  { pictures, sheet }: { pictures: string; sheet: string },
): Promise<{ markup: string; head: string }> {
  const queryClient = createQueryClient()
  hydrateQueries(queryClient, content)
  const router = createAppRouter(queryClient, {
    history: createMemoryHistory({ initialEntries: ['/'] }),
    // It would be an inline script.
    scrollRestoration: false,
  })
  try {
    await router.load()
    const markup = renderToString(<App queryClient={queryClient} router={router} pictures={pictures} sheet={sheet} />)
    return { markup, head: heroAhead(content, pictures) }
  } finally {
    queryClient.clear()
  }
}

/** The picture the page is judged by, asked for before the page has come as far as it. */
function heroAhead({ slides: [first] }: FirstScreen, base: string): string {
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
