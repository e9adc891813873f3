import { describe, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { continueItem } from '#data/areas/continueWatching.ts'
import type { Watched } from '#data/areas/history.ts'
import { episodeToWatch } from '#data/areas/nextEpisode.ts'
import { markOf, partProgress, watchedEpisodes } from '#data/areas/watchedParts.ts'

const HOUR = 3_600
const [EARLY, LATE, LATEST] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']

interface Played {
  episodeId?: number | null
  position: number
  at: string | undefined
}

/** A history item of positions and flags. */
function viewing(played: Played[], flags: Watched['flags'], type: TitleCard['type'] = 'series'): Watched {
  const title = { id: 7, type, titleFa: 'x', titleEn: 'x', path: '/titles/7/x', imdb: null } as TitleCard
  const marks = played.map(({ episodeId = null, position, at = '' }) => {
    return { fileId: null, episodeId, position, duration: HOUR, watchedAt: at }
  })
  const last = marks.toSorted((one, other) => one.watchedAt.localeCompare(other.watchedAt)).at(-1)
  const times = [...marks.map(({ watchedAt }) => watchedAt), ...flags.map(({ flaggedAt }) => flaggedAt)].toSorted()
  return {
    titleId: 7,
    title,
    ...(last ?? { fileId: null, episodeId: null, position: 0, duration: 0 }),
    watchedAt: times.at(-1) ?? '',
    playedAt: last?.watchedAt ?? null,
    episodes: marks.filter(({ episodeId }) => episodeId !== null),
    flags,
    hidden: false,
    pending: false,
  }
}
const flag = (episodeId: number | null, watched: boolean, flaggedAt: string | undefined = LATE) => {
  return { episodeId, watched, flaggedAt }
}

describe('progress of a part', () => {
  test('is that of its position without a flag', () => {
    expect(partProgress(viewing([{ position: 900, at: EARLY }], [], 'movie'), null)).toEqual({
      isWatched: false,
      isMarked: false,
      fraction: 0.25,
      resume: { position: 900, duration: HOUR, fileId: null },
    })
    expect(partProgress(undefined, null)).toMatchObject({ isWatched: false, isMarked: false, fraction: undefined })
  })

  test('follows a flag that is later than the position', () => {
    const unfinished = { position: 900, at: EARLY }
    expect(partProgress(viewing([unfinished], [flag(null, true)], 'movie'), null)).toEqual({
      isWatched: true,
      isMarked: true,
      fraction: 1,
      resume: undefined,
    })
    const finished = { position: HOUR, at: EARLY }
    expect(partProgress(viewing([finished], [flag(null, false)], 'movie'), null)).toEqual({
      isWatched: false,
      isMarked: true,
      fraction: undefined,
      resume: undefined,
    })
  })

  test('stays watched while a film that was marked plays again', () => {
    const again = viewing([{ position: 900, at: LATEST }], [flag(null, true)], 'movie')
    expect(partProgress(again, null)).toMatchObject({ isWatched: true, fraction: 0.25, resume: { position: 900 } })
    expect(continueItem(again)).toMatchObject({ progress: 0.25 })
  })

  test('of a film that was only marked has no position', () => {
    const marked = viewing([], [flag(null, true)], 'movie')
    expect(markOf(marked, null)).toBeUndefined()
    expect(partProgress(marked, null).isWatched).toBe(true)
    expect(continueItem(marked)).toBeUndefined()
  })

  test('counts played and marked episodes once each', () => {
    const finished = { episodeId: 11, position: HOUR, at: EARLY }
    const some = viewing([finished], [flag(11, true), flag(12, true), flag(21, false)])
    expect(watchedEpisodes(some).toSorted()).toEqual([11, 12])
  })
})

describe('the next episode of a series', () => {
  const episode = (id: number, number: number) => {
    return {
      id,
      number,
      titleFa: null,
      titleEn: null,
      runtime: null,
      airedAt: '2020-01-01',
      hasFilm: true,
      still: null,
    }
  }
  const SEASONS: Title['seasons'] = [
    { number: 1, episodes: [episode(11, 1), episode(12, 2), episode(13, 3)] },
    { number: 2, episodes: [episode(21, 1), episode(22, 2)] },
  ]
  const nextOf = (watched: Watched) => {
    const next = episodeToWatch(SEASONS, watched)
    return [next?.episode.id, next?.isBegun, next?.resume?.position]
  }

  test('follows the episodes that were marked together', () => {
    expect(nextOf(viewing([], [flag(11, true), flag(13, true), flag(12, true)]))).toEqual([21, true, undefined])
  })

  test('follows the later one of a mark and a position', () => {
    const played = { episodeId: 11, position: 900, at: EARLY }
    expect(nextOf(viewing([played], [flag(12, true)]))).toEqual([13, true, undefined])
    expect(nextOf(viewing([{ ...played, at: LATEST }], [flag(12, true)]))).toEqual([11, true, 900])
  })

  test('skips watched episodes, unless all following ones are watched', () => {
    const first = { episodeId: 11, position: HOUR, at: LATEST }
    expect(nextOf(viewing([first], [flag(12, true)]))).toEqual([13, true, undefined])
    const all = SEASONS.flatMap(({ episodes }) => episodes).map(({ id }) => flag(id, true))
    // Played again from the start.
    expect(nextOf(viewing([first], all))).toEqual([12, true, undefined])
  })

  test('starts over once the last one is marked', () => {
    const marked = viewing([], [flag(22, true)])
    expect(nextOf(marked)).toEqual([11, false, undefined])
    expect(continueItem(marked, SEASONS)).toBeUndefined()
  })

  test('is an episode that was marked as not watched', () => {
    const finished = { episodeId: 12, position: HOUR, at: EARLY }
    expect(nextOf(viewing([finished], [flag(12, false)]))).toEqual([12, true, undefined])
  })

  test('is offered for a series of which an episode was only marked', () => {
    const marked = viewing([], [flag(11, true)])
    expect(continueItem(marked, SEASONS)).toMatchObject({ playId: 12, episode: { id: 12 }, progress: undefined })
    expect(continueItem(marked)).toMatchObject({ playId: undefined, progress: undefined })
    expect(continueItem(viewing([], [flag(11, false)]), SEASONS)).toBeUndefined()
  })
})
