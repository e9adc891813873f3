import * as v from 'valibot'
import { ContactChannel, contactApi } from '#contract/contact.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { unlessMissing } from '#data/network/optionalCall.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { storeMetricsPolicy } from './metricsSettings.ts'

/**
 * Support channels; empty on a backend without this endpoint. The answer also tells the operator's policy of user metrics,
 * which is stored beside it.
 */
export function contactChannels(): Read<ContactChannel[]> {
  return read({
    key: ['contact'],
    shape: v.array(ContactChannel),
    async fetch(options) {
      const answer = await unlessMissing(call(contactApi.channels, {}, options))
      await storeMetricsPolicy(answer?.userMetrics ?? 'off').catch(ignoring(...EXPECTED_ERRORS))
      return answer?.data ?? []
    },
  })
}
