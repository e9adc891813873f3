import { refuse } from '#server/platform/refuse.ts'
import { isSigned, type Secrets, sign } from '#server/platform/signing.ts'

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
  secrets: Secrets
}

/** Length of a cursor's signature: 132 bits. */
const SIGNATURE = 22

export function writeCursor({ version, within, start }: Cursor, scope: CursorScope): string {
  const text = within === undefined ? `${version}.${start}` : `${version}~${within}.${start}`
  return `${text}.${sign(scope.secrets, signedText(text, scope), SIGNATURE)}`
}

/** Reads a cursor. Refuses one of another user, list or server with 410: the device starts over. */
export function readCursor(cursor: string, scope: CursorScope): Cursor {
  const [position = '', start = '', signature = ''] = cursor.split('.')
  const text = signedText(`${position}.${start}`, scope)
  if (!isSigned(scope.secrets, text, signature, SIGNATURE)) refuse('cursor_gone')
  const [version = '', within] = position.split('~')
  return { version: Number(version), within, start: Number(start) }
}

const signedText = (text: string, { userId, list }: CursorScope) => `cursor:${list}:${userId}:${text}`
