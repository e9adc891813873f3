import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/platform/refuse.ts'

/** A device's position in the changes of one list. */
export interface Cursor {
  /** the device has all changes up to this version */
  version: number
  /** if set: of the changes with exactly this version, the device has those up to this row */
  within?: string | undefined
  /** the counter when the device began with an empty list: tombstones up to this version do not concern it */
  start: number
}

/** The list and user of a cursor, which is signed with them. */
export interface CursorScope {
  userId: number
  list: string
  secret: string
}

export function writeCursor({ version, within, start }: Cursor, scope: CursorScope): string {
  const text = within === undefined ? `${version}.${start}` : `${version}~${within}.${start}`
  return `${text}.${sign(text, scope)}`
}

/** Reads a cursor. Refuses one of another user, list or server with 410: the device starts over. */
export function readCursor(cursor: string, scope: CursorScope): Cursor {
  const [position = '', start = '', signature = ''] = cursor.split('.')
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(`${position}.${start}`, scope))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) refuse('cursor_gone')
  const [version = '', within] = position.split('~')
  return { version: Number(version), within, start: Number(start) }
}

function sign(text: string, { userId, list, secret }: CursorScope): string {
  return createHmac('sha256', secret).update(`cursor:${list}:${userId}:${text}`).digest('base64url').slice(0, 22)
}
