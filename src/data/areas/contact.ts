import * as v from 'valibot'
import { ContactChannel, contactApi } from '#contract/contact.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { dataOr } from '#data/network/optionalCall.ts'

/** Support channels; empty on a backend without this endpoint. */
export function contactChannels(): Read<ContactChannel[]> {
  return read({
    key: ['contact'],
    shape: v.array(ContactChannel),
    fetch: (options) => dataOr(call(contactApi.channels, {}, options), () => []),
  })
}
