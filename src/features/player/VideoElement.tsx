import { Video } from '@videojs/react/video'
import { useEffect } from 'react'
import { setPlayerSettings } from '#data/areas/playerSettings.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { usePlayer } from './controls/playerStore.ts'
import { usePlayerSettings } from './controls/usePlayerSettings.ts'
import { PLAY_ERRORS } from './engine/playErrors.ts'
import styles from './VideoElement.module.css'

/** The video element with the user's volume and speed, and the backdrop until the first frame. */
export function VideoElement({
  video,
  filmKey,
  backdrop,
  color,
  onVideo,
  onMoment,
}: {
  video: HTMLVideoElement | null
  /** identifies the video; a new key resets the element */
  filmKey: string
  backdrop: string | null
  color: string | null
  onVideo: (video: HTMLVideoElement | null) => void
  /** Reports the playback position, while playing and when paused. */
  onMoment: (video: HTMLVideoElement, runs: boolean) => void
}) {
  const settings = usePlayerSettings()
  const started = usePlayer((state) => state.started)
  useAutoplay(video, filmKey)
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

/** Restores volume and speed after the element has loaded a new source. */
function restore(
  video: HTMLVideoElement,
  { volume, isMuted, rate }: { volume: number; isMuted: boolean; rate: number },
) {
  Object.assign(video, { volume, muted: isMuted, defaultPlaybackRate: rate, playbackRate: rate })
}

/** Starts playback automatically. Browsers that block autoplay with sound leave the video paused on its first frame. */
function useAutoplay(video: HTMLVideoElement | null, key: string) {
  useEffect(() => {
    if (!video || key === '') return
    const play = () => void video.play().catch(ignoring(...PLAY_ERRORS))
    video.addEventListener('loadedmetadata', play, { once: true })
    return () => video.removeEventListener('loadedmetadata', play)
  }, [video, key])
}
