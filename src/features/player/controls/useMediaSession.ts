import { useContext, useEffect, useEffectEvent } from 'react'
import { ignoring } from '#data/platform/ignoring.ts'
import { PictureBase } from '#ui/pictures/Picture.tsx'
import { pictureAddresses } from '#ui/pictures/pictureAddress.ts'

export interface NowPlaying {
  title: string
  /** the episode of a series, otherwise the title in Latin script */
  subtitle: string
  album: string
  poster: string | null
}

interface MediaActions {
  play: () => void
  pause: () => void
  seekTo: (seconds: number) => void
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

const STEP = 10
const ART_WIDTHS = [185, 342, 500, 780]

/** Connects the player to the media session: lock screen, headset buttons and watch. */
export function useMediaSession(video: HTMLVideoElement | null, named: NowPlaying | undefined, acts: MediaActions) {
  const base = useContext(PictureBase)
  const act = useEffectEvent((name: keyof MediaActions, value?: number) => {
    if (name === 'seekTo') acts.seekTo(value ?? 0)
    else acts[name]?.()
  })
  const { title, subtitle, album, poster } = named ?? {}
  const hasNext = acts.next !== undefined
  const hasPrevious = acts.previous !== undefined

  useEffect(() => {
    if (title === undefined || !('mediaSession' in navigator)) return
    const artwork = artOf(poster ?? null, base)
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: subtitle ?? '', album: album ?? '', artwork })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [title, subtitle, album, poster, base])

  useEffect(() => {
    if (!video || !('mediaSession' in navigator)) return
    const session = navigator.mediaSession
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => act('play')],
      ['pause', () => act('pause')],
      ['seekbackward', ({ seekOffset }) => act('seekTo', video.currentTime - (seekOffset ?? STEP))],
      ['seekforward', ({ seekOffset }) => act('seekTo', video.currentTime + (seekOffset ?? STEP))],
      ['seekto', ({ seekTime }) => act('seekTo', seekTime ?? video.currentTime)],
      ['nexttrack', hasNext ? () => act('next') : null],
      ['previoustrack', hasPrevious ? () => act('previous') : null],
    ]
    const set = (name: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(name, handler)
      } catch (failure) {
        // Thrown by browsers that do not support this action.
        ignoring('TypeError')(failure)
      }
    }
    for (const [name, handler] of handlers) set(name, handler)
    const update = () => {
      session.playbackState = video.paused ? 'paused' : 'playing'
      const { duration, currentTime: position, playbackRate } = video
      if (!Number.isFinite(duration) || duration <= 0) return
      session.setPositionState({ duration, position: Math.min(position, duration), playbackRate })
    }
    const moments = ['play', 'pause', 'seeked', 'ratechange', 'loadedmetadata', 'ended'] as const
    for (const moment of moments) video.addEventListener(moment, update)
    return () => {
      for (const moment of moments) video.removeEventListener(moment, update)
      for (const [name] of handlers) set(name, null)
      session.playbackState = 'none'
    }
  }, [video, hasNext, hasPrevious])
}

function artOf(poster: string | null, base: string): MediaImage[] {
  if (poster === null) return []
  const { sets, plain } = pictureAddresses(poster, { base, shape: 'poster', sizes: '100vw' })
  const webp = sets.find(({ type }) => type === 'image/webp')?.srcSet ?? ''
  const found = webp.split(', ').map((one) => one.split(' '))
  const art = found.flatMap(([src, width]) => {
    const known = ART_WIDTHS.find((one) => `${one}w` === width)
    return src && known ? [{ src, sizes: `${known}x${Math.round(known * 1.5)}`, type: 'image/webp' }] : []
  })
  return art.length > 0 ? art : [{ src: plain }]
}
