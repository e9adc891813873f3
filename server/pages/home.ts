import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { FIRST_SCREEN_ID, FirstScreen } from '#contract/firstScreen.ts'
import { lately } from './lately.ts'
import { dataText, escaped } from './pageText.ts'

/** The home as the app draws it: `src/serverPage.tsx`, which the build puts beside the server. */
export type DrawHome = (content: FirstScreen, pictures: string) => Promise<{ markup: string; head: string }>

/** What stands in the page of the home. */
export interface Home {
  markup: string
  head: string
  data: string
  /** the same for the same content */
  tag: string
}

/** Where pictures are, until it is known for whom the page is. */
const PICTURES = 'https://pictures.invalid'

/** Answers the home, drawn anew when its content has changed. `content`: what the catalogue says now. */
export function openHome(
  draw: DrawHome,
  content: () => Promise<Omit<FirstScreen, 'at'>>,
  clock: () => Date,
): () => Promise<Home> {
  return lately((last) => makeHome(draw, content, clock().getTime(), last), clock)
}

/** As `openHome`, once. */
export async function makeHome(
  draw: DrawHome,
  content: () => Promise<Omit<FirstScreen, 'at'>>,
  at: number,
  last?: Home,
): Promise<Home> {
  const now = await content()
  const tag = createHash('sha256').update(dataText(now)).digest('base64url').slice(0, 16)
  const data = dataText({ at, ...now })
  if (last?.tag === tag) return { ...last, data }
  // What is drawn is what the page will read: cleaned, and as the contract has it.
  return { ...(await draw(v.parse(FirstScreen, JSON.parse(data)), PICTURES)), data, tag }
}

/** `html` with the home in it; `pictures`: what the addresses of pictures stand on. */
export function withHome(html: string, { markup, head, data }: Home, pictures: string): string {
  const placed = (text: string) => text.replaceAll(PICTURES, escaped(pictures))
  return (
    html
      // Not before the page has said how wide it is: the preload would be of a desk's picture, and the phone's come as well.
      .replace(/(<meta name="viewport"[^>]*>)/, (first) => `${first}${placed(head)}`)
      .replace(
        /<div id="root">[\s\S]*<\/div>(?=\s*<\/body>)/,
        () => `<div id="root" data-drawn>${placed(markup)}</div>`,
      )
      .replace(
        /<\/body>(?![\s\S]*<\/body>)/,
        () => `<script type="application/json" id="${FIRST_SCREEN_ID}">${data}</script></body>`,
      )
  )
}
