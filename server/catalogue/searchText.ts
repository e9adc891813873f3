import { fold, words } from '#contract/persian.ts'
import searchWords from './data/searchWords.json' with { type: 'json' }

/** More words than this in one query are not looked at. */
const MOST_WORDS = 10
/** Longer names are cut; the database takes no words over 2 kB. */
const LONGEST_NAME = 200
/** Stands before a whole name among the words; folded text never holds it. */
const NAME_MARK = '='
/** Stands before the first one and the first two letters of a word: looking these up costs what a whole word costs. */
const START_MARK = '^'

const ARTICLES = new Set(searchWords.articles)
/** Words that say nothing beside others: they take part in comparing whole names alone. */
const EMPTY_WORDS = new Set([...searchWords.articles, ...searchWords.empty])
const NOISE = new Set(searchWords.noise)
const EQUALS = new Map(searchWords.equal.flatMap((group) => group.map((word) => [word, group] as const)))

/** What a title or person is found by. */
export interface Findable {
  /**
   * To be written with `array_to_tsvector`: the words of all names; neighbours joined, because a half-space is often left
   * out (and «spider-man» is also «spiderman»); numbers in figures and in words; the beginnings of words, and each whole
   * name behind a mark, so that "is the name" and "begins the name" are asked of the same index.
   */
  lexemes: string[]
  /** The words alone: what mistyped ones are compared with. */
  words: string[]
}

export function findableBy(names: readonly string[]): Findable {
  const plain = new Set<string>()
  const lexemes = new Set<string>()
  for (const name of names) {
    const folded = firstLetters(fold(name), LONGEST_NAME).trim()
    const parts = folded.split(' ')
    for (const [at, part] of parts.entries()) {
      for (const equal of EQUALS.get(part) ?? [part]) {
        plain.add(equal)
        lexemes.add(equal)
        lexemes.add(START_MARK + firstLetters(equal, 1))
        lexemes.add(START_MARK + firstLetters(equal, 2))
      }
      const next = parts[at + 1]
      if (next !== undefined && !EMPTY_WORDS.has(part)) lexemes.add(part + next)
    }
    for (const whole of [folded, withoutArticle(parts)]) {
      if (whole === '') continue
      lexemes.add(NAME_MARK + whole)
      lexemes.add(NAME_MARK + joined(whole))
      lexemes.add(joined(whole))
    }
  }
  plain.delete('')
  for (const nothing of ['', START_MARK]) lexemes.delete(nothing)
  return { lexemes: [...lexemes], words: [...plain] }
}

/** A query in the database's own terms: which rows match, which of them have exactly this name, which begin with it. */
export interface SearchTerms {
  words: string[]
  matches: string
  isName: string
  beginsName: string
}

/** Nothing when the text has no letters and no digits. */
export function searchTerms(text: string): SearchTerms | undefined {
  const asked = words(text).slice(0, MOST_WORDS)
  return asked.length === 0 ? undefined : termsOf(asked, fold(text))
}

/** The same for a query whose words may each be any of several: what a mistyped word may have meant. */
export function correctedTerms(choices: readonly (readonly string[])[]): SearchTerms {
  const matches = choices.map((choice) => `(${choice.map((word) => quoted(word)).join('|')})`).join('&')
  const likeliest = choices.map((choice) => choice[0] ?? '')
  return { ...termsOf(likeliest, likeliest.join(' ')), matches }
}

/** The query without words like «فیلم» and «دانلود»; nothing when none is there or nothing else is. */
export function withoutNoise({ words: asked }: SearchTerms): SearchTerms | undefined {
  const left = asked.filter((word) => !NOISE.has(word))
  return left.length === 0 || left.length === asked.length ? undefined : termsOf(left, left.join(' '))
}

function termsOf(asked: string[], whole: string): SearchTerms {
  const name = firstLetters(whole, LONGEST_NAME)
  const names = [...new Set([name, joined(name)])]
  const telling = asked.filter((word) => !EMPTY_WORDS.has(word))
  return {
    words: asked,
    matches: spellings(telling.length === 0 ? asked : telling)
      .map((spelling) => spelling.map(wordQuery).join('&'))
      .join('|'),
    isName: names.map((one) => quoted(NAME_MARK + one)).join('|'),
    beginsName: names.map((one) => `${quoted(NAME_MARK + one)}:*`).join('|'),
  }
}

/** The words as they stand, all joined to one, and each two neighbours joined: «پدر خوانده» is «پدرخوانده». */
function spellings(asked: readonly string[]): string[][] {
  if (asked.length === 1) return [[...asked]]
  const pairs = asked.slice(1).map((word, at) => [...asked.slice(0, at), asked[at] + word, ...asked.slice(at + 2)])
  return [[...asked], ...(asked.length > 2 ? [[asked.join('')]] : []), ...pairs]
}

/** A word stands for all that begin with it, since the last is still being typed; a single letter only when it is all there is. */
function wordQuery(word: string, _at: number, all: readonly string[]): string {
  const letters = [...word].length
  if (letters === 1 && all.length > 1) return quoted(word)
  return letters <= 2 ? quoted(START_MARK + word) : `${quoted(word)}:*`
}

/** Never half of a letter, as `slice` may give. */
function firstLetters(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('')
}

function withoutArticle([first = '', ...rest]: readonly string[]): string {
  return ARTICLES.has(first) && rest.length > 0 ? rest.join(' ') : [first, ...rest].join(' ')
}

function joined(text: string): string {
  return text.replaceAll(' ', '')
}

/** As `tsquery` reads it. Words hold letters and digits alone; the quoting is for the day that changes. */
function quoted(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}
