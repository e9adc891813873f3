import { useEffect, useReducer } from 'react'
import type { DownloadRule } from '#data/database/downloadRows.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { type Conditions, downloadConditions, watchConditions } from '#data/downloads/conditions.ts'
import { downloadLimit } from '#data/downloads/downloadLimit.ts'
import { type RuleState, ruleStates, seriesRule } from '#data/downloads/seriesRules.ts'
import { useLive } from './useLive.ts'

/** Returns the settings about when downloads run, and what they wait for; undefined until loaded. */
export function useDownloadConditions(): Conditions | undefined {
  const [changes, countChange] = useReducer((count: number) => count + 1, 0)
  useEffect(() => watchConditions(countChange), [])
  return useLive(downloadConditions, [changes], NOT_LIMITED)
}

const NOT_LIMITED: Conditions = { wifi: undefined, charging: undefined, waitsFor: undefined }

/** Returns the user's limit for downloads in bytes, 0 for none; undefined until loaded. */
export function useDownloadLimit(): number | undefined {
  return useLive(async () => (await downloadLimit()) ?? 0, [], 0)
}

/** Returns the rules of series with their state; undefined until loaded. */
export function useSeriesRules(): RuleState[] | undefined {
  const read = async () => {
    const database = await personalDatabaseIfSignedIn()
    return database ? ruleStates(database) : []
  }
  return useLive<RuleState[]>(read, [], [])
}

/** Returns the rule of one series; null if there is none, undefined until loaded. */
export function useSeriesRule(titleId: number): DownloadRule | null | undefined {
  return useLive<DownloadRule | null>(async () => (await seriesRule(titleId)) ?? null, [titleId], null)
}
