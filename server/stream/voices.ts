import type { FileLanguage, Stream, Subtitle } from '#contract/files.ts'
import { mediaWords } from '#server/text/messages.ts'
import type { Encoding } from './fileIds.ts'
import { type Film, SUBTITLES, VOICES, type Voice } from './film.ts'
import type { PlayableTitleRow, Work } from './playableTitles.ts'
import type { Offer } from './playlists.ts'
import { readSubtitleTag } from './subtitleTags.ts'

type SpokenTitle = Pick<PlayableTitleRow, 'isDubbed' | 'languages'>

/** The tracks of a version for its master playlist. */
export function offerOf({ title }: Work, film: Film, language: FileLanguage): Offer {
  return { language, audios: audiosOf(title, film, language), subtitles: subtitlesOf(title, film, '') }
}

/** The audio tracks of a title's film, the version's own first and those of no version last. */
export function audiosOf(title: SpokenTitle, film: Film, language: FileLanguage): Stream['audios'] {
  const [own = 'und'] = title.languages
  const audios = voicesOf(title, film).map((audio) => {
    const lang = audio.lang ?? (audio.voice === 'dubbed' ? 'fa' : own)
    return {
      language: isVersion(audio) ? audio.voice : ('other' as const),
      lang,
      label: labelOf({ ...audio, lang }),
      isDefault: audio.voice === voiceOf(language),
      playlist: `audio-${audio.voice}/index.m3u8`,
    }
  })
  return numberRepeated(audios).toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

function labelOf(audio: Film['audios'][number] & { lang: string }): string {
  if (audio.voice === 'dubbed') return mediaWords.dubbed
  return isVersion(audio) ? mediaWords.original(audio.lang) : mediaWords.voice(audio)
}

/** Players tell tracks apart by their labels. */
function numberRepeated(audios: Stream['audios']): Stream['audios'] {
  return audios.map((audio, at) => {
    const earlier = audios.slice(0, at).filter(({ label }) => label === audio.label).length
    return earlier === 0 ? audio : { ...audio, label: mediaWords.repeated(audio.label, earlier + 1) }
  })
}

/** Whether a language version plays with the voice. */
export function isVersion<Audio extends { voice: string }>(audio: Audio): audio is Audio & { voice: Voice } {
  return VOICES.some((voice) => voice === audio.voice)
}

/** A film of the operator has its own tracks; the sample plays with those that the title says it has. */
export function voicesOf({ isDubbed }: SpokenTitle, { audios, subtitles }: Film): Film['audios'] {
  return isDubbed || subtitles !== undefined ? audios : audios.filter(({ voice }) => voice === 'original')
}

/** The language versions of a film of the operator. */
export function languagesOf({ audios, subtitles = [] }: Film): FileLanguage[] {
  const has = (voice: Voice) => audios.some((audio) => audio.voice === voice)
  return [
    ...(has('dubbed') ? (['dubbed'] as const) : []),
    ...(has('original') ? ([subtitles.includes('fa') ? 'subtitled' : 'original'] as const) : []),
  ]
}

export function subtitlesOf({ hasSubtitle }: { hasSubtitle: boolean }, film: Film, base: string): Subtitle[] {
  const tags = film.subtitles ?? (hasSubtitle ? SUBTITLES : [])
  return tags.map((lang) => ({
    lang,
    label: mediaWords.subtitle(readSubtitleTag(lang)),
    url: `${base}/subtitles-${lang}.vtt`,
  }))
}

/** The prepared download of an encoding. */
export function downloadOf(language: FileLanguage, { source }: Encoding): string {
  return `${source}-${voiceOf(language)}`
}

export function languageOf({ versions }: Work, fileId: number): FileLanguage {
  return versions.find(({ files }) => files.some(({ id }) => id === fileId))?.language ?? 'original'
}

/** The voice that a version plays with. */
export function voiceOf(language: FileLanguage): Voice {
  return language === 'dubbed' ? 'dubbed' : 'original'
}
