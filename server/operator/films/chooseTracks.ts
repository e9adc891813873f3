import { groupBy } from '#server/platform/groupBy.ts'
import type { Film } from '#server/stream/film.ts'
import { readSubtitleTag, type SubtitleKind, subtitleTag } from '#server/stream/subtitleTags.ts'
import { languageCode } from './languageCode.ts'
import type { Source } from './probe.ts'
import type { SubtitleFile } from './subtitleFiles.ts'

/** A source track that becomes a voice of the film. */
export interface ChosenVoice extends Pick<Film['audios'][number], 'voice' | 'title' | 'kind'> {
  index: number
  lang: string
  channels: number
}

/**
 * Names the audio tracks of a source as voices. A Persian title's first Persian track is the original. Another title's
 * first Persian track is the dubbed version, and its first foreign track the original. Other tracks are further voices. A
 * track without a language counts as the title's own. Commentaries and descriptions become a version only if no other
 * track can.
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

/** A subtitle of the film, from a track of its source or from a file beside it. */
export interface ChosenSubtitle {
  /** as `subtitleTag` */
  tag: string
  from: { index: number } | { path: string }
}

/** Kinds in the names of subtitle files: `film.en.sdh.srt`. */
const KIND_NAMES: Readonly<Record<string, SubtitleKind>> = { sdh: 'sdh', cc: 'sdh', hi: 'sdh', forced: 'forced' }
const FIRST_LANGUAGES = ['en', 'fa']

/**
 * The subtitles of a film: Persian, English, then the other languages. A file replaces the tracks of its language and kind.
 * Subtitles for deaf people count as usual ones if the language has no others. Files whose names say no language are left out.
 */
export function chooseSubtitles(
  { subtitles }: Pick<Source, 'subtitles'>,
  files: readonly SubtitleFile[],
): ChosenSubtitle[] {
  const beside = files.flatMap(({ lang: name, path }) => {
    const [code = '', kind = ''] = name.split('.')
    const lang = languageCode(code)
    return lang ? [{ lang, kind: KIND_NAMES[kind], from: { path } }] : []
  })
  const inside = subtitles.map(({ index, lang, kind }) => ({ lang, kind, from: { index } }))
  const all = [...beside, ...inside].map((subtitle, _, list) => {
    const isOnly = !list.some(({ lang, kind }) => lang === subtitle.lang && kind === undefined)
    return isOnly && subtitle.kind === 'sdh' ? { ...subtitle, kind: undefined } : subtitle
  })
  const chosen: ChosenSubtitle[] = []
  for (const group of groupBy(all, ({ lang, kind }) => `${lang} ${kind}`).values()) {
    const [first] = group
    const tracks = first && 'path' in first.from ? [first] : group
    for (const [at, { from, ...named }] of tracks.entries())
      chosen.push({ tag: subtitleTag({ ...named, count: at + 1 }), from })
  }
  const rank = ({ tag }: ChosenSubtitle) => FIRST_LANGUAGES.indexOf(readSubtitleTag(tag).lang)
  return chosen.toSorted((one, other) => rank(other) - rank(one) || (one.tag < other.tag ? -1 : 1))
}
