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

/** The genres with posters of each. */
export function genreTiles(): Read<GenreTile[]> {
  return read({
    // Not of the first screen's answers, which begin with `genres`.
    key: ['genre-tiles'],
    shape: v.array(GenreTile),
    fetch: async (options) => (await call(genresApi.tiles, {}, options)).data,
  })
}
