import { COMMENT_MIN } from '#contract/comments.ts'
import { cleanText, isVisible } from '#server/http/cleanText.ts'

/** Cleans the text of a comment for storage; undefined if too little of it is visible. */
export function cleanComment(body: string): string | undefined {
  const text = cleanText(body)
  return [...text].length < COMMENT_MIN || !isVisible(text) ? undefined : text
}
