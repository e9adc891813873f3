import * as v from 'valibot'
import { lenient } from '#contract/shapes.ts'

const KEY = 'parde-player'

export const SUBTITLE_SIZES = [75, 100, 125, 150, 200] as const
export const SUBTITLE_GROUNDS = ['none', 'veil', 'solid'] as const
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

const Settings = v.object({
  /** `auto`, or the quality the person wants wherever there is one of that name */
  quality: lenient(v.string(), 'auto'),
  rate: lenient(v.pipe(v.number(), v.minValue(0.25), v.maxValue(4)), 1),
  volume: lenient(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
  isMuted: lenient(v.boolean(), false),
  /** the language of subtitles; `off`; nothing while the person has not said: what the version is made for */
  subtitles: lenient(v.nullable(v.string()), null),
  /** hundredths */
  subtitleSize: lenient(v.picklist(SUBTITLE_SIZES), 100),
  subtitleGround: lenient(v.picklist(SUBTITLE_GROUNDS), 'veil'),
  /** goes on with the next episode by itself */
  playsOn: lenient(v.boolean(), true),
})
/** How somebody likes their player on this device; nothing of it says what they watch. */
export type PlayerSettings = v.InferOutput<typeof Settings>

const listeners = new Set<() => void>()
let current: PlayerSettings | undefined

export function playerSettings(): PlayerSettings {
  current ??= v.parse(Settings, kept())
  return current
}

export function setPlayerSettings(changes: Partial<PlayerSettings>) {
  current = { ...playerSettings(), ...changes }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing: it holds as long as the page stands.
  }
  for (const listener of listeners) listener()
}

export function watchPlayerSettings(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function kept(): object {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof raw === 'object' && raw !== null ? raw : {}
  } catch {
    return {}
  }
}
