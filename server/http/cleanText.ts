/**
 * A text of many lines that somebody wrote, as it is kept: what could turn the direction of the words around it, and
 * what no screen shows, goes; the joiners stay, as Persian spelling and emoji need them. It is text and never HTML.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(UNSEEN, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Is there anything to see in it? */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/u.test(text)
}

/** Controls but tab and line feed, directional overrides, embeddings and isolates, and invisible characters. */
const UNSEEN = /(?![\t\n])\p{Cc}|[\u00ad\u061c\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu
