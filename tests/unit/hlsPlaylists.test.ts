import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findMaster, readMaster } from '#server/operator/films/hlsPlaylists.ts'

let folder: string
/** Five packets of MPEG-TS. */
const PACKETS = Buffer.alloc(5 * 188, 0x47)
const MEDIA = '#EXTM3U\n#EXTINF:4.0,\n0.ts\n#EXTINF:2.5,\n1.ts\n#EXT-X-ENDLIST\n'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parde-hls-'))
  for (const name of ['0.ts', '1.ts']) writeFileSync(join(folder, name), PACKETS)
  writeFileSync(join(folder, '720.m3u8'), MEDIA)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('reads qualities, tracks and lengths', () => {
  write('en.m3u8', MEDIA)
  const master = write(
    'master.m3u8',
    [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="en.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="other",NAME="Low",URI="en.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Persian"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="other"',
      '720.m3u8',
      '#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO="a"',
      '720.m3u8',
    ].join('\r\n'),
  )
  const { variants, audios, subtitles } = readMaster(master)
  expect(variants.map(({ attribute }) => attribute('BANDWIDTH'))).toEqual(['9', '1'])
  expect(variants[0]?.media).toMatchObject({ seconds: 6.5, files: [{ size: 940 }, { size: 940 }] })
  expect(audios.map(({ attribute }) => attribute('NAME'))).toEqual(['English', 'Persian'])
  expect(subtitles).toEqual([])
})

test('finds the playlist of a folder', () => {
  expect(findMaster(join(folder, '0.ts'))).toBeUndefined()
  expect(findMaster(folder)).toBe(join(folder, '720.m3u8'))
  write('480.m3u8', MEDIA)
  expect(findMaster(folder)).toBeUndefined()
  const film = write('film.m3u8', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720.m3u8\n')
  expect(findMaster(folder)).toBe(film)
})

test.each([
  ['no head', MEDIA.replace('#EXTM3U', ''), /is no HLS playlist/],
  ['no end', MEDIA.replace('#EXT-X-ENDLIST', ''), /has no end/],
  ['no segment', '#EXTM3U\n#EXT-X-ENDLIST\n', /has no segments/],
  ['a cut master', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n', /is cut off/],
  ['a missing segment', MEDIA.replace('1.ts', '2.ts'), /2\.ts is missing/],
  [
    'another host',
    MEDIA.replace('1.ts', 'https://example.com/1.ts'),
    /example\.com\/1\.ts, which is not in its folder/,
  ],
  ['another host without scheme', MEDIA.replace('1.ts', '//example.com/1.ts'), /not in its folder/],
  ['another protocol', MEDIA.replace('1.ts', 'concat:0.ts|1.ts'), /not in its folder/],
  ['a file outside', MEDIA.replace('1.ts', '../1.ts'), /not in its folder/],
  ['an absolute path', MEDIA.replace('1.ts', '/etc/hostname'), /not in its folder/],
  ['a link outside', MEDIA.replace('1.ts', 'link.ts'), /link\.ts is a link out/],
  ['a playlist as a segment', MEDIA.replace('1.ts', '720.m3u8'), /720\.m3u8 is no segment/],
  ['a cut segment of MPEG-TS', MEDIA.replace('1.ts', 'cut.ts'), /cut\.ts is cut off/],
  ['a cut segment of MP4', MEDIA.replace('1.ts', 'cut.m4s'), /cut\.m4s is cut off/],
  ['a range after the end', MEDIA.replace('1.ts', '#EXT-X-BYTERANGE:600@400\n1.ts'), /1\.ts is cut off/],
  ['encryption', MEDIA.replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXTINF'), /is encrypted/],
])('refuses a playlist with %s', (_, text, reason) => {
  mkdirSync(join(folder, 'film'))
  for (const name of ['0.ts', '1.ts']) writeFileSync(join(folder, 'film', name), PACKETS)
  writeFileSync(join(folder, 'film', 'cut.ts'), PACKETS.subarray(0, 900))
  writeFileSync(join(folder, 'film', 'cut.m4s'), '\0\0\0\x10styp1234')
  symlinkSync('/etc/hostname', join(folder, 'film', 'link.ts'))
  write('film/720.m3u8', MEDIA)
  expect(() => readMaster(write('film/test.m3u8', text))).toThrow(reason)
})

test('follows byte ranges that continue one another', () => {
  const ranges =
    '#EXTM3U\n#EXTINF:4,\n#EXT-X-BYTERANGE:470@0\n0.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:470\n0.ts\n#EXT-X-ENDLIST\n'
  expect(readMaster(write('ranges.m3u8', ranges)).variants[0]?.media).toMatchObject({ seconds: 8 })
  const long = ranges.replace('BYTERANGE:470\n', 'BYTERANGE:471\n')
  expect(() => readMaster(write('ranges.m3u8', long))).toThrow(/is cut off/)
})
