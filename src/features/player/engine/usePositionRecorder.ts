import { useEffect, useEffectEvent, useRef } from 'react'
import {
  type PlaybackPosition,
  type PlayedFile,
  type PositionRecorder,
  recordPositions,
} from '#data/areas/recordPosition.ts'

/**
 * Writes down where the person is in what plays. `look` answers where that is now; nothing, or no numbers, while nobody
 * knows. To be told: `playing` whenever the time moves on, `resting` at a pause, the end, and a jump while it stands.
 * That the page is hidden or left, and that something else is played, it hears by itself.
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
    const say = (moment: PlaybackPosition | undefined, to: (moment: PlaybackPosition) => unknown) => {
      if (moment) to(moment)
    }
    const leave = () => say(lookNow() ?? own.last, recorder.pageHidden)
    const hide = () => {
      if (document.visibilityState === 'hidden') say(lookNow() ?? own.last, recorder.stopped)
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      // What plays by now may be something else already: the last that was said of this counts.
      say(own.last, recorder.stopped)
      current.current = undefined
    }
  }, [key])

  function tell(say: (recorder: PositionRecorder, moment: PlaybackPosition) => unknown) {
    const moment = look()
    const { current: own } = current
    if (!moment || !own) return
    own.last = moment
    say(own.recorder, moment)
  }
  return {
    playing: () => tell((recorder, moment) => recorder.playing(moment)),
    resting: () => tell((recorder, moment) => recorder.paused(moment)),
  }
}
