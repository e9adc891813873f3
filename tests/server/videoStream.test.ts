import { link, mkdir, readdir, readlink, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stream } from '#contract/files.ts'
import { removeUnusedFilms } from '#server/stream/removeUnusedFilms.ts'
import { APP_ORIGIN, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

const PERSIAN = /[آ-ی]/
const HOUR = 3_600_000

describe('video streaming', () => {
  let server: TestServer
  let member: Member
  let stream: Stream
  let base: string
  let download: string
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    server.request(path, { headers, method })
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const expectRefusal = async (response: Response, status: number, code: string) => {
    expect(response.status).toBe(status)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const json = (await response.json()) as { code: string; message: string }
    expect(json.code).toBe(code)
    expect(json.message).toMatch(PERSIAN)
  }
  const renew = async () => {
    const { json } = await member.get('/api/watch/tt0068646/68646')
    stream = json.data.stream
    base = stream.master.replace('/master.m3u8', '')
    const files = await member.get('/api/titles/68646/files')
    download = files.json.data.at(-1).download
  }

  beforeAll(async () => {
    server = await startServer()
    member = await server.createUser()
    await renew()
  })
  afterAll(() => server.close())

  test('serves everything that a master playlist refers to, with the stated durations and sizes', async () => {
    const master = await (await ask(stream.master)).text()
    const playlists = [...master.matchAll(/URI="([^"]+)"|^([^#\n].+)$/gm)].map(([, uri, line]) => uri ?? line ?? '')
    expect(playlists.toSorted()).toEqual(
      [
        ...['1080p', '720p', '480p', 'audio-dubbed', 'audio-original'].map((name) => `${name}/index.m3u8`),
        ...['fa', 'en'].map((lang) => `subtitles-${lang}.m3u8`),
      ].toSorted(),
    )
    expect(master.indexOf('audio-dubbed')).toBeLessThan(master.indexOf('audio-original'))
    let voices = 0
    for (const name of ['audio-dubbed', 'audio-original', ...stream.qualities.map(({ quality }) => quality)]) {
      const playlist = await (await ask(`${base}/${name}/index.m3u8`)).text()
      const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, each]) => sum + Number(each), 0)
      expect(seconds).toBeCloseTo(stream.durationSeconds, 1)
      const parts = ['init.mp4', ...(playlist.match(/^\d+\.m4s$/gm) ?? [])]
      let size = playlist.length
      for (const part of parts) {
        const answer = await ask(`${base}/${name}/${part}`, {}, 'HEAD')
        expect(answer.status).toBe(200)
        size += Number(answer.headers.get('Content-Length'))
      }
      if (name.startsWith('audio')) voices += size
      else {
        const declared = stream.qualities.find(({ quality }) => quality === name)?.sizeBytes ?? 0
        expect(declared - size - voices).toBeGreaterThan(0)
        expect(declared - size - voices).toBeLessThan(60_000)
      }
    }
  })

  test('serves subtitles and thumbnails as valid WebVTT', async () => {
    expect(stream.subtitles.map(({ lang }) => lang).toSorted()).toEqual(['en', 'fa'])
    for (const { url, lang } of stream.subtitles) {
      const answer = await ask(url)
      expect(answer.headers.get('Content-Type')).toBe('text/vtt; charset=utf-8')
      const text = await answer.text()
      expect(text).toMatch(/^WEBVTT\n\n00:00:00\.800 --> /)
      expect(PERSIAN.test(text)).toBe(lang === 'fa')
    }
    const thumbnails = await (await ask(stream.thumbnails ?? '')).text()
    expect(thumbnails.trim()).toMatch(/00:04:00\.000\nthumbnails\.jpg#xywh=640,90,160,90$/)
    expect((await ask(`${base}/thumbnails.jpg`)).headers.get('Content-Type')).toBe('image/jpeg')
  })

  test('serves a download in ranges that add up to the whole file', async () => {
    const whole = await ask(download)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('Accept-Ranges')).toBe('bytes')
    const bytes = await bytesOf(whole)
    const size = bytes.length
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    for (const [range, start, end] of [
      ['bytes=0-', 0, size - 1],
      ['bytes=0-0', 0, 0],
      ['bytes=100-70000', 100, 70_000],
      [`bytes=${size - 5}-${size + 500}`, size - 5, size - 1],
      ['bytes=-300000', size - 300_000, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
    ] as const) {
      const part = await ask(download, { Range: range })
      expect(part.status).toBe(206)
      expect(part.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/${size}`)
      expect(part.headers.get('Content-Length')).toBe(String(end - start + 1))
      expect((await bytesOf(part)).equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const outside = await ask(download, { Range: range })
      expect(outside.headers.get('Content-Range')).toBe(`bytes */${size}`)
      await expectRefusal(outside, 416, 'range')
    }
    for (const invalid of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-', 'bytes=']) {
      const answer = await ask(download, { Range: invalid })
      expect(answer.status).toBe(200)
      await answer.body?.cancel()
    }
  })

  test('answers 304 to a known ETag and ignores Range if If-Range differs', async () => {
    const tag = (await ask(download, {}, 'HEAD')).headers.get('ETag') ?? ''
    const known = await ask(download, { 'If-None-Match': tag })
    expect(known.status).toBe(304)
    expect((await bytesOf(known)).length).toBe(0)
    expect((await ask(download, { Range: 'bytes=0-9', 'If-Range': tag })).status).toBe(206)
    const other = await ask(download, { Range: 'bytes=0-9', 'If-Range': '"other"' })
    expect(other.status).toBe(200)
    await other.body?.cancel()
    const head = await ask(download, { Range: 'bytes=0-9' }, 'HEAD')
    expect(head.headers.get('Content-Length')).toBe('10')
    expect(await head.text()).toBe('')
  })

  test('closes files when readers disconnect', async () => {
    const openFiles = async () => {
      const links = (await readdir('/proc/self/fd')).map((one) => readlink(`/proc/self/fd/${one}`).catch(() => ''))
      return (await Promise.all(links)).filter((path) => path.endsWith('.mp4')).length
    }
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const reader = (await ask(download)).body?.getReader()
        const { value } = (await reader?.read()) ?? {}
        expect(value?.length).toBeLessThan(1_000_000)
        return reader
      }),
    )
    expect(await openFiles()).toBe(20)
    await Promise.all(readers.map((reader) => reader?.cancel()))
    await expect.poll(openFiles).toBe(0)
  })

  test('serves an earlier version to existing links, and deletes an unused one without breaking open reads', async () => {
    const folder = resolve('.cache/test-films')
    const version = `earlier${process.pid}`
    await mkdir(join(folder, version))
    for (const name of await readdir(join(folder, stream.version))) {
      if (/\.(json|mp4)$/.test(name)) await link(join(folder, stream.version, name), join(folder, version, name))
    }
    const earlier = download.replace(stream.version, version)
    const size = Number((await ask(download, {}, 'HEAD')).headers.get('Content-Length'))
    const reader = (await ask(earlier)).body?.getReader()
    let read = (await reader?.read())?.value?.length ?? 0
    expect(read).toBeLessThan(size)
    await utimes(join(folder, version), 0, 0)
    await removeUnusedFilms(folder, 20 * 365 * 24 * HOUR)
    for (let more = await reader?.read(); more && !more.done; more = await reader?.read()) read += more.value.length
    expect(read).toBe(size)
    await expectRefusal(await ask(earlier), 404, 'not_found')
    expect((await readdir(folder)).filter((name) => name === version)).toEqual([])
    expect((await ask(download, {}, 'HEAD')).status).toBe(200)
  })

  test("allows ranges from the app's origins and private caching for the link's lifetime", async () => {
    const answer = await ask(`${base}/480p/0.m4s`, { Origin: APP_ORIGIN, Range: 'bytes=0-99' })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(APP_ORIGIN)
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Content-Range')
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(answer.headers.get('Cache-Control')).toMatch(/^private, max-age=21\d{3}, immutable$/)
    const preflight = await ask(
      `${base}/480p/0.m4s`,
      { Origin: APP_ORIGIN, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'range' },
      'OPTIONS',
    )
    expect(preflight.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('range')
  })

  test('rejects a forged link: another member, a later expiry, another film, no signature', async () => {
    const [, , , signed = '', fileId = ''] = stream.master.split('/')
    const [user = '', until = '', signature = ''] = signed.split('.')
    const later = (Number.parseInt(until, 36) + 9_999_999).toString(36)
    for (const forged of [
      `zz.${until}.${signature}`,
      `${user}.${later}.${signature}`,
      `${user}.${until}.${signature.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a'))}`,
      `${user}.${until}.${signature.slice(1)}`,
      `${user}.${until}.`,
      'x',
    ]) {
      await expectRefusal(await ask(stream.master.replace(signed, forged)), 403, 'link_invalid')
    }
    const other = Number(fileId) + 16
    await expectRefusal(await ask(stream.master.replace(fileId, String(other))), 403, 'link_invalid')
    const guests = await server.createGuest().get('/api/watch/tt0068646/68646')
    const [, , , guest = ''] = guests.json.data.stream.master.split('/')
    await expectRefusal(await ask(download.replace(/\/download\/[^/]+/, `/download/${guest}`)), 403, 'link_invalid')
  })

  test.each([
    ['an unknown quality', '/2160p/index.m3u8'],
    ['a segment after the last', '/480p/99999.m4s'],
    ['the metadata file', '/film.json'],
    ['a path traversal', '/../../../package.json'],
    ['an encoded path traversal', '/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['a path traversal inside a folder', '/480p/..%2f..%2ffilm.json'],
    ['a null byte', '/480p/0.m4s%00'],
    ['broken escapes', '/480p/%ff%fe'],
    ['an empty path', '/'],
    ['a very long name', `/${'a'.repeat(5000)}`],
  ])('answers 404: %s', async (_, name) => {
    await expectRefusal(await ask(base + name), 404, 'not_found')
  })

  test('lets shared caches store trailers', async () => {
    const { json } = await server.createGuest().get('/api/watch/trailer/tt0068646')
    const { json: shown } = await server.createGuest().get('/api/titles/68646')
    expect(shown.data.trailer.sources).toEqual(json.data.sources)
    const [hls, mp4] = json.data.sources
    expect(await (await ask(hls.src)).text()).toContain('720p/index.m3u8')
    const part = await ask(mp4.src, { Range: 'bytes=0-99' })
    expect(part.status).toBe(206)
    expect(part.headers.get('Cache-Control')).toBe('public, max-age=86400')
    expect(json.data.subtitles).not.toEqual([])
    for (const { url } of json.data.subtitles) expect((await ask(url)).status).toBe(200)
    await expectRefusal(await ask('/media/trailers/tt9999999/master.m3u8'), 404, 'not_found')
    await expectRefusal(await ask('/media/trailers/tt0068646/../film.json'), 404, 'not_found')
  })

  test('rejects expired links and accepts renewed ones for the same file', async () => {
    const ended = `${base}/720p/7.m4s`
    const [before] = await Promise.all([ask(ended).then(bytesOf)])
    server.pass(7 * HOUR)
    await expectRefusal(await ask(ended), 403, 'link_expired')
    await expectRefusal(await ask(download), 403, 'link_expired')
    await renew()
    expect(ended.split('/').slice(4)).toEqual(`${base}/720p/7.m4s`.split('/').slice(4))
    expect((await bytesOf(await ask(`${base}/720p/7.m4s`))).equals(before ?? Buffer.alloc(0))).toBe(true)
  })
})
