/// <reference path="./web-push.d.ts" />
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import webPush from 'web-push'
import { lookUpOutside } from './address.ts'
import type { Vapid } from './vapid.ts'

/** How long a push service stores an undelivered message, in seconds (3 days). */
const TIME_TO_LIVE = 3 * 86_400
/** Timeout of a push service, in ms; the message is retried later. */
const REQUEST_TIMEOUT = 10_000

/**
 * Outcome of a delivery. `gone`: the browser has no subscription any more; `later`: retry, after this many ms if the
 * service says so.
 */
export type Sent = { state: 'taken' | 'gone' | 'refused' } | { state: 'later'; after: number | undefined }

/**
 * Encrypts a message for a browser and sends it to the push service. The service
 * delivers only the last message with the same `topic`.
 */
export async function sendPush(
  { vapid, anywhere = false }: { vapid: Vapid; anywhere?: boolean },
  to: { endpoint: string; p256dh: string; auth: string },
  { text, topic, stopped }: { text: string; topic: string; stopped?: AbortSignal | undefined },
): Promise<Sent> {
  const { publicKey, privateKey, contact: subject } = vapid
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
    text,
    { vapidDetails: { subject, publicKey, privateKey }, TTL: TIME_TO_LIVE, topic, urgency: 'normal' },
  )
  const request = to.endpoint.startsWith('https:') ? requestSecure : requestPlain
  const options = { method, headers, ...(!anywhere && { lookup: lookUpOutside }) }
  return new Promise((resolve) => {
    const send = (isRetry: boolean) => {
      const signal = AbortSignal.any([AbortSignal.timeout(REQUEST_TIMEOUT), ...(stopped ? [stopped] : [])])
      // The retry has a connection of its own: others that were kept alive may be closed too.
      const sending = request(to.endpoint, { ...options, signal, ...(isRetry && { agent: false }) }, (answer) => {
        answer.resume()
        resolve(judge(answer.statusCode ?? 0, answer.headers['retry-after']))
      })
      sending.on('error', (error: NodeJS.ErrnoException) => {
        // The service closed a kept-alive connection as it was reused: it has received nothing.
        if (error.code === 'ECONNRESET' && sending.reusedSocket && !isRetry) send(true)
        else resolve({ state: 'later', after: undefined })
      })
      sending.end(body)
    }
    send(false)
  })
}

/** RFC 8030, section 5. 401 and 403: the browser subscribed under an old key, which cannot be repaired. */
function judge(status: number, retryAfter: string | undefined): Sent {
  if (status >= 200 && status < 300) return { state: 'taken' }
  if ([401, 403, 404, 410].includes(status)) return { state: 'gone' }
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    return { state: 'later', after: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined }
  }
  return { state: 'refused' }
}
