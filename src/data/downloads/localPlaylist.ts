/** A quality of a film as its first playlist offers it. */
interface Variant {
  uri: string
  /** px; 0 when it does not say */
  height: number
  /** bit/s */
  bandwidth: number
  /** the line that describes it */
  line: string
  audio: string | undefined
  subtitles: string | undefined
}

/** Sound or subtitles beside the picture. */
interface Rendition {
  uri: string | undefined
  group: string
  line: string
}

/** A playlist of ours: its text with the names this device gives, and what stands behind each name. */
export interface LocalPlaylist {
  text: string
  /** `address`: as it was found, absolute */
  parts: { name: string; address: string }[]
}

/** What came is no playlist (a captive portal's page, an empty or cut file), or one that never ends. */
export class InvalidPlaylist extends Error {
  override name = 'NoPlaylist'
}

/**
 * The first playlist with one quality in it (the highest not above `height`, else the lowest), and all sound and subtitles that
 * go with it. `parts` are playlists in turn.
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
 * A playlist of segments with names of ours, which begin with `prefix`; one address has one name, however often it is named.
 * Only a whole film can be kept: a playlist without its end is none.
 */
export function localMedia(text: string, base: string, prefix: string): LocalPlaylist {
  const lines = linesOf(text)
  if (!lines.includes('#EXT-X-ENDLIST')) throw new InvalidPlaylist('no end')
  const names = new Map<string, string>()
  const named = (uri: string) => {
    const address = absolute(uri, base)
    const name = names.get(address) ?? `${prefix}${names.size}${extensionOf(address)}`
    names.set(address, name)
    return name
  }
  const own = lines.map((line) => {
    if (!line.startsWith('#')) return named(line)
    const uri = /^#EXT-X-(MAP|KEY):/.test(line) ? attribute(line, 'URI') : undefined
    return uri === undefined ? line : withAttribute(line, 'URI', named(uri))
  })
  if (names.size === 0) throw new InvalidPlaylist('no segment')
  return { text: `${own.join('\n')}\n`, parts: [...names].map(([address, name]) => ({ name, address })) }
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
  } catch {
    throw new InvalidPlaylist('no address')
  }
}

/** Players look at it, some of them. */
function extensionOf(address: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(new URL(address).pathname)?.[0].toLowerCase() ?? ''
}
