import * as v from 'valibot'
import { Genre, genresApi } from '#contract/genres.ts'
import { call } from './call.ts'
import { type Read, read } from './read.ts'

export function genres(): Read<Genre[]> {
  return read({
    key: ['genres'],
    shape: v.array(Genre),
    fetch: async (options) => (await call(genresApi.list, {}, options)).data,
  })
}
