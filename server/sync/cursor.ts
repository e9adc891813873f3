import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/platform/refuse.ts'

/** Where a device stands in the changes of one list of one person. */
export interface Cursor {
  /** it has seen all changes up to this version */
  version: number
  /** set: of the changes with this very version only those up to this row */
  within?: string | undefined
  /** it began, with nothing, when the counter stood here: tombstones up to this are no matter to it */
  start: number
}

/** Which list of whom, signed so that nobody can make one up. */
export interface CursorScope {
  userId: number
  list: string
  secret: string
}

export function writeCursor({ version, within, start }: Cursor, scope: CursorScope): string {
  const text = within === undefined ? `${version}.${start}` : `${version}~${within}.${start}`
  return `${text}.${sign(text, scope)}`
}

/** A cursor of another person, another list or another server starts over: 410. */
export function readCursor(cursor: string, scope: CursorScope): Cursor {
  const [place = '', start = '', signature = ''] = cursor.split('.')
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(`${place}.${start}`, scope))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) refuse('cursor_gone')
  const [version = '', within] = place.split('~')
  return { version: Number(version), within, start: Number(start) }
}

function sign(text: string, { userId, list, secret }: CursorScope): string {
  return createHmac('sha256', secret).update(`cursor:${list}:${userId}:${text}`).digest('base64url').slice(0, 22)
}
