import type { WorkboxPlugin } from 'workbox-core'

/** References of a page to built files. */
const NAMED = /\b(?:src|href)=["']?\/(assets\/[^"'\s>]+)/g

/** Whether HTML was served in place of a file: some hosts answer every unknown path with the app's page. */
export function isPageInsteadOfFile(url: string, answer: Response): boolean {
  return !isPage(url) && /^\s*text\/html\b/i.test(answer.headers.get('Content-Type') ?? '')
}

/** Caches files only. A cached page in place of a file counts as missing. */
export const filesOnly = {
  cacheWillUpdate: async ({ request, response }) => (isPageInsteadOfFile(request.url, response) ? null : response),
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && !isPageInsteadOfFile(request.url, cachedResponse) ? cachedResponse : null,
} satisfies WorkboxPlugin

/**
 * Whether a response belongs to the build that consists of `files`: not HTML in place of a file, and a page only if it
 * references files of this build. During a deployment the page may still be the old one, and a captive portal answers
 * with its own page.
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
