import type { WorkboxPlugin } from 'workbox-core'

/** How a page names what the build has made. */
const NAMED = /\b(?:src|href)=["']?\/(assets\/[^"'\s>]+)/g

/** A page in place of a file: on some hosts that is the answer at every address that is none. */
export function isPageInsteadOfFile(url: string, answer: Response): boolean {
  return !isPage(url) && /^\s*text\/html\b/i.test(answer.headers.get('Content-Type') ?? '')
}

/** Keeps files alone; what was kept in place of one counts as missing. */
export const filesOnly = {
  cacheWillUpdate: async ({ request, response }) => (isPageInsteadOfFile(request.url, response) ? null : response),
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && !isPageInsteadOfFile(request.url, cachedResponse) ? cachedResponse : null,
} satisfies WorkboxPlugin

/**
 * Whether an answer belongs to the build of these files, as it lists them: no page stands in place of a file, and the page
 * of the app names files of this build and no others. While a build is being deployed the page may still be the old one,
 * whose files are about to go; and a network that wants its own page to be seen first answers by that.
 */
export async function isOfBuild(files: ReadonlySet<string>, url: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200 || isPageInsteadOfFile(url, answer)) return false
  if (!isPage(url)) return true
  const named = [...(await answer.clone().text()).matchAll(NAMED)]
  return named.length > 0 && named.every(([, file = '']) => files.has(file))
}

function isPage(url: string): boolean {
  return new URL(url).pathname.endsWith('.html')
}
