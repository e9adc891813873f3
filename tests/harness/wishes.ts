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
  return {
    clientId,
    save: (titleId: number, saved: boolean, sending: Sending = {}): Promise<Answer> =>
      caller.post(`/api/user/watchlist/${titleId}`, { saved }, headers(sending)),
    like: (titleId: number, liked: boolean, sending: Sending = {}): Promise<Answer> =>
      caller.post(`/api/user/like/${titleId}`, { liked }, headers(sending)),
  }
}
