import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { playerSettings } from '#data/areas/playerSettings.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { isDataSaverOn } from '#ui/browser/dataSaver.ts'
import type { Engine } from './hlsEngine.ts'
import { openEngine } from './openEngine.ts'
import type { VideoSource } from './source.ts'
import { createStreamStore, type StreamState, type StreamStore } from './streamState.ts'

export interface EngineState {
  stream: StreamState
  engine: Engine | undefined
  /** The engine's chunk failed to load. */
  failed: boolean
  /** Reopens the source at the current position. */
  reopen: () => void
}

/**
 * Attaches a source to the video element. `at`: start position in seconds, undefined while unknown. `quality`: the
 * quality named in the address.
 */
export function useEngine(
  video: HTMLVideoElement | null,
  source: VideoSource | undefined,
  { at, quality }: { at: number | undefined; quality: string | null },
): EngineState {
  const [opened, setOpened] = useState<{ engine?: Engine; store: StreamStore; failed?: boolean }>(() => ({
    store: createStreamStore(),
  }))
  const [attempt, setAttempt] = useState(0)
  const stream = useSyncExternalStore(opened.store.watch, opened.store.get)
  const key = source?.key
  const isReady = at !== undefined

  const open = useEffectEvent((element: HTMLVideoElement, stop: AbortSignal, isReopened: boolean) => {
    if (!source) return
    // A reopened source resumes at the current position.
    const from = isReopened && element.currentTime > 0 ? element.currentTime : (at ?? 0)
    const store = createStreamStore()
    const link = source.open(() => setAttempt((count) => count + 1))
    stop.addEventListener('abort', link.close)
    setOpened({ store })
    const onRefused = (failure: unknown) =>
      store.set({ phase: 'refused', failure: undefined, message: failure instanceof Error ? failure.message : '' })
    const { quality: wanted } = playerSettings()
    const { isDownloaded } = source
    openEngine({
      video: element,
      link,
      store,
      at: from,
      quality: wanted,
      maxQuality: quality ?? undefined,
      isDataSaverOn: isDataSaverOn() && !isDownloaded,
      onRefused,
      isDownloaded,
    }).then(
      (engine) => {
        if (stop.aborted) return engine.close()
        stop.addEventListener('abort', engine.close)
        setOpened({ store, engine })
      },
      (failure: unknown) => {
        ignoring(...EXPECTED_ERRORS, 'NoLink')(failure)
        if (!stop.aborted) setOpened({ store, failed: true })
      },
    )
  })

  useEffect(() => {
    if (!video || key === undefined || !isReady) return
    const stop = new AbortController()
    open(video, stop.signal, attempt > 0)
    return () => stop.abort()
  }, [video, key, isReady, attempt])

  const restart = () => setAttempt((count) => count + 1)
  return { stream, engine: opened.engine, failed: opened.failed === true, reopen: restart }
}
