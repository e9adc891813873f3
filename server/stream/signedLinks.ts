import { refuse } from '#server/platform/refuse.ts'
import { isSigned, type Secrets, sign } from '#server/platform/signing.ts'
import { workOf } from './fileIds.ts'

/** User id of guests in links. */
export const GUEST_ID = 0
/** Length of a link's signature: 132 bits. */
const SIGNATURE = 22

interface Signed {
  userId: number
  /** seconds since 1970 */
  until: number
}

/**
 * The signed part of a link: user, expiry and our signature over both and the film or episode. Valid for all files of
 * that film or episode, for anyone who has it.
 */
export function signed(secrets: Secrets, fileId: number, { userId, until }: Signed): string {
  const payload = `${userId.toString(36)}.${until.toString(36)}`
  return `${payload}.${sign(secrets, signedText(fileId, payload), SIGNATURE)}`
}

/** Verifies a link; refuses forged and expired ones. Returns its user and the remaining seconds. */
export function readSigned(
  secrets: Secrets,
  fileId: number,
  text: string,
  now: Date,
): { userId: number; left: number } {
  const [, user = '', until = '', signature = ''] = /^(\w{1,11})\.(\w{1,9})\.([\w-]{22})$/.exec(text) ?? []
  if (!isSigned(secrets, signedText(fileId, `${user}.${until}`), signature, SIGNATURE)) refuse('link_invalid')
  const left = Number.parseInt(until, 36) - Math.floor(now.getTime() / 1000)
  if (left <= 0) refuse('link_expired')
  return { userId: Number.parseInt(user, 36), left }
}

const signedText = (fileId: number, payload: string) => `film ${workOf(fileId)} ${payload}`
