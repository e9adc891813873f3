import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoring } from '#server/platform/reportError.ts'
import { ART_VERSION } from './sizes.ts'
import type { PictureRequest, RenderedFormat } from './subjects.ts'

/**
 * The path of a rendered picture. Its name hashes everything the picture depends on, so a corrected title gets a new file;
 * `revision` is the operator's original, if it was rendered from one.
 */
export function pathOf(
  folder: string,
  { picture, subject, width, format }: PictureRequest,
  revision: string | undefined = undefined,
): string {
  const facts = createHash('sha256')
    .update(JSON.stringify(revision === undefined ? [ART_VERSION, factsOf(subject)] : [subject.key, revision]))
    .digest('hex')
  return join(folder, picture, facts.slice(0, 2), `${facts.slice(2, 26)}-${width}.${format}`)
}

/** A file's use is recorded at most this often, in ms, as its modification time (`limitFolder.ts`). */
const USE_RECORD_INTERVAL = 86_400_000

/**
 * Reads a rendered file and records its use. Returns undefined if it is missing or truncated by a crash or a full disk.
 */
export async function readPicture(path: string, format: RenderedFormat): Promise<Uint8Array | undefined> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path), stat(path)])
    const bytes = new Uint8Array(content)
    if (!isWhole(bytes, format)) return undefined
    const now = new Date()
    if (Math.abs(now.getTime() - mtimeMs) > USE_RECORD_INTERVAL) await utimes(path, now, now)
    return bytes
  } catch (error) {
    return ignoring('reading a picture', 'ENOENT', 'ENOTDIR', 'EROFS')(error)
  }
}

/** Writes a file atomically. Returns false if that failed, for example on a full disk. */
export async function writePicture(path: string, bytes: Uint8Array): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes)
    await rename(draft, path)
    return true
  } catch (error) {
    ignoring('writing a picture', 'ENOSPC', 'EDQUOT', 'EROFS', 'ENOTDIR', 'EEXIST')(error)
    await rm(draft, { force: true }).catch(ignoring('removing a draft', 'EROFS', 'ENOTDIR'))
    return false
  }
}

/** Checks the length or end mark that each format contains. */
export function isWhole(bytes: Uint8Array, format: RenderedFormat): boolean {
  if (format === 'jpeg') return isWholeJpeg(bytes)
  return format === 'webp' ? isWholeWebp(bytes) : isWholeAvif(bytes)
}

function isWholeJpeg(bytes: Uint8Array): boolean {
  const [end, mark] = bytes.subarray(-2)
  return bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xd8 && end === 0xff && mark === 0xd9
}

function isWholeWebp(bytes: Uint8Array): boolean {
  if (bytes.length < 12 || textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return false
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  return size + 8 === bytes.length
}

function isWholeAvif(bytes: Uint8Array): boolean {
  if (bytes.length < 16 || textAt(bytes, 4) !== 'ftyp') return false
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at)
    if (size < 8) return false
    at += size
  }
  return at === bytes.length
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

/** All facts that a drawing depends on. */
export function factsOf(subject: PictureRequest['subject']): unknown[] {
  if (subject.kind === 'person') return [subject.kind, subject.key]
  if (subject.kind === 'still') return [subject.kind, subject.key, ...factsOf(subject.of)]
  return [subject.kind, subject.key, subject.titleFa, subject.titleEn, subject.year, subject.genres]
}
