import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, many, one } from './shapes.ts'

/** A device that somebody is signed in on. */
export const Device = v.object({
  id: Id,
  /** in words, made of what it says of itself */
  name: v.string(),
  /** the one that asks */
  current: lenient(v.boolean(), false),
  createdAt: v.string(),
  /** exact to some minutes */
  seenAt: v.string(),
})
export type Device = v.InferOutput<typeof Device>

/** An extension: a 404 or 405 turns it off quietly. */
export const devicesApi = {
  all: endpoint('GET', '/api/user/devices', { access: 'user', reply: many(Device) }),
  /** 204; that device is signed out. */
  end: endpoint('DELETE', '/api/user/devices/:id', {
    access: 'user',
    params: v.object({ id: IdText }),
    reply: v.optional(v.unknown()),
  }),
  /** Signs every device out but the one that asks. */
  endOthers: endpoint('DELETE', '/api/user/devices', {
    access: 'user',
    reply: one(v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
  }),
}
