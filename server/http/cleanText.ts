/**
 * Cleans a user's multi-line text for storage: removes direction overrides and invisible characters. Joiners stay,
 * because Persian spelling and emoji need them. The result is plain text, never HTML.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Cleans a single-line text. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ')
}

/** Whether the text shows anything. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/u.test(text)
}

/**
 * Control characters except tab and line feed, directional overrides, embeddings and isolates, and invisible
 * characters.
 */
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u00ad\u061c\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu
