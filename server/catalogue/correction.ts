import { sql } from 'drizzle-orm'
import { costOf, knownWord, type Meaning } from '#contract/search/mistyped.ts'
import type { Database } from '#server/database/connect.ts'
import type { searchWords } from '#server/database/schema/catalogue.ts'

/** Words that are looked at as what a mistyped one may have meant, those that look most alike. */
const CANDIDATES = 60
/** Of which so many are searched for, the nearest. */
const CHOICES = 20

type WordKind = typeof searchWords.$inferSelect.kind

/** What somebody who found nothing may have meant; nothing when a word is near none. */
export async function meaningsOf(
  database: Database,
  kind: WordKind,
  words: readonly string[],
): Promise<Meaning[] | undefined> {
  const asked = words.map(knownWord)
  const { rows } = await database.execute<{ asked: string; word: string; sound: string }>(sql`
    select asked.word as asked, near.word, near.sound
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(word text, sound text), lateral (
      (select word, sound from search_words where kind = ${kind} and search_words.sound % asked.sound
        order by similarity(search_words.sound, asked.sound) desc, word limit ${CANDIDATES})
      union all
      (select word, sound from search_words where kind = ${kind} and search_words.word >= asked.word
        and search_words.word < asked.word || ${LAST_LETTER} limit 1)
    ) as near`)
  const meanings = asked.map((one) => {
    const near = rows
      .filter((row) => row.asked === one.word)
      .flatMap((row) => {
        const cost = costOf(one, row)
        return cost === undefined ? [] : [{ word: row.word, cost }]
      })
      .toSorted((one, other) => one.cost - other.cost)
      .slice(0, CHOICES)
    return { asked: one.word, costs: new Map(near.map(({ word, cost }) => [word, cost])) }
  })
  return meanings.every(({ costs }) => costs.size > 0) ? meanings : undefined
}

const LAST_LETTER = '\u{10ffff}'
