import { type MetricsSettings, metricsSettings } from '#data/areas/metricsSettings.ts'
import { useLive } from './useLive.ts'

/** The operator's policy and the user's choice; undefined until loaded. */
export function useMetricsSettings(): MetricsSettings | undefined {
  return useLive(async () => metricsSettings(), [], undefined)
}
