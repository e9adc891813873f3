import { useEffect, useEffectEvent, useRef } from 'react'
import {
  type PlaybackPosition,
  type PlayedFile,
  type PositionRecorder,
  recordPositions,
} from '#data/areas/recordPosition.ts'

/**
 * Records the playback position of the current file. `look` returns the position, or undefined while unknown. Call
 * `playing` on time updates and `resting` on pause, end and seeking while paused. Page visibility and changes of the
 * file are detected here.
 */
export function usePositionRecorder(
  watching: PlayedFile | undefined,
  look: () => PlaybackPosition | undefined,
): { playing: () => void; resting: () => void } {
  const current = useRef<{ recorder: PositionRecorder; last: PlaybackPosition | undefined }>(undefined)
  const lookNow = useEffectEvent(look)
  const begin = useEffectEvent(() => watching && recordPositions(watching))
  const key = watching && `${watching.title.id}:${watching.fileId}:${watching.episodeId}`

  useEffect(() => {
    const recorder = key === undefined ? undefined : begin()
    if (!recorder) return
    const own = { recorder, last: undefined as PlaybackPosition | undefined }
    current.current = own
    const report = (moment: PlaybackPosition | undefined, to: (moment: PlaybackPosition) => unknown) => {
      if (moment) to(moment)
    }
    const leave = () => report(lookNow() ?? own.last, recorder.pageHidden)
    const hide = () => {
      if (document.visibilityState === 'hidden') report(lookNow() ?? own.last, recorder.stopped)
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      // The element may play another file by now, so the last recorded position counts.
      report(own.last, recorder.stopped)
      current.current = undefined
    }
  }, [key])

  function forward(record: (recorder: PositionRecorder, moment: PlaybackPosition) => unknown) {
    const moment = look()
    const { current: own } = current
    if (!moment || !own) return
    own.last = moment
    record(own.recorder, moment)
  }
  return {
    playing: () => forward((recorder, moment) => recorder.playing(moment)),
    resting: () => forward((recorder, moment) => recorder.paused(moment)),
  }
}
