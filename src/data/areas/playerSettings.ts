import * as v from 'valibot'
import { lenient } from '#contract/shapes.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { localItems } from '#data/platform/webStorage.ts'

const KEY = 'parde-player'

export const SUBTITLE_SIZES = [75, 100, 125, 150, 200] as const
export const SUBTITLE_BACKGROUNDS = ['none', 'veil', 'solid'] as const
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

const Settings = v.object({
  /** `auto`, or a quality name, used wherever a film has it */
  quality: lenient(v.string(), 'auto'),
  rate: lenient(v.pipe(v.number(), v.minValue(0.25), v.maxValue(4)), 1),
  volume: lenient(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
  isMuted: lenient(v.boolean(), false),
  /** language; `off`; null until the user chooses: the default of the version then applies */
  subtitles: lenient(v.nullable(v.string()), null),
  /** percent */
  subtitleSize: lenient(v.picklist(SUBTITLE_SIZES), 100),
  subtitleGround: lenient(v.picklist(SUBTITLE_BACKGROUNDS), 'veil'),
  /** plays the next episode automatically */
  playsOn: lenient(v.boolean(), true),
})
/** Player preferences on this device. They contain nothing about what the user watches. */
export type PlayerSettings = v.InferOutput<typeof Settings>

/** Creates the settings of one page. Changes in other tabs apply after a reload: their films go on as they are. */
function createPlayerSettings() {
  const listeners = new Set<() => void>()
  let current: PlayerSettings | undefined

  function playerSettings(): PlayerSettings {
    current ??= v.parse(Settings, readStored())
    return current
  }

  function setPlayerSettings(changes: Partial<PlayerSettings>) {
    current = { ...playerSettings(), ...changes }
    // Without web storage, the settings last as long as the page.
    localItems.set(KEY, JSON.stringify(current))
    for (const listener of listeners) listener()
  }

  function watchPlayerSettings(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }

  return { playerSettings, setPlayerSettings, watchPlayerSettings }
}

/** The settings of this page, which plays one film at a time. */
export const { playerSettings, setPlayerSettings, watchPlayerSettings } = createPlayerSettings()

function readStored(): object {
  try {
    const raw: unknown = JSON.parse(localItems.get(KEY) ?? '{}')
    return typeof raw === 'object' && raw !== null ? raw : {}
  } catch (failure) {
    ignoring('SyntaxError')(failure)
    return {}
  }
}
