import { useSyncExternalStore } from 'react'
import { type PlayerSettings, playerSettings, watchPlayerSettings } from '#data/areas/playerSettings.ts'

export function usePlayerSettings(): PlayerSettings {
  return useSyncExternalStore(watchPlayerSettings, playerSettings)
}
