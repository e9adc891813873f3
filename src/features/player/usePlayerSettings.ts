import { useSyncExternalStore } from 'react'
import { type PlayerSettings, playerSettings, watchPlayerSettings } from '#data/playerSettings.ts'

export function usePlayerSettings(): PlayerSettings {
  return useSyncExternalStore(watchPlayerSettings, playerSettings)
}
