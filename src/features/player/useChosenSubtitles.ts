import { useState } from 'react'
import { setPlayerSettings } from '#data/playerSettings.ts'
import type { Source } from './source.ts'
import { usePlayerSettings } from './usePlayerSettings.ts'
import { type OwnFile, useSubtitles } from './useSubtitles.ts'

/** What the person's own subtitle file is called among the languages. */
export const OWN = 'own'

/** Which subtitles are shown: what the person chose, else what the version is made for. */
export function useChosenSubtitles(source: Source | undefined, own: OwnFile | undefined) {
  const { subtitles: wanted } = usePlayerSettings()
  const [ownKey, setOwnKey] = useState<string>()
  const key = source?.key ?? ''
  const tracks = source?.subtitles ?? []
  const named = wanted ?? source?.spokenFor ?? 'off'
  const track = tracks.find(({ lang }) => lang === named)
  const isOwn = own !== undefined && ownKey === key
  const chosen = isOwn ? OWN : (track?.lang ?? 'off')
  const { words, retry } = useSubtitles(isOwn ? undefined : track)
  const choose = (next: string) => {
    setOwnKey(next === OWN ? key : undefined)
    if (next !== OWN) setPlayerSettings({ subtitles: next })
  }
  return {
    chosen,
    words: isOwn ? own.words : words,
    label: isOwn ? own.name : (track?.label ?? ''),
    choose,
    retry,
    /** Off, or on with what the version is made for. */
    toggle() {
      const made = source?.spokenFor ?? 'off'
      choose(chosen !== 'off' ? 'off' : made !== 'off' ? made : (tracks[0]?.lang ?? 'off'))
    },
  }
}
