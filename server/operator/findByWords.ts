import * as v from 'valibot'

/** How many records a `find` command shows. */
export const FOUND_MAX = 20

/** Words to find records by. */
export const Words = v.pipe(v.string(), v.trim(), v.minLength(1))

/** The `ilike` pattern of texts that contain the words. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}
