import { createPlayer, createTranslator, features, type I18nContextValue } from '@videojs/react'
import { transportText } from '#text/player.ts'

/** Video.js handles playback and controls. Streams, retries and subtitles are implemented here. */
export const { Player, usePlayer } = createPlayer({
  features: [
    features.playback,
    features.playbackRate,
    features.volume,
    features.time,
    features.source,
    features.buffer,
    features.fullscreen,
    features.orientationLock,
    features.pip,
    features.controls,
  ],
})

/** Persian labels for the library's parts. Its own locales would add fifty files to the build. */
export const persian: I18nContextValue = {
  translator: createTranslator(transportText, 'fa-IR'),
  locale: 'fa-IR',
  localeFromProp: false,
}
