import * as v from 'valibot'
import { Genre, GenreTile, genresApi } from '#contract/genres.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { dataOr, unlessMissing } from '#data/network/optionalCall.ts'

const lowestLevel = () => import('./lowestLevel.ts')

export function genres(): Read<Genre[]> {
  return read({
    key: ['genres'],
    shape: v.array(Genre),
    fetch: (options) =>
      dataOr(call(genresApi.list, {}, options), async () => (await lowestLevel()).genresOfTitles(options)),
  })
}

/** Genres with sample posters. */
export function genreTiles(): Read<GenreTile[]> {
  return read({
    // Not under `genres`: keys with that prefix are persisted for the first screen.
    key: ['genre-tiles'],
    shape: v.array(GenreTile),
    fetch: (options) =>
      dataOr(call(genresApi.tiles, {}, options), async () => {
        const listed = await unlessMissing(call(genresApi.list, {}, options))
        return (await lowestLevel()).tilesOfTitles(listed?.data, options)
      }),
  })
}
