import { appText } from '#text/app.ts'

/** What a page says of itself to those who share it, save it or read its head. */
interface PageWords {
  /** of the screen, without the app's name */
  title: string
  description: string
  /** Not to be found by searching: what is personal, and what leads nowhere. */
  unlisted: boolean
}

/** What of a query makes another page of the same path; how it is ordered does not. */
const PARTS = ['type', 'is_dubbed', 'genre', 'page']
/** Longer descriptions are cut by everybody who shows them, in characters. */
const DESCRIPTION_MAX = 200

let described = ''
let describedPath: string | undefined

/**
 * Puts the head of the document right after a navigation: title, description, canonical address, Open Graph. The server
 * writes the same for the first page (and more, for those who run nothing); what it said of that page and would be
 * untrue of another goes.
 */
export function describePage({ title, description, unlisted }: PageWords) {
  document.title = appText.title(title)
  const words = shortened(description)
  const address = canonicalAddress(window.location.href)
  const now = JSON.stringify([title, words, address, unlisted])
  if (now === described) return
  const path = new URL(address).pathname
  if (describedPath !== undefined && describedPath !== path) dropOfFirstPage()
  described = now
  describedPath = path

  set('meta', 'name', 'description', words)
  set('meta', 'name', 'robots', unlisted ? 'noindex' : undefined)
  set('link', 'rel', 'canonical', unlisted ? undefined : address)
  set('meta', 'property', 'og:title', document.title)
  set('meta', 'property', 'og:description', words)
  set('meta', 'property', 'og:url', unlisted ? undefined : address)
}

/** The one address of what an address shows. */
function canonicalAddress(href: string): string {
  const { origin, pathname, searchParams } = new URL(href)
  const parts = new URLSearchParams()
  for (const name of PARTS) {
    const value = searchParams.get(name)
    if (value !== null && value !== '' && value !== 'all') parts.set(name, value)
  }
  return `${origin}${pathname}${parts.size > 0 ? `?${parts}` : ''}`
}

/** Makes an element of the head say something, or takes it away. */
function set(tag: 'meta' | 'link', by: 'name' | 'property' | 'rel', name: string, value: string | undefined) {
  const found = document.head.querySelector(`${tag}[${by}="${name}"]`)
  if (value === undefined) return found?.remove()
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(by, name)
  element.setAttribute(tag === 'link' ? 'href' : 'content', value)
}

function dropOfFirstPage() {
  const gone =
    'meta[property^="og:image"], meta[property="og:type"], meta[name^="twitter:"], script[type="application/ld+json"]'
  for (const element of document.querySelectorAll(gone)) element.remove()
}

/** Whole words of it, with an ellipsis where it goes on. */
function shortened(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ').trim()]
  if (signs.length <= DESCRIPTION_MAX) return signs.join('')
  const cut = signs.slice(0, DESCRIPTION_MAX).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_MAX / 2)).replace(/[،؛:.\s]+$/u, '')}…`
}
