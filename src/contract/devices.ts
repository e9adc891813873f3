import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, many, one } from './shapes.ts'

/** A device where the user is signed in. */
export const Device = v.object({
  id: Id,
  /** a readable name made from the user agent */
  name: v.string(),
  /** the device that makes this call */
  current: lenient(v.boolean(), false),
  createdAt: v.string(),
  /** precise to some minutes */
  seenAt: v.string(),
})
export type Device = v.InferOutput<typeof Device>

/** An extension of the specification: on 404 or 405 the app hides it. */
export const devicesApi = {
  /** The devices where the user is signed in, last seen first. */
  all: endpoint('GET', '/api/user/devices', { access: 'user', reply: many(Device) }),
  /** 204; that device is signed out. */
  end: endpoint('DELETE', '/api/user/devices/:id', {
    access: 'user',
    params: v.object({ id: IdText }),
    reply: v.optional(v.unknown()),
  }),
  /** Signs out every device except the caller's. */
  endOthers: endpoint('DELETE', '/api/user/devices', {
    access: 'user',
    reply: one(v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
  }),
}
