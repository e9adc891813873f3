import type { File, FileLanguage, Stream } from '#contract/files.ts'
import { slugOf } from '#server/catalogue/ids.ts'
import type { Secrets } from '#server/platform/signing.ts'
import type { Encoding } from './fileIds.ts'
import type { PreparedFilm } from './film.ts'
import type { Work } from './playableTitles.ts'
import { GUEST_ID, signed } from './signedLinks.ts'
import { audiosOf, downloadOf, languageOf, subtitlesOf, voicesOf } from './voices.ts'

/** How long a download can be played without asking the server again, in seconds. */
const DOWNLOAD_LIFE = 30 * 86_400
/** Default lifetime of links, in seconds. */
export const LINK_LIFE = 6 * 3600

/** The user who asks, and their rights. */
export interface PlaybackRights {
  /** `GUEST_ID` for a guest */
  userId: number
  /** end of the premium time, if any */
  paidUntil: Date | null
  now: Date
  settings: { secrets: Secrets; linkLife?: number | undefined }
}

/** The missing right for streaming, or null. */
export function missingRight({ isPremium }: Work, { paidUntil }: PlaybackRights): 'premium' | null {
  return isPremium && paidUntil === null ? 'premium' : null
}

export function filesOf(work: Work, film: PreparedFilm, rights: PlaybackRights): File[] {
  const { title, episode } = work
  const missing = missingRight(work, rights)
  const expiresAt = expiryOf(work, rights)
  const signature = signatureOf(work, rights, expiresAt)
  return work.versions.flatMap(({ language, files }) =>
    files.map(({ id, encoding }): File => {
      const link = { id, film, signature }
      const name = nameOf(work, language, encoding)
      return {
        id,
        titleId: title.id,
        episodeId: episode?.id ?? null,
        season: episode?.season ?? null,
        episode: episode?.number ?? null,
        quality: encoding.quality,
        codec: encoding.codec,
        language,
        sizeBytes: film.downloads[downloadOf(language, encoding)] ?? null,
        durationSeconds: film.seconds,
        stream: missing ? null : `${baseOf('stream', link)}/master.m3u8`,
        download: missing || rights.userId === GUEST_ID ? null : `${baseOf('download', link)}/${name}`,
        name,
        subtitles: missing ? [] : subtitlesOf(title, film, baseOf('stream', link)),
        locked: missing !== null,
        needs: missing ?? (rights.userId === GUEST_ID ? 'login' : null),
        expiresAt: missing ? null : expiresAt.toISOString(),
      }
    }),
  )
}

/** The stream of a file. The caller has checked `missingRight`. */
export function streamOf(work: Work, fileId: number, film: PreparedFilm, rights: PlaybackRights): Stream {
  const expiresAt = expiryOf(work, rights)
  const base = baseOf('stream', { id: fileId, film, signature: signatureOf(work, rights, expiresAt) })
  const audios = audiosOf(work.title, film, languageOf(work, fileId))
  const beside = voicesOf(work.title, film).reduce((sum, { size }) => sum + size, film.besideSize)
  return {
    master: `${base}/master.m3u8`,
    expiresAt: expiresAt.toISOString(),
    now: rights.now.toISOString(),
    keepUntil: new Date(Math.min(rights.now.getTime() + DOWNLOAD_LIFE * 1000, paidTimeEnd(work, rights))).toISOString(),
    version: film.version,
    durationSeconds: film.seconds,
    qualities: film.qualities.map(({ quality, width, height, bandwidth, size }) => ({
      quality,
      width,
      height,
      bandwidth: bandwidth + Math.max(...film.audios.map((audio) => audio.bandwidth)),
      sizeBytes: size + beside,
      playlist: `${quality}/index.m3u8`,
    })),
    audios,
    subtitles: subtitlesOf(work.title, film, base),
    thumbnails: `${base}/thumbnails.vtt`,
    chapters: film.chapters,
  }
}

/** The end of a link: never after the paid time. */
function expiryOf(work: Work, rights: PlaybackRights): Date {
  const life = (rights.settings.linkLife ?? LINK_LIFE) * 1000
  return new Date(Math.floor(Math.min(rights.now.getTime() + life, paidTimeEnd(work, rights)) / 1000) * 1000)
}

function paidTimeEnd({ isPremium }: Work, { paidUntil }: PlaybackRights): number {
  return isPremium && paidUntil ? paidUntil.getTime() : Number.POSITIVE_INFINITY
}

interface Link {
  id: number
  film: PreparedFilm
  signature: string
}

/** One signature for all files of a film or episode: a long series has thousands of files. */
function signatureOf({ versions }: Work, { userId, settings }: PlaybackRights, expiresAt: Date): string {
  const [first] = versions[0]?.files ?? []
  return signed(settings.secrets, first?.id ?? 0, { userId, until: expiresAt.getTime() / 1000 })
}

function baseOf(kind: 'stream' | 'download', { id, film, signature }: Link): string {
  return `/media/${kind}/${signature}/${id}/${film.version}`
}

function nameOf({ title, episode }: Work, language: FileLanguage, { quality, codec }: Encoding): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const words = slugOf(title.titleEn)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const which = episode ? `S${twoDigits(episode.season)}E${twoDigits(episode.number)}` : String(title.year)
  const spoken = language.charAt(0).toUpperCase() + language.slice(1)
  return `${[...words, which, quality, ...(codec === 'AV1' ? [codec] : []), spoken, 'Parde'].join('.')}.mp4`
}
