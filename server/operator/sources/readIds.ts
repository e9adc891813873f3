import { createReadStream } from 'node:fs'
import { linesOf } from '#server/catalogue/import/readRecords.ts'
import type { Refuse } from './sourceRows.ts'

/**
 * Reads a file of IMDb ids, one per line, into a map of ids to their lines. `#` begins a remark. Other lines and repeated
 * ids are refused.
 */
export async function readIds(path: string, refuse: Refuse): Promise<Map<string, number>> {
  const lines = new Map<string, number>()
  let line = 0
  for await (const text of linesOf(createReadStream(path), { fatal: false })) {
    line++
    const id = text.replace(/#.*/, '').trim()
    const first = lines.get(id)
    if (id === '') continue
    if (!/^tt\d{7,8}$/.test(id)) refuse(line, 'is no IMDb id such as tt0068646')
    else if (first !== undefined) refuse(line, `repeats line ${first}`)
    else lines.set(id, line)
  }
  return lines
}
