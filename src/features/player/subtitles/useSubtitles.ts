import { useEffect, useState } from 'react'
import type { Subtitle } from '#contract/files.ts'
import { mediaBytes } from '#data/areas/player.ts'
import { FileTooLarge } from '#data/network/fetchFile.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { type Cue, readCues } from './cues.ts'
import { decodeText, SUBTITLE_BYTES } from './decodeText.ts'

export type SubtitleState =
  | { state: 'none' }
  | { state: 'loading' }
  | { state: 'ready'; cues: Cue[] }
  /** `broken`: not a subtitle file */
  | { state: 'failed' | 'broken' | 'large' }

/** A subtitle file from the user's device. */
export interface OwnFile {
  name: string
  track: SubtitleState
}

/** Loads and parses the chosen subtitle track. */
export function useSubtitles(chosen: Subtitle | undefined): { track: SubtitleState; retry: () => void } {
  const [loaded, setLoaded] = useState<{ url: string; track: SubtitleState }>()
  const [attempt, setAttempt] = useState(0)
  const url = chosen?.url
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the request
  useEffect(() => {
    if (url === undefined) return
    const stop = new AbortController()
    const publish = (track: SubtitleState) => stop.signal.aborted || setLoaded({ url, track })
    mediaBytes(url, { maxBytes: SUBTITLE_BYTES, signal: stop.signal }).then(
      (bytes) => publish(parseSubtitles(bytes)),
      (failure: unknown) => {
        ignoring(...EXPECTED_ERRORS, 'Truncated', 'FileTooLarge')(failure)
        publish({ state: failure instanceof FileTooLarge ? 'large' : 'failed' })
      },
    )
    // Retries when the network returns.
    const reload = () => setAttempt((count) => count + 1)
    addEventListener('online', reload)
    return () => {
      stop.abort()
      removeEventListener('online', reload)
    }
  }, [url, attempt])

  const known = loaded && loaded.url === url ? loaded.track : undefined
  const track: SubtitleState = url === undefined ? { state: 'none' } : (known ?? { state: 'loading' })
  return { track, retry: () => setAttempt((count) => count + 1) }
}

/** Reads and parses a subtitle file chosen by the user. */
export async function readOwnFile(file: File): Promise<OwnFile> {
  if (file.size > SUBTITLE_BYTES) return { name: file.name, track: { state: 'large' } }
  return { name: file.name, track: parseSubtitles(new Uint8Array(await file.arrayBuffer())) }
}

function parseSubtitles(bytes: Uint8Array): SubtitleState {
  const cues = readCues(decodeText(bytes))
  return cues.length > 0 ? { state: 'ready', cues } : { state: 'broken' }
}
