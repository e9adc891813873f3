import { v7 as uuid } from 'uuid'
import type { Answer, Caller } from './server.ts'

/** Headers of a mutation. An omitted field gets a new value; `undefined` leaves the header empty. */
export interface MutationHeaders {
  key?: string | undefined
  seq?: number | undefined
  age?: number | undefined
}

/** A device of a user, with its client id and sequence. */
export function createMutationClient(caller: Caller) {
  const clientId = uuid()
  let seq = 0
  const headers = ({ key = uuid(), seq: sequence = ++seq, age = 0 }: MutationHeaders) => ({
    'Idempotency-Key': key,
    'X-Client-Id': clientId,
    'X-Client-Seq': String(sequence),
    'X-Mutation-Age': String(age),
  })
  const post = (path: string, body: unknown, sending: MutationHeaders = {}): Promise<Answer> =>
    caller.post(path, body, headers(sending))
  return {
    clientId,
    save: (titleId: number, saved: boolean, sending?: MutationHeaders) =>
      post(`/api/user/watchlist/${titleId}`, { saved }, sending),
    like: (titleId: number, liked: boolean, sending?: MutationHeaders) =>
      post(`/api/user/like/${titleId}`, { liked }, sending),
    comment: (body: object, sending?: MutationHeaders) => post('/api/user/comment', body, sending),
    request: (body: object, sending?: MutationHeaders) => post('/api/user/request', body, sending),
    read: (body: object, sending?: MutationHeaders) => post('/api/user/notifications', body, sending),
    set: (body: object, sending?: MutationHeaders) => post('/api/user/notification-settings', body, sending),
    import: (rows: object[], sending?: MutationHeaders) => post('/api/user/import', { rows }, sending),
    watch: (titleId: number, body: object, sending?: MutationHeaders) =>
      post(`/api/user/history/${titleId}`, body, sending),
    unwatch: (titleId: number, sending: MutationHeaders = {}): Promise<Answer> =>
      caller.delete(`/api/user/history/${titleId}`, headers(sending)),
    batch: (mutations: object[]): Promise<Answer> =>
      caller.post('/api/user/mutations', { mutations }, { 'X-Client-Id': clientId }),
  }
}
