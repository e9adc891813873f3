import { Video } from '@videojs/react/video'
import { useEffect } from 'react'
import { setPlayerSettings } from '#data/areas/playerSettings.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { usePlayer } from './controls/playerStore.ts'
import { usePlayerSettings } from './controls/usePlayerSettings.ts'
import styles from './VideoElement.module.css'

/** The element that films are brought to, as loud and as fast as the person likes it, and a picture before the first one. */
export function VideoElement({
  video,
  filmKey,
  backdrop,
  color,
  onVideo,
  onMoment,
}: {
  video: HTMLVideoElement | null
  /** Another one is another film. */
  filmKey: string
  backdrop: string | null
  color: string | null
  onVideo: (video: HTMLVideoElement | null) => void
  /** Hears where the film is, while it runs and where it rests. */
  onMoment: (video: HTMLVideoElement, runs: boolean) => void
}) {
  const settings = usePlayerSettings()
  const started = usePlayer((state) => state.started)
  useFirstPlay(video, filmKey)
  return (
    <>
      <Video
        ref={onVideo}
        className={styles.video}
        playsInline
        onTimeUpdate={({ currentTarget }) => !currentTarget.paused && onMoment(currentTarget, true)}
        onPause={({ currentTarget }) => onMoment(currentTarget, false)}
        onSeeked={({ currentTarget }) => currentTarget.paused && onMoment(currentTarget, false)}
        onEnded={({ currentTarget }) => onMoment(currentTarget, false)}
        onLoadedMetadata={({ currentTarget }) => restore(currentTarget, settings)}
        onVolumeChange={({ currentTarget: { volume, muted } }) => setPlayerSettings({ volume, isMuted: muted })}
      />
      {!started && (
        <div className={styles.backdrop}>
          <Picture source={backdrop} shape="backdrop" alt="" sizes="100vw" color={color} first fill />
        </div>
      )}
    </>
  )
}

/** How the person likes it, given back to an element that has just taken in a film. */
function restore(
  video: HTMLVideoElement,
  { volume, isMuted, rate }: { volume: number; isMuted: boolean; rate: number },
) {
  Object.assign(video, { volume, muted: isMuted, defaultPlaybackRate: rate, playbackRate: rate })
}

/** Who opens a film wants to see it. A browser that allows no sound unasked leaves it at the first picture. */
function useFirstPlay(video: HTMLVideoElement | null, key: string) {
  useEffect(() => {
    if (!video || key === '') return
    const go = () => void video.play().catch(() => undefined)
    video.addEventListener('loadedmetadata', go, { once: true })
    return () => video.removeEventListener('loadedmetadata', go)
  }, [video, key])
}
