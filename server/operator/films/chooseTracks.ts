import type { SUBTITLES, Voice } from '#server/stream/film.ts'
import type { Source } from './probe.ts'

/** A source track that becomes a voice of the film. */
export interface ChosenVoice {
  voice: Voice
  index: number
  lang: string
  channels: number
}

/**
 * Chooses the voices of a film: of a Persian film its first Persian track, of another the first Persian track as the
 * dubbed version and the first other one as the original. A track without a language counts as the title's own.
 */
export function chooseVoices({ audios }: Pick<Source, 'audios'>, titleLanguages: readonly string[]): ChosenVoice[] {
  const [own = 'und'] = titleLanguages
  const known = audios.map((audio) => ({ ...audio, lang: audio.lang === 'und' ? own : audio.lang }))
  const persian = known.find(({ lang }) => lang === 'fa')
  const other = known.find(({ lang }) => lang !== 'fa')
  const chosen = (voice: Voice, track: (typeof known)[number] | undefined) =>
    track ? [{ voice, index: track.index, lang: track.lang, channels: Math.min(track.channels, 2) }] : []
  if (own === 'fa') return chosen('original', persian ?? other)
  return [...chosen('original', other), ...chosen('dubbed', persian)]
}

/** The first subtitle track of each language that the player offers. */
export function chooseSubtitles(
  { subtitles }: Pick<Source, 'subtitles'>,
  langs: typeof SUBTITLES,
): { lang: (typeof SUBTITLES)[number]; index: number }[] {
  return langs.flatMap((lang) => {
    const track = subtitles.find((subtitle) => subtitle.lang === lang)
    return track ? [{ lang, index: track.index }] : []
  })
}
