import * as v from 'valibot'
import { device } from '#data/database/device.ts'

/** Under which name it stands in the device's database. */
export const PUSH_KEY = 'push'

/** What was agreed: for whom this browser is subscribed, and what the server was told. */
const Kept = v.object({
  userId: v.number(),
  token: v.string(),
  key: v.string(),
  endpoint: v.string(),
  utcOffset: v.number(),
  at: v.number(),
})
export type PushRegistration = v.InferOutput<typeof Kept>

/** For live queries: what was agreed here, for whoever it was. */
export async function pushRegistration(): Promise<PushRegistration | undefined> {
  const read = v.safeParse(Kept, (await (await device()).meta.get(PUSH_KEY))?.value)
  return read.success ? read.output : undefined
}
