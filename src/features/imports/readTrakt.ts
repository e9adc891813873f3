import * as v from 'valibot'
import type { WatchedEpisode, WatchedRow } from '#contract/imports.ts'
import { lenient, listOf } from '#contract/shapes.ts'
import { NAME_MAX } from './columns.ts'
import { InvalidList, type ReadList, ROWS_MAX } from './notAList.ts'

const Time = lenient(v.nullish(v.string()), undefined)
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999))

const Named = v.object({
  title: lenient(v.string(), ''),
  year: lenient(v.nullish(Count), undefined),
  ids: lenient(v.object({ imdb: lenient(v.nullish(v.string()), undefined) }), { imdb: undefined }),
})

/** An entry of a Trakt file: a film, a series with its watched seasons, or one play of an episode. */
const Entry = v.object({
  movie: v.optional(Named),
  show: v.optional(Named),
  episode: lenient(v.optional(v.object({ season: Count, number: Count })), undefined),
  seasons: lenient(
    listOf(v.object({ number: Count, episodes: listOf(v.object({ number: Count, last_watched_at: Time })) })),
    [],
  ),
  watched_at: Time,
  last_watched_at: Time,
  rated_at: Time,
})
type Entry = v.InferOutput<typeof Entry>

/**
 * Reads a JSON file of a Trakt export: `watched-movies`, `watched-shows`, `history`, `ratings` or `lists-watchlist`. Their
 * shape is that of Trakt's API (https://trakt.docs.apiary.io/#reference/sync). Throws `InvalidList`.
 */
export function readTrakt(text: string, now: number): ReadList {
  const file = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.unknown())), text)
  if (!file.success) throw new InvalidList('json')
  const titles = new Map<string, WatchedRow>()
  let [skipped, isWatched] = [0, false]
  for (const one of file.output) {
    const entry = v.safeParse(Entry, one)
    const named = entry.success ? (entry.output.movie ?? entry.output.show) : undefined
    const title = named && rowOf(named)
    if (!entry.success || !title) {
      skipped += 1
      continue
    }
    const { watched_at, last_watched_at, rated_at } = entry.output
    const time = last_watched_at ?? watched_at ?? rated_at
    isWatched ||= time != null
    const key = `${title.imdb} ${title.name} ${title.year}`
    const row = titles.get(key) ?? title
    titles.set(key, row)
    row.watchedAt = later(row.watchedAt, timeOf(time, now))
    for (const episode of episodesOf(entry.output, now)) row.episodes.push(episode)
    if (titles.size > ROWS_MAX) throw new InvalidList('many')
  }
  if (titles.size === 0) throw new InvalidList(file.output.length === 0 ? 'empty' : 'json')
  return { rows: [...titles.values()].map(withLatestPlays), isWatched, skipped }
}

function rowOf({ title, year, ids }: v.InferOutput<typeof Named>): WatchedRow | undefined {
  const imdb = /^tt\d{7,9}$/.exec(ids.imdb ?? '')?.[0] ?? null
  const name = title.trim().slice(0, NAME_MAX)
  if (imdb === null && name === '') return undefined
  return { imdb, name, year: year ?? null, watchedAt: null, episodes: [] }
}

function episodesOf({ episode, watched_at, seasons }: Entry, now: number): WatchedEpisode[] {
  if (episode) return watched_at == null ? [] : [{ ...episode, watchedAt: timeOf(watched_at, now) }]
  return seasons.flatMap(({ number: season, episodes }) =>
    episodes.map(({ number, last_watched_at }) => ({ season, number, watchedAt: timeOf(last_watched_at, now) })),
  )
}

/** Trakt writes the first second of 1970 for an unknown time. */
function timeOf(text: string | null | undefined, now: number): string | null {
  const time = Date.parse(text ?? '')
  return time > 0 ? new Date(Math.min(time, now)).toISOString() : null
}

/** A list of plays names an episode once for each: the last time counts. */
function withLatestPlays(row: WatchedRow): WatchedRow {
  const latest = new Map<string, WatchedEpisode>()
  for (const episode of row.episodes) {
    const key = `${episode.season} ${episode.number}`
    const watchedAt = later(latest.get(key)?.watchedAt ?? null, episode.watchedAt)
    latest.set(key, { ...episode, watchedAt })
  }
  return { ...row, episodes: [...latest.values()] }
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
