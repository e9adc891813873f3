import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import type { searchWords } from '#server/database/schema/catalogue.ts'
import { correctedTerms, type SearchTerms } from './searchText.ts'
import { lettersApart, soundOf } from './sound.ts'

/** Words that are looked at as what a mistyped one may have meant. */
const CANDIDATES = 60
/** Of which so many are searched for. */
const CHOICES = 20

/**
 * What somebody who found nothing may have meant: each word is also any of the known ones that sound or look nearest.
 * Nothing when a word is near none.
 */
export async function correct(
  database: Database,
  kind: WordKind,
  { words }: SearchTerms,
): Promise<SearchTerms | undefined> {
  const known = await knownWords(database, kind, words)
  const nearest = await nearestWords(database, kind, words)
  const choices = words.map((word) => {
    const near = nearest.get(word) ?? []
    return known.has(word) ? [...new Set([word, ...near])] : near
  })
  return choices.some((choice) => choice.length === 0) ? undefined : correctedTerms(choices)
}

type WordKind = typeof searchWords.$inferSelect.kind

/** Those of the words that begin a word somebody has written. */
async function knownWords(database: Database, kind: WordKind, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await database.execute<{ word: string }>(sql`
    select asked.word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as asked(word)
    where exists (select from search_words where kind = ${kind} and search_words.word >= asked.word
      and search_words.word < asked.word || ${LAST_LETTER})`)
  return new Set(rows.map((row) => row.word))
}

const LAST_LETTER = '\u{10ffff}'

async function nearestWords(
  database: Database,
  kind: WordKind,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const asked = words.map((word) => ({ word, sound: soundOf(word) })).filter(({ sound }) => sound !== '')
  const { rows } = await database.execute<{ asked: string; word: string; sound: string }>(sql`
    select asked.word as asked, near.word, near.sound
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(word text, sound text),
    lateral (
      select word, sound from search_words where kind = ${kind} and search_words.sound % asked.sound
      order by similarity(search_words.sound, asked.sound) desc, word limit ${CANDIDATES}
    ) as near`)
  return new Map(
    asked.map(({ word, sound }) => {
      const near = rows
        .filter((row) => row.asked === word)
        .map((row) => ({ word: row.word, apart: apartness(sound, row.sound) }))
        .filter(({ apart }) => apart <= tolerance(sound))
        .toSorted((one, other) => one.apart - other.apart)
      const [best] = near
      // The nearest, and what is hardly farther: which of them was meant, the other words tell.
      const choices = near.filter(({ apart }) => best && apart <= best.apart + 0.5).slice(0, CHOICES)
      return [word, choices.map((choice) => choice.word)]
    }),
  )
}

/** How far a word is from the asked one; a word that holds it whole is as near as one with a wrong letter. */
function apartness(asked: string, sound: string): number {
  const letters = lettersApart(asked, sound)
  return asked.length >= 4 && sound.includes(asked) ? Math.min(letters, 1) : letters
}

/** So many letters may be wrong: none in the shortest words, where every word is near every other. */
function tolerance(sound: string): number {
  if (sound.length <= 2) return 0
  if (sound.length <= 5) return 1
  return sound.length <= 9 ? 2 : 3
}
