import * as v from 'valibot'
import { device } from '#data/database/device.ts'

/** Key in the device database. */
export const PUSH_KEY = 'push'

/** The subscribed user, and what the server was sent. */
const StoredRegistration = v.object({
  userId: v.number(),
  token: v.string(),
  key: v.string(),
  endpoint: v.string(),
  utcOffset: v.number(),
  at: v.number(),
})
export type PushRegistration = v.InferOutput<typeof StoredRegistration>

/** Returns the stored registration, of any user. Readable in live queries. */
export async function pushRegistration(): Promise<PushRegistration | undefined> {
  const read = v.safeParse(StoredRegistration, (await (await device()).meta.get(PUSH_KEY))?.value)
  return read.success ? read.output : undefined
}
