import * as v from 'valibot'
import { Genre, GenreTile, genresApi } from '#contract/genres.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'

export function genres(): Read<Genre[]> {
  return read({
    key: ['genres'],
    shape: v.array(Genre),
    fetch: async (options) => (await call(genresApi.list, {}, options)).data,
  })
}

/** Genres with sample posters. */
export function genreTiles(): Read<GenreTile[]> {
  return read({
    // Not under `genres`: keys with that prefix are persisted for the first screen.
    key: ['genre-tiles'],
    shape: v.array(GenreTile),
    fetch: async (options) => (await call(genresApi.tiles, {}, options)).data,
  })
}
