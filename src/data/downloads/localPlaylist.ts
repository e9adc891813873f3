import { ignoring } from '#data/platform/ignoring.ts'

/** A quality in a master playlist. */
interface Variant {
  uri: string
  /** In px; 0 if not stated. */
  height: number
  /** bit/s */
  bandwidth: number
  /** The `#EXT-X-STREAM-INF` line. */
  line: string
  audio: string | undefined
  subtitles: string | undefined
}

/** An audio or subtitle track in a master playlist. */
interface Rendition {
  uri: string | undefined
  group: string
  line: string
}

/** A playlist rewritten to local names, with the address behind each name. */
export interface LocalPlaylist {
  text: string
  /** `address`: absolute, as in the original playlist. */
  parts: { name: string; address: string }[]
}

/** The response is not a playlist (captive portal, empty or truncated file), or has no end. */
export class InvalidPlaylist extends Error {
  override name = 'InvalidPlaylist'
}

/**
 * Reduces a master playlist to one quality and its audio and subtitle tracks. Chooses the highest quality not above
 * `height`, otherwise the lowest. `parts` are the media playlists.
 */
export function localMaster(text: string, base: string, height: number): LocalPlaylist {
  const { head, variants, renditions } = readMaster(text)
  const sorted = variants.toSorted((one, other) => one.height - other.height || one.bandwidth - other.bandwidth)
  const chosen = sorted.findLast((one) => one.height <= height) ?? sorted[0]
  if (!chosen) throw new InvalidPlaylist('no quality')
  const parts = [{ name: 'video.m3u8', address: absolute(chosen.uri, base) }]
  const lines = [...head]
  const groups = [chosen.audio, chosen.subtitles].filter((group) => group !== undefined)
  for (const { uri, group, line } of renditions) {
    if (!groups.includes(group)) continue
    const name = `side${parts.length}.m3u8`
    if (uri !== undefined) parts.push({ name, address: absolute(uri, base) })
    lines.push(uri === undefined ? line : withAttribute(line, 'URI', name))
  }
  lines.push(chosen.line, 'video.m3u8')
  return { text: `${lines.join('\n')}\n`, parts }
}

/**
 * Rewrites a media playlist to local names that begin with `prefix`. Each address gets one name, even if repeated.
 * Throws `InvalidPlaylist` for a playlist without an end: only complete videos can be downloaded.
 */
export function localMedia(text: string, base: string, prefix: string): LocalPlaylist {
  const lines = linesOf(text)
  if (!lines.includes('#EXT-X-ENDLIST')) throw new InvalidPlaylist('no end')
  const names = new Map<string, string>()
  const localName = (uri: string) => {
    const address = absolute(uri, base)
    const name = names.get(address) ?? `${prefix}${names.size}${extensionOf(address)}`
    names.set(address, name)
    return name
  }
  const rewritten = lines.map((line) => {
    if (!line.startsWith('#')) return localName(line)
    const uri = /^#EXT-X-(MAP|KEY):/.test(line) ? attribute(line, 'URI') : undefined
    return uri === undefined ? line : withAttribute(line, 'URI', localName(uri))
  })
  if (names.size === 0) throw new InvalidPlaylist('no segment')
  return { text: `${rewritten.join('\n')}\n`, parts: [...names].map(([address, name]) => ({ name, address })) }
}

function readMaster(text: string) {
  const head: string[] = []
  const variants: Variant[] = []
  const renditions: Rendition[] = []
  const lines = linesOf(text)
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('#EXT-X-STREAM-INF:')) {
      const uri = lines[at + 1]
      if (uri === undefined || uri.startsWith('#')) throw new InvalidPlaylist('cut')
      variants.push({
        uri,
        line,
        height: Number(/^\d+x(\d+)$/.exec(attribute(line, 'RESOLUTION') ?? '')?.[1] ?? 0),
        bandwidth: Number(attribute(line, 'BANDWIDTH') ?? 0),
        audio: attribute(line, 'AUDIO'),
        subtitles: attribute(line, 'SUBTITLES'),
      })
    } else if (line.startsWith('#EXT-X-MEDIA:')) {
      renditions.push({ uri: attribute(line, 'URI'), group: attribute(line, 'GROUP-ID') ?? '', line })
    } else if (
      line.startsWith('#EXTM3U') ||
      line.startsWith('#EXT-X-VERSION') ||
      line === '#EXT-X-INDEPENDENT-SEGMENTS'
    ) {
      head.push(line)
    }
  }
  return { head, variants, renditions }
}

function linesOf(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines[0] !== '#EXTM3U') throw new InvalidPlaylist('no head')
  return lines
}

function attribute(line: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`[:,]${name}=(?:"([^"]*)"|([^",]*))`).exec(line) ?? []
  return quoted ?? plain
}

function withAttribute(line: string, name: string, value: string): string {
  return line.replace(new RegExp(`([:,])${name}="[^"]*"`), `$1${name}="${value}"`)
}

function absolute(uri: string, base: string): string {
  try {
    return new URL(uri, base).href
  } catch (failure) {
    ignoring('TypeError')(failure)
    throw new InvalidPlaylist('no address')
  }
}

/** Some players read the file extension. */
function extensionOf(address: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(new URL(address).pathname)?.[0].toLowerCase() ?? ''
}
