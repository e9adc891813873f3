import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { runFfmpeg } from './runTool.ts'

/** A subtitle file beside a film: `film.fr.srt`, `film.en.sdh.srt`, or `film.srt` for Persian. */
export interface SubtitleFile {
  /** what its name says between the film's name and the extension */
  lang: string
  path: string
}

const EXTENSIONS = ['.srt', '.vtt', '.ass', '.ssa']

/** Finds the subtitle files beside a film by its name. */
export function subtitleFilesOf(film: string): SubtitleFile[] {
  const stem = basename(film, extname(film))
  return readdirSync(dirname(film))
    .toSorted()
    .flatMap((name) => {
      const extension = extname(name).toLowerCase()
      if (!EXTENSIONS.includes(extension) || !name.startsWith(`${stem}.`)) return []
      const between = name.slice(stem.length, -extension.length).replace(/^\./, '').toLowerCase()
      return [
        { lang: { per: 'fa', fas: 'fa', eng: 'en', '': 'fa' }[between] ?? between, path: join(dirname(film), name) },
      ]
    })
}

/** Converts a subtitle file to WebVTT. `lang` chooses the code page of one that is not in Unicode. */
export async function convertSubtitles(path: string, lang: string, target: string): Promise<void> {
  const text = `${target}${extname(path)}`
  await writeFile(text, decodeSubtitles(await readFile(path), lang))
  await runFfmpeg(['-i', text, '-f', 'webvtt', target])
  await rm(text)
}

/**
 * Decodes a subtitle file: UTF-8 and UTF-16 by their marks, then UTF-8, then the Windows code page that subtitles of the
 * language are commonly saved in.
 */
export function decodeSubtitles(bytes: Uint8Array, lang: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const text = new TextDecoder(lang === 'fa' || lang === 'ar' ? 'windows-1256' : 'windows-1252').decode(bytes)
    // Windows-1256 has the Arabic forms of two Persian letters.
    return lang === 'fa' ? text.replaceAll('\u064a', '\u06cc').replaceAll('\u0643', '\u06a9') : text
  }
}
