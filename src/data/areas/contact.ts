import * as v from 'valibot'
import { CatalogueSource, ContactChannel, contactApi } from '#contract/contact.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { unlessMissing } from '#data/network/optionalCall.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { storeMetricsPolicy } from './metricsSettings.ts'

const ContactInfo = v.object({ channels: v.array(ContactChannel), catalogueSources: v.array(CatalogueSource) })
export type ContactInfo = v.InferOutput<typeof ContactInfo>

/** Earlier versions cached the channels alone. */
const ChannelsOnly = v.pipe(
  v.array(ContactChannel),
  v.transform((channels): ContactInfo => ({ channels, catalogueSources: [] })),
)

/**
 * Support channels and the sources of the catalogue; both empty on a backend without this endpoint. The answer also tells
 * the operator's policy of user metrics, which is stored beside it.
 */
export function contactInfo(): Read<ContactInfo> {
  return read({
    key: ['contact'],
    shape: v.union([ContactInfo, ChannelsOnly]),
    async fetch(options) {
      const answer = await unlessMissing(call(contactApi.channels, {}, options))
      await storeMetricsPolicy(answer?.userMetrics ?? 'off').catch(ignoring(...EXPECTED_ERRORS))
      return { channels: answer?.data ?? [], catalogueSources: answer?.catalogueSources ?? [] }
    },
  })
}
