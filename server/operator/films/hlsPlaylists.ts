import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { CommandError } from '#server/operator/command.ts'
import { checkSegment } from './hlsSegments.ts'

/** A media playlist whose files were checked. */
export interface MediaPlaylist {
  path: string
  seconds: number
  /** segments and headers, in their order */
  files: { path: string; size: number }[]
}

/** An entry of a master playlist: a quality, or an audio or subtitle track. */
interface Entry {
  media: MediaPlaylist
  /** reads an attribute of its line */
  attribute: (name: string) => string | undefined
}

/** A checked master playlist: its qualities, best first, and the tracks of the best one's groups, else its own sound. */
export interface MasterPlaylist {
  variants: Entry[]
  audios: Entry[]
  subtitles: Entry[]
}

/** Finds the playlist that is meant by a playlist's path or a folder; undefined for another file or folder. */
export function findMaster(path: string): string | undefined {
  if (!statSync(path).isDirectory()) return path.toLowerCase().endsWith('.m3u8') ? path : undefined
  const playlists = readdirSync(path).filter((name) => name.toLowerCase().endsWith('.m3u8'))
  if (playlists.includes('master.m3u8')) return join(path, 'master.m3u8')
  const masters = playlists.filter((name) => readFileSync(join(path, name), 'utf8').includes('#EXT-X-STREAM-INF'))
  const [only, ...others] = masters.length > 0 ? masters : playlists
  return only === undefined || others.length > 0 ? undefined : join(path, only)
}

/**
 * Reads an HLS playlist with the playlists and segments in it. Throws a `CommandError` unless every file is complete and in the
 * playlist's folder: ffmpeg would read other files and hosts, and leave out what is missing.
 */
export function readMaster(name: string): MasterPlaylist {
  const path = realpathSync(name)
  const root = dirname(path)
  const lines = linesOf(path)
  const entry = (line: string, uri: string): Entry => ({
    media: readMedia(fileIn(root, path, uri), root),
    attribute: (attribute) => attributeOf(line, attribute),
  })
  const variants = lines.flatMap((line, at) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return []
    const uri = lines[at + 1] ?? '#'
    if (uri.startsWith('#')) throw new CommandError(`${path} is cut off.`)
    return [entry(line, uri)]
  })
  const bandwidthOf = ({ attribute }: Entry) => Number(attribute('BANDWIDTH') ?? 0)
  const sorted = variants.toSorted((one, other) => bandwidthOf(other) - bandwidthOf(one))
  const [best = { media: readMedia(path, root), attribute: () => undefined }] = sorted
  const tracksOf = (type: 'AUDIO' | 'SUBTITLES') =>
    lines.flatMap((line) => {
      const attribute = (name: string) => attributeOf(line, name)
      if (!line.startsWith('#EXT-X-MEDIA:') || attribute('TYPE') !== type) return []
      if (attribute('GROUP-ID') !== best.attribute(type)) return []
      const uri = attribute('URI')
      // A track without an address is in the quality's own segments.
      return [uri === undefined ? { media: best.media, attribute } : entry(line, uri)]
    })
  const audios = tracksOf('AUDIO')
  return {
    variants: sorted.length > 0 ? sorted : [best],
    audios: audios.length > 0 ? audios : [{ media: best.media, attribute: () => undefined }],
    subtitles: tracksOf('SUBTITLES'),
  }
}

function readMedia(path: string, root: string): MediaPlaylist {
  const lines = linesOf(path)
  if (!lines.includes('#EXT-X-ENDLIST')) throw new CommandError(`${path} has no end: it is cut off, or live.`)
  const files = new Map<string, number>()
  let seconds = 0
  let range: { end: number; of: string } | undefined
  const add = (uri: string, bytes: string | undefined) => {
    const file = fileIn(root, path, uri)
    const size = files.get(file) ?? checkSegment(file)
    files.set(file, size)
    const [length, offset = range?.of === file ? range.end : 0] = bytes?.split('@').map(Number) ?? [size, 0]
    range = { end: offset + (length ?? 0), of: file }
    if (range.end > size) throw new CommandError(`${file} is cut off.`)
  }
  let bytes: string | undefined
  for (const line of lines) {
    if (/^#EXT-X-KEY:(?!METHOD=NONE)/.test(line)) throw new CommandError(`${path} is encrypted.`)
    if (line.startsWith('#EXTINF:')) seconds += Number.parseFloat(line.slice('#EXTINF:'.length))
    else if (line.startsWith('#EXT-X-BYTERANGE:')) bytes = line.slice('#EXT-X-BYTERANGE:'.length)
    else if (line.startsWith('#EXT-X-MAP:')) add(attributeOf(line, 'URI') ?? '', attributeOf(line, 'BYTERANGE'))
    else if (!line.startsWith('#')) {
      add(line, bytes)
      bytes = undefined
    }
  }
  if (!(seconds > 0)) throw new CommandError(`${path} has no segments.`)
  return { path, seconds, files: [...files].map(([file, size]) => ({ path: file, size })) }
}

/** The file that a playlist refers to. */
function fileIn(root: string, playlist: string, uri: string): string {
  const path = resolve(dirname(playlist), uri)
  const isForeign = /^[a-z][a-z\d+.-]*:|^\/\//i.test(uri) || isAbsolute(uri)
  if (isForeign || relative(root, path).startsWith('..')) {
    throw new CommandError(`${playlist} refers to ${uri}, which is not in its folder.`)
  }
  if (!existsSync(path) || !statSync(path).isFile()) throw new CommandError(`${playlist}: ${uri} is missing.`)
  if (relative(root, realpathSync(path)).startsWith('..')) {
    throw new CommandError(`${playlist}: ${uri} is a link out of its folder.`)
  }
  return path
}

function linesOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines[0] !== '#EXTM3U') throw new CommandError(`${path} is no HLS playlist.`)
  return lines
}

function attributeOf(line: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`[:,]${name}=(?:"([^"]*)"|([^",]*))`).exec(line) ?? []
  return quoted ?? plain
}
