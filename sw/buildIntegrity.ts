import type { WorkboxPlugin } from 'workbox-core'

/** References of a page to built files. */
const NAMED = /\b(?:src|href)=["']?\/(assets\/[^"'\s>]+)/g

/** Files of a build by name, with their SHA-256 hash in the format of Subresource Integrity; undefined for pages. */
export type BuildFiles = ReadonlyMap<string, string | undefined>

/** Whether HTML was served in place of a file: some hosts answer every unknown path with the app's page. */
export function isPageInsteadOfFile(url: string, answer: Response): boolean {
  return !isPage(url) && /^\s*text\/html\b/i.test(answer.headers.get('Content-Type') ?? '')
}

/** Content types under which browsers accept a file, by its extension. */
const TYPES: Record<string, RegExp> = {
  js: /^\s*(text|application)\/(x-)?javascript\b/i,
  css: /^\s*text\/css\b/i,
  woff2: /^\s*(font\/woff2|application\/(font-woff2|octet-stream))\b/i,
}

/**
 * Caches files only: not empty, and of the type that their name announces. A cached page in place of a file counts as
 * missing.
 */
export const filesOnly = {
  async cacheWillUpdate({ request, response }) {
    const type = TYPES[new URL(request.url).pathname.split('.').at(-1) ?? '']
    if (isPageInsteadOfFile(request.url, response)) return null
    if (type && !type.test(response.headers.get('Content-Type') ?? '')) return null
    return (await response.clone().blob()).size > 0 ? response : null
  },
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse && !isPageInsteadOfFile(request.url, cachedResponse) ? cachedResponse : null,
} satisfies WorkboxPlugin

/**
 * Whether a response belongs to the build that consists of `files`: a file only with the bytes that were built, and a
 * page only if it references files of this build. During a deployment the page may still be the old one, a captive
 * portal answers with its own page, and a proxy may truncate files. Pages have no hash, because proxies minify them.
 */
export async function isOfBuild(files: BuildFiles, url: string, answer: Response): Promise<boolean> {
  if (answer.status !== 200 || isPageInsteadOfFile(url, answer)) return false
  if (!isPage(url)) {
    const hash = files.get(new URL(url).pathname.slice(1))
    return hash === undefined || hash === (await hashOf(answer.clone()))
  }
  const named = [...(await answer.clone().text()).matchAll(NAMED)]
  return named.length > 0 && named.every(([, file = '']) => files.has(file))
}

function isPage(url: string): boolean {
  return new URL(url).pathname.endsWith('.html')
}

async function hashOf(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
