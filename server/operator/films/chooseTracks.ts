import type { Film, SUBTITLES } from '#server/stream/film.ts'
import type { Source } from './probe.ts'

/** A source track that becomes a voice of the film. */
export interface ChosenVoice extends Pick<Film['audios'][number], 'voice' | 'title' | 'kind'> {
  index: number
  lang: string
  channels: number
}

/**
 * Names the audio tracks of a source as voices. Of a Persian film the first Persian track is the original, of another the
 * first Persian track is the dubbed version and the first other one the original; all the others are further voices. A
 * track without a language counts as the title's own. Commentaries and descriptions become a version only if nothing else can.
 */
export function chooseVoices({ audios }: Pick<Source, 'audios'>, titleLanguages: readonly string[]): ChosenVoice[] {
  const [own = 'und'] = titleLanguages
  const tracks = audios
    .map((audio) => ({ ...audio, lang: audio.lang === 'und' ? own : audio.lang }))
    .toSorted((one, other) => Number(one.kind !== undefined) - Number(other.kind !== undefined))
  const persian = tracks.find(({ lang }) => lang === 'fa')
  const foreign = tracks.find(({ lang }) => lang !== 'fa')
  const [original, dubbed] = own === 'fa' ? [persian ?? foreign] : [foreign, persian]
  const versions = Object.entries({ original, dubbed }).flatMap(([voice, track]) => (track ? [{ voice, track }] : []))
  const others = tracks
    .filter((track) => track !== original && track !== dubbed)
    .map((track, at) => ({ voice: `other${at + 1}`, track, title: track.title, kind: track.kind }))
  return [...versions, ...others].map(({ track: { index, lang, channels }, voice, ...named }) => ({
    voice,
    index,
    lang,
    channels: Math.min(channels, 2),
    ...named,
  }))
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
