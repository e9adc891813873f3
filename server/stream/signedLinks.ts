import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/platform/refuse.ts'
import { workOf } from './fileIds.ts'

/** Who has no account. */
export const GUEST = 0

interface Signed {
  userId: number
  /** in whole seconds since 1970 */
  until: number
}

/**
 * What stands before the names in a link: for whom it was made, until when, and our signature over both and the film or
 * episode. It is good for all files of that one, and for whoever has it.
 */
export function signed(secret: string, fileId: number, { userId, until }: Signed): string {
  const said = `${userId.toString(36)}.${until.toString(36)}`
  return `${said}.${signatureOf(secret, fileId, said)}`
}

/** Refuses what is not ours, and what has ended. Answers for whom it was made, and how long it is still good, in seconds. */
export function readSigned(secret: string, fileId: number, text: string, now: Date): { userId: number; left: number } {
  const [, user = '', until = '', signature = ''] = /^(\w{1,11})\.(\w{1,9})\.([\w-]{22})$/.exec(text) ?? []
  const right = Buffer.from(signatureOf(secret, fileId, `${user}.${until}`))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given)) refuse('link_invalid')
  const left = Number.parseInt(until, 36) - Math.floor(now.getTime() / 1000)
  if (left <= 0) refuse('link_expired')
  return { userId: Number.parseInt(user, 36), left }
}

function signatureOf(secret: string, fileId: number, said: string): string {
  return createHmac('sha256', secret)
    .update(`film ${workOf(fileId)} ${said}`)
    .digest('base64url')
    .slice(0, 22)
}
