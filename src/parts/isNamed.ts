import { fold } from '#contract/persian.ts'
import type { TitleCard } from '#contract/titleCards.ts'

/** Folded names stay as long as they do not outgrow this. */
const FOLDED_MAX = 50_000
const foldedNames = new Map<string, string>()

/** Whether a title answers what is typed into a list of one's own: every word must be met at its start. */
export function isNamed(q: string): (card: TitleCard) => boolean {
  const words = fold(q).split(' ').filter(Boolean)
  if (words.length === 0) return () => true
  return ({ titleFa, titleEn, year }) => {
    const text = `${foldedName(titleFa)}${foldedName(titleEn)} ${year ?? ''}`
    return words.every((word) => text.includes(` ${word}`))
  }
}

/** With a blank before each word. */
function foldedName(name: string): string {
  const known = foldedNames.get(name)
  if (known !== undefined) return known
  if (foldedNames.size >= FOLDED_MAX) foldedNames.clear()
  const folded = ` ${fold(name)}`
  foldedNames.set(name, folded)
  return folded
}
