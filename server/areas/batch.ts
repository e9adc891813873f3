import type { Context } from 'hono'
import { type Answered, batchApi, type Sent } from '#contract/batch.ts'
import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { Bundle } from '#server/sync/batch.ts'

/** Many queued calls in one, each through the very handler that answers it alone, with all its guards. */
export function serveBatch(api: Api): void {
  serve(api, batchApi.send, async ({ body, http, database, user }) => {
    const bundle = new Bundle(database, user)
    const taken: Promise<Answered>[] = []
    for (const sent of body.mutations) {
      const request = requestOf(sent, http)
      const { answering } = await bundle.take(() => api.queued.fetch(request, { bundle }))
      taken.push(answering.then((response) => answerOf(sent, response, bundle.replyTo(request))))
    }
    await bundle.carryOut()
    return { data: await Promise.all(taken) }
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
  // Who calls, and from which device, is the batch's own to say.
  for (const name of ['Authorization', HEADER_CLIENT]) {
    const said = http.req.header(name)
    if (said !== undefined) headers.set(name, said)
  }
  return carried({ method, url: new URL(path, http.req.url).href, headers, body: text, text: async () => text })
}

/** What the framework and the handlers ask of a request whose body is a text; `body`: nothing when empty. */
type Carried = Pick<Request, 'method' | 'url' | 'headers' | 'text'> & { body: string }

/** A whole request of the platform's comes with streams and signals that nobody asks for: a third of the time of a batch. */
function carried(call: Carried): Request {
  return call as unknown as Request
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
