import { v7 as uuid } from 'uuid'
import type { Answer, Caller } from './server.ts'

/** What a device says of a mutation; what is left out is fresh, or nothing where `undefined`. */
export interface Sending {
  key?: string | undefined
  seq?: number | undefined
  age?: number | undefined
}

/** A device of a person: its client id and its own counting. */
export function aClient(caller: Caller) {
  const clientId = uuid()
  let seq = 0
  const headers = ({ key = uuid(), seq: place = ++seq, age = 0 }: Sending) => ({
    'Idempotency-Key': key,
    'X-Client-Id': clientId,
    'X-Client-Seq': String(place),
    'X-Mutation-Age': String(age),
  })
  const post = (path: string, body: unknown, sending: Sending = {}): Promise<Answer> =>
    caller.post(path, body, headers(sending))
  return {
    clientId,
    save: (titleId: number, saved: boolean, sending?: Sending) =>
      post(`/api/user/watchlist/${titleId}`, { saved }, sending),
    like: (titleId: number, liked: boolean, sending?: Sending) => post(`/api/user/like/${titleId}`, { liked }, sending),
    comment: (body: object, sending?: Sending) => post('/api/user/comment', body, sending),
    request: (body: object, sending?: Sending) => post('/api/user/request', body, sending),
    read: (body: object, sending?: Sending) => post('/api/user/notifications', body, sending),
    set: (body: object, sending?: Sending) => post('/api/user/notification-settings', body, sending),
    import: (rows: object[], sending?: Sending) => post('/api/user/import', { rows }, sending),
    watch: (titleId: number, body: object, sending?: Sending) => post(`/api/user/history/${titleId}`, body, sending),
    unwatch: (titleId: number, sending: Sending = {}): Promise<Answer> =>
      caller.delete(`/api/user/history/${titleId}`, headers(sending)),
    batch: (mutations: object[]): Promise<Answer> =>
      caller.post('/api/user/mutations', { mutations }, { 'X-Client-Id': clientId }),
  }
}
