import * as v from 'valibot'
import { Genre, GenreTile, genresApi } from '#contract/genres.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { type CallOptions, call } from '#data/network/call.ts'
import { callOr } from '#data/network/optionalCall.ts'

const lowestLevel = () => import('./lowestLevel.ts')

export function genres(): Read<Genre[]> {
  return read({
    key: ['genres'],
    shape: v.array(Genre),
    fetch: (options) => callOr(listed(options), async () => (await lowestLevel()).genresOfTitles(options)),
  })
}

/** Genres with sample posters. */
export function genreTiles(): Read<GenreTile[]> {
  return read({
    // Not under `genres`: keys with that prefix are persisted for the first screen.
    key: ['genre-tiles'],
    shape: v.array(GenreTile),
    fetch: (options) =>
      callOr(
        call(genresApi.tiles, {}, options).then(({ data }) => data),
        async () => {
          const known = await callOr<Genre[] | null>(listed(options), () => null)
          return (await lowestLevel()).tilesOfTitles(known ?? undefined, options)
        },
      ),
  })
}

async function listed(options: CallOptions): Promise<Genre[]> {
  return (await call(genresApi.list, {}, options)).data
}
