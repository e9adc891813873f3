import * as v from 'valibot'
import { ContactChannel, contactApi } from '#contract/contact.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { Refused } from '#data/network/failures.ts'

/** Support channels; empty on a backend without this endpoint. */
export function contactChannels(): Read<ContactChannel[]> {
  return read({
    key: ['contact'],
    shape: v.array(ContactChannel),
    fetch: async (options) => {
      try {
        return (await call(contactApi.channels, {}, options)).data
      } catch (failure) {
        if (failure instanceof Refused && (failure.status === 404 || failure.status === 405)) return []
        throw failure
      }
    },
  })
}
