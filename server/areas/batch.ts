import type { Context } from 'hono'
import { type Answered, batchApi, type Sent } from '#contract/batch.ts'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import { requestIdOf } from '#server/http/observeCalls.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { Batch } from '#server/sync/batch.ts'

/** Serves many queued calls in one request. Each call runs through the handler that serves it alone, with all its checks. */
export function serveBatch(api: Api): void {
  serve(api, batchApi.send, async ({ body, http, database, user }) => {
    const batch = new Batch(database, user, requestIdOf(http))
    const answers: Promise<Answered>[] = []
    for (const sent of body.mutations) {
      const request = requestOf(sent, http)
      const { answering } = await batch.start(() => api.queued.fetch(request, { batch }))
      answers.push(answering.then((response) => answerOf(sent, response, batch.replyTo(request))))
    }
    await batch.flush()
    return { data: await Promise.all(answers) }
  })
}

function requestOf({ key, seq, age, method, path, body }: Sent, http: Context): Request {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = new Headers({
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    [HEADER_KEY]: key,
    [HEADER_SEQ]: String(seq),
    [HEADER_AGE]: String(age),
  })
  // User and device are those of the batch.
  for (const name of ['Authorization', HEADER_CLIENT]) {
    const header = http.req.header(name)
    if (header !== undefined) headers.set(name, header)
  }
  return asRequest({ method, url: new URL(path, http.req.url).href, headers, body: text, text: async () => text })
}

/** The members of a request with a text body that Hono and the handlers read; `body` is empty if there is none. */
type TextRequest = Pick<Request, 'method' | 'url' | 'headers' | 'text'> & { body: string }

/** Avoids a real `Request`: its unused streams and signals take a third of a batch's time. */
function asRequest(request: TextRequest): Request {
  return request as unknown as Request
}

async function answerOf({ key }: Sent, response: Response, reply: object | undefined): Promise<Answered> {
  const retryAfter = response.headers.get('Retry-After')
  const text = reply ? '' : await response.text()
  const body: unknown = reply ?? (text === '' ? undefined : JSON.parse(text))
  return {
    key,
    status: response.status,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    ...(body !== undefined && { body }),
  }
}
