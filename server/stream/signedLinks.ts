import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/platform/refuse.ts'
import { workOf } from './fileIds.ts'

/** User id of guests in links. */
export const GUEST_ID = 0

interface Signed {
  userId: number
  /** seconds since 1970 */
  until: number
}

/**
 * The signed part of a link: user, expiry and our signature over both and the film or episode. Valid for all files of
 * that film or episode, for anyone who has it.
 */
export function signed(secret: string, fileId: number, { userId, until }: Signed): string {
  const payload = `${userId.toString(36)}.${until.toString(36)}`
  return `${payload}.${signatureOf(secret, fileId, payload)}`
}

/** Verifies a link; refuses forged and expired ones. Returns its user and the remaining seconds. */
export function readSigned(secret: string, fileId: number, text: string, now: Date): { userId: number; left: number } {
  const [, user = '', until = '', signature = ''] = /^(\w{1,11})\.(\w{1,9})\.([\w-]{22})$/.exec(text) ?? []
  const right = Buffer.from(signatureOf(secret, fileId, `${user}.${until}`))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given)) refuse('link_invalid')
  const left = Number.parseInt(until, 36) - Math.floor(now.getTime() / 1000)
  if (left <= 0) refuse('link_expired')
  return { userId: Number.parseInt(user, 36), left }
}

function signatureOf(secret: string, fileId: number, payload: string): string {
  return createHmac('sha256', secret)
    .update(`film ${workOf(fileId)} ${payload}`)
    .digest('base64url')
    .slice(0, 22)
}
