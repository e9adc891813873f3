import type { Outline, Typeface } from './font.ts'

/** Space between words, in font units; tighter than in running text. */
const WORD_SPACE = 215

/** Splits a title into breakable parts; Latin phrases stay together, so that they read left to right. */
export function wordsOf(title: string): string[] {
  const words: string[] = []
  for (const word of title.trim().split(/\s+/)) {
    const last = words.at(-1)
    if (last !== undefined && isLatin(last) && isLatin(word)) words[words.length - 1] = `${last} ${word}`
    else words.push(word)
  }
  return words
}

/** Joins words from right to left; numbers and Latin keep their direction. */
export function setLine(words: readonly string[], weight: number, typeface: Typeface): Outline {
  const line: Outline = { d: '', width: 0, top: 0, bottom: 0, glyphs: 0, missing: 0 }
  const pieces = words.flatMap((word, at) => (at === 0 ? piecesOf(word) : [' ', ...piecesOf(word)]))
  for (const piece of pieces.reverse()) {
    if (piece === ' ') line.width += WORD_SPACE
    else append(line, typeface.outline(piece, weight, isLatin(piece) ? 'ltr' : 'rtl'))
  }
  return line
}

/** Extends the joint before the last joined letter (کشیده); unchanged if the word has none. */
export function stretch(word: string, times: number): string {
  const letters = [...word]
  for (let at = letters.length - 2; at >= 0; at--) {
    const here = letters[at] ?? ''
    const next = letters[at + 1] ?? ''
    if (JOINS_ONWARD.test(here) && TAKES_JOINT.test(next) && !(here === 'ل' && ALEF.test(next)))
      return [...letters.slice(0, at + 1), 'ـ'.repeat(times), ...letters.slice(at + 1)].join('')
  }
  return word
}

const JOINS_ONWARD = /[بپتثجچحخسشصضطظعغفقکگلمنهیئ]/
const TAKES_JOINT = /[اآأبپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئة]/
const ALEF = /[اآأ]/

function isLatin(piece: string): boolean {
  return /^[\p{Script=Latin}\d۰-۹٠-٩][\p{Script=Latin}\d۰-۹٠-٩ .,:'’&+\-–/٫]*$/u.test(piece)
}

/** Splits a word into runs of one direction: «۲۰۰۱:» is a number and a colon to its left. */
function piecesOf(word: string): string[] {
  if (isLatin(word) && /[\p{Script=Latin}\d۰-۹]$/u.test(word)) return [word]
  return (
    word.match(/[\p{Script=Latin}\d۰-۹٠-٩]+(?:[.٫:][\p{Script=Latin}\d۰-۹٠-٩]+)*|[^\p{Script=Latin}\d۰-۹٠-٩]+/gu) ?? []
  )
}

function append(line: Outline, run: Outline) {
  line.d += shifted(run.d, line.width)
  line.width += run.width
  line.top = Math.min(line.top, run.top)
  line.bottom = Math.max(line.bottom, run.bottom)
  line.glyphs += run.glyphs
  line.missing += run.missing
}

/** Moves an outline to the right. Its numbers are coordinate pairs. */
function shifted(d: string, by: number): string {
  if (by === 0) return d
  return d.replace(/([A-Z])([^A-Z]*)/g, (_, letter: string, numbers: string) =>
    numbers === ''
      ? letter
      : letter +
        numbers
          .split(' ')
          .map((value, at) => (at % 2 === 0 ? Math.round(Number(value) + by) : value))
          .join(' '),
  )
}
