import { useEffect, useState } from 'react'
import type { Subtitle } from '#contract/files.ts'
import { mediaBytes } from '#data/areas/player.ts'
import { type Cue, readCues } from './cues.ts'
import { decodeText, SUBTITLE_BYTES } from './decodeText.ts'

export type SubtitleState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'ready'; cues: Cue[] }
  /** `broken`: it came, and is no subtitle file */
  | { state: 'failed' | 'broken' | 'large' }

/** A subtitle file from the person's own device. */
export interface OwnFile {
  name: string
  words: SubtitleState
}

/** The cues of the subtitle that is chosen, by its address. */
export function useSubtitles(chosen: Subtitle | undefined): { words: SubtitleState; retry: () => void } {
  const [loaded, setLoaded] = useState<{ url: string; words: SubtitleState }>()
  const [round, setRound] = useState(0)
  const url = chosen?.url
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round more asks once more
  useEffect(() => {
    if (url === undefined) return
    const stop = new AbortController()
    const say = (words: SubtitleState) => stop.signal.aborted || setLoaded({ url, words })
    mediaBytes(url, stop.signal).then(
      (bytes) => say(parseSubtitles(bytes)),
      () => say({ state: 'failed' }),
    )
    // What the network owed comes with it.
    const again = () => setRound((count) => count + 1)
    addEventListener('online', again)
    return () => {
      stop.abort()
      removeEventListener('online', again)
    }
  }, [url, round])

  const known = loaded && loaded.url === url ? loaded.words : undefined
  const words: SubtitleState = url === undefined ? { state: 'none' } : (known ?? { state: 'loading' })
  return { words, retry: () => setRound((count) => count + 1) }
}

/** A file that the person brings along, read where it comes in. */
export async function readOwnFile(file: File): Promise<OwnFile> {
  if (file.size > SUBTITLE_BYTES) return { name: file.name, words: { state: 'large' } }
  return { name: file.name, words: parseSubtitles(new Uint8Array(await file.arrayBuffer())) }
}

function parseSubtitles(bytes: Uint8Array): SubtitleState {
  const cues = readCues(decodeText(bytes))
  return cues.length > 0 ? { state: 'ready', cues } : { state: 'broken' }
}
