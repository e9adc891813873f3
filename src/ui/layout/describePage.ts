import { appText } from '#text/app.ts'

/** Metadata of a page. */
interface PageMetadata {
  /** Title of the screen, without the app's name. */
  title: string
  description: string
  /** `noindex`, for personal screens and error pages. */
  unlisted: boolean
}

/** Query parameters that make a different page; the sort order does not. */
const PAGE_PARAMS = ['type', 'is_dubbed', 'genre', 'page']
/** Maximum length of a description, in characters: search engines and social networks cut longer ones. */
const DESCRIPTION_MAX = 200

/** The metadata that each document has now. */
const described = new WeakMap<Document, { metadata: string; path: string }>()

/**
 * Updates title, description, canonical address and Open Graph tags after a navigation. The server renders the same
 * tags into the first page, plus structured data for crawlers; tags that do not apply to the new page are removed.
 */
export function describePage({ title, description, unlisted }: PageMetadata) {
  document.title = appText.title(title)
  const text = truncate(description)
  const address = canonicalAddress(window.location.href)
  const now = JSON.stringify([title, text, address, unlisted])
  const before = described.get(document)
  if (now === before?.metadata) return
  const path = new URL(address).pathname
  if (before && before.path !== path) removeFirstPageTags()
  described.set(document, { metadata: now, path })

  set('meta', 'name', 'description', text)
  set('meta', 'name', 'robots', unlisted ? 'noindex' : undefined)
  set('link', 'rel', 'canonical', unlisted ? undefined : address)
  set('meta', 'property', 'og:title', document.title)
  set('meta', 'property', 'og:description', text)
  set('meta', 'property', 'og:url', unlisted ? undefined : address)
}

/** The canonical form of an address. */
function canonicalAddress(href: string): string {
  const { origin, pathname, searchParams } = new URL(href)
  const params = new URLSearchParams()
  for (const name of PAGE_PARAMS) {
    const value = searchParams.get(name)
    if (value !== null && value !== '' && value !== 'all') params.set(name, value)
  }
  return `${origin}${pathname}${params.size > 0 ? `?${params}` : ''}`
}

/** Sets or removes an element of the document's head. */
function set(tag: 'meta' | 'link', by: 'name' | 'property' | 'rel', name: string, value: string | undefined) {
  const found = document.head.querySelector(`${tag}[${by}="${name}"]`)
  if (value === undefined) return found?.remove()
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(by, name)
  element.setAttribute(tag === 'link' ? 'href' : 'content', value)
}

function removeFirstPageTags() {
  const gone =
    'meta[property^="og:image"], meta[property="og:type"], meta[name^="twitter:"], script[type="application/ld+json"]'
  for (const element of document.querySelectorAll(gone)) element.remove()
}

/** Cuts at a word, with an ellipsis. */
function truncate(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length <= DESCRIPTION_MAX) return characters.join('')
  const cut = characters.slice(0, DESCRIPTION_MAX).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).replace(/[،؛:.\s]+$/u, '')}…`
}
