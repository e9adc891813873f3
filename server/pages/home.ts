import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { HYDRATION_DATA_ID, HydrationData } from '#contract/hydrationData.ts'
import { PAGE_FONT } from '#contract/pageFont.ts'
import { dataText, escaped } from './escape.ts'
import { staleWhileRevalidate } from './staleWhileRevalidate.ts'

const DAY = 86_400_000

/** Addresses that the rendered page depends on: the pictures' base and the first style sheet. */
interface PageUrls {
  pictures: string
  sheet: string
}

/** Renders the home as the app does: `src/serverPage.tsx`, which the build puts beside the server. */
export type RenderHome = (content: HydrationData, urls: PageUrls) => Promise<{ markup: string; head: string }>

/** The prerendered home. */
export interface Home {
  markup: string
  head: string
  data: string
  /** equal for equal content */
  tag: string
}

/** Placeholders until request and build are known. */
const PLACEHOLDER_URLS: PageUrls = { pictures: 'https://pictures.invalid', sheet: 'https://sheet.invalid/first.css' }

/** Returns a function that renders the home again when its content has changed. `content` reads the catalogue. */
export function openHome(
  render: RenderHome,
  content: () => Promise<Omit<HydrationData, 'at'>>,
  clock: () => Date,
): () => Promise<Home> {
  return staleWhileRevalidate((last) => makeHome(render, content, clock().getTime(), last), clock)
}

/** Renders the home once. */
export async function makeHome(
  render: RenderHome,
  content: () => Promise<Omit<HydrationData, 'at'>>,
  at: number,
  last?: Home,
): Promise<Home> {
  const now = await content()
  // The page shows the year.
  const day = Math.floor(at / DAY)
  const tag = createHash('sha256')
    .update(dataText({ day, ...now }))
    .digest('base64url')
    .slice(0, 16)
  const data = dataText({ at, ...now })
  if (last?.tag === tag) return { ...last, data }
  // Renders what the page will parse, so both see the same data.
  return { ...(await render(v.parse(HydrationData, JSON.parse(data)), PLACEHOLDER_URLS)), data, tag }
}

/** Inserts the home into `html`; `pictures` is the base of picture addresses. */
export function withHome(html: string, { markup, head, data }: Home, pictures: string): string {
  const withPictures = (text: string) => text.replaceAll(PLACEHOLDER_URLS.pictures, escaped(pictures))
  return (
    html
      // After the viewport tag: before it, the preload would fetch the desktop's picture in addition to the phone's.
      .replace(/(<meta name="viewport"[^>]*>)/, (first) => `${first}${withPictures(head)}`)
      // Browsers delay painting up to 50 ms for a preloaded font, which would also compete with the hero's picture. The
      // style sheet loads it; the page stored by the worker preloads it again (`sw/homePage.ts`).
      .replace(PAGE_FONT, '')
      // Nothing on the prerendered page reads the database.
      .replace(/<link rel="modulepreload" data-databases[^>]*>/, '')
      // Visible content loads before the scripts that hydrate it.
      .replace(/<(?:script type="module"|link rel="modulepreload")/g, (first) => `${first} fetchpriority="low"`)
      .replace(
        /<div id="root">[\s\S]*<\/div>\s*<link rel="stylesheet" href="([^"]+)"[^>]*>(?=\s*<\/body>)/,
        (_, sheet: string) =>
          `<div id="root" data-drawn>${withPictures(markup).replaceAll(PLACEHOLDER_URLS.sheet, escaped(sheet))}</div>`,
      )
      .replace(
        /<\/body>(?![\s\S]*<\/body>)/,
        () => `<script type="application/json" id="${HYDRATION_DATA_ID}">${data}</script></body>`,
      )
  )
}
