import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { HYDRATION_DATA_ID, HydrationData } from '#contract/hydrationData.ts'
import { PAGE_FONT } from '#contract/pageFont.ts'
import { dataText, escaped } from './escape.ts'
import { staleWhileRevalidate } from './staleWhileRevalidate.ts'

/** Where what the drawn page asks for is: its pictures stand on one address, and its first style sheet is at the other. */
interface DrawnFrom {
  pictures: string
  sheet: string
}

/** The home as the app draws it: `src/serverPage.tsx`, which the build puts beside the server. */
export type RenderHome = (content: HydrationData, from: DrawnFrom) => Promise<{ markup: string; head: string }>

/** What stands in the page of the home. */
export interface Home {
  markup: string
  head: string
  data: string
  /** the same for the same content */
  tag: string
}

/** Until it is known for whom the page is, and of which build. */
const SOMEWHERE: DrawnFrom = { pictures: 'https://pictures.invalid', sheet: 'https://sheet.invalid/first.css' }

/** Answers the home, drawn anew when its content has changed. `content`: what the catalogue says now. */
export function openHome(
  draw: RenderHome,
  content: () => Promise<Omit<HydrationData, 'at'>>,
  clock: () => Date,
): () => Promise<Home> {
  return staleWhileRevalidate((last) => makeHome(draw, content, clock().getTime(), last), clock)
}

/** As `openHome`, once. */
export async function makeHome(
  draw: RenderHome,
  content: () => Promise<Omit<HydrationData, 'at'>>,
  at: number,
  last?: Home,
): Promise<Home> {
  const now = await content()
  const tag = createHash('sha256').update(dataText(now)).digest('base64url').slice(0, 16)
  const data = dataText({ at, ...now })
  if (last?.tag === tag) return { ...last, data }
  // What is drawn is what the page will read: cleaned, and as the contract has it.
  return { ...(await draw(v.parse(HydrationData, JSON.parse(data)), SOMEWHERE)), data, tag }
}

/** `html` with the home in it; `pictures`: what the addresses of pictures stand on. */
export function withHome(html: string, { markup, head, data }: Home, pictures: string): string {
  const placed = (text: string) => text.replaceAll(SOMEWHERE.pictures, escaped(pictures))
  return (
    html
      // Not before the page has said how wide it is: the preload would be of a desk's picture, and the phone's come as well.
      .replace(/(<meta name="viewport"[^>]*>)/, (first) => `${first}${placed(head)}`)
      // A browser that is told of a font waits up to 50 ms for it before it paints, and the hero's picture would share its way
      // with it. It comes with the sheet; the page that the worker keeps has it ahead again (`sw/homePage.ts`).
      .replace(PAGE_FONT, '')
      // Nothing of what is drawn is asked of a database.
      .replace(/<link rel="modulepreload" data-databases[^>]*>/, '')
      // What is seen comes before what makes it live.
      .replace(/<(?:script type="module"|link rel="modulepreload")/g, (first) => `${first} fetchpriority="low"`)
      .replace(
        /<div id="root">[\s\S]*<\/div>\s*<link rel="stylesheet" href="([^"]+)"[^>]*>(?=\s*<\/body>)/,
        (_, sheet: string) =>
          `<div id="root" data-drawn>${placed(markup).replaceAll(SOMEWHERE.sheet, escaped(sheet))}</div>`,
      )
      .replace(
        /<\/body>(?![\s\S]*<\/body>)/,
        () => `<script type="application/json" id="${HYDRATION_DATA_ID}">${data}</script></body>`,
      )
  )
}
