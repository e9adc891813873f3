import { createPlayer, createTranslator, features, type I18nContextValue } from '@videojs/react'
import { transportText } from '#text/player.ts'

/** What the library knows and does for us; streams, their troubles and subtitles are our own. */
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

/** Persian for all of its parts, in our words: its own locales would come as fifty files more. */
export const persian: I18nContextValue = {
  translator: createTranslator(transportText, 'fa-IR'),
  locale: 'fa-IR',
  localeFromProp: false,
}
