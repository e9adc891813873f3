import { useState } from 'react'
import { setPlayerSettings } from '#data/areas/playerSettings.ts'
import { usePlayerSettings } from '#features/player/controls/usePlayerSettings.ts'
import type { VideoSource } from '#features/player/engine/source.ts'
import { type OwnFile, type SubtitleState, useSubtitles } from './useSubtitles.ts'

/** Key of the user's own subtitle file among the languages. */
export const OWN = 'own'
/** Step of the subtitle delay, in seconds. */
export const DELAY_STEP = 0.5

export interface SubtitleChoice {
  /** a language, `off` or `own` */
  chosen: string
  track: SubtitleState
  /** the label of the chosen track */
  label: string
  /** the user's own file, even when another track is shown */
  own: OwnFile | undefined
  /** subtitle delay in seconds */
  delay: number
  choose: (chosen: string) => void
  addOwnFile: (file: OwnFile) => void
  setDelay: (seconds: number) => void
  retry: () => void
  /** Turns subtitles off, or on with the version's default track. */
  toggle: () => void
}

/** The chosen subtitle track and delay: the user's choice, otherwise the version's default. */
export function useSubtitleChoice(source: VideoSource | undefined): SubtitleChoice {
  const { subtitles: wanted } = usePlayerSettings()
  const [own, setOwn] = useState<OwnFile>()
  // Own file and delay apply to one video only.
  const [ownKey, setOwnKey] = useState<string>()
  const [delays, setDelays] = useState({ key: '', delay: 0 })
  const key = source?.key ?? ''
  const tracks = source?.subtitles ?? []
  const named = wanted ?? source?.defaultSubtitle ?? 'off'
  const track = tracks.find(({ lang }) => lang === named)
  const isOwn = own !== undefined && ownKey === key
  const chosen = isOwn ? OWN : (track?.lang ?? 'off')
  const { track: loadedTrack, retry } = useSubtitles(isOwn ? undefined : track)
  const choose = (next: string) => {
    setOwnKey(next === OWN ? key : undefined)
    if (next !== OWN) setPlayerSettings({ subtitles: next })
  }
  return {
    chosen,
    track: isOwn ? own.track : loadedTrack,
    label: isOwn ? own.name : (track?.label ?? ''),
    own,
    delay: delays.key === key ? delays.delay : 0,
    choose,
    addOwnFile(file) {
      setOwn(file)
      choose(OWN)
    },
    setDelay: (seconds) => setDelays({ key, delay: Math.round(seconds * 10) / 10 }),
    retry,
    toggle() {
      const made = source?.defaultSubtitle ?? 'off'
      choose(chosen !== 'off' ? 'off' : made !== 'off' ? made : (tracks[0]?.lang ?? 'off'))
    },
  }
}
