/// <reference path="./web-push.d.ts" />
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import webPush from 'web-push'
import { lookUpOutside } from './address.ts'
import type { Vapid } from './vapid.ts'

/** A push service keeps what it cannot hand over for so long, in seconds (3 days). */
const KEEP = 3 * 86_400
/** One that says nothing for this long is asked again later, in ms. */
const PATIENCE = 10_000

/** What became of a message: `gone`, the browser has no subscription any more; `later`, in ms when it says when. */
export type Sent = { state: 'taken' | 'gone' | 'refused' } | { state: 'later'; after: number | undefined }

/** Seals a message for one browser and hands it to its push service. `topic`: of the same one only the last is shown. */
export async function sendPush(
  { vapid, anywhere = false }: { vapid: Vapid; anywhere?: boolean },
  to: { endpoint: string; p256dh: string; auth: string },
  { text, topic }: { text: string; topic: string },
): Promise<Sent> {
  const { publicKey, privateKey, contact: subject } = vapid
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    text,
    { vapidDetails: { subject, publicKey, privateKey }, TTL: KEEP, topic, urgency: 'normal' },
  )
  const request = to.endpoint.startsWith('https:') ? requestSecure : requestPlain
  const options = { method, headers, ...(!anywhere && { lookup: lookUpOutside }) }
  return new Promise((resolve) => {
    const send = (isAgain: boolean) => {
      const sending = request(to.endpoint, { ...options, signal: AbortSignal.timeout(PATIENCE) }, (answer) => {
        answer.resume()
        resolve(judge(answer.statusCode ?? 0, answer.headers['retry-after']))
      })
      sending.on('error', (error: NodeJS.ErrnoException) => {
        // A connection that was kept open was closed from there as it was used again: nothing has arrived.
        if (error.code === 'ECONNRESET' && sending.reusedSocket && !isAgain) send(true)
        else resolve({ state: 'later', after: undefined })
      })
      sending.end(body)
    }
    send(false)
  })
}

/** RFC 8030, section 5; 403 and 401: subscribed under a key that is not ours any more, for which there is no mending. */
function judge(status: number, retryAfter: string | undefined): Sent {
  if (status >= 200 && status < 300) return { state: 'taken' }
  if ([401, 403, 404, 410].includes(status)) return { state: 'gone' }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    return { state: 'later', after: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined }
  }
  return { state: 'refused' }
}
