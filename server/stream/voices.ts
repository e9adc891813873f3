import type { FileLanguage, Stream, Subtitle } from '#contract/files.ts'
import { mediaWords } from '#server/text/messages.ts'
import type { Encoding } from './fileIds.ts'
import { type Film, SUBTITLES, type Voice } from './film.ts'
import type { PlayableTitleRow, Work } from './playableTitles.ts'
import type { Offer } from './playlists.ts'

type SpokenTitle = Pick<PlayableTitleRow, 'isDubbed' | 'languages'>

/** The tracks of a version for its master playlist. */
export function offerOf({ title }: Work, film: Film, language: FileLanguage): Offer {
  return { language, audios: audiosOf(title, film, language), subtitles: subtitlesOf(title, film, '') }
}

/** The audio tracks of a title's film, the version's own first. */
export function audiosOf(title: SpokenTitle, film: Film, language: FileLanguage): Stream['audios'] {
  const [lang = 'und'] = title.languages
  const audios = voicesOf(title, film).map(({ voice, lang: own }) => ({
    language: voice,
    lang: own ?? (voice === 'dubbed' ? 'fa' : lang),
    label: voice === 'dubbed' ? mediaWords.dubbed : mediaWords.original(own ?? lang),
    isDefault: voice === voiceOf(language),
    playlist: `audio-${voice}/index.m3u8`,
  }))
  return audios.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

/** A film of the operator has its own tracks; the sample plays with those that the title says it has. */
function voicesOf({ isDubbed }: SpokenTitle, { audios, subtitles }: Film): Film['audios'] {
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
  const langs = film.subtitles ?? (hasSubtitle ? SUBTITLES : [])
  return langs.map((lang) => ({ lang, label: mediaWords.language(lang), url: `${base}/subtitles-${lang}.vtt` }))
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
